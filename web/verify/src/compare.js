// Several logs of one table (§8.2): the same, one the other's beginning, parted, or two versions signed.
import { equal } from './bytes.js';
import { idOf } from './entries.js';
import { Log } from './log.js';

function* linesOf(source) {
  const log = new Log(source);
  while (!log.isAtEnd) {
    const entry = log.glance();
    yield { bytes: log.lines[0].bytes, entry, number: log.number };
    log.take();
    log.mark();
  }
}

/** Compares two logs that both stand. */
export function compare(one, other) {
  const [a, b] = [linesOf(one), linesOf(other)];
  let shared = 0;
  for (;;) {
    const [x, y] = [a.next(), b.next()];
    if (x.done || y.done) return { verdict: x.done && y.done ? 'same' : 'beginning', shared, longer: x.done ? 1 : 0, contradictions: [] };
    if (!equal(x.value.bytes, y.value.bytes)) {
      const contradictions = contradict([x.value, ...a], [y.value, ...b]);
      return { verdict: contradictions.length ? 'cheat proved' : 'parted', shared, longer: -1, contradictions };
    }
    shared += 1;
  }
}

/** What each seat signed in two versions, for one place after one head: the first of each seat. */
function contradict(ones, others) {
  const isWord = ({ entry }) => entry !== null && entry.t !== 'vote' && entry.t !== 'leave';
  const key = (e) => `${e.seat} ${e.chain} ${e.deal} ${e.attempt} ${e.round} ${e.head}`;
  const known = new Map(ones.filter(isWord).map((line) => [key(line.entry), line]));
  const found = new Map();
  for (const line of others.filter(isWord)) {
    const { seat, deal } = line.entry;
    const twin = known.get(key(line.entry));
    if (twin && !found.has(seat) && !equal(idOf(twin.entry), idOf(line.entry))) {
      found.set(seat, { seat, deal, entries: [twin.number, line.number] });
    }
  }
  return [...found.values()];
}
