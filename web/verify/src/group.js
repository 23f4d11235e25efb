// The group of SPEC §3.1. Points are decoded strictly; sums are fast, in floating point (field.js).
//
// The one rule: what is computed here may say that something holds. That something does NOT hold
// is said only after @noble/curves has been asked as well (`exact`), so that no accusation of a
// person rests on this file alone.
import { ed25519 } from '@noble/curves/ed25519.js';
import { fromHex, sha512, utf8 } from './bytes.js';
import { Fault } from './faults.js';
import * as F from './field.js';

const S = F.SIZE;
const [X, Y, Z, T] = [0, S, 2 * S, 3 * S];
const POINT = 4 * S;
const P = 2n ** 255n - 19n;
export const Q = 2n ** 252n + 27742317777372353535851937790883648493n;

export const modQ = (n) => {
  const r = n % Q;
  return r < 0n ? r + Q : r;
};

function constant(n) {
  const limbs = new Float64Array(S);
  F.fromNumber(limbs, 0, ((n % P) + P) % P);
  return limbs;
}

function power(n, e) {
  let r = 1n;
  for (n %= P; e > 0n; e >>= 1n) {
    if (e & 1n) r = (r * n) % P;
    n = (n * n) % P;
  }
  return r;
}

const D_NUMBER = (((-121665n * power(121666n, P - 2n)) % P) + P) % P;
const D = constant(D_NUMBER);
const D2 = constant(2n * D_NUMBER);
const ROOT_OF_MINUS_ONE = constant(power(2n, (P - 1n) / 4n));
const ONE = constant(1n);

const w = new Float64Array(9 * S);
const [A, B, C, E, G_, H_, D_, U, V] = Array.from({ length: 9 }, (_, k) => k * S);

/** o = a + b. Z of `b` counts once in a product with 2, hence the reductions. */
function addTo(o, p, a, i, b, j) {
  F.sub(w, A, a, i + Y, a, i + X);
  F.sub(w, B, b, j + Y, b, j + X);
  F.mul(w, A, w, A, w, B);
  F.add(w, B, a, i + Y, a, i + X);
  F.add(w, C, b, j + Y, b, j + X);
  F.mul(w, B, w, B, w, C);
  F.mul(w, C, a, i + T, b, j + T);
  F.mul(w, C, w, C, D2, 0);
  F.add(w, D_, a, i + Z, a, i + Z);
  F.mul(w, D_, w, D_, b, j + Z);
  finish(o, p);
}

/** The four products that both addition and doubling end with, of A, B, C, D. */
function finish(o, p) {
  F.sub(w, E, w, B, w, A);
  F.sub(w, U, w, D_, w, C);
  F.add(w, G_, w, D_, w, C);
  F.add(w, H_, w, B, w, A);
  F.mul(o, p + X, w, E, w, U);
  F.mul(o, p + Y, w, G_, w, H_);
  F.mul(o, p + Z, w, U, w, G_);
  F.mul(o, p + T, w, E, w, H_);
}

/** o = 2a. */
function doubleTo(o, p, a, i) {
  F.sqr(w, A, a, i + X);
  F.sqr(w, B, a, i + Y);
  F.sqr(w, C, a, i + Z);
  F.mul(w, E, a, i + X, a, i + Y);
  F.add(w, E, w, E, w, E); // 2XY
  F.sub(w, G_, w, B, w, A); // Y² - X²
  F.sub(w, U, w, G_, w, C);
  F.sub(w, U, w, U, w, C);
  F.reduce(w, U, w, U);
  F.add(w, H_, w, A, w, B);
  for (let k = 0; k < S; k++) w[H_ + k] = -w[H_ + k];
  F.mul(o, p + X, w, E, w, U);
  F.mul(o, p + Y, w, G_, w, H_);
  F.mul(o, p + Z, w, U, w, G_);
  F.mul(o, p + T, w, E, w, H_);
}

/** A point of the curve. `bytes` is its encoding, made when it is first asked for. */
export class Point {
  constructor(limbs, bytes = null) {
    this.limbs = limbs;
    this.encoded = bytes;
  }

  get bytes() {
    if (this.encoded === null) this.encoded = encode(this.limbs);
    return this.encoded;
  }

  get isIdentity() {
    return F.isZero(this.limbs, X) && F.toNumber(this.limbs, Y) === F.toNumber(this.limbs, Z);
  }

  add(other) {
    const sum = new Float64Array(POINT);
    addTo(sum, 0, this.limbs, 0, other.limbs, 0);
    return new Point(sum);
  }

