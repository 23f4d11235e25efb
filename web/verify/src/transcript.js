// SPEC §3.3: contexts, transcripts and what is drawn from them.
import { concat, frame, sha512, u64 } from './bytes.js';
import { modQ } from './group.js';
import { wide } from './checks.js';

/** The nine framed fields that say where a proof belongs. */
export function contextBytes({ table, game, pack, deal, attempt, seats, chain, seat, head }) {
  return concat([
    frame(table), frame(game), frame(pack), frame(u64(deal)), frame(u64(attempt)),
    frame(Uint8Array.from(seats)), frame(chain), frame(Uint8Array.of(seat)), frame(head),
  ]);
}

const short = (bytes) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, 16);
  return (view.getBigUint64(8, true) << 64n) | view.getBigUint64(0, true);
};

export class Transcript {
  constructor(purpose, context) {
    this.parts = [];
    this.append('protocol', 'p2pcards/1');
    this.append('purpose', purpose);
    this.append('context', contextBytes(context));
  }

  append(label, data) {
    this.parts.push(frame(label), frame(data));
    return this;
  }

  draw(label) {
    this.append('draw', label);
    const all = concat(this.parts);
    this.parts = [all];
    return sha512(concat([frame('p2pcards/1 draw'), sha512(all)]));
  }

  digest(label) {
    return this.draw(label).slice(0, 32);
  }

  challenge(label) {
    return modQ(wide(this.draw(label)));
  }

  shortChallenge(label) {
    return short(this.draw(label));
  }

  shortChallenges(label, k) {
    const seed = this.draw(label);
    return Array.from({ length: k }, (_, i) => short(sha512(concat([seed, u64(i)]))));
  }
}
