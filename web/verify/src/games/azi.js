// Azi (§9.1): the public state and what changes it. The state is exactly the object of the digest.
import { ascending, between, canonical, checkOptions, clockwise, oneOf, pack, rule, sum } from './common.js';

const PACK = pack('azi27', ['H', 'D', 'S'], ['6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'], (suit, rank) => rank + suit);
const SUITS = [1, 2, 3];

const OPTIONS = {
  ante: between(1, 1000),
  blind: oneOf('off', 'open', 'chain'),
  cards: oneOf(3, 4),
  max_bid: (v, o) => between(o.min_bid ?? 1, 10000)(v),
  min_bid: between(1, 10000),
  payout: oneOf('matched', 'fraction'),
  stack: (v, o) => between(o.ante ?? 1, 1000000)(v),
};

const fresh = () => ({
  bids: [], blind_bettor: null, buyers: [], decks: 0, discards: [], folded: [], hands: [], high: null,
  is_blind_level: false, is_blind_over: true, is_redeal: false, last_trick: [], leader: null, level: 0,
  no_lead: [], opened: [], out: [], payments: [], pending: [], phase: 'idle', plays: [], price: 0, returned: [],
  settlement: null, spread: [], trick_winners: [], turn_up: null,
});

function begin(options, n) {
  return {
    game: 'azi', options, stacks: Array(n).fill(options.stack), pot: 0, deal: 0, opener_from: null,
    members: [], participants: [], carried: [], ...fresh(),
  };
}

const isRedealDue = (s) => s.phase === 'idle' && s.participants.length > 0;

function dealtIn(s, present) {
  if (!isRedealDue(s)) {
    const able = present.filter((k) => s.stacks[k] >= s.options.ante);
    return able.length < 2 ? [] : able;
  }
  const there = s.participants.filter((k) => present.includes(k));
  return there.length ? there : clockwise(s.opener_from, s.participants, s.stacks.length).slice(-1);
}

function stakes(s, seats) {
  const isRedeal = isRedealDue(s);
  const each = (value) => s.stacks.map(() => value);
  const isSingle = seats.length === 1;
  Object.assign(s, fresh(), {
    deal: s.deal + 1, phase: 'deck', decks: 1, is_redeal: isRedeal, hands: s.stacks.map(() => []),
    discards: each(null), bids: each(0), returned: each(0), payments: each(0),
    is_blind_over: isRedeal || s.options.blind === 'off',
  });
  if (isRedeal) {
    s.carried = keepClaims(s.carried, seats);
    s.participants = seats;
  } else {
    for (const k of seats) pay(s, k, s.options.ante);
    s.members = [...seats];
    s.participants = [...seats];
  }
  count(s);
  if (isSingle) settle(s, seats[0]);
}

const survivors = (s) => s.participants.filter((k) => !s.folded.includes(k));
const fromOpener = (s, seats) => clockwise(s.opener_from ?? 0, seats, s.stacks.length);

function pay(s, seat, amount) {
  s.stacks[seat] -= amount;
  s.payments[seat] += amount;
}

function count(s) {
  s.pot = sum(s.payments) + sum(s.carried.map(([amount]) => amount));
}

function waits(s) {
  switch (s.phase) {
    case 'idle': return null;
    case 'deck': case 'coin': return { kind: s.phase, seats: survivors(s) };
    case 'opening': {
      const seats = fromOpener(s, survivors(s));
      const many = seats.length * s.options.cards;
      const dealt = Array.from({ length: many }, (_, i) => [i, seats[i % seats.length]]);
      return { kind: 'opening', seats: survivors(s), dealt, shown: [many] };
    }
    case 'discard': return { kind: 'act', seats: ascending(s.pending) };
    default: return { kind: 'act', seats: [s.pending[0]] };
  }
}

function deckReady(s) {
  if (s.opener_from === null) s.phase = 'coin';
  else blindOrOpening(s);
}

function coin(s, order) {
  [s.opener_from] = order;
  blindOrOpening(s);
}

// --- blind bets ------------------------------------------------------------------------------------

function blindOrOpening(s) {
  if (!s.is_blind_over) {
    if (!s.pending.length) s.pending = [fromOpener(s, survivors(s))[0]];
    if (canBetBlind(s, s.pending[0])) {
      s.phase = 'blind';
      return;
    }
    endBlind(s);
  }
  s.phase = 'opening';
}

function endBlind(s) {
  s.pending = [];
  s.is_blind_over = true;
}

