// The field of 2^255 - 19 in floating point: fast because a number is twelve doubles in a row.
//
// Limb i of a number is a multiple of 2^ceil(21.25 i), kept with its true size, as D. J. Bernstein's
// curve25519 does. A double holds whole numbers of 53 bits exactly. A *reduced* number has limbs of at
// most half the next limb's unit; a sum of two such counts as 2, of three as 3. A product is
// exact while the counts of its factors multiply to at most 8: 210 products of 42 bits, 52.8 bits.
// Every function says what it needs; who adds more than that breaks this file, and the tests see it.

const LIMBS = 12;
export const SIZE = LIMBS;
const W = 19 * 2 ** -255;
// Adding and taking away 1.5·2^52 units of the next limb rounds to its multiple.
const K0 = 1.5 * 2 ** 74;
const K1 = 1.5 * 2 ** 95;
const K2 = 1.5 * 2 ** 116;
const K3 = 1.5 * 2 ** 137;
const K4 = 1.5 * 2 ** 159;
const K5 = 1.5 * 2 ** 180;
const K6 = 1.5 * 2 ** 201;
const K7 = 1.5 * 2 ** 222;
const K8 = 1.5 * 2 ** 244;
const K9 = 1.5 * 2 ** 265;
const K10 = 1.5 * 2 ** 286;
const K11 = 1.5 * 2 ** 307;

/** o = a·b, reduced. */
export function mul(o, p, a, i, b, j) {
  const a0 = a[i + 0], a1 = a[i + 1], a2 = a[i + 2], a3 = a[i + 3], a4 = a[i + 4], a5 = a[i + 5], a6 = a[i + 6], a7 = a[i + 7], a8 = a[i + 8], a9 = a[i + 9], a10 = a[i + 10], a11 = a[i + 11];
  const b0 = b[j + 0], b1 = b[j + 1], b2 = b[j + 2], b3 = b[j + 3], b4 = b[j + 4], b5 = b[j + 5], b6 = b[j + 6], b7 = b[j + 7], b8 = b[j + 8], b9 = b[j + 9], b10 = b[j + 10], b11 = b[j + 11];
  let r0 = a0 * b0 + W * (a1 * b11 + a2 * b10 + a3 * b9 + a4 * b8 + a5 * b7 + a6 * b6 + a7 * b5 + a8 * b4 + a9 * b3 + a10 * b2 + a11 * b1);
  let r1 = a0 * b1 + a1 * b0 + W * (a2 * b11 + a3 * b10 + a4 * b9 + a5 * b8 + a6 * b7 + a7 * b6 + a8 * b5 + a9 * b4 + a10 * b3 + a11 * b2);
  let r2 = a0 * b2 + a1 * b1 + a2 * b0 + W * (a3 * b11 + a4 * b10 + a5 * b9 + a6 * b8 + a7 * b7 + a8 * b6 + a9 * b5 + a10 * b4 + a11 * b3);
  let r3 = a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0 + W * (a4 * b11 + a5 * b10 + a6 * b9 + a7 * b8 + a8 * b7 + a9 * b6 + a10 * b5 + a11 * b4);
  let r4 = a0 * b4 + a1 * b3 + a2 * b2 + a3 * b1 + a4 * b0 + W * (a5 * b11 + a6 * b10 + a7 * b9 + a8 * b8 + a9 * b7 + a10 * b6 + a11 * b5);
  let r5 = a0 * b5 + a1 * b4 + a2 * b3 + a3 * b2 + a4 * b1 + a5 * b0 + W * (a6 * b11 + a7 * b10 + a8 * b9 + a9 * b8 + a10 * b7 + a11 * b6);
  let r6 = a0 * b6 + a1 * b5 + a2 * b4 + a3 * b3 + a4 * b2 + a5 * b1 + a6 * b0 + W * (a7 * b11 + a8 * b10 + a9 * b9 + a10 * b8 + a11 * b7);
  let r7 = a0 * b7 + a1 * b6 + a2 * b5 + a3 * b4 + a4 * b3 + a5 * b2 + a6 * b1 + a7 * b0 + W * (a8 * b11 + a9 * b10 + a10 * b9 + a11 * b8);
  let r8 = a0 * b8 + a1 * b7 + a2 * b6 + a3 * b5 + a4 * b4 + a5 * b3 + a6 * b2 + a7 * b1 + a8 * b0 + W * (a9 * b11 + a10 * b10 + a11 * b9);
  let r9 = a0 * b9 + a1 * b8 + a2 * b7 + a3 * b6 + a4 * b5 + a5 * b4 + a6 * b3 + a7 * b2 + a8 * b1 + a9 * b0 + W * (a10 * b11 + a11 * b10);
  let r10 = a0 * b10 + a1 * b9 + a2 * b8 + a3 * b7 + a4 * b6 + a5 * b5 + a6 * b4 + a7 * b3 + a8 * b2 + a9 * b1 + a10 * b0 + W * (a11 * b11);
  let r11 = a0 * b11 + a1 * b10 + a2 * b9 + a3 * b8 + a4 * b7 + a5 * b6 + a6 * b5 + a7 * b4 + a8 * b3 + a9 * b2 + a10 * b1 + a11 * b0;
  let c;
  c = r0 + K0 - K0; r0 -= c; r1 += c;
  c = r1 + K1 - K1; r1 -= c; r2 += c;
  c = r2 + K2 - K2; r2 -= c; r3 += c;
  c = r3 + K3 - K3; r3 -= c; r4 += c;
  c = r4 + K4 - K4; r4 -= c; r5 += c;
  c = r5 + K5 - K5; r5 -= c; r6 += c;
  c = r6 + K6 - K6; r6 -= c; r7 += c;
  c = r7 + K7 - K7; r7 -= c; r8 += c;
  c = r8 + K8 - K8; r8 -= c; r9 += c;
  c = r9 + K9 - K9; r9 -= c; r10 += c;
  c = r10 + K10 - K10; r10 -= c; r11 += c;
  c = r11 + K11 - K11; r11 -= c; r0 += W * c;
  c = r0 + K0 - K0; r0 -= c; r1 += c;
  o[p + 0] = r0;
  o[p + 1] = r1;
  o[p + 2] = r2;
  o[p + 3] = r3;
  o[p + 4] = r4;
  o[p + 5] = r5;
  o[p + 6] = r6;
  o[p + 7] = r7;
  o[p + 8] = r8;
  o[p + 9] = r9;
  o[p + 10] = r10;
  o[p + 11] = r11;
}

