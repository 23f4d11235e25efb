// The table as SVG, from a public state: pure, elements made by name and text nodes only.
import { cardName, cardSigns } from './words.js';

const NS = 'http://www.w3.org/2000/svg';
const [WIDTH, HEIGHT] = [360, 330];
const [CARD_W, CARD_H] = [26, 36];
const CENTRE = HEIGHT / 2 - 22;
const CORNER = 9;

function element(name, attributes = {}, ...children) {
  const e = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  e.append(...children);
  return e;
}

function card(game, name, x, y) {
  const g = element('g', { transform: `translate(${x} ${y})`, class: name ? 'card' : 'card back' });
  g.append(element('rect', { width: CARD_W, height: CARD_H, rx: 4 }));
  if (name) {
    const isRed = game !== 'lukfu' && 'HD'.includes(name.at(-1));
    // One above the other at the left, so that cards which overlap can still be read.
    for (const [k, sign] of cardSigns(game, name).entries()) {
      g.append(element('text', { x: CORNER, y: 15 + 14 * k, class: isRed ? 'red' : 'black' }, sign));
    }
  }
  return g;
}

/** Cards side by side around a middle, overlapping where they are many. */
function row(game, cards, middle, y, room) {
  const g = element('g');
  const step = cards.length > 1 ? Math.min(CARD_W + 2, (room - CARD_W) / (cards.length - 1)) : 0;
  const left = Math.max(1, Math.min(WIDTH - CARD_W - step * (cards.length - 1) - 1, middle - (step * (cards.length - 1) + CARD_W) / 2));
  cards.forEach((name, k) => g.append(card(game, name, left + k * step, y)));
  return g;
}

const known = (state, slot) => state.opened.find(([k]) => k === slot)?.[1] ?? null;

/** What each seat holds and has on the table, by game. */
const views = {
  azi: (s) => ({
    held: (k) => s.hands[k] ?? [],
    played: (k) => (s.plays.length ? s.plays : s.last_trick).filter(([seat]) => seat === k).map(([, , c]) => c),
    score: (k) => `${s.stacks[k]} chips${s.payments[k] ? `, ${s.payments[k]} in` : ''}`,
    isOut: (k) => s.folded.includes(k),
    middle: { label: s.turn_up ? `turned up; pot ${s.pot}` : `pot ${s.pot}`, cards: s.turn_up ? [s.turn_up] : [] },
  }),
  hazari: (s) => ({
    held: (k) => (s.hands[k] ?? []).filter((slot) => known(s, slot) === null),
    played: (k) => {
      const shownIn = (t) => s.groups.map((groups) => (groups?.[t] ?? []).map((slot) => known(s, slot)).filter(Boolean));
      const t = s.leaders.length - 1; // until its first cards lie there, the trick before
      return (shownIn(t).flat().length ? shownIn(t) : shownIn(t - 1))[k] ?? [];
    },
    score: (k) => `${s.totals[k]} points`,
    isOut: (k) => s.out.includes(k) || s.fouls[k] > 0,
    middle: { label: s.leaders.length ? `trick ${s.leaders.length}` : '', cards: [] },
  }),
  lukfu: (s) => ({
    held: (k) => s.hands[k].filter((slot) => known(s, slot) === null),
    played: (k) => (s.plays.length ? s.plays : s.last_trick).filter(([seat]) => seat === k)
      .flatMap(([, slots, cards]) => (cards.length ? cards : slots.map(() => null))),
    score: (k) => `${s.scores[k]} points, ${s.fu[k]} fu`,
    isOut: (k) => s.offenders.includes(k),
    middle: { label: s.caller === null ? '' : `trick ${s.trick}`, cards: [] },
  }),
};

/**
 * The table after a step, through the eyes of `seat`: their cards stand open as far as the log shows
 * them sometime in this deal (`later`, the last state of it).
 */
export function drawTable(game, state, later, names, seat) {
  const svg = element('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', class: 'table' });
  svg.append(element('title', {}, description(game, state, names)));
  svg.append(element('ellipse', { cx: WIDTH / 2, cy: HEIGHT / 2 - 10, rx: 174, ry: 108, class: 'felt' }));
  const view = views[game](state);
  const n = names.length;
  for (let i = 0; i < n; i++) {
    const k = (seat + i) % n;
    const angle = Math.PI / 2 + (2 * Math.PI * i) / n;
    const x = WIDTH / 2 + 132 * Math.cos(angle);
    const y = HEIGHT / 2 - 12 + 126 * Math.sin(angle);
    const isOwn = i === 0;
    const open = (slot) => (isOwn ? known(state, slot) ?? known(later, slot) : known(state, slot));
    const label = element('text', { x: Math.max(52, Math.min(WIDTH - 52, x)), y: isOwn ? HEIGHT - 20 : y - 6, class: view.isOut(k) ? 'name out' : 'name' });
    label.append(short(names[k]) + (view.isOut(k) ? ' (out)' : ''), element('tspan', { x: Math.max(52, Math.min(WIDTH - 52, x)), dy: 13, class: 'score' }, view.score(k)));
    svg.append(label);
    const held = view.held(k).map(open);
    if (held.length) svg.append(row(game, held, x, isOwn ? HEIGHT - 72 : y + 12, isOwn ? 340 : 66));
    const played = view.played(k);
    const [px, py] = [WIDTH / 2 + 64 * Math.cos(angle), CENTRE - 12 + 56 * Math.sin(angle)];
    if (played.length) svg.append(row(game, played, px, py, isOwn ? 120 : 64));
  }
  const { label, cards } = view.middle;
  if (cards.length) svg.append(row(game, cards, WIDTH / 2, CENTRE - 20, 40));
  svg.append(element('text', { x: WIDTH / 2, y: CENTRE + (cards.length ? 28 : 5), class: 'middle' }, label));
  return svg;
}

const short = (name) => (Array.from(name).length > 14 ? `${Array.from(name).slice(0, 13).join('')}…` : name);

/** The same in words, for who does not see it. */
export function description(game, state, names) {
  const view = views[game](state);
  const seats = names.map((name, k) => {
    const played = view.played(k).map((c) => (c ? cardName(game, c) : 'a card face down'));
    return `${name}: ${view.score(k)}, ${view.held(k).length} cards in hand${played.length ? `, on the table ${played.join(', ')}` : ''}${view.isOut(k) ? ', out' : ''}`;
  });
  return seats.join('. ');
}
