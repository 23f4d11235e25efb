"""The referee: one table's whole course, judged from closed rounds alone (SPEC §6).

The one rule: it does not know which seat is ours, nor a clock, nor a link. The table that plays,
the spectator and the auditor all run this same code, so what one of them sees all of them see.

Two tracks run at once: the MAIN one (opening, preparation, play) and, while a deal is played, the
preparation of the next deck AHEAD of it. The log holds the main track; what was prepared ahead
enters it where the next deal begins, if the same seats are dealt in then, and else not at all.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from p2pcards.engine import Seat
from protocol.crypto.rng import Rng
from protocol.log.rounds import ClosedRound, Equivocated, Place, Round, Spoke
from protocol.table import between as gap
from protocol.table import opening, play, preparation, waiting
from protocol.table.between import Between
from protocol.table.judging import Fault
from protocol.table.notices import (
    DealSettled,
    DeckReadied,
    KeysCommitted,
    KeysVerified,
    MatchOver,
    Notice,
    PreparationBegins,
    RolledBack,
    SeatOut,
    Shuffled,
    ShufflesVerified,
    StakesPaid,
    TableOpened,
    WaitingFor,
)
from protocol.table.opening import Opening, OpeningFailed
from protocol.table.play import DealOver, Play, StakesFailed
from protocol.table.preparation import Failed, Preparation, ReadyDeck
from protocol.table.setting import Setting
from protocol.wire.codec import SignedEntry
from protocol.wire.entries import Acceptance, KeyCommitment, KeyOpening, ShuffledDeck, ShuffleProof


@dataclass(frozen=True, slots=True)
class Preparing:
    """A deck is being made: for the deal to come, or, with `play`, to go on with one under way."""

    preparation: Preparation
    between: Between
    play: Play | None = None


@dataclass(frozen=True, slots=True)
class Playing:
    play: Play
    between: Between


@dataclass(frozen=True, slots=True)
class Waiting:
    """There is no next deal without seats that are silent: they are waited for."""

    between: Between


@dataclass(frozen=True, slots=True)
class Over:
    between: Between


MainState: TypeAlias = Opening | OpeningFailed | Preparing | Playing | Waiting | Over


@dataclass(frozen=True, slots=True)
class AheadStep:
    """A closed round of the deck made ahead, and the preparation before it."""

    closed: ClosedRound
    before: Preparation


@dataclass(frozen=True, slots=True)
class Ahead:
    """The deck made ahead: for which seats, and how far it is. `origin` tells one such chain from another."""

    origin: bytes
    seats: tuple[Seat, ...]
    outcome: preparation.Outcome
    steps: tuple[AheadStep, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A closed round and the main track's state before it, to go back to.

    `ahead` is the origin of the deck that was being made ahead then.
    """

    closed: ClosedRound
    before: MainState
    line_count: int
    ahead: bytes | None


