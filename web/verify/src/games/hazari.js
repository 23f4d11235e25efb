// Hazari (§9.2): the public state and what changes it. The state is exactly the object of the digest.
import { Fault } from '../faults.js';
import { ascending, between, canonical, checkOptions, pack, rule, sum } from './common.js';

const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];
const PACK = pack('hazari52', ['S', 'H', 'D', 'C'], RANKS, (suit, rank) => rank + suit);
const SEATS = [0, 1, 2, 3];
const SIZES = [3, 3, 3, 4];
const ALL = 360;
const pointsOf = (card) => (PACK.rankOf(card) >= 9 ? 10 : 5);
const next = (seat) => (seat + 1) % 4;

const fresh = () => ({ is_void: false, out: [], hands: [], pending: [], opened: [], leaders: [], winners: [] });

function begin(options) {
  return {
    game: 'hazari', options, totals: [0, 0, 0, 0], deal: 0, phase: 'idle', dealer: null, ...fresh(),
    groups: [], fouls: [], scores: [],
  };
}

function isWon(s) {
  const top = Math.max(...s.totals);
  return top >= s.options.target && s.totals.filter((t) => t === top).length === 1;
}

const dealtIn = (s, present) => (present.length === 4 && !isWon(s) ? SEATS : []);

function stakes(s) {
  if (s.dealer !== null && !s.is_void) s.dealer = next(s.dealer);
  Object.assign(s, fresh(), {
    deal: s.deal + 1, phase: 'deck', groups: [null, null, null, null], fouls: [0, 0, 0, 0], scores: [0, 0, 0, 0],
  });
}

const ownerOf = (s, slot) => (s.dealer + 1 + slot) % 4;

function waits(s) {
  switch (s.phase) {
    case 'idle': return null;
    case 'deck': case 'coin': return { kind: s.phase, seats: SEATS };
    case 'opening':
      return { kind: 'opening', seats: SEATS, dealt: PACK.names.map((_, i) => [i, ownerOf(s, i)]), shown: [] };
    case 'arranging': return { kind: 'act', seats: s.pending };
    default: return { kind: 'show', seats: s.pending, slots: (seat) => s.groups[seat][s.leaders.length - 1] };
  }
}

function deckReady(s) {
  s.phase = s.dealer === null ? 'coin' : 'opening';
}

function coin(s, [dealer]) {
  s.dealer = dealer;
  s.phase = 'opening';
}

function opened(s) {
  s.hands = SEATS.map((k) => PACK.names.map((_, i) => i).filter((i) => ownerOf(s, i) === k));
  s.pending = [...SEATS];
  s.phase = 'arranging';
}

// --- combinations ----------------------------------------------------------------------------------

function keyOfThree(cards) {
  const ranks = cards.map(PACK.rankOf).sort((a, b) => b - a);
  const [high, middle, low] = ranks;
  const isColour = new Set(cards.map(PACK.suitOf)).size === 1;
  let run = 0;
  if (high === 13 && middle === 12 && low === 11) run = 12;
  else if (high === 13 && middle === 2 && low === 1) run = 11;
  else if (high === middle + 1 && middle === low + 1) run = high - 2;
  if (high === low) return [6, high];
  if (run) return [isColour ? 5 : 4, run];
  if (isColour) return [3, high, middle, low];
  if (high === middle) return [2, high, low];
  if (middle === low) return [2, low, high];
  return [1, high, middle, low];
}

function compare(a, b) {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}

function keyOf(cards) {
  if (cards.length === 3) return keyOfThree(cards);
  const keys = cards.map((_, i) => keyOfThree(cards.filter((__, k) => k !== i)));
  return keys.reduce((a, b) => (compare(b, a) > 0 ? b : a));
}

// --- tricks ----------------------------------------------------------------------------------------

const isOut = (s, seat) => s.out.includes(seat);
const isGood = (s, seat) => !isOut(s, seat) && !s.fouls[seat];
const goodSeats = (s) => SEATS.filter((k) => isGood(s, k));
const cardsOf = (s, slots) => slots.map((slot) => s.opened.find(([k]) => k === slot)?.[1]);

function firstGood(s) {
  let seat = next(s.dealer);
  while (!isGood(s, seat)) seat = next(seat);
  return seat;
}

function beginTricks(s) {
  s.phase = 'tricks';
  s.leaders.push(firstGood(s));
  s.pending = SEATS.filter((k) => !isOut(s, k));
}

/** The winner of trick t: of equal keys the last in playing order. */
function winnerOf(s, t) {
  let best = null;
  for (let i = 0, seat = s.leaders[t - 1]; i < 4; i++, seat = next(seat)) {
    if (!isGood(s, seat)) continue;
    const cards = cardsOf(s, s.groups[seat][t - 1]);
    if (cards.includes(undefined)) continue;
    const key = keyOf(cards);
    if (best === null || compare(key, best.key) >= 0) best = { seat, key };
  }
  return best.seat;
}

