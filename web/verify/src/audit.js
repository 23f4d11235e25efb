// The audit (§8): a log from its first line to its last, trusting nothing but SPEC.md.
//
// Between two deals all that is known is one small value, `s`. A deal is read with its checks put off
// and done together; only if they fail, it is read again from `s`, each check at once.
import { H } from './bytes.js';
import { Checks } from './checks.js';
import { placeOf, readEvidence } from './evidence.js';
import { Fault } from './faults.js';
import { Ended, Log, Refused } from './log.js';
import { readOpening, readProposal } from './opening.js';
import { Play } from './play.js';
import { readPreparation } from './preparation.js';
import { faultOf, readRound } from './rounds.js';

const counts = () => ({ entries: 0, deals: 0, shuffles: 0, shares: 0, cards: 0, claims: 0 });

export class Audit {
  /** @param source {size, read(from, to)} @param onDeal called with the story of the opening and of each deal, as far as it stands */
  constructor(source, onDeal = () => {}) {
    this.log = new Log(source);
    this.onDeal = onDeal;
    this.table = null;
    this.s = null;
    this.story = null;
    this.tally = counts();
    this.outs = [];
    this.verdict = null;
  }

  /** The verdict. */
  run() {
    while (!this.step());
    return this.verdict;
  }

  /** Reads the opening or one deal; whether all is read. */
  step() {
    let isOver = false;
    try {
      if (this.s === null) this.stretch(() => this.open());
      else isOver = this.stretch(() => this.nextDeal());
      if (!isOver) return false;
      if (!this.log.isAtEnd) throw new Refused(this.log.number, new Fault('after_the_end'));
      if (this.log.isCut) throw new Ended(this.log.number, true);
      this.verdict = this.report(null, true);
    } catch (end) {
      this.verdict = this.report(this.problemOf(end), isOver);
    }
    return true;
  }

  problemOf(end) {
    if (end instanceof Refused) return { entry: end.line, seat: end.seat, fault: end.fault, isCut: false };
    if (!(end instanceof Ended)) throw end;
    const { s } = this;
    let fault = null;
    if (end.isCut) fault = new Fault('cut_line');
    else if (!s || s.completeTo === 0) fault = new Fault('cut_before_result');
    else if (this.paidDeal) fault = new Fault('cut_in_deal', { values: [this.paidDeal] });
    return fault && { entry: end.line, seat: null, fault, isCut: true };
  }

  report(problem, isOver) {
    const { table, s } = this;
    const cheats = this.outs.filter((o) => o.cause === 'caught');
    let verdict = 'ok';
    if (problem && !problem.isCut) verdict = 'refused';
    else if (cheats.length) verdict = 'cheat proved';
    else if (problem) verdict = 'breaks off';
    this.tally.entries = this.log.number - 1;
    return {
      verdict, problem, isOver,
      table: table?.id ?? null, game: table?.game.name ?? null, names: table?.names ?? [], keys: table?.keys ?? [],
      completeTo: s?.completeTo ?? 0, standings: isOver && !s.completeTo ? table.game.standings(s.game) : s?.standings ?? [], verified: this.tally, outs: this.outs,
    };
  }

  /** Runs `work` with its checks together, and again one by one if they do not hold. */
  stretch(work) {
    this.log.mark();
    const before = { s: this.s && structuredClone(this.s), tally: { ...this.tally }, outs: this.outs.length, table: this.table };
    const story = { steps: [], before: before.s, bytes: this.log.bytesBefore, lines: this.log.before, outsBefore: before.outs };
    const attempt = (together) => {
      this.checks = new Checks(together);
      this.story = { ...story, steps: [] };
      this.paidDeal = 0;
      return work();
    };
    let result;
    let thrown = null;
    try {
      result = attempt(true);
    } catch (error) {
      thrown = error;
    }
    if (!this.checks.settle()) {
      this.log.rewind();
      this.s = before.s;
      this.tally = before.tally;
      this.outs.length = before.outs;
      this.table = before.table;
      thrown = null;
      try {
        result = attempt(false);
      } catch (error) {
        thrown = error;
      }
    }
    if (thrown && !(thrown instanceof Refused) && !(thrown instanceof Ended)) throw thrown;
    this.onDeal(this.story, this);
    if (thrown) throw thrown;
    return result;
  }

  tell(step) {
    if (step.state) step.state = structuredClone(step.state);
    this.story.steps.push({ ...step, lines: [step.from, this.log.number - 1] });
  }

  tellPreparation(step) {
    if (step.kind === 'proof' && !step.faults.length) this.tally.shuffles += step.seats.length;
    this.story.steps.push(step);
  }

  // --- the table ------------------------------------------------------------------------------------

