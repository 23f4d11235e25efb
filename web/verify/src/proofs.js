// The small proofs: keys (§3.4), coins (§3.5), shares (§3.7), suits of hidden cards (§3.8).
import { concat, equal, frame, order, sha512, u64 } from './bytes.js';
import { judged } from './checks.js';
import { Fault } from './faults.js';
import { G, H1, H2, IDENTITY, bytesToNumber, readNonZero } from './group.js';
import { Transcript } from './transcript.js';

const refuseIdentity = (bytes) => {
  if (equal(bytes, IDENTITY.bytes)) throw new Fault('identity_point');
  return bytes;
};

export function coinCommitment(context, entropy, nonce) {
  return new Transcript('coin commitment', context).append('entropy', entropy).append('nonce', nonce).digest('commitment');
}

export function keyCommitment(context, publicKey, coin, nonce) {
  return new Transcript('key commitment', context)
    .append('public key', publicKey).append('coin commitment', coin).append('nonce', nonce).digest('commitment');
}

/** A coin that is opened must give its commitment. */
export function verifyCoin(context, commitment, entropy, nonce) {
  if (entropy.length !== 32 || nonce.length !== 32) throw new Fault('coin_length');
  if (!equal(coinCommitment(context, entropy, nonce), commitment)) throw new Fault('coin_not_committed');
}

/** The order of `seats` by the coin that `opened`, a list of [seat, entropy] ascending, makes. */
export function coinOrder(head, opened, seats) {
  const coin = sha512(concat([
    frame('p2pcards/1 coin'), frame(head),
    ...opened.flatMap(([seat, entropy]) => [Uint8Array.of(seat), frame(entropy)]),
  ]));
  const place = (s) => sha512(concat([frame('p2pcards/1 coin order'), coin, Uint8Array.of(s)]));
  return seats.map((s) => [place(s), s]).sort((a, b) => order(a[0], b[0])).map(([, s]) => s);
}

/** A = s·G - c·X; the challenge over all commitments, X and A must be c. */
export function verifyKeyProof(context, commitments, key, proof) {
  const [c, s] = challengeAndResponse(proof);
  judged((sum) => {
    const A = refuseIdentity(sum([[G, s], [key, -c]]));
    const t = new Transcript('key proof', context).append('number of commitments', u64(commitments.length));
    for (const commitment of commitments) t.append('commitment', commitment);
    t.append('public key', key.bytes).append('A', A);
    if (t.challenge('c') !== c) throw new Fault('key_proof');
  });
}

function challengeAndResponse(proof) {
  if (proof.length !== 64) throw new Fault('proof_length');
  return [readNonZero(proof.subarray(0, 32)), readNonZero(proof.subarray(32))];
}

/** k points in a row. */
export function readPoints(checks, bytes, k) {
  if (bytes.length !== 32 * k) throw new Fault('number_of_points');
  return Array.from({ length: k }, (_, i) => checks.point(bytes.subarray(32 * i, 32 * i + 32)));
}

/** One proof for all shares D of `slots`; c1 and D are lists of points, one for each slot. */
export function verifyShares(context, key, slots, c1, D, proof) {
  if (D.length !== slots.length) throw new Fault('number_of_shares');
  if (slots.length === 0) {
    if (proof.length) throw new Fault('proof_length');
    return;
  }
  const [c, s] = challengeAndResponse(proof);
  judged((sum) => {
    const t = new Transcript('shares proof', context)
      .append('public key', key.bytes).append('number of slots', u64(slots.length));
    slots.forEach((slot, k) => t.append('slot', u64(slot)).append('c1', c1[k].bytes).append('D', D[k].bytes));
    const w = [1n, ...t.shortChallenges('w', slots.length - 1)];
    const A = refuseIdentity(sum([[G, s], [key, -c]]));
    const B = refuseIdentity(sum(w.flatMap((weight, k) => [[c1[k], s * weight], [D[k], -c * weight]])));
    t.append('A', A).append('B', B);
    if (t.challenge('c') !== c) throw new Fault('shares_proof');
  });
}

const BRANCH = 80;

/** Every slot holds a card of one of `suits` (ascending); `rest` is c2 less all other shares. */
export function verifySuits(context, key, suits, slots, c1, rest, proof) {
  if (proof.length !== BRANCH * slots.length * suits.length) throw new Fault('proof_length');
  if (slots.length === 0) return;
  const branches = [];
  for (let at = 0; at < proof.length; at += BRANCH) {
    const padded = new Uint8Array(32);
    padded.set(proof.subarray(at, at + 16));
    const c = bytesToNumber(padded);
    if (c === 0n) throw new Fault('zero_challenge');
    branches.push([c, readNonZero(proof.subarray(at + 16, at + 48)), readNonZero(proof.subarray(at + 48, at + 80))]);
  }
  judged((sum) => {
    const t = new Transcript('suits proof', context)
      .append('public key', key.bytes).append('number of suits', u64(suits.length));
    for (const suit of suits) t.append('suit', u64(suit));
    t.append('number of slots', u64(slots.length));
    slots.forEach((slot, k) => t.append('slot', u64(slot)).append('c1', c1[k].bytes).append('rest', rest[k].bytes));
    const sums = [];
    slots.forEach((_, k) => {
      let total = 0n;
      suits.forEach((suit, j) => {
        const [c, s, u] = branches[k * suits.length + j];
        total += c;
        t.append('A', refuseIdentity(sum([[G, s], [key, -c]])));
        t.append('B', refuseIdentity(sum([[c1[k], s], [H2, u], [rest[k], -c], [H1, c * BigInt(suit)]])));
      });
      sums.push(total & (2n ** 128n - 1n));
    });
    const c = t.shortChallenge('c');
    if (sums.some((total) => total !== c)) throw new Fault('suits_proof');
  });
}
