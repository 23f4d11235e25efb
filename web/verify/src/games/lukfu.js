// Luk Fu (§9.3): the public state and what changes it. The state is exactly the object of the digest.
import { Fault } from '../faults.js';
import { ascending, between, canonical, checkOptions, oneOf, pack, rule } from './common.js';

const RANKS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const PACK = pack('lukfu36', ['C', 'S', 'M', 'T'], RANKS, (suit, rank) => suit + rank);
const SEATS = [0, 1, 2];
const LAST_DECK = 11; // in it there are no calls
const FU = 6;

const OPTIONS = {
  match_deals: between(0, 1000),
  ones_set_beats_2_to_8: oneOf('true', 'false'),
  own_discards_count_as_seen: oneOf('true', 'false'),
  passed_master_limit: oneOf('all_leads', 'opening_lead_only'),
};

const fresh = () => ({
  caller: null, claims: [], decks: 0, declared: 0, declarer: null, face_down: [[], [], []], fu: [0, 0, 0],
  hands: [[], [], []], last_trick: [], leader: null, offenders: [], opened: [], passes: [], phase: 'idle', plays: [],
  refuted: [], result: null, to_show: [], trick: 1,
});

const begin = (options) => ({ game: 'lukfu', options, scores: [0, 0, 0], deal: 0, master: null, ...fresh() });

const next = (seat, by = 1) => (seat + by) % 3;

function dealtIn(s, present) {
  const isOver = s.options.match_deals > 0 && s.deal >= s.options.match_deals;
  return present.length === 3 && !isOver ? SEATS : [];
}

function stakes(s) {
  Object.assign(s, fresh(), {
    deal: s.deal + 1, master: s.master === null ? null : next(s.master), phase: 'deck', decks: 1,
  });
}

function waits(s) {
  switch (s.phase) {
    case 'idle': return null;
    case 'deck': case 'coin': return { kind: s.phase, seats: SEATS };
    case 'opening':
      return { kind: 'opening', seats: SEATS, dealt: PACK.names.map((_, i) => [i, next(s.master, i)]), shown: [] };
    case 'closing': return { kind: 'show', seats: s.to_show, slots: (seat) => closedSlots(s, seat) };
    default: return { kind: 'act', seats: [asked(s)] };
  }
}

function asked(s) {
  if (s.phase === 'call') return next(s.master, s.passes.length);
  return s.phase === 'lead' ? s.leader : next(s.leader, s.plays.length);
}

function deckReady(s) {
  s.phase = s.master === null ? 'coin' : 'opening';
}

function coin(s, [master]) {
  s.master = master;
  s.phase = 'opening';
}

function opened(s) {
  s.hands = SEATS.map((k) => PACK.names.map((_, i) => i).filter((i) => next(s.master, i) === k));
  if (s.decks === LAST_DECK) beginTricks(s, s.master);
  else s.phase = 'call';
}

function beginTricks(s, caller) {
  s.caller = caller;
  s.leader = s.master;
  s.phase = 'lead';
}

// --- cards -----------------------------------------------------------------------------------------

const suitOf = PACK.suitOf;
const rankOf = PACK.rankOf;
const order = (card) => 10 * suitOf(card) + rankOf(card);
const sorted = (cards) => [...cards].sort((a, b) => order(a) - order(b));
const isCrown = (card) => card === 'C1' || card === 'T1';

/** What cards are as a lead: {kind, top}, or null. */
function shape(cards) {
  const all = sorted(cards);
  if (all.length === 1) return { kind: 'single', top: all[0] };
  const ranks = new Set(all.map(rankOf));
  if (ranks.size === 1 && (all.length === 3 || all.length === 4)) return { kind: 'set', top: all.at(-1) };
  const isRun = all.length >= 3 && all.every((c, i) => i === 0 || order(c) === order(all[i - 1]) + 1);
  return isRun ? { kind: 'run', top: all.at(-1) } : null;
}

function beats(s, cards, best) {
  const a = shape(cards);
  const b = shape(best);
  if (a === null || cards.length !== best.length || a.kind !== b.kind) return false;
  if (a.kind === 'single') return !isCrown(b.top) && suitOf(a.top) === suitOf(b.top) && rankOf(a.top) > rankOf(b.top);
  if (a.kind === 'run') return order(a.top) > order(b.top);
  const [mine, other] = [rankOf(a.top), rankOf(b.top)];
  if (other === 1) return mine === 9;
  if (mine === 1) return s.options.ones_set_beats_2_to_8 === 'true' && other <= 8;
  return mine > other;
}

/** Whether any single, set or run of a hand beats the best play. */
function canBeat(s, hand, best) {
  const n = best.length;
  if (n === 1) return hand.some((card) => beats(s, [card], best));
  const sets = RANKS.map((_, r) => hand.filter((card) => rankOf(card) === r + 1)).filter((set) => set.length >= n);
  const runs = sorted(hand).map((_, i, all) => all.slice(i, i + n)).filter((run) => run.length === n);
  return [...sets.map((set) => set.slice(0, n)), ...runs].some((cards) => beats(s, cards, best));
}

