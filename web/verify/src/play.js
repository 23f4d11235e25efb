// One deal of PLAY after its stakes (§6.3): what the game waits for, until the result is due.
import { H, equal, utf8 } from './bytes.js';
import { decode, verifySignature } from './entries.js';
import { Fault, because } from './faults.js';
import { addAll } from './group.js';
import { caught, readPreparation } from './preparation.js';
import { coinOrder, readPoints, verifyCoin, verifyShares, verifySuits } from './proofs.js';
import { faultOf, isLeaveFor, readRound } from './rounds.js';

const WAITING = { deck: 'newDeck', coin: 'coin', opening: 'opening', act: 'act', show: 'show' };

export class Play {
  /**
   * @param audit the audit, for its log, checks, table and tally
   * @param peers the seats present when the deal began, `away` those seated that were away then
   */
  constructor(audit, { deal, dealtIn, peers, away, head, state }) {
    Object.assign(this, { audit, deal, dealtIn, peers, away, head, state, deck: null, out: new Set() });
    this.game = audit.table.game;
  }

  get voters() {
    return this.peers.filter((s) => !this.out.has(s));
  }

  /** Goes on until the game waits for nothing. */
  run() {
    for (;;) {
      this.dropAbsent();
      const due = this.game.waits(this.state);
      if (due === null) return;
      this[WAITING[due.kind]](due);
    }
  }

  /** Seats that the game asks and that cannot answer go out by silence in the same moment. */
  dropAbsent() {
    for (;;) {
      const due = this.game.waits(this.state);
      const absent = (due?.seats ?? []).filter((s) => !this.voters.includes(s));
      if (!absent.length) return;
      this.game.out(this.state, absent.map((s) => [s, 'silent']));
    }
  }

  round(kind, speakers, judge) {
    const { audit } = this;
    const place = { chain: 'play', deal: this.deal, attempt: audit.s.epoch, round: audit.s.round++ };
    const at = this.head;
    const from = audit.log.number;
    const read = readRound(audit.log, audit.checks, audit.table, {
      place, head: at, kind, speakers, voters: this.voters, strength: audit.strength(this.voters),
    });
    this.head = read.head;
    const faults = [];
    const good = [];
    for (const seat of read.seats) {
      const contribution = read.found.get(seat);
      let value;
      const fault = faultOf(seat, read)
        ?? caught(seat, contribution.entry, (s, e) => { value = judge(s, e, { place, head: at }); });
      if (fault) faults.push(fault);
      else good.push([seat, value, contribution.entry]);
    }
    return { faults, good, from, lineOf: read.lineOf };
  }

  /** All at fault in one round go out at once. */
  goOut(faults) {
    const leaving = faults.filter(({ seat }) => !this.out.has(seat));
    if (!leaving.length) return;
    for (const { seat } of leaving) this.out.add(seat);
    this.audit.blame(this.deal, leaving);
    this.game.out(this.state, leaving.map(({ seat, cause }) => [seat, cause]));
  }

  /** Who is convicted right after the stakes; at the table that is done already. */
  goOutConvicted(seats) {
    if (!seats.length) return;
    for (const seat of seats) this.out.add(seat);
    this.game.out(this.state, seats.map((seat) => [seat, 'caught']));
  }

  tell(what) {
    this.audit.tell({ chain: 'play', deal: this.deal, state: this.state, ...what });
  }

  context(seat, head) {
    const { table, s } = this.audit;
    return {
      table: table.id, game: this.game.name, pack: this.game.pack.id, deal: this.deal, attempt: s.epoch,
      seats: this.deck.seats, chain: 'play', seat, head,
    };
  }

  // --- what the game waits for --------------------------------------------------------------------

  /** The game is given the deck that is ready. */
  useDeck(deck) {
    this.deck = deck;
    this.game.deckReady(this.state);
  }

  /** A deck made anew within PLAY: the one in use, if any, is useless from here on. */
  newDeck({ seats }) {
    const { audit } = this;
    if (this.deck) audit.s.failures += 1;
    this.deck = null;
    const attempt = 16 * audit.s.epoch + audit.s.failures;
    const made = readPreparation(audit.log, audit.checks, audit.table,
      { chain: 'prepare', deal: this.deal, attempt, seats, base: this.head },
      audit.strength(seats), (step) => audit.tellPreparation(step));
    this.head = H('deck', this.head, made.head);
    if (made.faults) {
      audit.s.failures += 1;
      this.goOut(made.faults);
    } else this.useDeck(made.deck);
  }

