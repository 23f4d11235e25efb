// Two ways to check: at once, or all together at the end of a stretch of the log.
//
// Together is fast: one sum of all equations, each times 128 bits of our own randomness (§3.6), and
// one test of the order of all points (§3.1). If it fails, the stretch is read again at once
// by whoever owns these checks, so that the first that fails is found.
import { concat, equal, sha512 } from './bytes.js';
import { Fault } from './faults.js';
import {
  G, IDENTITY, areOfOrderQ, bytesToNumber, decompress, exact, isOfOrderQ, modQ, sum, Q,
} from './group.js';

export const randomBytes = (n) => globalThis.crypto.getRandomValues(new Uint8Array(n));

function weight() {
  const word = new DataView(randomBytes(16).buffer);
  return ((word.getBigUint64(0) << 64n) | word.getBigUint64(8)) || 1n;
}

class Disagreement extends Error {}

/** A sum of terms as bytes, fast and exactly. */
export const fastSum = (terms) => sum(terms).bytes;
const exactSum = (terms) => exact.sum(terms.map(([point, scalar]) => [point.bytes, scalar]));

/** Runs a check with fast sums; whether it fails is for exact ones to say. */
export function judged(check) {
  try {
    return check(fastSum);
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    check(exactSum);
    throw new Disagreement(`two libraries differ: ${fault.code}`);
  }
}

export class Checks {
  /** @param {boolean} together whether all is checked together, by `settle` */
  constructor(together) {
    this.together = together;
    this.points = [];
    this.equations = [];
  }

  /** The point that 32 bytes are, by all of §3.1. */
  point(bytes) {
    if (bytes.length !== 32) throw new Fault('point_length');
    const point = decompress(bytes);
    if (point !== null && !point.isIdentity) {
      if (this.together) {
        this.points.push(point);
        return point;
      }
      if (isOfOrderQ(point)) return point;
    }
    if (exact.isPoint(bytes)) throw new Disagreement('two libraries differ about a point');
    throw new Fault('not_a_point');
  }

  /** The terms must add up to the identity, else `code`. */
  equation(code, terms) {
    if (this.together) {
      this.equations.push(terms);
      return;
    }
    if (sum(terms).isIdentity) return;
    if (equal(exactSum(terms), IDENTITY.bytes)) throw new Disagreement('two libraries differ about a sum');
    throw new Fault(code);
  }

  /** Ed25519 by the strict rules of §3.9; `key` is the point of a key that has been checked. */
  signature(key, message, signature) {
    if (signature.length !== 64) throw new Fault('signature_length');
    const R = signature.subarray(0, 32);
    const S = bytesToNumber(signature, 32);
    if (S >= Q) throw new Fault('signature_not_reduced');
    if (equal(R, IDENTITY.bytes)) throw new Fault('signature_of_small_order');
    const h = modQ(wide(sha512(concat([R, key.bytes, message]))));
    if (this.together) {
      const r = decompress(R);
      if (r === null) throw new Fault('signature');
      this.points.push(r);
      this.equations.push([[G, S], [key, -h], [r, -1n]]);
      return;
    }
    judged((sumOf) => {
      if (!equal(sumOf([[G, S], [key, -h]]), R)) throw new Fault('signature');
    });
  }

  /** Whether all that was put off holds; nothing is put off any more after it. */
  settle() {
    const total = new Map();
    for (const terms of this.equations) {
      const w = weight();
      for (const [point, scalar] of terms) total.set(point, (total.get(point) ?? 0n) + w * modQ(scalar));
    }
    const holds =
      areOfOrderQ(this.points, randomBytes) && (total.size === 0 || sum([...total]).isIdentity);
    this.points = [];
    this.equations = [];
    return holds;
  }
}

/** 64 bytes as a number, little-endian. */
export const wide = (bytes) => (bytesToNumber(bytes, 32) << 256n) | bytesToNumber(bytes, 0);
