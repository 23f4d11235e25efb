#!/usr/bin/env node
// Verifies log files and prints the verdicts as JSON: node cli.mjs LOG…; with - alone it reads their paths
// from its standard input, one a line, and answers each with a line.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { toHex } from './src/bytes.js';
import { Audit } from './src/audit.js';

function open(path) {
  const file = openSync(path, 'r');
  return {
    size: fstatSync(file).size,
    read(from, to) {
      const bytes = new Uint8Array(to - from);
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from));
    },
    close: () => closeSync(file),
  };
}

const paths = process.argv.slice(2);
const lines = paths.length === 1 && paths[0] === '-' ? createInterface({ input: process.stdin }) : paths;
for await (const path of lines) {
  const source = open(path);
  const verdict = new Audit(source).run();
  source.close();
  console.log(JSON.stringify({
    file: path,
    verdict: verdict.verdict,
    entry: verdict.problem?.entry ?? null,
    seat: verdict.problem?.seat ?? null,
    code: verdict.problem?.fault.code ?? null,
    complete_to: verdict.completeTo,
    is_over: verdict.isOver,
    standings: verdict.standings,
    table: verdict.table && toHex(verdict.table),
    verified: verdict.verified,
    outs: verdict.outs.map(({ deal, seat, cause, line, fault }) => ({ deal, seat, cause, entry: line, code: fault.code })),
  }));
}