  negate() {
    const limbs = new Float64Array(POINT);
    negateTo(limbs, this.limbs, 0);
    return new Point(limbs);
  }

  subtract(other) {
    return this.add(other.negate());
  }

  /** Whether both are one point, without an inversion. */
  equals(other) {
    return isZeroDifference(this.limbs, X, other.limbs) && isZeroDifference(this.limbs, Y, other.limbs);
  }
}

function isZeroDifference(a, coordinate, b) {
  F.mul(w, A, a, coordinate, b, Z);
  F.mul(w, B, b, coordinate, a, Z);
  F.sub(w, A, w, A, w, B);
  return F.isZero(w, A);
}

function encode(limbs) {
  F.invert(w, A, limbs, Z);
  F.mul(w, B, limbs, X, w, A);
  F.mul(w, C, limbs, Y, w, A);
  const bytes = numberToBytes(F.toNumber(w, C));
  if (F.toNumber(w, B) & 1n) bytes[31] |= 128;
  return bytes;
}

export function numberToBytes(n) {
  const bytes = new Uint8Array(32);
  const view = new DataView(bytes.buffer);
  for (let k = 0; k < 4; k++) {
    view.setBigUint64(8 * k, n & 0xffffffffffffffffn, true);
    n >>= 64n;
  }
  return bytes;
}

export function bytesToNumber(bytes, at = 0) {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, 32);
  let n = 0n;
  for (let k = 3; k >= 0; k--) n = (n << 64n) | view.getBigUint64(8 * k, true);
  return n;
}

function identity() {
  const limbs = new Float64Array(POINT);
  limbs.set(ONE, Y);
  limbs.set(ONE, Z);
  return new Point(limbs);
}
export const IDENTITY = identity();

/** The point of the curve that 32 bytes say, canonically, or null. Its order is not looked at. */
export function decompress(bytes) {
  const sign = bytes[31] >> 7;
  const y = bytesToNumber(bytes) & (2n ** 255n - 1n);
  if (y >= P) return null;
  const limbs = new Float64Array(POINT);
  F.fromNumber(limbs, Y, y);
  limbs.set(ONE, Z);
  F.sqr(w, A, limbs, Y);
  F.sub(w, U, w, A, ONE, 0);
  F.reduce(w, U, w, U); // u = y² - 1
  F.mul(w, V, w, A, D, 0);
  F.add(w, V, w, V, ONE, 0);
  F.reduce(w, V, w, V); // v = d·y² + 1
  F.sqr(w, A, w, V);
  F.mul(w, A, w, A, w, V); // v³
  F.sqr(w, B, w, A);
  F.mul(w, B, w, B, w, V); // v⁷
  F.mul(w, B, w, B, w, U);
  F.power58(w, B, w, B);
  F.mul(w, A, w, A, w, U);
  F.mul(limbs, X, w, A, w, B); // u·v³·(u·v⁷)^((p-5)/8)
  F.sqr(w, A, limbs, X);
  F.mul(w, A, w, A, w, V);
  F.sub(w, B, w, A, w, U);
  if (!F.isZero(w, B)) {
    F.add(w, B, w, A, w, U);
    if (!F.isZero(w, B)) return null;
    F.mul(limbs, X, limbs, X, ROOT_OF_MINUS_ONE, 0);
  }
  const x = F.toNumber(limbs, X);
  if (x === 0n && sign) return null;
  if (Number(x & 1n) !== sign) for (let k = 0; k < S; k++) limbs[X + k] = -limbs[X + k];
  F.mul(limbs, T, limbs, X, limbs, Y);
  return new Point(limbs, bytes);
}

// --- sums -------------------------------------------------------------------------------------

const WIDTH = 5;

/** The sum of few terms: one run of doublings for all, digits that are odd or 0 (Straus, wNAF). */
function sumOfFew(points, scalars) {
  const odd = 1 << (WIDTH - 2); // 1, 3, 5, … times the point
  const tables = points.map((point) => {
    const table = new Float64Array(odd * POINT);
    const twice = new Float64Array(POINT);
    table.set(point);
    doubleTo(twice, 0, point, 0);
    for (let k = 1; k < odd; k++) addTo(table, k * POINT, table, (k - 1) * POINT, twice, 0);
    return table;
  });
  const digits = scalars.map(nonAdjacent);
  const total = IDENTITY.limbs.slice();
  const minus = new Float64Array(POINT);
  for (let bit = Math.max(...digits.map((d) => d.length)) - 1; bit >= 0; bit--) {
    doubleTo(total, 0, total, 0);
    for (let k = 0; k < points.length; k++) {
      const digit = digits[k][bit] ?? 0;
      if (digit > 0) addTo(total, 0, total, 0, tables[k], ((digit - 1) / 2) * POINT);
      else if (digit < 0) {
        negateTo(minus, tables[k], ((-digit - 1) / 2) * POINT);
        addTo(total, 0, total, 0, minus, 0);
      }
    }
  }
  return new Point(total);
}