/** What follows when seats have become bad in the tricks. */
function becameBad(s) {
  if (!goodSeats(s).length) return;
  s.winners = s.winners.map((_, i) => winnerOf(s, i + 1));
  const t = s.leaders.length;
  const leader = s.leaders[t - 1];
  const hasShown = s.groups[leader] && !cardsOf(s, s.groups[leader][t - 1]).includes(undefined);
  if (!isGood(s, leader) && !hasShown) s.leaders[t - 1] = t > 1 ? s.winners[t - 2] : firstGood(s);
}

function shown(s, seat, cards) {
  const t = s.leaders.length;
  s.opened.push(...cards);
  s.pending = s.pending.filter((k) => k !== seat);
  if (t > 1 && !s.fouls[seat]) {
    const key = (group) => keyOf(cardsOf(s, s.groups[seat][group - 1]));
    if (compare(key(t), key(t - 1)) > 0) {
      s.fouls[seat] = t;
      becameBad(s);
    }
  }
  if (!s.pending.length) endTrick(s);
}

function endTrick(s) {
  if (!goodSeats(s).length) {
    settle(s);
    return;
  }
  s.winners.push(winnerOf(s, s.leaders.length));
  if (s.winners.length === 4) {
    settle(s);
    return;
  }
  s.leaders.push(s.winners.at(-1));
  s.pending = SEATS.filter((k) => !isOut(s, k));
}

function settle(s) {
  const good = goodSeats(s);
  if (!good.length) s.is_void = true;
  else if (!s.hands.length || good.length === 1) for (const k of good) s.scores[k] = ALL / good.length;
  else scoreTricks(s);
  s.totals = s.totals.map((t, k) => t + s.scores[k]);
  s.phase = 'idle';
  s.pending = [];
}

function scoreTricks(s) {
  const m = 52 - s.opened.length;
  let left = ALL - sum(s.opened.map(([, card]) => pointsOf(card)));
  const h = (left - 5 * m) / 5;
  for (let t = 0; t < 4; t++) {
    let points = 0;
    let hidden = 0;
    for (const k of SEATS) {
      const cards = s.groups[k] ? cardsOf(s, s.groups[k][t]) : Array(SIZES[t]).fill(undefined);
      for (const card of cards) {
        if (card === undefined) hidden += 1;
        else points += pointsOf(card);
      }
    }
    const spread = m ? 5 * hidden + 5 * Math.floor((h * hidden) / m) : 0;
    left -= spread;
    s.scores[s.winners[t]] += points + spread + (t === 3 ? left : 0);
  }
}

// --- actions ---------------------------------------------------------------------------------------

const SLOT = '(0|[1-9][0-9]?)';
const DECLARE = new RegExp(`^declare ${SIZES.map((n) => Array(n).fill(SLOT).join(' ')).join(' \\| ')}$`);

function read(text) {
  const match = DECLARE.exec(text);
  if (!match) return null;
  const slots = match.slice(1).map(Number);
  const groups = SIZES.map((n, i) => slots.slice(3 * i, 3 * i + n));
  if (groups.some((g) => g.some((slot, i) => i && g[i - 1] >= slot)) || new Set(slots).size !== 13) return null;
  return { groups };
}

function plan(s, seat, { groups }) {
  if (s.phase !== 'arranging') throw rule('hazari', '13', 'time');
  if (!s.pending.includes(seat)) throw rule('hazari', '12', 'turn');
  const slots = ascending(groups.flat());
  if (slots.some((slot, i) => slot !== s.hands[seat][i])) throw rule('hazari', '27', 'slots');
  return [];
}

function act(s, seat, { groups }) {
  s.groups[seat] = groups;
  s.pending = s.pending.filter((k) => k !== seat);
  if (!s.pending.length) beginTricks(s);
}

function out(s, faults) {
  if (s.phase === 'idle') return;
  const going = ascending(faults.map(([seat]) => seat)).filter((k) => !isOut(s, k));
  if (!going.length) return;
  s.out.push(...going);
  s.pending = s.pending.filter((k) => !going.includes(k));
  const isEarly = ['deck', 'coin', 'opening'].includes(s.phase);
  if (s.phase === 'tricks') becameBad(s);
  if (isEarly || s.out.length >= 3) settle(s);
  else if (s.phase === 'arranging') {
    if (!s.pending.length) beginTricks(s);
  } else if (!s.pending.length) endTrick(s);
}

const reneges = (s) => SEATS.filter((k) => s.fouls[k] > 0)
  .map((seat) => ({ seat, fault: new Fault('renege', { because: rule('hazari', '26', 'order') }) }));

export const hazari = {
  name: 'hazari', pack: PACK, fewest: 4, most: 4, begin, dealtIn, stakes, waits, deckReady, coin, opened, read, plan, act, shown, out,
  reneges,
  check: () => null,
  checkOptions: (options) => checkOptions('hazari', options, { target: between(100, 100000) }),
  mayEnd: () => true,
  standings: (s) => [...s.totals],
  settledClaims: () => 0,
  json: canonical,
};
