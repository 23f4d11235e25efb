// The corpus of tests/conformance: for each log the verdict, the line, the seats and the codes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Audit } from '../src/audit.js';
import { bytesOf, logs } from './corpus.js';

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
