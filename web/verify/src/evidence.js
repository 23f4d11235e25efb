// Evidence (§6.6): two words of one seat that no honest program signs both.
import { H, equal, order } from './bytes.js';
import { idOf, isSamePlace } from './entries.js';
import { Fault } from './faults.js';
import { Refused } from './log.js';

/** Whether two entries of one seat are evidence, by what they say. */
export function isEvidence(a, b) {
  if (a.seat !== b.seat || equal(idOf(a), idOf(b))) return false;
  const isWord = (e) => e.t !== 'vote' && e.t !== 'leave';
  if (isWord(a) && isWord(b)) return isSamePlace(a, b);
  if (a.t === 'vote' && b.t === 'vote') return isSamePlace(a, b) && a.ballot === b.ballot;
  const [leave, word] = a.t === 'leave' ? [a, b] : [b, a];
  if (leave.t !== 'leave' || !isWord(word) || word.t === 'refuse' || word.chain === 'open') return false;
  if (leave.chain !== word.chain || leave.deal !== word.deal) return false;
  return word.attempt > leave.attempt || (word.attempt === leave.attempt && word.round >= leave.round);
}

/** The place of evidence: of a leave and an entry, the entry's. */
export const placeOf = (a, b) => (a.t === 'leave' ? b : a);

/**
 * Reads what evidence stands after a gate. `takesEffect(a, b)` says whether it does there, `convict(seat, line)`
 * is told of each seat in order. Gives the head that follows.
 */
export function readEvidence(log, checks, table, head, takesEffect, convict) {
  let last = -1;
  for (;;) {
    const a = log.glance(0);
    const b = a && log.glance(1);
    if (!b || !isEvidence(a, b)) break;
    if (order(log.lines[log.index].bytes, log.lines[log.index + 1].bytes) > 0) break;
    log.peek(checks, table, 0);
    log.peek(checks, table, 1);
    if (!takesEffect(a, b)) throw new Refused(a.line, new Fault('evidence_without_effect'));
    if (last >= a.seat) throw new Refused(a.line, new Fault('evidence_out_of_seat_order'));
    log.take();
    log.take();
    head = H('convicted', head, Uint8Array.of(a.seat));
    last = a.seat;
    convict(a.seat, a.line);
  }
  return head;
}