/** Which cards of a hand are Old; `seen` are the cards that have been played so far. */
function oldCards(hand, seen) {
  const known = new Set([...hand, ...seen]);
  return hand.filter((card) => {
    if (rankOf(card) === 9 || isCrown(card)) return true;
    return PACK.names.every((other) => suitOf(other) !== suitOf(card) || rankOf(other) <= rankOf(card) || known.has(other));
  });
}

const cardAt = (s, slot) => s.opened.find(([k]) => k === slot)?.[1];
const countsOwn = (s) => s.options.own_discards_count_as_seen === 'true';
const best = (s) => s.plays.findLast(([, , cards]) => cards.length)[2];

function closedSlots(s, seat) {
  const open = new Set(s.opened.map(([slot]) => slot));
  return ascending([...s.hands[seat], ...s.face_down[seat]].filter((slot) => !open.has(slot)));
}

// --- actions ---------------------------------------------------------------------------------------

function read(text) {
  const match = /^(?:(pass|play|declare)|(lead|beat|discard)((?: (?:0|[1-9][0-9]?))+))$/.exec(text);
  if (!match) return null;
  if (match[1]) return { word: match[1], slots: [] };
  const slots = match[3].trim().split(' ').map(Number);
  if (slots.length > 12 || slots.some((slot, i) => i && slots[i - 1] >= slot)) return null;
  return { word: match[2], slots };
}

const PHASES = { pass: 'call', play: 'call', declare: 'lead', lead: 'lead', beat: 'follow', discard: 'follow' };

const DECIDED_BY = { call: '6', lead: '8', follow: '10' };
const CLAIMED_BY = { 'cannot-beat': '9', 'single-lead': '18' };

function refuse(...broken) {
  throw rule('lukfu', ...broken);
}

function plan(s, seat, { word, slots }) {
  if (PHASES[word] !== s.phase) refuse(DECIDED_BY[s.phase], 'time');
  if (asked(s) !== seat) refuse(DECIDED_BY[s.phase], 'turn');
  const missing = slots.find((slot) => !s.hands[seat].includes(slot));
  if (missing !== undefined) refuse(DECIDED_BY[s.phase], 'hand', missing);
  if (word === 'lead') {
    const isLimited = seat === s.master && s.caller !== seat
      && (s.options.passed_master_limit === 'all_leads' || s.trick === 1);
    if (isLimited && slots.length >= 4) refuse('21', 'limit');
  }
  if (s.phase === 'follow' && slots.length !== best(s).length) refuse(word === 'beat' ? '11' : '10', 'count', best(s).length);
  if (word === 'declare') return closedSlots(s, seat);
  return word === 'lead' || word === 'beat' ? slots : [];
}

function check(s, seat, { word }, opening) {
  const cards = opening.map(([, card]) => card);
  if (word === 'lead' && shape(cards) === null) refuse('8', 'shape');
  if (word === 'beat' && !beats(s, cards, best(s))) refuse('11', 'weaker');
  if (word === 'declare' && declaredFu(s, seat, opening) < FU) refuse('22', 'fu', declaredFu(s, seat, opening));
  return null;
}

function declaredFu(s, seat, opening) {
  const hand = opening.filter(([slot]) => s.hands[seat].includes(slot)).map(([, card]) => card);
  const down = opening.filter(([slot]) => s.face_down[seat].includes(slot)).map(([, card]) => card);
  const seen = s.opened.map(([, card]) => card);
  return s.fu[seat] + oldCards(hand, countsOwn(s) ? [...seen, ...down] : seen).length;
}

function act(s, seat, { word, slots }, opening) {
  const before = [...s.hands[seat]];
  const seen = s.opened.length;
  switch (word) {
    case 'play':
      beginTricks(s, seat);
      break;
    case 'pass':
      s.passes.push(seat);
      if (s.passes.length === 3) Object.assign(s, { passes: [], phase: 'deck', decks: s.decks + 1, hands: [[], [], []] });
      break;
    case 'declare':
      s.declared = declaredFu(s, seat, opening);
      s.declarer = seat;
      s.opened.push(...opening);
      beginClosing(s);
      break;
    case 'discard':
      s.claims.push([seat, s.trick, 'cannot-beat', slots, before, best(s), seen]);
      s.face_down[seat].push(...slots);
      put(s, seat, slots, []);
      break;
    default:
      if (word === 'lead' && slots.length === 1 && seat !== s.caller) {
        s.claims.push([seat, s.trick, 'single-lead', slots, before, [], seen]);
      }
      s.opened.push(...opening);
      put(s, seat, slots, sorted(opening.map(([, card]) => card)));
  }
}