const othersHaveChips = (s, seat) => survivors(s).some((k) => k !== seat && s.stacks[k] > 0);

function canBetBlind(s, seat) {
  const least = s.blind_bettor === null ? s.options.min_bid : 2 * s.level;
  return s.stacks[seat] >= least && othersHaveChips(s, seat);
}

function betBlind(s, seat, amount) {
  pay(s, seat, amount);
  Object.assign(s, { level: amount, high: seat, blind_bettor: seat, is_blind_level: true });
  s.bids[seat] += 1;
  const order = fromOpener(s, survivors(s));
  const next = order[order.indexOf(seat) + 1];
  if (s.options.blind === 'chain' && next !== undefined && canBetBlind(s, next)) s.pending = [next];
  else endBlind(s);
}

// --- opening, discards -----------------------------------------------------------------------------

function opened(s, cards) {
  const [[slot, card]] = cards;
  const seats = fromOpener(s, survivors(s));
  for (let i = 0; i < slot; i++) s.hands[seats[i % seats.length]].push(i);
  s.turn_up = card;
  s.opened.push([slot, card]);
  if (s.options.cards === 4) {
    s.phase = 'discard';
    s.pending = fromOpener(s, survivors(s));
  } else startBidding(s);
}

// --- bidding ---------------------------------------------------------------------------------------

function startBidding(s) {
  const n = s.stacks.length;
  s.phase = 'bidding';
  const from = s.blind_bettor === null ? fromOpener(s, survivors(s)) : clockwise((s.blind_bettor + 1) % n, survivors(s), n);
  s.pending = from.filter((k) => k !== s.high);
  s.no_lead = survivors(s).filter((k) => s.stacks[k] === 0 && k !== s.high);
  goOnBidding(s);
}

const owes = (s, seat) => s.level - (s.payments[seat] - (s.is_redeal ? 0 : s.options.ante));

function goOnBidding(s) {
  s.pending = s.pending.filter((k) => s.stacks[k] > 0 && (owes(s, k) > 0 || othersHaveChips(s, k)));
  if (survivors(s).length === 1) settle(s, survivors(s)[0]);
  else if (!s.pending.length) endBidding(s);
}

function limits(s, seat) {
  const least = s.is_blind_level ? Math.max(s.options.min_bid, s.level) : s.options.min_bid;
  return [least, Math.min(Math.max(s.options.max_bid, least), s.stacks[seat] - owes(s, seat))];
}

function raise(s, seat, amount) {
  const n = s.stacks.length;
  pay(s, seat, owes(s, seat) + amount);
  s.level += amount;
  s.high = seat;
  s.is_blind_level = false;
  s.bids[seat] += 1;
  s.pending = clockwise((seat + 1) % n, survivors(s).filter((k) => k !== seat), n);
  s.no_lead = ascending([...s.no_lead, ...s.pending.filter((k) => s.stacks[k] === 0)]);
}

function endBidding(s) {
  const paid = s.participants.map((k) => s.payments[k]).sort((a, b) => b - a);
  const top = s.participants.filter((k) => s.payments[k] === paid[0]);
  if (top.length === 1 && paid.length > 1 && !s.out.includes(top[0])) {
    pay(s, top[0], paid[1] - paid[0]);
    count(s);
  }
  s.phase = 'tricks';
  const order = fromOpener(s, survivors(s));
  lead(s, s.high ?? order.find((k) => !s.no_lead.includes(k)) ?? order[0]);
}

// --- tricks ----------------------------------------------------------------------------------------

function lead(s, seat) {
  const n = s.stacks.length;
  const [leader] = clockwise(seat, survivors(s), n);
  s.leader = leader;
  s.plays = [];
  s.pending = clockwise(leader, survivors(s), n);
}

const trump = (s) => PACK.suitOf(s.turn_up);

function strength(s, card) {
  const rank = PACK.rankOf(card);
  if (PACK.suitOf(card) !== trump(s)) return rank;
  const isOnStage = PACK.rankOf(s.turn_up) === 9 && rank === 1;
  return 100 + (isOnStage ? 10 : rank);
}

function taker(s) {
  const led = PACK.suitOf(s.plays[0][2]);
  const able = s.plays.filter(([, , card]) => [led, trump(s)].includes(PACK.suitOf(card)));
  return able.reduce((a, b) => (strength(s, b[2]) > strength(s, a[2]) ? b : a))[0];
}

