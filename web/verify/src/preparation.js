// PREPARE (§6.2): an attempt at a deck, in the chain `prepare` or `ahead`.
import { H, equal } from './bytes.js';
import { Fault, because } from './faults.js';
import { addAll } from './group.js';
import { keyCommitment, verifyKeyProof } from './proofs.js';
import { faultOf, readRound } from './rounds.js';
import { deckDigest, readDeck, startDeck, verifyShuffle } from './shuffle.js';

/**
 * Reads one attempt. Gives {deck, head, log} when the deck is ready, else {faults, head}.
 * @param what {chain, deal, attempt, seats, base}
 * @param strength how many count as voters (§6.7)
 */
export function readPreparation(log, checks, table, what, strength, tell) {
  const { chain, deal, attempt, seats, base } = what;
  const { pack } = table.game;
  const text = `${chain} ${deal} ${attempt}`;
  let head = H('prepare', table.id, text, Uint8Array.from(seats), base);
  let number = 0;
  const context = (seat, at) => ({
    table: table.id, game: table.game.name, pack: pack.id, deal, attempt, seats, chain, seat, head: at,
  });
  let failed = null;

  /** One round; `judge(seat, entry)` raises what is wrong with a good contribution's entry. */
  const round = (kind, speakers, judge) => {
    const at = head;
    const from = log.number;
    const read = readRound(log, checks, table, {
      place: { chain, deal, attempt, round: number++ }, head, kind, speakers, voters: seats, strength: Math.max(strength, seats.length),
    });
    head = read.head;
    const faults = [];
    for (const seat of read.seats) {
      const contribution = read.found.get(seat);
      const fault = faultOf(seat, read) ?? caught(seat, contribution.entry, judge);
      if (fault) faults.push(fault);
    }
    tell({ kind, chain, deal, attempt, lines: [from, log.number - 1], seats: speakers, faults });
    if (faults.length) failed = faults;
    return { at, entry: (seat) => read.found.get(seat).entry, line: (seat) => read.lineOf(seat) };
  };
  const over = () => ({ faults: failed, head });

  const commits = round('commit', seats, () => {});
  if (failed) return over();
  const coinHead = head;
  const keys = new Map();
  const coins = new Map();
  const keyRound = round('key', seats, (seat, e) => because('key_refused', () => {
    const key = checks.point(e.public);
    const made = keyCommitment(context(seat, commits.at), e.public, e.coin, e.nonce);
    if (!equal(made, commits.entry(seat).commitment)) throw new Fault('key_not_committed');
    verifyKeyProof(context(seat, coinHead), seats.map((s) => commits.entry(s).commitment), key, e.proof);
    keys.set(seat, key);
    coins.set(seat, e.coin);
  }));
  if (failed) return over();
  const X = addAll(seats.map((s) => keys.get(s)));
  if (X.isIdentity) {
    const fault = new Fault('joint_key_refused', { because: new Fault('identity_point') });
    return { faults: [{ seat: seats.at(-1), cause: 'caught', line: keyRound.line(seats.at(-1)), fault }], head };
  }

  const decks = [startDeck(pack.points, pack.cards, X)];
  const heads = [];
  for (const seat of seats) {
    const { at } = round('deck', [seat], (_, e) => because('deck_refused', () => {
      decks.push(readDeck(checks, e.deck, pack.cards.length));
    }));
    if (failed) return over();
    heads.push(at);
  }
  round('proof', seats, (seat, e) => because('shuffle_refused', () => {
    const k = seats.indexOf(seat);
    verifyShuffle(checks, context(seat, heads[k]), k, X, decks[k], decks[k + 1], e.proof);
  }));
  if (failed) return over();
  const cards = decks.at(-1);
  const digest = H('accept', text, Uint8Array.from(seats), deckDigest(cards));
  round('accept', seats, (seat, e) => {
    if (!equal(e.digest, digest)) throw new Fault('another_deck');
  });
  if (failed) return over();
  const deck = {
    seats, keys, coins, coinHead, cards, shares: new Map(),
    coinContext: (seat) => context(seat, commits.at),
  };
  return { deck, head, firstHead: commits.at };
}

/** What `judge` finds wrong with an entry, as a fault of its author, or null. */
export function caught(seat, entry, judge) {
  try {
    judge(seat, entry);
    return null;
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return { seat, cause: 'caught', line: entry.line, fault };
  }
}
