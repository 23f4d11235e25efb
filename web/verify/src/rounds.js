// Rounds and heads (§5.1, §5.2): reads one round's contributions from a log, and what follows.
import { H, equal, order } from './bytes.js';
import { idOf, isAt } from './entries.js';
import { Fault } from './faults.js';
import { Refused } from './log.js';

const TWICE = ['result', 'nonce-commit'];

/**
 * The contributions of a round: for each seat its `how` (spoke, left, equivocated, absent) with the entry,
 * and the head that follows.
 * @param round {place, head, kind, speakers, voters, strength}: strength is how many count as
 *   voters for a majority, also those that vote no more (§6.7)
 * @param accepts says of the opening's entries whether they are a contribution at all
 */
export function readRound(log, checks, table, round, accepts = () => null) {
  const refuse = (code, values = []) => {
    throw new Refused(log.number, new Fault(code, { values }));
  };
  const { place, head, kind, speakers } = round;
  const from = log.number;
  const found = new Map();
  const votes = [];
  let last = -1;
  while (speakers.some((s) => !found.has(s))) {
    const entry = log.glance();
    const isTimely = entry === null || (entry.t === 'leave' && place.chain !== 'open' ? isLeaveFor(entry, place) : isAt(entry, place));
    if (!isTimely) {
      const of = (p) => [p.deal, p.chain, p.attempt, p.round];
      refuse('out_of_place', [...of(entry), ...of(place)]);
    }
    log.peek(checks, table);
    if (entry.t === 'vote') {
      if (readVote(entry, votes, found, round, refuse)) break;
      log.take();
      continue;
    }
    if (votes.length) refuse('after_votes');
    if (!speakers.includes(entry.seat)) refuse('not_a_speaker');
    if (entry.seat < last) refuse('out_of_seat_order');
    if (entry.t !== kind && (entry.t !== 'leave' || place.chain === 'open')) refuse('another_kind', [entry.t]);
    if (entry.t !== 'leave' && !equal(entry.head, head)) refuse('another_head');
    if (entry.seat === last) refuse('speaks_twice');
    const fault = accepts(entry);
    if (fault) throw new Refused(log.number, fault, entry.seat);
    found.set(entry.seat, { how: entry.t === 'leave' ? 'left' : 'spoke', entry });
    last = entry.seat;
    if (TWICE.includes(kind) && entry.t === kind) readSecondVersion(log, checks, table, found, entry);
    log.take();
  }
  if (votes.length) log.take();
  const seats = [...found.keys()].sort((a, b) => a - b);
  return {
    found, seats, head: nextHead(head, seats, found),
    /** The seat's first line in the round, or the round's first, or the one before a round without lines. */
    lineOf: (seat) => found.get(seat)?.entry?.line ?? Math.min(from, log.number - 1),
  };
}

/** Two entries of `result` or `nonce-commit`, the smaller line first, are one contribution. */
function readSecondVersion(log, checks, table, found, entry) {
  const second = log.glance(1);
  if (second === null || second.seat !== entry.seat || second.t !== entry.t) return;
  if (!isAt(second, entry) || !equal(second.head, entry.head) || equal(idOf(second), idOf(entry))) return;
  if (order(log.lines[log.index].bytes, log.lines[log.index + 1].bytes) > 0 || !log.isSigned(table, 1)) return;
  log.peek(checks, table, 1);
  log.take();
  found.set(entry.seat, { how: 'equivocated', entry });
}

/** Whether a leave stands for what its seat owes at a place. */
export function isLeaveFor(entry, place) {
  if (entry.t !== 'leave' || place.chain === 'open' || entry.chain !== place.chain || entry.deal !== place.deal) return false;
  return entry.attempt < place.attempt || (entry.attempt === place.attempt && entry.round <= place.round);
}

/** Takes a vote for what it is; whether it is the one that closes the round. */
function readVote(vote, votes, found, { head, speakers, voters, strength }, refuse) {
  const list = vote.absent;
  if (!voters.includes(vote.seat)) refuse('vote_without_seat');
  if (list.includes(vote.seat)) refuse('vote_of_absent');
  if (votes.length && vote.seat <= votes.at(-1).seat) refuse('vote_out_of_seat_order');
  if (!equal(vote.head, head)) refuse('vote_after_another_head');
  if (!isList(list, [...speakers, ...voters]) || !list.some((s) => speakers.includes(s))) refuse('vote_cannot_stand');
  if (votes.length && (!equalLists(list, votes[0].absent) || vote.ballot !== votes[0].ballot)) refuse('votes_differ');
  votes.push(vote);
  const isUnanimous = voters.every((s) => list.includes(s) || votes.some((v) => v.seat === s));
  const isEnough = 2 * votes.length > strength || (strength === 2 && votes.length === 1);
  const isWhole = speakers.every((s) => found.has(s) || list.includes(s));
  if (!isUnanimous || !isEnough || !isWhole) return false;
  if (list.some((s) => found.has(s))) refuse('spoken_and_absent');
  const by = votes.length === 1 ? 'absent_by_one' : 'absent_by_all';
  for (const s of list) found.set(s, { how: 'absent', entry: null, by });
  return true;
}

const isList = (list, seats) => list.length > 0 && list.every((s, k) => seats.includes(s) && (k === 0 || list[k - 1] < s));
const equalLists = (a, b) => a.length === b.length && a.every((x, k) => x === b[k]);

function nextHead(head, seats, found) {
  const parts = [];
  for (const s of seats) {
    const { how, entry } = found.get(s);
    parts.push(how, Uint8Array.of(s));
    if (how === 'spoke') parts.push(idOf(entry));
  }
  return H('head', head, ...parts);
}

/** What a contribution that is no entry puts its seat at fault by, or null. */
export function faultOf(seat, { found, lineOf }) {
  const { how, by } = found.get(seat);
  const line = lineOf(seat);
  if (how === 'spoke') return null;
  if (how === 'left') return { seat, cause: 'left', line, fault: new Fault('left') };
  if (how === 'absent') return { seat, cause: 'silent', line, fault: new Fault(by) };
  return { seat, cause: 'caught', line, fault: new Fault('two_versions') };
}