/** o = a·a, reduced. */
export function sqr(o, p, a, i) {
  const a0 = a[i + 0], a1 = a[i + 1], a2 = a[i + 2], a3 = a[i + 3], a4 = a[i + 4], a5 = a[i + 5], a6 = a[i + 6], a7 = a[i + 7], a8 = a[i + 8], a9 = a[i + 9], a10 = a[i + 10], a11 = a[i + 11];
  const d0 = 2 * a0, d1 = 2 * a1, d2 = 2 * a2, d3 = 2 * a3, d4 = 2 * a4, d5 = 2 * a5, d6 = 2 * a6, d7 = 2 * a7, d8 = 2 * a8, d9 = 2 * a9, d10 = 2 * a10;
  let r0 = a0 * a0 + W * (d1 * a11 + d2 * a10 + d3 * a9 + d4 * a8 + d5 * a7 + a6 * a6);
  let r1 = d0 * a1 + W * (d2 * a11 + d3 * a10 + d4 * a9 + d5 * a8 + d6 * a7);
  let r2 = d0 * a2 + a1 * a1 + W * (d3 * a11 + d4 * a10 + d5 * a9 + d6 * a8 + a7 * a7);
  let r3 = d0 * a3 + d1 * a2 + W * (d4 * a11 + d5 * a10 + d6 * a9 + d7 * a8);
  let r4 = d0 * a4 + d1 * a3 + a2 * a2 + W * (d5 * a11 + d6 * a10 + d7 * a9 + a8 * a8);
  let r5 = d0 * a5 + d1 * a4 + d2 * a3 + W * (d6 * a11 + d7 * a10 + d8 * a9);
  let r6 = d0 * a6 + d1 * a5 + d2 * a4 + a3 * a3 + W * (d7 * a11 + d8 * a10 + a9 * a9);
  let r7 = d0 * a7 + d1 * a6 + d2 * a5 + d3 * a4 + W * (d8 * a11 + d9 * a10);
  let r8 = d0 * a8 + d1 * a7 + d2 * a6 + d3 * a5 + a4 * a4 + W * (d9 * a11 + a10 * a10);
  let r9 = d0 * a9 + d1 * a8 + d2 * a7 + d3 * a6 + d4 * a5 + W * (d10 * a11);
  let r10 = d0 * a10 + d1 * a9 + d2 * a8 + d3 * a7 + d4 * a6 + a5 * a5 + W * (a11 * a11);
  let r11 = d0 * a11 + d1 * a10 + d2 * a9 + d3 * a8 + d4 * a7 + d5 * a6;
  let c;
  c = r0 + K0 - K0; r0 -= c; r1 += c;
  c = r1 + K1 - K1; r1 -= c; r2 += c;
  c = r2 + K2 - K2; r2 -= c; r3 += c;
  c = r3 + K3 - K3; r3 -= c; r4 += c;
  c = r4 + K4 - K4; r4 -= c; r5 += c;
  c = r5 + K5 - K5; r5 -= c; r6 += c;
  c = r6 + K6 - K6; r6 -= c; r7 += c;
  c = r7 + K7 - K7; r7 -= c; r8 += c;
  c = r8 + K8 - K8; r8 -= c; r9 += c;
  c = r9 + K9 - K9; r9 -= c; r10 += c;
  c = r10 + K10 - K10; r10 -= c; r11 += c;
  c = r11 + K11 - K11; r11 -= c; r0 += W * c;
  c = r0 + K0 - K0; r0 -= c; r1 += c;
  o[p + 0] = r0;
  o[p + 1] = r1;
  o[p + 2] = r2;
  o[p + 3] = r3;
  o[p + 4] = r4;
  o[p + 5] = r5;
  o[p + 6] = r6;
  o[p + 7] = r7;
  o[p + 8] = r8;
  o[p + 9] = r9;
  o[p + 10] = r10;
  o[p + 11] = r11;
}

