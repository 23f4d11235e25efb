// Entries: their one encoding (§4.2), their kinds (§4.3), their signatures and ids.
// Decoded once, strictly: an entry that exists has all members of its kind, in order.
import { H, concat, equal, fromBase64, utf8 } from './bytes.js';
import { Fault } from './faults.js';

export const LONGEST_LINE = 65536;
const LARGEST = 2 ** 53 - 1;
const CHAINS = ['open', 'prepare', 'ahead', 'play'];

class Shape extends Error {}
const wrong = (what) => {
  throw new Shape(what);
};

const isBetween = (n, low, high) => n >= low && n <= high;

// A type reads a value and gives [what it means, how it is encoded again].
const number = (low, high) => (v) =>
  Number.isSafeInteger(v) && v >= low && v <= high ? [v, String(v)] : wrong('a number');
const string = (longest, shortest = 0) => (v) =>
  typeof v === 'string' && v.length <= 2 * longest && v.isWellFormed() && isBetween([...v].length, shortest, longest)
    ? [v, JSON.stringify(v)]
    : wrong('a string');
const bytes = (length) => (v) => {
  const b = typeof v === 'string' ? fromBase64(v) : null;
  if (b === null || b.length !== length) wrong('bytes');
  return [b, `"${v}"`];
};
const someBytes = (most) => (v) => {
  const b = typeof v === 'string' ? fromBase64(v) : null;
  if (b === null || b.length > most) wrong('bytes');
  return [b, `"${v}"`];
};
const list = (type, most = Infinity, least = 0) => (v) => {
  if (!Array.isArray(v) || v.length > most || v.length < least) wrong('a list');
  const all = v.map((x) => type(x));
  return [all.map(([x]) => x), `[${all.map(([, text]) => text).join(',')}]`];
};
const truth = (v) => (typeof v === 'boolean' ? [v, String(v)] : wrong('true or false'));
const exactly = (text) => (v) => (v === text ? [v, JSON.stringify(v)] : wrong(text));
const record = (members) => (v) => {
  if (v === null || typeof v !== 'object' || Array.isArray(v)) wrong('an object');
  const names = Object.keys(v);
  if (names.some((n) => !(n in members))) wrong('an unknown member');
  const out = {};
  const text = [];
  for (const [name, type] of Object.entries(members)) {
    if (!(name in v)) wrong(`without ${name}`);
    const [value, encoded] = type(v[name]);
    out[name] = value;
    text.push(`"${name}":${encoded}`);
  }
  return [out, `{${text.join(',')}}`];
};
const option = (v) => {
  if (typeof v === 'number') return number(-LARGEST, LARGEST)(v);
  if (typeof v === 'string') return string(64)(v);
  return list(number(-LARGEST, LARGEST))(v);
};
const options = (v) => {
  if (v === null || typeof v !== 'object' || Array.isArray(v)) wrong('an object');
  const out = {};
  const text = Object.keys(v).map((name) => {
    const [value, encoded] = option(v[name]);
    Object.defineProperty(out, name, { value, enumerable: true });
    return `${string(LARGEST)(name)[1]}:${encoded}`;
  });
  return [out, `{${text.join(',')}}`];
};

const seat = number(0, 15);
const deals = number(0, 1_000_000);
const PLACE = {
  t: string(16), seat, chain: (v) => (CHAINS.includes(v) ? [v, JSON.stringify(v)] : wrong('a chain')),
  deal: deals, attempt: number(0, 10_000), round: number(0, 100_000), head: bytes(32),
};