function nonAdjacent(n) {
  const bits = n.toString(2);
  const digits = new Int8Array(bits.length + 1);
  let carry = 0;
  for (let k = 0; k <= bits.length; ) {
    const bit = (k < bits.length ? bits.charCodeAt(bits.length - 1 - k) & 1 : 0) + carry;
    if ((bit & 1) === 0) {
      carry = bit >> 1;
      k += 1;
      continue;
    }
    const end = bits.length - k;
    let digit = (end > 0 ? parseInt(bits.slice(Math.max(0, end - WIDTH), end), 2) : 0) + carry;
    carry = 0;
    if (digit >= 1 << (WIDTH - 1)) {
      digit -= 1 << WIDTH;
      carry = 1;
    }
    digits[k] = digit;
    k += WIDTH;
  }
  return digits;
}

function negateTo(o, a, i) {
  for (let m = 0; m < S; m++) {
    o[X + m] = -a[i + X + m];
    o[Y + m] = a[i + Y + m];
    o[Z + m] = a[i + Z + m];
    o[T + m] = -a[i + T + m];
  }
}

/** The sum of scalar·point, by Pippenger's buckets. `terms` is a list of [point, scalar]. */
export function sum(terms) {
  const points = [];
  const scalars = [];
  let bits = 1;
  for (const [point, scalar] of terms) {
    const n = modQ(scalar);
    if (n === 0n) continue;
    points.push(point.limbs);
    scalars.push(n);
    const length = n.toString(16).length * 4;
    if (length > bits) bits = length;
  }
  const many = points.length;
  if (many === 0) return IDENTITY;
  if (many < 24) return sumOfFew(points, scalars);
  const width = many < 60 ? 5 : many < 150 ? 6 : many < 500 ? 7 : many < 1500 ? 8 : 10;
  const windows = Math.ceil((bits + 1) / width);
  const digits = scalars.map((n) => signedDigits(n, width, windows));
  const size = 1 << (width - 1);
  const buckets = new Float64Array(size * POINT);
  const used = new Uint8Array(size);
  const total = new Float64Array(POINT);
  const running = new Float64Array(POINT);
  const all = new Float64Array(POINT);
  const minus = new Float64Array(POINT);
  total.set(IDENTITY.limbs);
  for (let window = windows - 1; window >= 0; window--) {
    if (window !== windows - 1) for (let k = 0; k < width; k++) doubleTo(total, 0, total, 0);
    used.fill(0);
    for (let k = 0; k < many; k++) {
      const digit = digits[k][window];
      if (digit === 0) continue;
      let point = points[k];
      if (digit < 0) {
        negateTo(minus, point, 0);
        point = minus;
      }
      const bucket = Math.abs(digit) - 1;
      if (used[bucket]) addTo(buckets, bucket * POINT, buckets, bucket * POINT, point, 0);
      else {
        buckets.set(point, bucket * POINT);
        used[bucket] = 1;
      }
    }
    running.set(IDENTITY.limbs);
    all.set(IDENTITY.limbs);
    let begun = false;
    for (let bucket = size - 1; bucket >= 0; bucket--) {
      if (used[bucket]) {
        addTo(running, 0, running, 0, buckets, bucket * POINT);
        begun = true;
      }
      if (begun) addTo(all, 0, all, 0, running, 0);
    }
    if (begun) addTo(total, 0, total, 0, all, 0);
  }
  return new Point(total);
}

function signedDigits(n, width, windows) {
  const digits = new Int16Array(windows);
  const bits = n.toString(2);
  let carry = 0;
  for (let k = 0; k < windows; k++) {
    const end = bits.length - k * width;
    let digit = end > 0 ? parseInt(bits.slice(Math.max(0, end - width), end), 2) : 0;
    digit += carry;
    carry = 0;
    if (digit > 1 << (width - 1)) {
      digit -= 1 << width;
      carry = 1;
    }
    digits[k] = digit;
  }
  return digits;
}

const Q_BITS = Q.toString(2);