/** o = a, reduced; a counts at most 8. */
export function reduce(o, p, a, i) {
  let r0 = a[i + 0];
  let r1 = a[i + 1];
  let r2 = a[i + 2];
  let r3 = a[i + 3];
  let r4 = a[i + 4];
  let r5 = a[i + 5];
  let r6 = a[i + 6];
  let r7 = a[i + 7];
  let r8 = a[i + 8];
  let r9 = a[i + 9];
  let r10 = a[i + 10];
  let r11 = a[i + 11];
  let c;
  c = r0 + K0 - K0; r0 -= c; r1 += c;
  c = r1 + K1 - K1; r1 -= c; r2 += c;
  c = r2 + K2 - K2; r2 -= c; r3 += c;
  c = r3 + K3 - K3; r3 -= c; r4 += c;
  c = r4 + K4 - K4; r4 -= c; r5 += c;
  c = r5 + K5 - K5; r5 -= c; r6 += c;
  c = r6 + K6 - K6; r6 -= c; r7 += c;
  c = r7 + K7 - K7; r7 -= c; r8 += c;
  c = r8 + K8 - K8; r8 -= c; r9 += c;
  c = r9 + K9 - K9; r9 -= c; r10 += c;
  c = r10 + K10 - K10; r10 -= c; r11 += c;
  c = r11 + K11 - K11; r11 -= c; r0 += W * c;
  c = r0 + K0 - K0; r0 -= c; r1 += c;
  o[p + 0] = r0;
  o[p + 1] = r1;
  o[p + 2] = r2;
  o[p + 3] = r3;
  o[p + 4] = r4;
  o[p + 5] = r5;
  o[p + 6] = r6;
  o[p + 7] = r7;
  o[p + 8] = r8;
  o[p + 9] = r9;
  o[p + 10] = r10;
  o[p + 11] = r11;
}