  open() {
    this.table = readProposal(this.log, this.checks);
    const head = readOpening(this.log, this.checks, this.table);
    const { game, options, names } = this.table;
    this.s = {
      game: game.begin(options, names.length), base: head, completeTo: 0, standings: [],
      left: [], barred: [], away: [], silences: {}, epoch: 0, convicted: [], ahead: null, lost: [], paused: [],
    };
    this.evidenceBetweenDeals();
  }

  get seated() {
    return this.table.names.map((_, k) => k).filter((k) => !this.s.left.includes(k) && !this.s.barred.includes(k));
  }

  get present() {
    return this.seated.filter((k) => !this.s.away.includes(k) && !this.s.dropped.includes(k));
  }

  /** How many count as voters: `voters`, and who has been lost since the base (§6.7). */
  strength(voters) {
    return new Set([...voters, ...this.s.lost]).size;
  }

  /** What faults cost at the table, beside what they cost in the deal. */
  blame(deal, faults) {
    const { s } = this;
    for (const { seat, cause, line, fault } of faults) {
      this.outs.push({ deal, seat, cause, line, fault });
      if (cause === 'silent') this.silent(deal, seat);
      else add(cause === 'left' ? s.left : s.barred, seat);
      if (cause === 'caught') add(s.lost, seat);
    }
  }

  silent(deal, seat) {
    const { s } = this;
    add(s.away, seat);
    const last = s.silences[seat] ?? { deal: 0, running: 0 };
    if (last.deal === deal) return;
    s.silences[seat] = { deal, running: last.running + 1 };
    if (last.running + 1 === 3) add(s.left, seat);
  }

  /** A deal into which a seat was dealt and in which it was never silent ends its run of silences. */
  endSilences(deal, seats) {
    for (const seat of seats) if (this.s.silences[seat]?.deal !== deal) delete this.s.silences[seat];
  }

  convict(seat) {
    const { s } = this;
    add(s.barred, seat);
    add(s.convicted, seat);
    add(s.lost, seat);
    remove(s.paused, seat);
    s.epoch += 2 ** seat;
    s.failures = 0;
    s.ahead = null;
  }

  evidenceBetweenDeals() {
    const { s } = this;
    s.base = readEvidence(this.log, this.checks, this.table, s.base,
      (a) => this.seated.includes(a.seat) && !s.convicted.includes(a.seat),
      (seat, line) => {
        this.convict(seat);
        this.outs.push({ deal: s.game.deal + 1, seat, cause: 'caught', line, fault: new Fault('two_versions') });
      });
  }

  /** Reads a deal to its signed result; whether the match is over instead. */
  nextDeal() {
    const { s, table } = this;
    const { game } = table;
    Object.assign(s, { dropped: [], failures: 0, round: 0 });
    const deal = s.game.deal + 1;
    for (;;) {
      if (table.deals > 0 && s.game.deal >= table.deals && game.mayEnd(s.game)) return true;
      const named = game.dealtIn(s.game, this.present);
      if (named.length === 0) {
        const wished = game.dealtIn(s.game, this.seated);
        if (wished.length === 0) return true;
        if (s.paused.length === 0) {
          this.wait(deal, wished.filter((k) => !this.present.includes(k)));
          continue;
        }
      }
      if (s.paused.length) {
        this.pause(deal);
        continue;
      }
      const play = named.length === 1 ? this.collect(deal, named) : this.prepare(deal, named);
      if (play === null) continue;
      play.run();
      this.finish(deal, play);
      return false;
    }
  }

  /** One round of the kind `here` (§6.5): what it found, and who is at fault in it. */
  here(deal, missing) {
    const { s, table } = this;
    s.ahead = null;
    const number = s.round++;
    const from = this.log.number;
    const read = readRound(this.log, this.checks, table, {
      place: { chain: 'play', deal, attempt: s.epoch, round: number },
      head: H('wait', table.id, `${deal} ${s.epoch} ${number}`, Uint8Array.from(missing), s.base),
      kind: 'here', speakers: missing, voters: this.present, strength: this.strength(this.present),
    });
    s.base = read.head;
    const faults = read.seats.map((seat) => faultOf(seat, read)).filter((fault) => fault);
    this.blame(deal, faults);
    this.tell({ kind: 'here', chain: 'play', deal, from, seats: missing, faults, checks: [] });
    return { seats: read.seats, faults };
  }

  /** The table waits for the missing: who stays silent has left. */
  wait(deal, missing) {
    const { s } = this;
    const { seats, faults } = this.here(deal, missing);
    for (const seat of seats) {
      if (!faults.some((fault) => fault.seat === seat)) for (const list of [s.away, s.dropped]) remove(list, seat);
    }
    for (const { seat } of faults) {
      if (missing.includes(seat)) add(s.left, seat);
      if (missing.includes(seat)) add(s.lost, seat);
    }
  }

  /** The table is paused: who does not come back is silent, as at any stakes. */
  pause(deal) {
    const { s } = this;
    const { faults } = this.here(deal, s.paused);
    s.paused = [];
    for (const { seat } of faults) {
      add(s.dropped, seat);
      if (s.left.includes(seat)) add(s.lost, seat);
    }
  }

