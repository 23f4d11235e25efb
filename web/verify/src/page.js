// The page: takes files, shows what the Worker says of them. Names are text nodes only.
import { drawTable } from './draw.js';
import { gather } from './telling.js';
import * as words from './words.js';

const $ = (id) => document.getElementById(id);

function make(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  e.append(...children);
  return e;
}

const worker = new Worker(URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' })));
const logs = new Map();
let started = 0;

function begin(name, file) {
  const id = started++;
  const heading = make('h2', { tabindex: '-1' }, words.quoted(name));
  const verdict = make('p', { class: 'verdict' }, '…');
  const article = make('article', {}, heading, verdict);
  $('logs').append(article);
  logs.set(id, { name, article, heading, verdict, deals: [], isDone: false, answer: null, replay: null });
  worker.postMessage({ kind: 'verify', id, file });
}

function take(files) {
  if (!files.length) return;
  $('bar').hidden = false;
  for (const file of files) begin(file.name, file);
  $('status').textContent = words.ui.working(files[0].name);
}

// --- what the Worker says --------------------------------------------------------------------------

const says = {
  progress({ id, done, total }) {
    const { name } = logs.get(id);
    Object.assign($('bar'), { max: total || 1, value: done });
    announce(words.ui.working(name, done, total));
  },
  deal({ id, deal }) {
    logs.get(id).deals.push(deal);
  },
  verdict({ id, verdict, damage }) {
    logs.get(id).isDone = true;
    showVerdict(id, logs.get(id), verdict, damage);
  },
  failed({ id }) {
    const log = logs.get(id);
    log.isDone = true;
    log.verdict.textContent = words.ui.unreadable(log.name);
    log.verdict.classList.add('bad');
  },
  comparison({ ids, comparison }) {
    const [a, b] = ids.map((id) => logs.get(id));
    const sentence = words.comparisonSentence(comparison, [a.name, b.name], words.namesOf(a.answer.names));
    const kind = { same: 'good', beginning: 'good', parted: 'open', 'cheat proved': 'bad' }[comparison.verdict];
    $('comparisons').append(make('p', { class: `verdict ${kind}` }, sentence));
  },
  idle() {
    if ([...logs.values()].some((log) => !log.isDone)) return; // more files are on their way
    $('bar').hidden = true;
    $('status').textContent = words.ui.finished(logs.size);
    [...logs.values()].at(-1).heading.focus();
  },
  steps({ id, index, steps, before }) {
    logs.get(id).replay.show(index, gather(steps), before);
  },
};
worker.onmessage = ({ data }) => says[data.kind](data);

let spoken = 0;
/** Progress is said now and then only: a screen reader reads it all. */
function announce(text) {
  const now = Date.now();
  if (now - spoken < 2000) return;
  spoken = now;
  $('status').textContent = text;
}

const KINDS = { ok: 'good', 'breaks off': 'open', 'cheat proved': 'bad', refused: 'bad' };

function showVerdict(id, log, v, damage) {
  log.answer = v;
  log.verdict.textContent = words.verdictSentence(v, damage);
  log.verdict.classList.add(KINDS[v.verdict]);
  if (v.table === null) return;
  const names = words.namesOf(v.names);
  log.article.append(make('p', {}, words.ui.played(v)));
  if (v.standings.length) log.article.append(make('p', {}, words.ui.standings(v)));
  log.article.append(make('h3', {}, 'What was proved'), proved(v));
  if (v.outs.length) {
    log.article.append(make('h3', {}, 'Who was out, and why'), make('ul', {}, ...v.outs.map((o) => make('li', {}, words.outSentence(o, names)))));
  }
  const isOf = ({ deal, lines }) => deal > 0 && lines[1] >= lines[0];
  const played = log.deals.map((deal, index) => ({ ...deal, index })).filter(isOf);
  if (!played.length) return;
  log.article.append(make('h3', {}, 'Deal by deal'), dealList(played, names));
  log.replay = new Replay(id, log, v, names, played);
}

function proved(v) {
  const rows = words.provedRows(v).map(([n, what, meaning]) =>
    make('tr', {}, make('td', { class: 'number' }, n.toLocaleString('en')), make('th', { scope: 'row' }, what), make('td', {}, meaning)));
  return make('table', {}, make('tbody', {}, ...rows));
}

const FEW = 25;

/** Deals in groups that are filled when they are opened: there may be hundreds. */
function dealList(deals, names) {
  const list = make('div');
  for (let from = 0; from < deals.length; from += FEW) {
    const some = deals.slice(from, from + FEW);
    const label = some.length > 1 ? `Deals ${some[0].deal} to ${some.at(-1).deal}` : `Deal ${some[0].deal}`;
    const body = make('div');
    const details = make('details', {}, make('summary', {}, label), body);
    details.addEventListener('toggle', () => {
      if (!body.childElementCount) body.append(...some.map((deal) => dealText(deal, names)));
    });
    list.append(details);
  }
  return list;
}

function dealText(deal, names) {
  const text = make('div', {}, make('h4', {}, words.dealTitle(deal)), make('p', {}, words.dealSentence(deal, names)));
  if (deal.outs.length) text.append(make('ul', {}, ...deal.outs.map((o) => make('li', {}, words.outSentence(o, names)))));
  return text;
}

// --- the replay ------------------------------------------------------------------------------------

class Replay {
  constructor(id, log, verdict, names, played) {
    Object.assign(this, { id, verdict, names, played, index: -1, steps: [], at: 0, seat: 0, before: null, goToEnd: false });
    this.deal = this.select('Deal', played.map((d) => [d.index, `${d.deal}`]), (value) => this.ask(Number(value)));
    this.eyes = this.select('Seen by', names.map((name, k) => [k, name]), (value) => {
      this.seat = Number(value);
      this.draw();
    });
    const button = (label, move) => {
      const b = make('button', { type: 'button' }, label);
      b.addEventListener('click', move);
      return b;
    };
    this.back = button('Back', () => this.move(-1));
    this.next = button('Next', () => this.move(1));
    this.figure = make('div');
    this.text = make('div', { 'aria-live': 'polite' });
    const area = make('div', { class: 'replay', role: 'group', 'aria-label': 'The match, step by step' },
      make('div', { class: 'controls' }, this.deal, this.eyes, this.back, this.next), this.figure, this.text);
    area.addEventListener('keydown', (event) => {
      if (event.target.tagName === 'SELECT') return;
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (by) {
        event.preventDefault();
        this.move(by);
      }
    });
    log.article.append(make('h3', {}, 'The match, step by step'), make('p', {}, words.ui.replay), area);
    this.ask(played[0].index);
  }

  select(label, values, change) {
    const s = make('select', {}, ...values.map(([value, text]) => make('option', { value }, text)));
    s.addEventListener('change', () => change(s.value));
    return make('label', {}, `${label} `, s);
  }

  ask(index) {
    worker.postMessage({ kind: 'tell', id: this.id, index });
  }

  show(index, steps, before) {
    Object.assign(this, { index, steps, before, at: this.goToEnd ? steps.length - 1 : 0, goToEnd: false });
    this.deal.querySelector('select').value = String(index);
    this.draw();
  }

  move(by) {
    const at = this.at + by;
    if (at >= 0 && at < this.steps.length) {
      this.at = at;
      this.draw();
      return;
    }
    const place = this.played.findIndex((d) => d.index === this.index) + by;
    if (!this.played[place]) return;
    this.goToEnd = by < 0;
    this.ask(this.played[place].index);
  }

  draw() {
    const step = this.steps[this.at];
    if (!step) return;
    const { game } = this.verdict;
    const stateAt = (k) => this.steps.slice(0, k + 1).findLast((s) => s.state)?.state ?? this.before;
    const state = stateAt(this.at);
    const later = stateAt(this.steps.length - 1);
    this.figure.replaceChildren(drawTable(game, state, later, this.names, this.seat));
    const sentences = words.stepSentences(game, step, stateAt(this.at - 1), this.names);
    this.text.replaceChildren(
      make('p', {}, make('strong', {}, words.stepTitle(this.at, this.steps.length)), ` ${sentences.join(' ')}`),
      make('ul', { class: 'checks' }, ...words.checkSentences(step, this.names).map((c) => make('li', {}, c))),
    );
    const place = this.played.findIndex((d) => d.index === this.index);
    // Not `disabled`: the button would lose the focus, and the arrow keys with it.
    this.back.setAttribute('aria-disabled', this.at === 0 && place === 0);
    this.next.setAttribute('aria-disabled', this.at === this.steps.length - 1 && place === this.played.length - 1);
  }
}

// --- the page itself -------------------------------------------------------------------------------

$('not-proved').append(...words.NOT_PROVED.map((text) => make('li', {}, text)));
$('files').addEventListener('change', (event) => take(event.target.files));
document.addEventListener('dragover', (event) => {
  event.preventDefault();
  document.body.classList.add('over');
});
document.addEventListener('dragleave', () => document.body.classList.remove('over'));
document.addEventListener('drop', (event) => {
  event.preventDefault();
  document.body.classList.remove('over');
  take(event.dataTransfer.files);
});
window.addEventListener('beforeprint', () => {
  for (const details of document.querySelectorAll('#logs details')) details.open = true;
});
$('to-fairness').addEventListener('click', () => { $('fairness').open = true; });

/** Logs that came with the page, as base64 in a block of data: they are checked like any other. */
const inside = $('logs-inside');
if (inside) {
  take(JSON.parse(inside.textContent).map(({ name, base64 }) =>
    new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name)));
}