class Referee:
    """Judges one table's rounds; see the module's docstring.

    Args:
        proposal: First line of the log, its signature checked.
        rng: The verifier's own randomness.
        own: A seat whose own shuffle proofs need no check (its program made them).

    Raises:
        BadProposal: If there is nothing to agree to.
    """

    def __init__(self, proposal: SignedEntry, rng: Rng, own: Seat | None = None) -> None:
        self._rng = rng
        self._known = frozenset() if own is None else frozenset({own})
        self.state: MainState = opening.begin(proposal)
        self.proposal = self.state
        self.setting: Setting | None = None
        self.steps: list[Step] = []
        self.ahead: Ahead | None = None
        self._last_ahead: Ahead | None = None
        self.lines: list[bytes] = [proposal.line]

    # --- what is due -----------------------------------------------------------------------------

    def rounds(self) -> tuple[Round, ...]:
        """The rounds that are due now: at most one of the main track and one ahead of it."""
        main: tuple[Round, ...] = ()
        match self.state:
            case Opening():
                main = (self.state.round,)
            case Preparing():
                main = (self.state.preparation.round,)
            case Playing():
                main = (self.state.play.round,)
            case Waiting():
                main = (waiting.round_of(self.state.between),)
            case OpeningFailed() | Over():
                return ()
            case _:
                assert_never(self.state)
        attempt = self.preparation_ahead
        return main if attempt is None else (*main, attempt.round)

    @property
    def preparation_ahead(self) -> Preparation | None:
        """The deck being made ahead, if it is not finished."""
        if self.ahead is None or not isinstance(self.ahead.outcome, Preparation):
            return None
        return self.ahead.outcome

    @property
    def is_over(self) -> bool:
        return isinstance(self.state, Over | OpeningFailed)

    @property
    def settled(self) -> int:
        """Deals whose result stands."""
        match self.state:
            case Opening() | OpeningFailed():
                return 0
            case Preparing(between=between) | Playing(between=between):
                return between.deal - 1
            case Waiting(between) | Over(between):
                return between.deal - 1
            case _:
                assert_never(self.state)

    def table_of(self, chain: str) -> bytes:
        """The table id under which entries of this chain are signed."""
        if chain == "open" or self.setting is None:
            return self.proposal.id
        return self.setting.table

    @property
    def keys(self) -> tuple[bytes, ...]:
        return self.proposal.keys

    @contextmanager
    def trusting(self) -> Iterator[None]:
        """While our own log is read back: its shuffles were verified before they were stored."""
        known, self._known = self._known, frozenset(range(len(self.keys)))
        try:
            yield
        finally:
            self._known = known

    # --- moving on -------------------------------------------------------------------------------

    def close(self, closed: ClosedRound) -> tuple[Notice, ...]:
        """Move on over a closed round, which must be one of those due."""
        attempt = self.preparation_ahead
        if attempt is not None and closed.round == attempt.round:
            return self._close_ahead(attempt, closed)
        assert closed.round == self.rounds()[0], "not the round that is due"
        self._note(closed, self.state)
        self.lines += closed.lines()
        return self._close_main(closed)

    def _note(self, closed: ClosedRound, before: MainState) -> None:
        origin = None if self.ahead is None else self.ahead.origin
        self.steps.append(Step(closed, before, len(self.lines), origin))

    def _close_main(self, closed: ClosedRound) -> tuple[Notice, ...]:
        if not _is_forked(closed):
            return self._judge(closed)
        # Some may have gone on from either version: what comes now gets numbers nobody has used.
        self.state = _in_next_epoch(self.state)
        notices = self._judge(closed)
        self.state = _renumbered(self.state)
        return notices

    def _judge(self, closed: ClosedRound) -> tuple[Notice, ...]:
        match self.state:
            case Opening() as state:
                return self._after_opening(opening.close(state, closed))
            case Preparing() as state:
                outcome = preparation.close(state.preparation, closed, self._rng, self._known)
                notices = _preparation_notices(closed, outcome)
                return (*notices, *self._after_preparation(state, outcome, closed.round.place))
            case Playing() as state:
                result, notices = play.close(state.play, closed)
                return (*notices, *self._after_play(state, result, closed.round.place))
            case Waiting(between):
                between, faults = waiting.close(between, closed)
                told = _out_notices(between.deal, closed.round.place, faults)
                return (*told, *self._next_deal(between))
            case OpeningFailed() | Over():
                raise AssertionError("the table is over")
            case _:
                assert_never(self.state)

    def _close_ahead(self, attempt: Preparation, closed: ClosedRound) -> tuple[Notice, ...]:
        assert self.ahead is not None
        outcome = preparation.close(attempt, closed, self._rng, self._known)
        steps = (*self.ahead.steps, AheadStep(closed, attempt))
        self._set_ahead(replace(self.ahead, outcome=outcome, steps=steps))
        return _preparation_notices(closed, outcome)

    def _set_ahead(self, ahead: Ahead) -> None:
        self.ahead = self._last_ahead = ahead

    # --- the opening -----------------------------------------------------------------------------

    def _after_opening(self, outcome: opening.Outcome) -> tuple[Notice, ...]:
        if isinstance(outcome, Setting):
            self.setting = outcome
            return (TableOpened(outcome.table), *self._next_deal(gap.first(outcome)))
        self.state = outcome
        return ()

    # --- between deals ---------------------------------------------------------------------------

    def _next_deal(self, between: Between) -> tuple[Notice, ...]:
        seats = between.dealt_in()
        adopted = self._adopt_ahead(between, seats)
        if adopted is not None:
            return adopted
        if missing := between.missing():
            self.state = Waiting(between)
            return (WaitingFor(between.deal, missing),)
        if not seats:
            self.state = Over(between)
            standings = between.setting.game.standings(between.game_state)
            return (MatchOver(between.deal - 1, standings, between.lost()),)
        if len(seats) == 1:
            # One seat takes what is carried, without a deck; all that are there sign it. If it is
            # not there itself, nobody can say that it wants to (fates B0.4).
            deal = _begin_deal(between, seats, None)
            is_there = seats[0] in between.present
            self.state = Playing(deal if is_there else play.open_unasked(deal), between)
            return ()
        attempt = preparation.begin(
            between.setting, between.deal, "prepare", between.attempt, seats, between.head
        )
        self.state = Preparing(attempt, between)
        return (PreparationBegins(between.deal, between.attempt, seats, ahead=False),)

    def _adopt_ahead(self, between: Between, seats: tuple[Seat, ...]) -> tuple[Notice, ...] | None:
        """Take over what was prepared ahead for exactly these seats; None if there is nothing to take."""
        ahead, self.ahead = self.ahead, None
        if ahead is None or ahead.seats != seats:
            return None
        for step in ahead.steps:
            self._note(step.closed, Preparing(step.before, between))
            self.lines += step.closed.lines()
        if isinstance(ahead.outcome, Preparation):
            self.state = Preparing(ahead.outcome, between)
            return ()
        last = ahead.steps[-1]
        if _is_forked(last.closed):
            between = gap.rolled_back(between)
        return self._after_preparation(
            Preparing(last.before, between), ahead.outcome, last.closed.round.place
        )

    def _after_preparation(
        self, state: Preparing, outcome: preparation.Outcome, place: Place
    ) -> tuple[Notice, ...]:
        match outcome:
            case Preparation():
                self.state = replace(state, preparation=outcome)
                return ()
            case ReadyDeck():
                if state.play is not None:
                    resumed, notices = play.with_deck(state.play, outcome)
                    return (*notices, *self._go_on(resumed, state.between))
                return self._begin_play(state.between, outcome)
            case Failed():
                told = _out_notices(state.between.deal, place, outcome.faults)
                if state.play is not None:
                    resumed, notices = play.without_seats(state.play, outcome.faults, outcome.head)
                    return (*told, *notices, *self._go_on(resumed, state.between))
                between = replace(gap.without(state.between, outcome.faults), head=outcome.head)
                return (*told, *self._next_deal(between))
            case _:
                assert_never(outcome)

    def _begin_play(self, between: Between, deck: ReadyDeck) -> tuple[Notice, ...]:
        deal = _begin_deal(between, deck.seats, deck)
        self.state = Playing(deal, between)
        if between.is_last_deal:
            return ()
        attempt = preparation.begin(
            between.setting, between.deal + 1, "ahead", between.attempt, deck.seats, deal.head
        )
        self._set_ahead(Ahead(attempt.origin, deck.seats, attempt))
        return (PreparationBegins(between.deal + 1, between.attempt, deck.seats, ahead=True),)

    # --- play ------------------------------------------------------------------------------------

    def _go_on(self, deal: Play, between: Between) -> tuple[Notice, ...]:
        """Play on, or make a new deck first where the game waits for one."""
        seats = deal.deck_seats
        if seats is None or deal.deck is not None:
            self.state = Playing(deal, between)
            return ()
        between = replace(between, attempt=between.attempt + 1)
        attempt = preparation.begin(
            between.setting, between.deal, "prepare", between.attempt, seats, deal.head
        )
        self.state = Preparing(attempt, between, deal)
        return (PreparationBegins(between.deal, between.attempt, seats, ahead=False),)

    def _after_play(
        self, state: Playing, outcome: play.Outcome, place: Place
    ) -> tuple[Notice, ...]:
        between = state.between
        match outcome:
            case Play():
                new = outcome.faults[len(state.play.faults) :]
                told = _out_notices(between.deal, place, new)
                if outcome.staked and not state.play.staked:
                    # All dealt in have named the same head: what lies before the stakes stays. But
                    # what one seat alone has named is only its own word.
                    self.steps = self.steps[-1:] if len(outcome.dealt) > 1 else self.steps
                    told = (StakesPaid(between.deal, outcome.seats),)
                return (*told, *self._go_on(outcome, between))
            case StakesFailed(faults, head, number):
                told = _out_notices(between.deal, place, faults)
                between = replace(gap.without(between, faults), head=head, number=number)
                self.ahead = None
                return (*told, *self._next_deal(between))
            case DealOver(game_state, faults, signers, back, head):
                new = faults[len(state.play.faults) :]
                told = _out_notices(between.deal, place, new)
                game = between.setting.game
                settled = DealSettled(
                    between.deal,
                    game.standings(game_state),
                    signers,
                    game.claim_count(game_state),
                )
                between = gap.after_deal(between, game_state, state.play.dealt, faults, back, head)
                return (*told, settled, *self._next_deal(between))
            case _:
                assert_never(outcome)

    # --- going back ------------------------------------------------------------------------------

    def closed_round(self, place: Place) -> ClosedRound | None:
        """The closed round at `place`, as far back as the table can still be rolled back."""
        return next((each for each in self.closed_rounds() if each.round.place == place), None)

    def closed_rounds(self) -> tuple[ClosedRound, ...]:
        """All closed rounds that can still be rolled back, those made ahead last."""
        ahead = () if self.ahead is None else self.ahead.steps
        return (*(step.closed for step in self.steps), *(step.closed for step in ahead))

    @property
    def line_count_to_stay(self) -> int:
        """How many lines of the log cannot be rolled back any more."""
        return self.steps[0].line_count if self.steps else len(self.lines)

    def has_signed_since(self, seat: Seat, place: Place) -> bool:
        """Whether a seat has signed anything after the closed round at `place`, as we closed it."""
        rounds = self.closed_rounds()
        after = next(i for i, each in enumerate(rounds) if each.round.place == place) + 1
        return any(
            isinstance(each.contributions.get(seat), Spoke)
            or seat in [vote.entry.seat for vote in each.votes]
            for each in rounds[after:]
            if place.chain == "ahead" or each.round.place.chain != "ahead"
        )

    def restate(self, closed: ClosedRound) -> int:
        """Put other votes for the same decision into the log; nothing that follows is changed by it.

        Returns:
            How many lines of the log stayed as they were.
        """
        same = len(self.lines)
        for index, step in enumerate(self.steps):
            if step.closed.round == closed.round:
                assert step.closed.next_head() == closed.next_head()
                self.steps[index] = replace(step, closed=closed)
                same = step.line_count
                end = same + len(step.closed.lines())
                self.lines[same:end] = closed.lines()
        if self.ahead is not None:
            steps = [
                replace(step, closed=closed) if step.closed.round == closed.round else step
                for step in self.ahead.steps
            ]
            self._set_ahead(replace(self.ahead, steps=tuple(steps)))
        return same

    def branch(self, closed: ClosedRound) -> Referee:
        """Another referee, that of a log in which a closed round was closed so instead.

        Of a deck made ahead only that is taken over which no vote has decided, for who went another
        way there may have decided otherwise.
        """
        other = copy.copy(self)
        other.steps, other.lines = list(self.steps), list(self.lines)
        if self._last_ahead is not None and closed.round.place.chain != "ahead":
            other._last_ahead = _without_votes(self._last_ahead)
        other.roll_back(closed)
        return other

    def roll_back(self, closed: ClosedRound) -> tuple[Notice, ...]:
        """Go back to a closed round and close it as `closed` says instead (SPEC §6.6)."""
        place = closed.round.place
        told = tuple(
            RolledBack(place, seat)
            for seat, each in closed.contributions.items()
            if isinstance(each, Equivocated)
        )
        self.reopen(place)
        return (*told, *self.close(closed))

    def reopen(self, place: Place) -> None:
        """Go back to before a closed round.

        The deck made ahead depends on nothing that happens in the deal that is played meanwhile: it
        stays, or comes back if it had been taken over.
        """
        ahead = () if self.ahead is None else self.ahead.steps
        for index, ahead_step in enumerate(ahead):
            if ahead_step.closed.round.place == place:
                assert self.ahead is not None
                self._set_ahead(replace(self.ahead, outcome=ahead_step.before, steps=ahead[:index]))
                return
        index = next(i for i, step in enumerate(self.steps) if step.closed.round.place == place)
        step, last = self.steps[index], self._last_ahead
        del self.steps[index:]
        del self.lines[step.line_count :]
        self.state = step.before
        self.ahead = last if last is not None and last.origin == step.ahead else None


