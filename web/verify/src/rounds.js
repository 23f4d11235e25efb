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
  const { place, head, kind, speakers, voters } = round;
  const found = new Map();
  let last = -1;
  while (speakers.some((s) => !found.has(s))) {
    const entry = log.peek(checks, table);
    if (entry.t === 'vote' && isAt(entry, place)) break;
    if (isLeaveFor(entry, place) && speakers.includes(entry.seat)) {
      if (found.has(entry.seat)) refuse('speaks_twice');
      if (entry.seat < last) refuse('out_of_seat_order');
      found.set(entry.seat, { how: 'left', entry });
    } else {
      if (!isAt(entry, place)) {
        const of = (p) => [p.deal, p.chain, p.attempt, p.round];
        refuse('out_of_place', [...of(entry), ...of(place)]);
      }
      if (!speakers.includes(entry.seat)) refuse('not_a_speaker');
      if (found.has(entry.seat)) refuse('speaks_twice');
      if (entry.seat < last) refuse('out_of_seat_order');
      if (entry.t !== kind) refuse('another_kind', [kind]);
      if (!equal(entry.head, head)) refuse('another_head');
      const fault = accepts(entry);
      if (fault) throw new Refused(log.number, fault, entry.seat);
      found.set(entry.seat, { how: 'spoke', entry });
      if (TWICE.includes(kind)) readSecondVersion(log, checks, table, found, entry);
    }
    last = entry.seat;
    log.take();
  }
  if (speakers.some((s) => !found.has(s))) readVotes(log, checks, table, round, found, refuse);
  const seats = [...found.keys()].sort((a, b) => a - b);
  return { found, head: nextHead(head, seats, found), seats };
}

/** Two entries of `result` or `nonce-commit`, the smaller line first, are one contribution. */
function readSecondVersion(log, checks, table, found, entry) {
  const second = log.glance(1);
  if (second === null || second.seat !== entry.seat || second.t !== entry.t) return;
  if (!isAt(second, entry) || !equal(second.head, entry.head) || equal(idOf(second), idOf(entry))) return;
  log.peek(checks, table, 1);
  log.take();
  if (order(log.lines[log.index - 1].bytes, log.lines[log.index].bytes) > 0) {
    throw new Refused(log.number, new Fault('speaks_twice'));
  }
  found.set(entry.seat, { how: 'equivocated', entry, second });
}

/** Whether a leave stands for what its seat owes at a place. */
export function isLeaveFor(entry, place) {
  if (entry.t !== 'leave' || place.chain === 'open' || entry.chain !== place.chain || entry.deal !== place.deal) return false;
  return entry.attempt < place.attempt || (entry.attempt === place.attempt && entry.round <= place.round);
}

function readVotes(log, checks, table, round, found, refuse) {
  const { place, head, speakers, voters, strength } = round;
  const first = log.peek(checks, table);
  const votes = [];
  let last = -1;
  for (;;) {
    const vote = log.peek(checks, table);
    if (vote.t !== 'vote' || !isAt(vote, place)) refuse('after_votes');
    if (!voters.includes(vote.seat)) refuse('vote_without_seat');
    if (vote.absent.includes(vote.seat)) refuse('vote_of_absent');
    if (vote.seat <= last) refuse('vote_out_of_seat_order');
    if (!equal(vote.head, head)) refuse('vote_after_another_head');
    if (!isList(vote.absent, [...speakers, ...voters])) refuse('vote_cannot_stand');
    if (!equalLists(vote.absent, first.absent) || vote.ballot !== first.ballot) refuse('votes_differ');
    if (vote.absent.some((s) => found.has(s))) refuse('spoken_and_absent');
    last = vote.seat;
    votes.push(vote);
    const missing = voters.filter((s) => !first.absent.includes(s) && !votes.some((v) => v.seat === s));
    if (missing.length === 0) {
      const isEnough = 2 * votes.length > strength || (strength === 2 && votes.length === 1);
      if (!isEnough || speakers.some((s) => !found.has(s) && !first.absent.includes(s))) refuse('vote_cannot_stand');
      log.take();
      break;
    }
    log.take();
  }
  const by = votes.length === 1 ? 'absent_by_one' : 'absent_by_all';
  for (const s of first.absent) found.set(s, { how: 'absent', entry: first, by });
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

/** What a contribution that is no good entry puts its author at fault by, or null. */
export function faultOf(seat, { how, entry, by }) {
  if (how === 'spoke') return null;
  if (how === 'left') return { seat, cause: 'left', line: entry.line, fault: new Fault('left') };
  if (how === 'absent') return { seat, cause: 'silent', line: entry.line, fault: new Fault(by) };
  return { seat, cause: 'caught', line: entry.line, fault: new Fault('two_versions') };
}
