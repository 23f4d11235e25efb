// The OPENING (§6.1): the proposal, and the three rounds that make the table's id.
import { H, equal } from './bytes.js';
import { idOf } from './entries.js';
import { Fault, because } from './faults.js';
import { games } from './games/index.js';
import { Refused } from './log.js';
import { checkName } from './names.js';
import { readRound } from './rounds.js';

/** Checks the first line and gives the table it proposes; its id is not known yet. */
export function readProposal(log, checks) {
  if (log.isAtEnd) throw new Refused(1, new Fault('empty_log'));
  const refuse = (fault) => {
    throw new Refused(1, fault);
  };
  const entry = log.glance();
  if (entry === null) refuse(log.lines[0].fault);
  if (entry.t !== 'propose') refuse(new Fault('no_proposal'));
  const isFirst = entry.seat === 0 && entry.chain === 'open' && entry.deal === 0 && entry.attempt === 0 && entry.round === 0;
  if (!isFirst || entry.head.some((b) => b)) refuse(new Fault('proposal_out_of_place'));
  const keys = entry.seats.map((s) => s.key);
  let first;
  try {
    first = because('not_signed', () => checks.point(keys[0]), [0]);
  } catch (fault) {
    refuse(fault);
  }
  log.peek(checks, { points: [first] });
  try {
    const table = readTable(entry, keys, checks);
    log.take();
    return table;
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return refuse(fault);
  }
}

function readTable(entry, keys, checks) {
  const game = Object.hasOwn(games, entry.game) ? games[entry.game] : null;
  if (game === null) throw new Fault('unknown_game', { values: [entry.game] });
  game.checkOptions(entry.options);
  const n = entry.seats.length;
  if (n < game.fewest || n > game.most) {
    throw new Fault('number_of_seats', { values: [entry.game, game.fewest, game.most, n] });
  }
  if (keys.some((key, k) => keys.slice(0, k).some((other) => equal(key, other)))) throw new Fault('key_sits_twice');
  const points = entry.seats.map(({ name, key }) => {
    because('name_refused', () => checkName(name), [name]);
    return because('identity_refused', () => checks.point(key), [name]);
  });
  return {
    game, options: entry.options, deadline: entry.deadline, deals: entry.deals, keys, points,
    names: entry.seats.map((s) => s.name), proposal: H('proposal', idOf(entry)), id: null,
  };
}

/** The three rounds; sets the table's id and gives the head L. */
export function readOpening(log, checks, table) {
  const speakers = table.names.map((_, s) => s);
  const round = (number, kind, head, accepts) =>
    readRound(log, checks, table, {
      place: { chain: 'open', deal: 0, attempt: 0, round: number }, head, kind, speakers, voters: [], strength: 0,
    }, accepts);
  const commits = round(1, 'nonce-commit', table.proposal);
  const equivocated = commits.seats.find((s) => commits.found.get(s).how === 'equivocated');
  if (equivocated !== undefined) {
    const { entry } = commits.found.get(equivocated);
    throw new Refused(entry.line, new Fault('not_opened', { because: new Fault('two_versions') }), equivocated);
  }
  const opens = round(2, 'nonce-open', commits.head, (entry) => {
    const made = H('nonce', table.proposal, Uint8Array.of(entry.seat), entry.nonce);
    const isGood = equal(made, commits.found.get(entry.seat).entry.commitment);
    return isGood ? null : new Fault('not_opened', { because: new Fault('nonce_not_committed') });
  });
  const id = H('table', table.proposal, ...speakers.map((s) => opens.found.get(s).entry.nonce));
  const agrees = round(3, 'agree', opens.head, (entry) =>
    equal(entry.table, id) ? null : new Fault('not_opened', { because: new Fault('another_table') }));
  table.id = id;
  return agrees.head;
}