function endTrick(s) {
  const winner = taker(s);
  s.trick_winners.push(winner);
  s.last_trick = s.plays;
  s.plays = [];
  const isThere = !s.folded.includes(winner);
  if (isThere && s.trick_winners.filter((k) => k === winner).length === 2) settle(s, winner);
  else if (s.trick_winners.length === 3) playForNobody(s);
  else lead(s, winner);
}

/** The claim that comes with a card, by the cards on the table before it; null where none is due. */
function claimOf(s, seat, slot, card) {
  if (!s.plays.length) return null;
  const led = PACK.suitOf(s.plays[0][2]);
  const suit = PACK.suitOf(card);
  const slots = s.hands[seat].filter((k) => k !== slot);
  if (suit === led || !slots.length) return null;
  const t = trump(s);
  if (led === t) return { slots, suits: SUITS.filter((x) => x !== t) };
  const third = SUITS.find((x) => x !== t && x !== led);
  return { slots, suits: suit === t ? ascending([t, third]) : [third] };
}

// --- layers, settlement, azi -----------------------------------------------------------------------

function merge(layers) {
  const merged = [];
  for (const [amount, claimants] of layers) {
    const same = merged.find(([, c]) => c.length === claimants.length && c.every((k, i) => k === claimants[i]));
    if (same) same[0] += amount;
    else merged.push([amount, [...claimants]]);
  }
  return merged;
}

const reduced = (layers, seats) => layers.map(([amount, claimants]) => [amount, claimants.filter((k) => seats.includes(k))]);

function keepClaims(layers, seats) {
  const kept = merge(reduced(layers, seats));
  const first = kept.find(([, claimants]) => claimants.length);
  const nobody = kept.find(([, claimants]) => !claimants.length);
  if (first && nobody) first[0] += nobody[0];
  return kept.filter(([, claimants]) => claimants.length);
}

function layersOfPayments(s, seats) {
  let values = ascending(seats.map((k) => s.payments[k]).filter((p) => p > 0));
  if (!values.length) values = [0];
  let below = 0;
  return values.map((v, j) => {
    const top = j === values.length - 1 ? Infinity : v;
    const amount = sum(s.payments.map((p) => Math.min(p, top) - Math.min(p, below)));
    below = v;
    return [amount, seats.filter((k) => s.payments[k] >= v)];
  }).filter(([amount]) => amount > 0);
}

const potLayers = (s, seats) => merge([...reduced(s.carried, seats), ...layersOfPayments(s, seats)]);

/** Splits an amount equally; odd chips go one each in the order given. */
function split(amount, order, give) {
  const share = Math.floor(amount / order.length);
  order.forEach((k, i) => give(k, share + (i < amount - share * order.length ? 1 : 0)));
}

function settle(s, winner) {
  const n = s.stacks.length;
  const seats = survivors(s);
  const received = s.stacks.map(() => 0);
  const give = (k, amount) => { received[k] += amount; };
  const left = (winner + 1) % n;
  const payOut = (layers) => {
    for (const [amount, claimants] of layers) {
      if (!claimants.length || claimants.includes(winner)) give(winner, amount);
      else split(amount, clockwise(left, claimants, n), give);
    }
  };
  const layers = potLayers(s, seats);
  if (s.options.payout === 'matched') payOut(layers);
  else {
    payOut(merge(reduced(s.carried, seats)));
    const total = sum(s.payments);
    const largest = Math.max(...seats.map((k) => s.payments[k]));
    const won = largest ? Math.floor((total * s.payments[winner]) / largest) : total;
    give(winner, won);
    const rest = total - won;
    const others = clockwise(left, seats.filter((k) => k !== winner), n);
    const base = sum(others.map((k) => s.payments[k]));
    if (rest > 0) {
      const parts = others.map((k) => ({ k, amount: Math.floor((rest * s.payments[k]) / base), odd: (rest * s.payments[k]) % base }));
      let odd = rest - sum(parts.map((p) => p.amount));
      for (const p of [...parts].sort((a, b) => b.odd - a.odd)) if (odd-- > 0) p.amount += 1;
      for (const p of parts) give(p.k, p.amount);
    }
  }
  s.settlement = { winner, payments: [...s.payments], layers, received };
  received.forEach((amount, k) => { s.stacks[k] += amount; });
  Object.assign(s, {
    payments: s.payments.map(() => 0), carried: [], members: [], participants: [], pot: 0,
    opener_from: left, phase: 'idle', pending: [], price: 0, spread: [],
  });
}