def _without_votes(ahead: Ahead) -> Ahead:
    """The deck made ahead, as far as all have spoken for it."""
    for index, step in enumerate(ahead.steps):
        if step.closed.votes:
            return replace(ahead, outcome=step.before, steps=ahead.steps[:index])
    return ahead


def _is_forked(closed: ClosedRound) -> bool:
    return any(isinstance(each, Equivocated) for each in closed.contributions.values())


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
        between.head if deck is None else deck.head,
        between.head,
    )


def _in_next_epoch(state: MainState) -> MainState:
    match state:
        case Preparing() | Playing() | Waiting():
            return replace(state, between=gap.rolled_back(state.between))
        case _:
            return state


def _renumbered(state: MainState) -> MainState:
    """The rounds of PLAY after a rollback are numbered by its epoch, those before it keep theirs."""
    match state:
        case Playing(deal, between):
            return replace(state, play=replace(deal, attempt=between.epoch))
        case Preparing(_, between, Play() as deal):
            return replace(state, play=replace(deal, attempt=between.epoch))
        case _:
            return state


def _out_notices(deal: int, place: Place, faults: tuple[Fault, ...]) -> tuple[Notice, ...]:
    return tuple(SeatOut(deal, place, f.seat, f.cause, f.reason) for f in faults)


def _preparation_notices(closed: ClosedRound, outcome: preparation.Outcome) -> tuple[Notice, ...]:
    """What a round of PREPARE has shown, where it was without fault."""
    if isinstance(outcome, Failed):
        return ()
    deal, seats = closed.round.place.deal, closed.round.speakers
    kind = closed.round.kind
    if kind is KeyCommitment:
        return (KeysCommitted(deal, seats),)
    if kind is KeyOpening:
        return (KeysVerified(deal, seats),)
    if kind is ShuffledDeck:
        return (Shuffled(deal, seats[0]),)
    if kind is ShuffleProof:
        return (ShufflesVerified(deal, seats),)
    assert kind is Acceptance
    return (DeckReadied(deal, seats),)
