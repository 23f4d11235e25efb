// The Worker: verifies logs one deal at a time, so that it can be asked things between two deals.
// Of each deal it keeps where it begins and what was known there, no more; a deal that is looked at is
// verified again.
import { Audit } from './audit.js';
import { compare } from './compare.js';
import { HEAD, damageOf } from './damage.js';
import { summarize } from './telling.js';

const logs = new Map();
const waiting = [];

function sourceOf(file) {
  const reader = new FileReaderSync();
  return { size: file.size, read: (from, to) => new Uint8Array(reader.readAsArrayBuffer(file.slice(from, to))) };
}

function begin({ id, file }) {
  const log = { id, source: sourceOf(file), deals: [], verdict: null };
  log.audit = new Audit(log.source, (story, audit) => {
    log.deals.push({ before: story.before, bytes: story.bytes, lines: story.lines });
    postMessage({ kind: 'deal', id, index: log.deals.length - 1, deal: summarize(story, audit) });
  });
  logs.set(id, log);
  waiting.push(log);
  if (waiting.length === 1) later(work);
}

const later = (f) => setTimeout(f, 0);

function work() {
  const [log] = waiting;
  if (log === undefined) return;
  try {
    const isDone = log.audit.step();
    postMessage({ kind: 'progress', id: log.id, done: log.audit.log.bytesBefore, total: log.source.size });
    if (isDone) {
      log.verdict = log.audit.verdict;
      log.table = log.audit.table;
      log.audit = null;
      waiting.shift();
      postMessage({ kind: 'verdict', id: log.id, verdict: log.verdict, damage: damage(log) });
      compareWithOthers(log);
    }
  } catch (error) {
    waiting.shift();
    postMessage({ kind: 'failed', id: log.id, message: String(error.message ?? error) });
  }
  if (waiting.length) later(work);
  else postMessage({ kind: 'idle' });
}

const damage = ({ source, verdict }) =>
  (verdict.verdict === 'refused' && verdict.problem.entry === 1 ? damageOf(source.read(0, Math.min(HEAD, source.size))) : null);

const isSameTable = (a, b) => a && b && a.length === b.length && a.every((byte, k) => byte === b[k]);

function compareWithOthers(log) {
  for (const other of logs.values()) {
    if (other === log || other.verdict === null) continue;
    if ([log, other].some((l) => l.verdict.verdict === 'refused') || !isSameTable(log.verdict.table, other.verdict.table)) continue;
    postMessage({ kind: 'comparison', ids: [other.id, log.id], comparison: compare(other.source, log.source) });
  }
}

/** The steps of one deal, verified once more. */
function tell({ id, index }) {
  const log = logs.get(id);
  const { before, bytes, lines } = log.deals[index];
  let told = null;
  const audit = new Audit(log.source, (story) => { told = story; });
  Object.assign(audit, { table: log.table ?? log.audit?.table, s: structuredClone(before) });
  audit.log.seek(bytes, lines);
  audit.step();
  postMessage({ kind: 'steps', id, index, steps: told.steps, before: before.game });
}

onmessage = ({ data }) => (data.kind === 'verify' ? begin(data) : tell(data));