  /** A deck and signed stakes, or null where they failed. */
  prepare(deal, seats) {
    const { s, table } = this;
    const isAhead = s.ahead !== null && s.ahead.deal === deal && equalLists(s.ahead.seats, seats);
    const what = isAhead
      ? { chain: 'ahead', deal, attempt: s.ahead.attempt, seats, base: s.ahead.base }
      : { chain: 'prepare', deal, attempt: 16 * s.epoch + s.failures, seats, base: s.base };
    s.ahead = null;
    const made = readPreparation(this.log, this.checks, table, what, this.strength(seats), (step) => this.tellPreparation(step));
    if (made.faults) {
      this.failed(deal, made.faults, made.head);
      return null;
    }
    const head = H('play', table.id, `${deal} ${s.epoch} ${s.round}`, made.head, s.base);
    return this.stakes(deal, seats, head, made.deck, what.attempt);
  }

  collect(deal, seats) {
    const { s, table } = this;
    const head = H('play', table.id, `${deal} ${s.epoch} ${s.round}`, s.base, s.base);
    if (this.present.includes(seats[0])) return this.stakes(deal, seats, head, null, -1);
    table.game.stakes(s.game, seats);
    return this.playing(deal, seats, head);
  }

  playing(deal, dealtIn, head) {
    const away = this.seated.filter((k) => this.s.away.includes(k));
    return new Play(this, { deal, dealtIn, peers: this.present, away, head, state: this.s.game });
  }

  failed(deal, faults, head) {
    const { s } = this;
    for (const { seat } of faults) add(s.dropped, seat);
    this.blame(deal, faults);
    s.failures += 1;
    s.base = head;
  }

  stakes(deal, seats, head, deck, attempt) {
    const { s, table } = this;
    const play = this.playing(deal, seats, head);
    const stakesRound = s.round;
    const { faults, from } = play.round('stake', seats, () => {});
    s.lost = [];
    if (faults.length) {
      this.failed(deal, faults, play.head);
      this.tell({ kind: 'stake', chain: 'play', deal, from, seats, faults, checks: [] });
      this.evidenceBetweenDeals();
      return null;
    }
    this.paidDeal = deal;
    table.game.stakes(s.game, seats);
    if (seats.length > 1 && (table.deals === 0 || deal < table.deals)) {
      s.ahead = { deal: deal + 1, attempt: 16 * s.epoch + s.failures, seats, base: head };
    }
    play.tell({ kind: 'stake', from, seats, faults, checks: [] });
    if (deck) play.useDeck(deck);
    if (seats.length > 1) this.evidenceAfterStakes(play, stakesRound, attempt);
    return play;
  }

  evidenceAfterStakes(play, stakesRound, attempt) {
    const { s } = this;
    const takesEffect = (a, b) => {
      if (s.convicted.includes(a.seat) || !play.voters.includes(a.seat)) return false;
      const place = placeOf(a, b);
      if (place.deal !== play.deal || place.t === 'result') return false;
      if (place.chain === 'play') return a.t === 'leave' || b.t === 'leave' || place.round > stakesRound;
      return place.chain === 'prepare' && place.attempt > attempt;
    };
    const convicted = [];
    play.head = readEvidence(this.log, this.checks, this.table, play.head, takesEffect, (seat, line) => {
      this.convict(seat);
      this.outs.push({ deal: play.deal, seat, cause: 'caught', line, fault: new Fault('two_versions') });
      convicted.push(seat);
    });
    play.goOutConvicted(convicted);
  }

  finish(deal, play) {
    const { s, table } = this;
    const { faults, back, paused, standings, lineOf } = play.result();
    s.base = play.head;
    s.completeTo = deal;
    s.standings = standings;
    this.paidDeal = 0;
    this.tally.deals += 1;
    s.lost = [];
    for (const seat of back) remove(s.away, seat);
    const reneges = table.game.reneges(s.game).map(({ seat, fault }) => ({ seat, cause: 'caught', line: lineOf(seat), fault }));
    const others = faults.filter(({ seat }) => !reneges.some((r) => r.seat === seat));
    this.blame(deal, [...reneges, ...others].sort((a, b) => a.seat - b.seat));
    for (const { seat, fault } of faults) if (fault.code === 'two_versions') this.convict(seat);
    this.endSilences(deal, play.dealtIn);
    this.tally.claims += table.game.settledClaims(s.game);
    s.paused = paused.filter((k) => this.seated.includes(k));
    this.evidenceBetweenDeals();
  }
}

function add(list, seat) {
  if (!list.includes(seat)) list.push(seat);
}

function remove(list, seat) {
  const at = list.indexOf(seat);
  if (at >= 0) list.splice(at, 1);
}

const equalLists = (a, b) => a.length === b.length && a.every((x, k) => x === b[k]);
