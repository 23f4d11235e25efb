// The corpus of tests/conformance: for each log the verdict, the line, the seats and the codes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { concat, fromBase64, utf8 } from '../src/bytes.js';
import { Audit } from '../src/audit.js';

const ROOT = new URL('../../../tests/conformance/', import.meta.url);
const { logs } = JSON.parse(readFileSync(new URL('index.json', ROOT), 'utf8'));
const byName = new Map(logs.map((log) => [log.name, log]));
const made = new Map();

function bytesOf(log) {
  if (!made.has(log.name)) made.set(log.name, concat(log.pieces.map(piece)));
  return made.get(log.name);
}

function piece(p) {
  if ('text' in p) return utf8(p.text);
  if ('base64' in p) return fromBase64(p.base64);
  if ('file' in p) return new Uint8Array(readFileSync(new URL(p.file, ROOT)));
  const bytes = bytesOf(byName.get(p.of));
  const [first, last] = p.lines;
  let line = 1;
  let from = first === 1 ? 0 : -1;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== 10) continue;
    line += 1;
    if (line === first) from = at + 1;
    if (line === last + 1) return bytes.slice(from, at + 1);
  }
  throw new Error(`no line ${last} in ${p.of}`);
}

const codes = (fault) => (fault ? [fault.code, ...codes(fault.because)].filter((code) => code !== 'rule') : []);

for (const log of logs) {
  test(log.name, () => {
    const bytes = bytesOf(log);
    const found = new Audit({ size: bytes.length, read: (from, to) => bytes.subarray(from, to) }).run();
    assert.deepEqual(
      {
        verdict: found.verdict, complete_to: found.completeTo, is_over: found.isOver, standings: found.standings,
        problem: found.problem && { entry: found.problem.entry, seat: found.problem.seat, codes: codes(found.problem.fault) },
        outs: found.outs.map(({ deal, line, seat, cause, fault }) => ({ deal, entry: line, seat, cause, codes: codes(fault) })),
      },
      {
        verdict: log.verdict, complete_to: log.complete_to, is_over: log.is_over, standings: log.standings,
        problem: log.problem && { entry: log.problem.entry, seat: log.problem.seat, codes: log.problem.codes.filter((c) => c !== 'rule') },
        outs: log.outs.map(({ deal, entry, seat, cause, codes: c }) => ({ deal, entry, seat, cause, codes: c })),
      },
    );
  });
}
