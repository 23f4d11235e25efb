// The fast field and sums against whole numbers and @noble/curves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHex } from '../src/bytes.js';
import { randomBytes } from '../src/checks.js';
import * as F from '../src/field.js';
import { Q, areOfOrderQ, decompress, exact, generators, sum } from '../src/group.js';

const P = 2n ** 255n - 19n;

/** Numbers where carries are likeliest to go wrong, and a fixed series of others. */
function* numbers(many) {
  yield* [0n, 1n, 2n, 18n, 19n, P - 1n, P - 2n, 2n ** 254n, 2n ** 255n - 20n, (P - 1n) / 2n, BigInt(`0x${'f5'.repeat(31)}`)];
  for (let k = 0; k < 12; k++) yield (1n << BigInt(Math.ceil(21.25 * k))) - 1n;
  for (let k = 0, n = 12345n; k < many; k++) {
    n = (n * n + 7n) % P;
    yield n;
  }
}

test('products and squares are those of whole numbers, also of sums and differences', () => {
  const o = new Float64Array(5 * F.SIZE);
  const [A, B, C, D] = [0, 1, 2, 3].map((k) => k * F.SIZE);
  const all = [...numbers(60)];
  for (const a of all) {
    F.fromNumber(o, A, a);
    F.sqr(o, C, o, A);
    assert.equal(F.toNumber(o, C), (a * a) % P);
    for (const b of all) {
      F.fromNumber(o, B, b);
      F.mul(o, C, o, A, o, B);
      assert.equal(F.toNumber(o, C), (a * b) % P);
      F.add(o, C, o, A, o, B);
      F.sub(o, D, o, A, o, B);
      F.mul(o, C, o, C, o, D);
      assert.equal(F.toNumber(o, C), ((((a * a - b * b) % P) + P) % P));
    }
  }
});

test('an inverse times its number is 1, and of 0 it is 0', () => {
  const o = new Float64Array(3 * F.SIZE);
  for (const a of numbers(10)) {
    F.fromNumber(o, 0, a);
    F.invert(o, F.SIZE, o, 0);
    F.mul(o, 2 * F.SIZE, o, 0, o, F.SIZE);
    assert.equal(F.toNumber(o, 2 * F.SIZE), a % P === 0n ? 0n : 1n);
  }
});

test('sums of few and of many points are those of @noble/curves', () => {
  const points = generators(52);
  const terms = [...numbers(90)].map((n, k) => [points[k % 53], k % 3 ? n % Q : n % 2n ** 128n]);
  for (const many of [0, 1, 2, 3, 7, 23, 24, 25, 60, 110]) {
    const some = terms.slice(0, many);
    assert.equal(toHex(sum(some).bytes), toHex(exact.sum(some.map(([p, n]) => [p.bytes, n]))), `${many} terms`);
  }
});

test('one point of mixed order among many is found together, as alone', () => {
  const points = Array.from({ length: 200 }, (_, k) => generators(52)[k % 53]);
  assert.ok(areOfOrderQ(points, randomBytes));
  const ofOrderTwo = decompress(Uint8Array.from([0xec, ...Array(30).fill(0xff), 0x7f]));
  points[77] = points[77].add(ofOrderTwo);
  for (let k = 0; k < 20; k++) assert.ok(!areOfOrderQ(points, randomBytes));
});