function playForNobody(s) {
  const there = survivors(s);
  let takers = there.filter((k) => s.trick_winners.includes(k));
  if (!takers.length) takers = there;
  const kept = [];
  for (const [amount, claimants] of potLayers(s, there)) {
    if (!claimants.length || claimants.some((k) => takers.includes(k))) kept.push([amount, claimants]);
    else split(amount, fromOpener(s, claimants), (k, chips) => {
      s.returned[k] += chips;
      s.stacks[k] += chips;
    });
  }
  s.carried = keepClaims(kept, takers);
  s.payments = s.payments.map(() => 0);
  s.participants = takers;
  count(s);
  s.price = Math.ceil(s.pot / 2);
  s.spread = s.carried.map(([amount]) => Math.floor((s.price * amount) / s.pot));
  s.spread[0] = s.price - sum(s.spread.slice(1));
  s.phase = 'buy-in';
  s.pending = fromOpener(s, s.members.filter((k) => !takers.includes(k) && !s.out.includes(k) && s.stacks[k] >= s.price));
  if (!s.pending.length) endBuyIn(s);
}

function endBuyIn(s) {
  const there = s.participants.filter((k) => !s.out.includes(k));
  if (there.length > 1) {
    s.carried = keepClaims(s.carried, there);
    s.participants = there;
    s.phase = 'idle';
    s.pending = [];
    return;
  }
  const winner = there.length ? there[0] : s.out.filter((k) => s.participants.includes(k)).at(-1);
  s.carried = keepClaims(s.carried, [winner]);
  s.participants = [winner];
  s.folded = [];
  settle(s, winner);
}

// --- actions ---------------------------------------------------------------------------------------

const NUMBER = '(0|[1-9][0-9]{0,8})';
const TEXTS = [
  [/^no-blind$/, 'blind'], [new RegExp(`^blind ${NUMBER}$`), 'blind'], [new RegExp(`^discard ${NUMBER}$`), 'discard'],
  [/^fold$/, 'bidding'], [/^call$/, 'bidding'], [/^all-in$/, 'bidding'], [new RegExp(`^bet ${NUMBER}$`), 'bidding'],
  [new RegExp(`^raise ${NUMBER}$`), 'bidding'], [new RegExp(`^play ${NUMBER}$`), 'tricks'],
  [/^stay-out$/, 'buy-in'], [/^buy-in$/, 'buy-in'],
];

function read(text) {
  for (const [pattern, phase] of TEXTS) {
    const match = pattern.exec(text);
    if (match) return { word: text.split(' ')[0], phase, n: match[1] === undefined ? null : Number(match[1]) };
  }
  return null;
}

const DECIDED_BY = { blind: '5.6', discard: '4', bidding: '5.3', tricks: '6', 'buy-in': '9' };

function refuse(...broken) {
  throw rule('azi', ...broken);
}

function plan(s, seat, { word, phase, n }) {
  if (phase !== s.phase) refuse(DECIDED_BY[s.phase], 'time');
  if (!(s.phase === 'discard' ? s.pending.includes(seat) : s.pending[0] === seat)) refuse(DECIDED_BY[phase], 'turn');
  const stack = s.stacks[seat];
  const owed = owes(s, seat);
  switch (word) {
    case 'blind': {
      const [low, high] = s.blind_bettor === null
        ? [s.options.min_bid, Math.min(s.options.max_bid, stack)] : [2 * s.level, 2 * s.level];
      if (n < low || n > high) refuse('5.6', 'blind', low, high);
      break;
    }
    case 'call':
      if (s.level === 0) refuse('5.3', 'nothing_to_call');
      if (stack < owed) refuse('5.3', 'call', owed, stack);
      break;
    case 'all-in':
      if (!((s.level > 0 && stack < owed) || (s.level === 0 && stack < s.options.min_bid))) refuse('5.3', 'all_in');
      break;
    case 'bet': case 'raise': {
      const [low, high] = limits(s, seat);
      if ((word === 'bet') !== (s.level === 0)) refuse('5.3', s.level ? 'bet_already' : 'no_bet');
      if (s.bids[seat] >= 3) refuse('5.3', 'bids');
      if (!othersHaveChips(s, seat)) refuse('5.3', 'no_rival');
      if (n < low || n > high) refuse('5.3', 'step', low, high);
      break;
    }
    case 'discard': case 'play':
      if (!s.hands[seat].includes(n)) refuse(DECIDED_BY[phase], 'hand', n);
      return word === 'play' ? [n] : [];
    default:
  }
  return [];
}