const optional = (type) => ({ type });
const proof = someBytes(16384);
const points = someBytes(8192);
const names = list(string(4), 16);
const seats = list(seat, 8);
const KINDS = {
  propose: {
    version: exactly('p2pcards/1'), game: string(16), options, deadline: number(0, 3600), deals,
    seats: list(record({ name: string(32, 1), key: bytes(32) }), 8, 2),
  },
  'nonce-commit': { commitment: bytes(32) },
  'nonce-open': { nonce: bytes(32) },
  agree: { table: bytes(32) },
  commit: { commitment: bytes(32) },
  key: { public: bytes(32), coin: bytes(32), nonce: bytes(32), proof },
  deck: { deck: points },
  proof: { proof },
  accept: { digest: bytes(32) },
  stake: {},
  coin: { entropy: bytes(32), nonce: bytes(32) },
  shares: { shares: points, proof },
  act: {
    act: string(128), cards: optional(names), shares: optional(points), proof: optional(proof), claim: optional(proof),
    gone: optional(list(string(512), 8)),
  },
  show: { cards: names, shares: points, proof },
  result: { digest: bytes(32), standings: list(number(-LARGEST, LARGEST), 8), back: optional(seats), pause: optional(truth) },
  refuse: {},
  here: {},
  leave: {},
  vote: { ballot: number(1, 100), absent: seats },
};

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The entry that a line (without its end) says. */
export function decode(line) {
  if (line.length > LONGEST_LINE) throw new Fault('line_too_long');
  let text;
  let value;
  try {
    text = decoder.decode(line);
  } catch {
    throw new Fault('not_an_entry', { values: ['not UTF-8'] });
  }
  try {
    value = JSON.parse(text);
  } catch {
    throw new Fault('not_an_entry', { values: ['no JSON'] }); // each browser has its own words, with parts of the line in them
  }
  let entry;
  let body;
  let signature;
  try {
    if (value === null || typeof value !== 'object' || Object.keys(value).some((k) => k !== 'e' && k !== 'sig')) wrong('another object');
    if (value.e === null || typeof value.e !== 'object' || !Object.hasOwn(KINDS, value.e.t)) wrong('an unknown kind');
    [entry, body] = readBody(value.e, KINDS[value.e.t]);
    [signature] = bytes(64)(value.sig);
  } catch (error) {
    if (!(error instanceof Shape)) throw error;
    throw new Fault('not_an_entry', { values: [error.message] });
  }
  if (`{"e":${body},"sig":"${value.sig}"}` !== text) {
    const hasFraction = /[0-9][.eE]/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, '""'));
    throw hasFraction ? new Fault('not_an_entry', { values: ['a number that is not whole'] }) : new Fault('another_encoding');
  }
  return Object.assign(entry, { body: utf8(body), signature, text });
}

function readBody(e, kind) {
  const entry = {};
  const text = [];
  const known = { ...PLACE, ...kind };
  if (Object.keys(e).some((name) => !Object.hasOwn(known, name))) wrong('an unknown member');
  for (const [name, type] of Object.entries(known)) {
    const isOptional = typeof type !== 'function';
    if (!Object.hasOwn(e, name)) {
      if (!isOptional) wrong(`without ${name}`);
      entry[name] = null;
      continue;
    }
    const [value, encoded] = (isOptional ? type.type : type)(e[name]);
    entry[name] = value;
    if (!isOptional || value === true || value.length) text.push(`"${name}":${encoded}`);
  }
  return [entry, `{${text.join(',')}}`];
}

const PREFIX = concat([utf8('p2pcards/1 entry'), Uint8Array.of(0)]);

/** That the seat named in the entry has signed it for this table. */
export function verifySignature(checks, entry, table) {
  const key = table.points[entry.seat];
  if (key === undefined) throw new Fault('no_such_seat', { values: [entry.seat] });
  try {
    checks.signature(key, concat([PREFIX, tableOf(entry, table), entry.body]), entry.signature);
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    throw new Fault('not_signed', { values: [entry.seat] });
  }
}

const ZERO = new Uint8Array(32);

function tableOf(entry, table) {
  if (entry.t === 'propose') return ZERO;
  return entry.chain === 'open' ? table.proposal : table.id;
}

/** The content's id, not the signature's. */
export function idOf(entry) {
  entry.id ??= H('entry', entry.body);
  return entry.id;
}

export const isAt = (entry, place) =>
  entry.chain === place.chain && entry.deal === place.deal && entry.attempt === place.attempt && entry.round === place.round;

export const isSamePlace = (a, b) => isAt(a, b) && equal(a.head, b.head);
