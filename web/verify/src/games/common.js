// What all games share: packs, seats in a circle, options, canonical JSON.
import { toHex } from '../bytes.js';
import { Fault } from '../faults.js';
import { cardPoint } from '../shuffle.js';

/** A pack: suits and ranks numbered from 1 in the order given, cards suit by suit (§9). */
export function pack(id, suits, ranks, name) {
  const cards = [];
  const names = [];
  suits.forEach((suit, s) => ranks.forEach((rank, r) => {
    cards.push([s + 1, r + 1]);
    names.push(name(suit, rank));
  }));
  const points = cards.map(cardPoint);
  const byPoint = new Map(points.map((p, k) => [toHex(p.bytes), names[k]]));
  const byName = new Map(names.map((n, k) => [n, cards[k]]));
  return {
    id, cards, names, points,
    nameOf: (point) => byPoint.get(toHex(point.bytes)) ?? null,
    suitOf: (n) => byName.get(n)[0],
    rankOf: (n) => byName.get(n)[1],
  };
}

/** Seats in the order in which they come from `from` on, itself included, at a table of n. */
export const clockwise = (from, seats, n) => [...seats].sort((a, b) => ((a - from + n) % n) - ((b - from + n) % n));

export const ascending = (seats) => [...new Set(seats)].sort((a, b) => a - b);

/** JSON with members in ascending order, for the digest (§6.3). */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    return `{${Object.keys(value).sort().map((k) => `${JSON.stringify(k)}:${canonical(value[k])}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/** Agreed options: exactly the names of `rules`, in order, each value legal and no number as text. */
export function checkOptions(game, options, rules) {
  const read = {};
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(rules, name)) throw new Fault('option_refused', { values: [game, name] });
    read[name] = /^[0-9]{1,9}$/.test(value) && typeof value === 'string' ? Number(value) : value;
  }
  for (const [name, isLegal] of Object.entries(rules)) {
    if (name in read && !isLegal(read[name], read)) throw new Fault('option_refused', { values: [game, name] });
  }
  const names = Object.keys(options);
  const isInForm = names.length === Object.keys(rules).length && Object.keys(rules).every((name, k) => names[k] === name)
    && names.every((name) => read[name] === options[name]);
  if (!isInForm) throw new Fault('options_not_in_form');
}

export const between = (low, high) => (v) => Number.isInteger(v) && v >= low && v <= high;
export const oneOf = (...values) => (v) => values.includes(v);

/** A rule of a game that was broken: its number in §9, a word for it, and the values that go with that. */
export const rule = (game, number, word, ...values) => new Fault('rule', { values: [game, number, word, ...values] });

export const sum = (list) => list.reduce((a, b) => a + b, 0);