function put(s, seat, slots, cards) {
  s.hands[seat] = s.hands[seat].filter((slot) => !slots.includes(slot));
  s.plays.push([seat, slots, cards]);
  s.phase = 'follow';
  if (s.plays.length < 3) return;
  const [winner] = s.plays.findLast(([, , shownCards]) => shownCards.length);
  s.fu[winner] += slots.length;
  s.last_trick = s.plays;
  s.plays = [];
  s.leader = winner;
  s.trick += 1;
  if (s.hands.every((hand) => !hand.length)) beginClosing(s);
  else s.phase = 'lead';
}

// --- the closing -----------------------------------------------------------------------------------

function beginClosing(s) {
  s.phase = 'closing';
  s.to_show = SEATS.filter((k) => !s.offenders.includes(k) && closedSlots(s, k).length);
  if (!s.to_show.length) settle(s);
}

function shown(s, seat, cards) {
  s.opened.push(...cards);
  s.to_show = s.to_show.filter((k) => k !== seat);
  if (!s.to_show.length) settle(s);
}

function isTrue(s, [seat, trick, kind, slots, before, bestCards, seen]) {
  const hand = before.map((slot) => cardAt(s, slot));
  if (kind === 'cannot-beat') return !canBeat(s, hand, bestCards);
  const cards = s.opened.slice(0, seen).map(([, card]) => card);
  if (countsOwn(s)) {
    for (const [who, when, what, down] of s.claims) {
      if (who === seat && when < trick && what === 'cannot-beat') cards.push(...down.map((slot) => cardAt(s, slot)));
    }
  }
  const old = oldCards(hand, cards);
  const others = hand.filter((card) => !old.includes(card));
  if (!others.length) return true;
  const card = cardAt(s, slots[0]);
  return others.includes(card) && suitOf(card) === Math.max(...others.map(suitOf));
}

function settle(s) {
  const judged = new Set();
  s.claims.forEach((claim, place) => {
    const [seat] = claim;
    if (s.offenders.includes(seat) || judged.has(seat) || isTrue(s, claim)) return;
    judged.add(seat);
    s.refuted.push(place);
  });
  const offenders = ascending([...s.offenders, ...judged]);
  const winner = winnerOf(s);
  const fuOf = (k) => (k === s.declarer ? s.declared : s.fu[k]);
  const points = pointsOf(s, winner, offenders, fuOf);
  s.result = { winner, fu: winner === null ? 0 : fuOf(winner), offenders, points };
  s.scores = s.scores.map((score, k) => score + points[k]);
  s.phase = 'idle';
}

function winnerOf(s) {
  if (s.declarer !== null) return s.declarer;
  if (s.caller === null || s.hands.some((hand) => hand.length)) return null;
  if (s.fu[s.leader] >= FU) return s.leader;
  return SEATS.find((k) => s.fu[k] >= FU) ?? null;
}

function pointsOf(s, winner, offenders, fuOf) {
  const points = [0, 0, 0];
  const pay = (from, to, amount) => {
    points[from] -= amount;
    points[to] += amount;
  };
  const others = (k) => SEATS.filter((q) => q !== k);
  if (offenders.length === 1) {
    for (const q of others(offenders[0])) pay(offenders[0], q, Math.max(7, 2 * (fuOf(q) - 5)));
  } else if (offenders.length === 2) {
    const [third] = SEATS.filter((k) => !offenders.includes(k));
    for (const k of offenders) pay(k, third, 14);
  } else if (!offenders.length && winner !== null) {
    const v = fuOf(winner) - 5;
    if (winner === s.caller) for (const k of others(winner)) pay(k, winner, v);
    else pay(s.caller, winner, 2 * v);
  }
  return points;
}

function out(s, faults) {
  if (s.phase === 'idle') return;
  const going = ascending(faults.map(([seat]) => seat)).filter((k) => !s.offenders.includes(k));
  if (s.phase === 'closing') {
    const owing = going.filter((k) => s.to_show.includes(k));
    s.offenders.push(...owing);
    s.to_show = s.to_show.filter((k) => !owing.includes(k));
    if (!s.to_show.length) settle(s);
    return;
  }
  if (!going.length) return;
  s.offenders.push(...going);
  if (['deck', 'coin', 'opening'].includes(s.phase)) settle(s);
  else beginClosing(s);
}

const reneges = (s) => s.refuted.map((place) => {
  const [seat, , kind] = s.claims[place];
  return { seat, fault: new Fault('renege', { because: rule('lukfu', CLAIMED_BY[kind], kind) }) };
});

/** Claims that the closing has shown to be true: those of seats that have opened all their cards. */
const settledClaims = (s) => s.claims.filter(([seat]) => !s.result.offenders.includes(seat)).length;

export const lukfu = {
  name: 'lukfu', pack: PACK, fewest: 3, most: 3, begin, dealtIn, stakes, waits, deckReady, coin, opened, read, plan, check, act, shown,
  out, reneges, settledClaims,
  checkOptions: (options) => checkOptions('lukfu', options, OPTIONS),
  mayEnd: () => true,
  standings: (s) => [...s.scores],
  json: canonical,
};