export function add(o, p, a, i, b, j) {
  for (let k = 0; k < LIMBS; k++) o[p + k] = a[i + k] + b[j + k];
}

export function sub(o, p, a, i, b, j) {
  for (let k = 0; k < LIMBS; k++) o[p + k] = a[i + k] - b[j + k];
}

export function copy(o, p, a, i) {
  for (let k = 0; k < LIMBS; k++) o[p + k] = a[i + k];
}

const P = 2n ** 255n - 19n;
const SHIFT = Array.from({ length: LIMBS + 1 }, (_, i) => Math.ceil(21.25 * i));

/** A number below 2^255 as limbs. */
export function fromNumber(o, p, n) {
  for (let k = 0; k < LIMBS; k++) {
    const mask = (1n << BigInt(SHIFT[k + 1] - SHIFT[k])) - 1n;
    o[p + k] = Number((n >> BigInt(SHIFT[k])) & mask) * 2 ** SHIFT[k];
  }
  reduce(o, p, o, p);
}

/** The number from 0 to p - 1 that the limbs stand for. */
export function toNumber(a, i) {
  let n = 0n;
  for (let k = LIMBS - 1; k >= 0; k--) n += BigInt(a[i + k] / 2 ** SHIFT[k]) << BigInt(SHIFT[k]);
  n %= P;
  return n < 0n ? n + P : n;
}

export const isZero = (a, i) => toNumber(a, i) === 0n;

const s = new Float64Array(5 * LIMBS);

function squarings(o, p, a, i, times) {
  sqr(o, p, a, i);
  for (let k = 1; k < times; k++) sqr(o, p, o, p);
}

/** s[3] = z^(2^250 - 1) and s[0] = z^11, from which both powers below are made. */
function ladder(z, i) {
  const [T0, T1, T2, T3] = [0, LIMBS, 2 * LIMBS, 3 * LIMBS];
  sqr(s, T0, z, i);
  squarings(s, T1, s, T0, 2);
  mul(s, T1, z, i, s, T1);
  mul(s, T0, s, T0, s, T1); // z^11
  sqr(s, T2, s, T0);
  mul(s, T1, s, T1, s, T2); // 2^5 - 1
  squarings(s, T2, s, T1, 5);
  mul(s, T1, s, T2, s, T1); // 2^10 - 1
  squarings(s, T2, s, T1, 10);
  mul(s, T2, s, T2, s, T1); // 2^20 - 1
  squarings(s, T3, s, T2, 20);
  mul(s, T2, s, T3, s, T2); // 2^40 - 1
  squarings(s, T2, s, T2, 10);
  mul(s, T1, s, T2, s, T1); // 2^50 - 1
  squarings(s, T2, s, T1, 50);
  mul(s, T2, s, T2, s, T1); // 2^100 - 1
  squarings(s, T3, s, T2, 100);
  mul(s, T2, s, T3, s, T2); // 2^200 - 1
  squarings(s, T2, s, T2, 50);
  mul(s, T3, s, T2, s, T1); // 2^250 - 1
}

/** o = z^(p - 2), the inverse of z; of 0 it is 0. */
export function invert(o, p, z, i) {
  ladder(z, i);
  squarings(s, LIMBS, s, 3 * LIMBS, 5);
  mul(o, p, s, LIMBS, s, 0);
}

/** o = z^((p - 5) / 8), from which square roots are made. */
export function power58(o, p, z, i) {
  copy(s, 4 * LIMBS, z, i);
  ladder(s, 4 * LIMBS);
  squarings(s, LIMBS, s, 3 * LIMBS, 2);
  mul(o, p, s, LIMBS, s, 4 * LIMBS);
}