const check = (s, seat, { word }, cards) => (word === 'play' ? claimOf(s, seat, ...cards[0]) : null);

function act(s, seat, { word, n }, cards) {
  switch (word) {
    case 'no-blind': endBlind(s); break;
    case 'blind': betBlind(s, seat, n); break;
    case 'discard':
      s.hands[seat] = s.hands[seat].filter((k) => k !== n);
      s.discards[seat] = n;
      s.pending = s.pending.filter((k) => k !== seat);
      if (!s.pending.length) startBidding(s);
      break;
    case 'fold':
      s.folded = ascending([...s.folded, seat]);
      s.pending.shift();
      goOnBidding(s);
      break;
    case 'call':
      pay(s, seat, owes(s, seat));
      s.pending.shift();
      goOnBidding(s);
      break;
    case 'all-in':
      pay(s, seat, s.stacks[seat]);
      s.level += Math.max(0, -owes(s, seat));
      s.no_lead = ascending([...s.no_lead, seat]);
      s.pending.shift();
      goOnBidding(s);
      break;
    case 'bet': case 'raise':
      raise(s, seat, n);
      goOnBidding(s);
      break;
    case 'play': {
      const [[slot, card]] = cards;
      s.hands[seat] = s.hands[seat].filter((k) => k !== slot);
      s.plays.push([seat, slot, card]);
      s.opened.push([slot, card]);
      s.pending.shift();
      if (!s.pending.length) endTrick(s);
      break;
    }
    case 'stay-out': case 'buy-in':
      s.pending.shift();
      if (word === 'buy-in') {
        s.stacks[seat] -= s.price;
        s.carried = s.carried.map(([amount, claimants], i) => [amount + s.spread[i], ascending([...claimants, seat])]);
        s.participants = ascending([...s.participants, seat]);
        s.buyers.push(seat);
      }
      count(s);
      if (!s.pending.length) endBuyIn(s);
      break;
    default: throw new Error(word);
  }
  if (s.phase === 'blind' && s.is_blind_over) s.phase = 'opening';
  count(s);
}

// --- out -------------------------------------------------------------------------------------------

function out(s, faults) {
  if (s.phase === 'idle') return;
  const cause = new Map(faults);
  let going = fromOpener(s, [...cause.keys()].filter((k) =>
    (s.participants.includes(k) || s.pending.includes(k)) && !s.out.includes(k)));
  const there = survivors(s);
  let last = null;
  if (s.phase !== 'buy-in' && there.every((k) => going.includes(k))) {
    last = going.filter((k) => there.includes(k)).at(-1);
    going = going.filter((k) => k !== last);
  }
  const gone = going.filter((k) => there.includes(k));
  const wasAsked = s.pending[0];
  s.out.push(...going);
  s.members = s.members.filter((k) => !going.includes(k) || cause.get(k) === 'silent');
  s.pending = s.pending.filter((k) => !going.includes(k));
  if (going.includes(s.high)) s.high = null;
  if (s.phase === 'buy-in') {
    if (!s.pending.length) endBuyIn(s);
    return;
  }
  s.folded = ascending([...s.folded, ...gone]);
  if (!s.is_blind_over && gone.includes(wasAsked)) endBlind(s);
  if (survivors(s).length === 1) {
    settle(s, survivors(s)[0]);
    return;
  }
  if (!gone.length) return;
  switch (s.phase) {
    case 'deck': case 'coin': case 'opening': case 'blind':
      s.phase = 'deck';
      s.decks += 1;
      break;
    case 'discard':
      if (!s.pending.length) startBidding(s);
      break;
    case 'bidding':
      goOnBidding(s);
      break;
    case 'tricks':
      if (!s.plays.length) lead(s, s.leader);
      else if (!s.pending.length) endTrick(s);
      break;
    default:
  }
}

export const azi = {
  name: 'azi', pack: PACK, fewest: 2, most: 6, begin, dealtIn, stakes, waits, deckReady, coin, opened, read, plan, check, act, out,
  shown() {},
  checkOptions: (options) => checkOptions('azi', options, OPTIONS),
  mayEnd: (s) => !isRedealDue(s),
  standings: (s) => [...s.stacks],
  reneges: () => [],
  settledClaims: () => 0,
  json: canonical,
};
