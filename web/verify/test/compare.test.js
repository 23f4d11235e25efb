// Several logs of one table, SPEC §8.2.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare } from '../src/compare.js';
import { bytesOf, logs } from './corpus.js';

const source = (bytes) => ({ size: bytes.length, read: (from, to) => bytes.subarray(from, to) });
const named = (name) => bytesOf(logs.find((log) => log.name === name));
const whole = named('azi-2');
const cut = (bytes, lines) => {
  let at = 0;
  for (let k = 0; k < lines; k++) at = bytes.indexOf(10, at) + 1;
  return bytes.subarray(0, at);
};

test('a log is the same as itself', () => {
  const found = compare(source(whole), source(whole));
  assert.equal(found.verdict, 'same');
  assert.equal(found.shared, whole.filter((b) => b === 10).length);
});

test('a cut log is the beginning of the whole one, whichever comes first', () => {
  const half = cut(whole, 12);
  assert.deepEqual(compare(source(half), source(whole)), { verdict: 'beginning', shared: 12, longer: 1, contradictions: [] });
  assert.deepEqual(compare(source(whole), source(half)), { verdict: 'beginning', shared: 12, longer: 0, contradictions: [] });
});

test('two versions of an entry, one in each log, prove a cheat', () => {
  // the evidence stands behind the stakes of the second; its first line is the version that the first log lacks
  const found = compare(source(whole), source(named('fault-shares-two-versions')));
  assert.equal(found.verdict, 'cheat proved');
  assert.deepEqual(found.contradictions.map((c) => c.seat), [1]);
});

test('logs that part where only votes or leaves differ blame nobody', () => {
  const found = compare(source(whole), source(named('fault-act-silent')));
  assert.equal(found.verdict, 'parted');
  assert.deepEqual(found.contradictions, []);
});