function timesQ(limbs) {
  const r = limbs.slice();
  for (let k = 1; k < Q_BITS.length; k++) {
    doubleTo(r, 0, r, 0);
    if (Q_BITS[k] === '1') addTo(r, 0, r, 0, limbs, 0);
  }
  return new Point(r);
}

/** Whether q·P is the identity. */
export const isOfOrderQ = (point) => timesQ(point.limbs).isIdentity;

const SUMS = 128;
const BLOCK = 6; // 26 + 128/6 additions a point, the least of all sizes

/**
 * Whether all points are of order q (or the identity), with an error of 2^-128: if one is not, each
 * of 128 sums over random subsets shows it with probability at least 1/2.
 */
export function areOfOrderQ(points, random) {
  if (points.length < 150) return points.every(isOfOrderQ);
  const sums = new Float64Array(SUMS * POINT);
  for (let k = 0; k < SUMS; k++) sums.set(IDENTITY.limbs, k * POINT);
  const table = new Float64Array((1 << BLOCK) * POINT);
  table.set(IDENTITY.limbs, 0);
  for (let from = 0; from < points.length; from += BLOCK) {
    const many = Math.min(BLOCK, points.length - from);
    for (let k = 0; k < many; k++) {
      const half = 1 << k;
      for (let m = 0; m < half; m++) addTo(table, (half + m) * POINT, table, m * POINT, points[from + k].limbs, 0);
    }
    const choice = random(SUMS);
    for (let k = 0; k < SUMS; k++) {
      const subset = choice[k] & ((1 << many) - 1);
      if (subset) addTo(sums, k * POINT, sums, k * POINT, table, subset * POINT);
    }
  }
  for (let k = 0; k < SUMS; k++) if (!timesQ(sums.subarray(k * POINT, (k + 1) * POINT)).isIdentity) return false;
  return true;
}

// --- the slow second opinion ------------------------------------------------------------------

/** The same by @noble/curves; only asked before something is said not to hold. */
export const exact = {
  isPoint(bytes) {
    try {
      const point = ed25519.Point.fromBytes(bytes, false);
      return !point.is0() && point.isTorsionFree();
    } catch {
      return false;
    }
  },
  /** Encoding of the sum of scalar·point over [bytes of a point, scalar]. */
  sum(terms) {
    let total = ed25519.Point.ZERO;
    for (const [bytes, scalar] of terms) {
      total = total.add(ed25519.Point.fromBytes(bytes, false).multiplyUnsafe(modQ(scalar)));
    }
    return total.toBytes();
  },
};

// --- generators -------------------------------------------------------------------------------

function map(bytes) {
  const sign = BigInt(bytes[31] >> 7);
  const r = (bytesToNumber(bytes) & (2n ** 255n - 1n)) % P;
  const mod = (n) => ((n % P) + P) % P;
  let u = mod(-486662n * power(mod(1n + 2n * r * r), P - 2n));
  const side = mod(u * u * u + 486662n * u * u + u);
  if (side !== 0n && power(side, (P - 1n) / 2n) !== 1n) u = mod(-u - 486662n);
  const y = mod((u - 1n) * power(mod(u + 1n), P - 2n));
  const encoded = numberToBytes(y);
  if (sign) encoded[31] |= 128;
  let point = decompress(encoded);
  if (point === null) point = decompress(numberToBytes(y)); // x is 0
  for (let k = 0; k < 3; k++) point = point.add(point);
  return point;
}

/** A generator of unknown relation to all others, §3.1. */
export function generator(name) {
  const h = sha512(utf8(`p2pcards/1 generator ${name}`));
  return map(h.slice(0, 32)).add(map(h.slice(32)));
}

export const G = decompress(fromHex('58' + '66'.repeat(31)));
export const H1 = generator('H1');
export const H2 = generator('H2');
const pedersen = [];
/** P0 … Pn, made when first asked for. */
export function generators(n) {
  while (pedersen.length <= n) pedersen.push(generator(`P${pedersen.length}`));
  return pedersen;
}

// --- reading ----------------------------------------------------------------------------------

/** A scalar of 32 bytes, strictly below q. */
export function readScalar(bytes) {
  if (bytes.length !== 32) throw new Fault('scalar_length');
  const n = bytesToNumber(bytes);
  if (n >= Q) throw new Fault('scalar_not_reduced');
  return n;
}

/** A scalar that a verifier MUST refuse when it is 0. */
export function readNonZero(bytes) {
  const n = readScalar(bytes);
  if (n === 0n) throw new Fault('zero_scalar');
  return n;
}

export function addAll(points) {
  let total = IDENTITY;
  for (const point of points) total = total.add(point);
  return total;
}