  coin({ seats }) {
    const { deck } = this;
    const opened = [];
    const { faults, from } = this.round('coin', seats, (seat, e) => because('coin_refused', () => {
      verifyCoin(deck.coinContext(seat), deck.coins.get(seat), e.entropy, e.nonce);
      opened.push([seat, e.entropy]);
    }));
    if (!faults.length) this.game.coin(this.state, coinOrder(deck.coinHead, opened, seats));
    this.goOut(faults);
    this.tell({ kind: 'coin', from, seats, faults, checks: [{ kind: 'coins', count: opened.length }] });
  }

  opening({ seats, dealt, shown }) {
    const { audit } = this;
    let count = 0;
    const { faults, from } = this.round('shares', seats, (seat, e, { head }) => because('shares_refused', () => {
      const slots = [...dealt.filter(([, to]) => to !== seat).map(([slot]) => slot), ...shown].sort((a, b) => a - b);
      this.readShares(seat, slots, e.shares, e.proof, head);
      count += slots.length;
    }));
    if (!faults.length) this.game.opened(this.state, shown.map((slot) => [slot, this.unmask(slot)]));
    audit.tally.shares += count;
    this.goOut(faults);
    this.tell({ kind: 'shares', from, seats, faults, checks: [{ kind: 'shares', count }] });
  }

  act({ seats }) {
    const gone = new Map();
    const { faults, good, from } = this.round('act', seats, (seat, e, { place, head }) => {
      if (!e.gone?.length) return because('action_refused', () => this.readAction(seat, e, head), [e.act]);
      for (const leave of because('action_refused', () => this.readLeaves(e, place, seats), [e.act])) gone.set(leave.seat, leave);
      return null;
    });
    const acts = [];
    const checks = [];
    for (const [seat, action, entry] of good) {
      if (action === null) continue;
      this.game.act(this.state, seat, action.act, action.cards);
      acts.push({ seat, text: entry.act, cards: action.cards.map(([, card]) => card) });
      if (action.cards.length) checks.push({ kind: 'cards', seat, count: action.cards.length });
      if (action.claim) checks.push({ kind: 'claims', seat, count: action.claim.slots.length });
      this.audit.tally.cards += action.cards.length;
      if (action.claim) this.audit.tally.claims += 1;
    }
    for (const seat of gone.keys()) {
      const isNamed = faults.some((f) => f.seat === seat);
      if (!isNamed) faults.push({ seat, cause: 'left', line: from, fault: new Fault('left') });
    }
    faults.sort((a, b) => a.seat - b.seat);
    this.goOut(faults);
    this.tell({ kind: 'act', from, seats, faults, acts, checks });
  }

  show({ seats, slots }) {
    const { faults, good, from } = this.round('show', seats, (seat, e, { head }) =>
      because('closing_refused', () => this.readCards(seat, slots(seat), e.cards, e.shares, e.proof, head)));
    const acts = [];
    for (const [seat, cards] of good) {
      this.game.shown(this.state, seat, cards);
      this.audit.tally.cards += cards.length;
      acts.push({ seat, text: 'show', cards: cards.map(([, card]) => card) });
    }
    this.goOut(faults);
    const checks = good.map(([seat, cards]) => ({ kind: 'cards', seat, count: cards.length }));
    this.tell({ kind: 'show', from, seats, faults, acts, checks });
  }

  // --- entries --------------------------------------------------------------------------------------

  readShares(seat, slots, bytes, proof, head) {
    const { checks } = this.audit;
    const D = readPoints(checks, bytes, slots.length);
    const c1 = slots.map((slot) => this.deck.cards.c1[slot]);
    verifyShares(this.context(seat, head), this.deck.keys.get(seat), slots, c1, D, proof);
    slots.forEach((slot, k) => {
      if (!this.deck.shares.has(slot)) this.deck.shares.set(slot, new Map());
      this.deck.shares.get(slot).set(seat, D[k]);
    });
  }

