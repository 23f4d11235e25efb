"""Where a table goes from a closed round: the next round, another deck, the next deal, the end (SPEC §6.3, §6.5).

The one rule: pure functions. What they give, `Moved`, is the main track as it stands then; that it
enters the log, and how it is taken back, is the history's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from p2pcards.engine import Seat
from protocol.log.rounds import ClosedRound, Place
from protocol.table.judge import between as gap
from protocol.table.judge import opening, play, preparation, rounds_of_play, waiting
from protocol.table.judge.between import Between
from protocol.table.judge.history import Ahead, AheadStep, Gate
from protocol.table.judge.judging import Fault
from protocol.table.judge.opening import Opening, OpeningFailed
from protocol.table.judge.play import DealOver, Play, StakesFailed
from protocol.table.judge.preparation import Check, Failed, Preparation, ReadyDeck
from protocol.table.judge.setting import Setting
from protocol.table.judge.states import MainState, Over, Playing, Preparing, Waiting
from protocol.table.notices import (
    DealSettled,
    MatchOver,
    Notice,
    PauseEnded,
    PreparationBegins,
    SeatOut,
    StakesPaid,
    TableOpened,
    TablePaused,
    WaitingFor,
)
from protocol.table.rounds import ROUND_OF, Speakers
from protocol.wire.digests import digest


@dataclass(frozen=True, slots=True)
class Moved:
    """The main track after a closed round.

    Args:
        state: Where it stands.
        ahead: The deck that is made ahead from here on.
        notices: What is told.
        gate: Given where the round is a gate: the table right after it.
        adopted: Rounds of the deck made ahead that enter the log now, and the state before each.
    """

    state: MainState
    ahead: Ahead | None
    notices: tuple[Notice, ...] = ()
    gate: Gate | None = None
    adopted: tuple[tuple[ClosedRound, MainState], ...] = ()

    def after(self, *notices: Notice) -> Moved:
        """The same, but this is told first."""
        return replace(self, notices=(*notices, *self.notices))


def move(
    state: MainState, ahead: Ahead | None, closed: ClosedRound, check: Check, known: frozenset[Seat]
) -> Moved:
    """The main track after its due round, and what was checked and happened in it.

    Args:
        state: The main track; `closed` is its due round.
        ahead: The deck being made ahead.
        closed: The round.
        check: Checks the shuffles.
        known: Seats whose shuffle proofs need no check.
    """
    place = closed.round.place
    match state:
        case Opening():
            return _after_opening(opening.close(state, closed), ahead)
        case Preparing():
            outcome = preparation.close(state.preparation, closed, check, known)
            moved = _after_preparation(state, outcome, place, ahead)
            return moved.after(*preparation_notices(closed, outcome))
        case Playing():
            result, notices = rounds_of_play.close(state.play, closed)
            return _after_play(state, result, closed, ahead).after(*notices)
        case Waiting(between):
            has_paused = bool(between.paused)
            between, faults = waiting.close(between, closed)
            told = out_notices(between.deal, place, faults)
            ended = (PauseEnded(between.deal),) if has_paused else ()
            return _next_deal(between, ahead).after(*told, *ended)
        case OpeningFailed() | Over():
            raise AssertionError("the table is over")
        case _:
            assert_never(state)


def move_ahead(ahead: Ahead, closed: ClosedRound, check: Check, known: frozenset[Seat]) -> Ahead:
    """The deck made ahead after its due round."""
    before = ahead.outcome
    assert isinstance(before, Preparation)
    outcome = preparation.close(before, closed, check, known)
    return replace(ahead, outcome=outcome, steps=(*ahead.steps, AheadStep(closed, before)))


def go_on(between: Between, deal: Play | None, ahead: Ahead | None) -> Moved:
    """The table going on with the deal under way, or with the next one."""
    return _next_deal(between, ahead) if deal is None else _play_on(deal, between, ahead)


# --- the opening, and between deals ---------------------------------------------------------------


def _after_opening(outcome: opening.Outcome, ahead: Ahead | None) -> Moved:
    if not isinstance(outcome, Setting):
        return Moved(outcome, ahead)
    between = gap.first(outcome)
    moved = _next_deal(between, ahead).after(TableOpened(outcome.table))
    return replace(moved, gate=Gate(between, None, None))


def _next_deal(between: Between, ahead: Ahead | None) -> Moved:
    seats = between.dealt_in()
    awaited = between.awaited()
    if awaited and between.paused:
        return Moved(Waiting(between), None, (TablePaused(between.deal, awaited),))
    if ahead is not None and ahead.seats == seats:
        return _adopt(ahead, between)
    if awaited:
        return Moved(Waiting(between), None, (WaitingFor(between.deal, awaited),))
    if not seats:
        standings = between.setting.game.standings(between.game_state)
        told = MatchOver(between.deal - 1, standings, between.lost())
        return Moved(Over(between), None, (told,))
    if len(seats) == 1:
        # One seat takes what is carried, without a deck; all that are there sign it. If it is
        # not there itself, nobody can say that it wants to (SPEC §6.3).
        deal = _begin_deal(between, seats, None)
        is_there = seats[0] in between.present
        return Moved(Playing(deal if is_there else play.open_unasked(deal), between), None)
    return _prepare(between, seats, between.head, None, None)


def _prepare(
    between: Between, seats: tuple[Seat, ...], base: bytes, deal: Play | None, ahead: Ahead | None
) -> Moved:
    """A deck is made: for the deal to come, or for the one under way."""
    attempt = preparation.begin(
        between.setting, between.deal, "prepare", between.attempt, seats, base
    )
    told = PreparationBegins(between.deal, between.attempt, seats, ahead=False)
    return Moved(Preparing(attempt, between, deal), ahead, (told,))


def _adopt(ahead: Ahead, between: Between) -> Moved:
    """Take over what was prepared ahead for exactly the seats of the next deal."""
    adopted = tuple((step.closed, Preparing(step.before, between)) for step in ahead.steps)
    if isinstance(ahead.outcome, Preparation):
        return Moved(Preparing(ahead.outcome, between), None, adopted=adopted)
    last = ahead.steps[-1]
    state, place = Preparing(last.before, between), last.closed.round.place
    return replace(_after_preparation(state, ahead.outcome, place, None), adopted=adopted)


# --- preparation ----------------------------------------------------------------------------------


def _after_preparation(
    state: Preparing, outcome: preparation.Outcome, place: Place, ahead: Ahead | None
) -> Moved:
    between = state.between
    match outcome:
        case Preparation():
            return Moved(replace(state, preparation=outcome), ahead)
        case ReadyDeck():
            if state.play is None:
                return _begin_play(between, outcome)
            resumed, notices = rounds_of_play.with_deck(state.play, outcome)
            return _play_on(resumed, between, ahead).after(*notices)
        case Failed():
            told = out_notices(between.deal, place, outcome.faults)
            if state.play is None:
                between = replace(gap.without(between, outcome.faults), head=outcome.head)
                return _next_deal(between, ahead).after(*told)
            head = digest("deck", state.play.head, outcome.head)
            resumed, notices = rounds_of_play.without_seats(
                replace(state.play, head=head), outcome.faults
            )
            return _play_on(resumed, between, ahead).after(*told, *notices)
        case _:
            assert_never(outcome)


def _begin_play(between: Between, deck: ReadyDeck) -> Moved:
    deal = _begin_deal(between, deck.seats, deck)
    state = Playing(deal, between)
    if between.is_last_deal:
        return Moved(state, None)
    attempt = preparation.begin(
        between.setting, between.deal + 1, "ahead", between.attempt, deck.seats, deal.head
    )
    told = PreparationBegins(between.deal + 1, between.attempt, deck.seats, ahead=True)
    return Moved(state, Ahead(attempt.origin, deck.seats, attempt), (told,))


def _begin_deal(between: Between, dealt: tuple[Seat, ...], deck: ReadyDeck | None) -> Play:
    return play.begin(
        between.setting,
        between.deal,
        between.epoch,
        between.number,
        between.game_state,
        tuple(sorted(between.present)),
        dealt,
        deck,
        between.away,
        between.head if deck is None else deck.head,
        between.head,
    )


# --- play -----------------------------------------------------------------------------------------


def _play_on(deal: Play, between: Between, ahead: Ahead | None) -> Moved:
    """Play on, or make a new deck first where the game waits for one."""
    seats = deal.deck_seats
    if seats is None or deal.deck is not None:
        return Moved(Playing(deal, between), ahead)
    between = replace(between, attempt=between.attempt + 1)
    return _prepare(between, seats, deal.head, deal, ahead)


def _after_play(
    state: Playing, outcome: play.Outcome, closed: ClosedRound, ahead: Ahead | None
) -> Moved:
    between, place = state.between, closed.round.place
    match outcome:
        case Play():
            if not outcome.staked or state.play.staked:
                new = outcome.faults[len(state.play.faults) :]
                told = out_notices(between.deal, place, new)
                return _play_on(outcome, between, ahead).after(*told)
            moved = _play_on(outcome, between, ahead)
            moved = moved.after(StakesPaid(between.deal, outcome.seats))
            # All dealt in have named the same head: what lies before the stakes stays. But what one
            # seat alone has named is only its own word.
            gate = Gate(between, outcome, ahead) if len(outcome.dealt) > 1 else None
            return replace(moved, gate=gate)
        case StakesFailed(faults, head, number):
            between = replace(gap.without(between, faults), head=head, number=number)
            moved = _next_deal(between, None).after(*out_notices(between.deal, place, faults))
            return replace(moved, gate=Gate(between, None, None))
        case DealOver():
            return _after_deal(state, outcome, closed, ahead)
        case _:
            assert_never(outcome)


def _after_deal(state: Playing, over: DealOver, closed: ClosedRound, ahead: Ahead | None) -> Moved:
    between, game = state.between, state.between.setting.game
    new = over.faults[len(state.play.faults) :]
    told = out_notices(between.deal, closed.round.place, new)
    settled = DealSettled(
        between.deal,
        game.standings(over.game_state),
        over.signers,
        game.claim_count(over.game_state),
    )
    between = replace(between, convicted=between.convicted | closed.equivocated)
    between = gap.after_deal(
        between,
        over.game_state,
        state.play.dealt,
        over.faults,
        over.back,
        over.paused,
        over.head,
    )
    moved = _next_deal(between, ahead).after(*told, settled)
    return replace(moved, gate=Gate(between, None, ahead))


# --- what is told ---------------------------------------------------------------------------------


def out_notices(deal: int, place: Place, faults: tuple[Fault, ...]) -> tuple[Notice, ...]:
    """That seats are out of a deal."""
    return tuple(SeatOut(deal, place, f.seat, f.cause, f.reason, f.rule) for f in faults)


def preparation_notices(closed: ClosedRound, outcome: preparation.Outcome) -> tuple[Notice, ...]:
    """What a round of PREPARE has shown, where it was without fault."""
    if isinstance(outcome, Failed):
        return ()
    deal, seats = closed.round.place.deal, closed.round.speakers
    row = ROUND_OF[closed.round.kind]
    whom = seats[0] if row.speakers is Speakers.TURN else seats
    return tuple(notice(deal, whom) for notice in row.notices)
