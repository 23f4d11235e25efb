// Decks (§3.2) and the proof that one is a shuffle of another (§3.6).
import { concat, frame, sha512, u64 } from './bytes.js';
import { Fault } from './faults.js';
import { G, H1, H2, generators, modQ, readNonZero, sum } from './group.js';
import { Transcript } from './transcript.js';

/** A deck: c1 and c2 of each card as points, and all bytes. */
export function readDeck(checks, bytes, N) {
  if (bytes.length !== 64 * N) throw new Fault('deck_length');
  const c1 = [];
  const c2 = [];
  for (let at = 0; at < bytes.length; at += 64) {
    c1.push(checks.point(bytes.subarray(at, at + 32)));
    c2.push(checks.point(bytes.subarray(at + 32, at + 64)));
  }
  return { c1, c2, bytes };
}

/** The point of a card, §3.2. */
export const cardPoint = ([s, r]) => sum([[H1, BigInt(s)], [H2, BigInt(r)]]);

/** The deck with masking factor 1, which nobody sends. `cards` are [suit, rank] numbers. */
export function startDeck(points, cards, X) {
  const c1 = points.map(() => G);
  const c2 = points.map((M) => M.add(X));
  return { c1, c2, cards, bytes: concat(c1.flatMap((p, k) => [p.bytes, c2[k].bytes])) };
}

export const deckDigest = (deck) => sha512(concat([frame('p2pcards/1 deck'), deck.bytes])).slice(0, 32);

const generatorDigests = new Map();
function generatorDigest(N) {
  if (!generatorDigests.has(N)) {
    const all = [G, H1, H2, ...generators(N).slice(0, N + 1)];
    generatorDigests.set(N, sha512(concat(all.map((p) => p.bytes))));
  }
  return generatorDigests.get(N);
}

/** That `deck` (new) is a shuffle of `old` under the joint key X; the four equations go to `checks`. */
export function verifyShuffle(checks, context, position, X, old, deck, proof) {
  const N = deck.c1.length;
  if (proof.length !== 32 * (3 * N + 8)) throw new Fault('proof_length');
  const part = (k, n = 1) => proof.subarray(32 * k, 32 * (k + n));
  const points = [0, 1, 2, 3].map((k) => checks.point(part(k)));
  const [C, Cd, E1, E2] = points;
  const scalars = (from, n) => Array.from({ length: n }, (_, k) => readNonZero(part(from + k)));
  const f = scalars(4, N);
  const [Z] = scalars(4 + N, 1);
  const [Ce, C1, Cx] = [5, 6, 7].map((k) => checks.point(part(k + N)));
  const at = scalars(N + 8, N);
  const bt = [at[0], ...scalars(2 * N + 8, N - 2)];
  const [r, s] = scalars(3 * N + 6, 2);

  const t0 = new Transcript('shuffle proof', context)
    .append('generators', generatorDigest(N)).append('N', u64(N)).append('position', u64(position))
    .append('joint key', X.bytes).append('old', old.bytes).append('new', deck.bytes)
    .append('C', part(0)).append('C_d', part(1)).append('E', part(2, 2));
  const t = t0.shortChallenges('t', N);
  t0.append('f', part(4, N)).append('Z', part(4 + N));
  const lambda = t0.challenge('lambda');
  const y = t0.challenge('y');
  t0.append('C_e', part(5 + N)).append('C_1', part(6 + N)).append('C_x', part(7 + N));
  const x = t0.challenge('x');

  let product = x;
  for (let i = 1; i <= N; i++) product = modQ(product * modQ(lambda * BigInt(i) + t[i - 1] - y));
  bt[N - 1] = product;

  const P = generators(N);
  const sumOf = (list) => list.reduce((a, b) => a + b, 0n);
  const e1 = [[E1, 1n], [G, -Z]];
  const e2 = [[E2, 1n], [X, -Z]];
  for (let k = 0; k < N; k++) {
    e1.push([deck.c1[k], f[k]]);
    e2.push([deck.c2[k], f[k]]);
  }
  if (old.cards) {
    const total = sumOf(t);
    e1.push([G, -total]);
    e2.push([X, -total]);
    e2.push([H1, -sumOf(t.map((n, k) => n * BigInt(old.cards[k][0])))]);
    e2.push([H2, -sumOf(t.map((n, k) => n * BigInt(old.cards[k][1])))]);
  } else {
    for (let k = 0; k < N; k++) {
      e1.push([old.c1[k], -t[k]]);
      e2.push([old.c2[k], -t[k]]);
    }
  }
  const e3 = [[P[0], r], [C, -x * lambda], [Cd, -x], [Ce, -1n]];
  for (let k = 0; k < N; k++) e3.push([P[k + 1], at[k] - x * (f[k] - y)]);
  const e4 = [[P[0], s], [Cx, -x], [C1, -1n]];
  for (let k = 0; k + 1 < N; k++) e4.push([P[k + 1], x * bt[k + 1] - bt[k] * at[k + 1]]);
  for (const terms of [e1, e2, e3, e4]) checks.equation('shuffle_proof', terms);
}