  /** c2 of a slot less the shares of all holders but `except`. */
  without(slot, except) {
    const shares = this.deck.shares.get(slot);
    const others = this.deck.seats.filter((s) => s !== except).map((s) => shares.get(s));
    return this.deck.cards.c2[slot].subtract(addAll(others));
  }

  unmask(slot) {
    const name = this.game.pack.nameOf(this.without(slot, -1));
    if (name === null) throw new Fault('not_a_card');
    return name;
  }

  readCards(seat, slots, names, shares, proof, head) {
    if (names.length !== slots.length) throw new Fault('number_of_cards', { values: [names.length, slots.length] });
    this.readShares(seat, slots, shares, proof, head);
    return slots.map((slot, k) => {
      const card = this.unmask(slot);
      if (card !== names[k]) throw new Fault('another_card', { values: [card, names[k]] });
      return [slot, card];
    });
  }

  readAction(seat, e, head) {
    const act = this.game.read(e.act);
    if (act === null) throw new Fault('not_an_action');
    const slots = this.game.plan(this.state, seat, act);
    let cards = [];
    if (slots.length) cards = this.readCards(seat, slots, e.cards ?? [], e.shares ?? NOTHING, e.proof ?? NOTHING, head);
    else {
      if (e.cards?.length) throw new Fault('number_of_cards', { values: [e.cards.length, 0] });
      if (e.shares?.length || e.proof?.length) throw new Fault('shares_not_due');
    }
    const claim = this.game.check(this.state, seat, act, cards);
    const proof = e.claim ?? NOTHING;
    if (claim === null) {
      if (proof.length) throw new Fault('claim_not_due');
    } else {
      const c1 = claim.slots.map((slot) => this.deck.cards.c1[slot]);
      const rest = claim.slots.map((slot) => this.without(slot, seat));
      verifySuits(this.context(seat, head), this.deck.keys.get(seat), claim.suits, claim.slots, c1, rest, proof);
    }
    return { act, cards, claim };
  }

  readLeaves(e, place, asked) {
    const isMore = e.act !== '' || e.cards?.length || e.shares?.length || e.proof?.length || e.claim?.length;
    if (isMore) throw new Fault('action_beside_leaves');
    const { audit } = this;
    let last = -1;
    return e.gone.map((line) => {
      let leave;
      try {
        leave = decode(utf8(line));
        verifySignature(audit.checks, leave, audit.table);
      } catch (fault) {
        if (!(fault instanceof Fault)) throw fault;
        throw new Fault('not_a_leave', { because: fault });
      }
      if (leave.t !== 'leave' || !isLeaveFor(leave, place)) throw new Fault('leave_not_in_time');
      if (leave.seat <= last) throw new Fault('leaves_out_of_seat_order');
      last = leave.seat;
      if (!this.voters.includes(leave.seat) || asked.includes(leave.seat)) {
        throw new Fault('leave_not_due', { values: [leave.seat] });
      }
      return leave;
    });
  }

  // --- the result -----------------------------------------------------------------------------------

  /** The round `result`: what it says about seats that are back, and who is at fault in it. */
  result() {
    const { audit } = this;
    const digest = H('state', audit.table.id, this.game.json(this.state));
    const standings = this.game.standings(this.state);
    const { faults, good, from, lineOf } = this.round('result', this.voters, (seat, e) => {
      if (!equal(e.digest, digest) || !equalLists(e.standings, standings)) throw new Fault('another_result');
      const back = e.back ?? [];
      if (back.some((s, k) => k && back[k - 1] >= s)) throw new Fault('back_not_in_order');
      if (back.some((s) => !this.away.includes(s))) throw new Fault('back_not_away');
      return { back, pause: e.pause === true };
    });
    this.tell({ kind: 'result', from, seats: good.map(([s]) => s), faults, checks: [] });
    const isPause = good.length > 1 && good.every(([, says]) => says.pause);
    return { faults, back: good.flatMap(([, says]) => says.back), paused: isPause ? good.map(([s]) => s) : [], standings, lineOf };
  }
}

const NOTHING = new Uint8Array(0);
const equalLists = (a, b) => a.length === b.length && a.every((x, k) => x === b[k]);
