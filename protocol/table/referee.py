"""The referee: one table's whole course, judged from closed rounds alone (SPEC §6).

The one rule: it does not know which seat is ours, nor a clock, nor a link. The table that plays,
the spectator and the auditor all run this same code, so what one of them sees all of them see.

Two tracks run at once: the MAIN one (opening, preparation, play) and, while a deal is played, the
preparation of the next deck AHEAD of it. The log holds the main track; what was prepared ahead
enters it where the next deal begins, if the same seats are dealt in then, and else not at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import assert_never

from p2pcards.engine import Cause, Seat
from protocol.crypto import shuffle
from protocol.crypto.rng import Rng
from protocol.faults import Code, Reason
from protocol.log.evidence import Evidence
from protocol.log.rounds import (
    ClosedRound,
    Contribution,
    Left,
    Place,
    Round,
    Spoke,
    equivocation,
    place_of,
)
from protocol.table import between as gap
from protocol.table import opening, play, preparation, rounds_of_play, waiting
from protocol.table.between import Between
from protocol.table.history import Ahead, AheadStep, Gate, History
from protocol.table.judging import Fault
from protocol.table.notices import (
    DealSettled,
    MatchOver,
    Notice,
    PreparationBegins,
    RolledBack,
    SeatOut,
    StakesPaid,
    TableOpened,
    WaitingFor,
)
from protocol.table.opening import Opening, OpeningFailed
from protocol.table.play import DealOver, Play, StakesFailed
from protocol.table.preparation import Failed, Preparation, ReadyDeck
from protocol.table.rounds import ROUND_OF, Speakers
from protocol.table.setting import Setting
from protocol.table.states import MainState, Over, Playing, Preparing, Waiting
from protocol.wire.codec import SignedEntry
from protocol.wire.digests import digest
from protocol.wire.entries import (
    Result,
    Vote,
)


class Referee(History):
    """Judges one table's rounds; see the module's docstring.

    Args:
        proposal: First line of the log, its signature checked.
        rng: The verifier's own randomness.
        own: A seat whose own shuffle proofs need no check (its program made them).

    Raises:
        BadProposal: If there is nothing to agree to.
    """

    def __init__(self, proposal: SignedEntry, rng: Rng, own: Seat | None = None) -> None:
        self.check_shuffles: preparation.Check = lambda links: shuffle.refused_shuffles(links, rng)
        self._known = frozenset() if own is None else frozenset({own})
        self.proposal = opening.begin(proposal)
        self.setting: Setting | None = None
        self._due: tuple[tuple[MainState, Ahead | None] | None, tuple[Round, ...]] = (None, ())
        super().__init__(proposal, self.proposal)

    # --- what is due -----------------------------------------------------------------------------

    def rounds(self) -> tuple[Round, ...]:
        """The rounds that are due now: at most one of the main track and one ahead of it."""
        known, rounds = self._due
        if known is None or known[0] is not self.state or known[1] is not self.ahead:
            known, rounds = (self.state, self.ahead), self._rounds()
            self._due = known, rounds
        return rounds

    def _rounds(self) -> tuple[Round, ...]:
        match self.state:
            case Opening():
                main = self.state.round
            case Preparing():
                main = self.state.preparation.round
            case Playing():
                main = self.state.play.round
            case Waiting():
                main = waiting.round_of(self.state.between)
            case OpeningFailed() | Over():
                return ()
            case _:
                assert_never(self.state)
        if lost := self._lost_since_gate() - set(main.voters):
            main = replace(main, convicted=tuple(sorted(lost)))
        attempt = self.preparation_ahead
        return (main,) if attempt is None else (main, attempt.round)

    def _lost_since_gate(self) -> frozenset[Seat]:
        """Seats that evidence, or a wrong entry, has put out since the last gate.

        Others may not have seen the same yet; so a majority must be one of them too (SPEC §6.7).
        """
        gate = self.gate
        if gate is None:
            return frozenset()
        convicted = frozenset(each.seat for each in gate.evidence)
        match self.state:
            case Playing(deal) | Preparing(play=Play() as deal):
                caught = (fault.seat for fault in deal.faults if fault.cause is Cause.CAUGHT)
                return convicted.union(caught)
            case Preparing(between=between) | Waiting(between):
                return convicted | (gate.between.seated - between.seated)
            case _:
                return convicted

    @property
    def preparation_ahead(self) -> Preparation | None:
        """The deck being made ahead, if it is not finished."""
        if self.ahead is None or not isinstance(self.ahead.outcome, Preparation):
            return None
        return self.ahead.outcome

    @property
    def convicted(self) -> frozenset[Seat]:
        """Seats that evidence in the log has put out for good."""
        match self.state:
            case Preparing(between=between) | Playing(between=between):
                return between.convicted
            case Waiting(between) | Over(between):
                return between.convicted
            case _:
                return frozenset()

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
        self.note(closed, self.state)
        return self._judge(closed)

    def _judge(self, closed: ClosedRound) -> tuple[Notice, ...]:
        match self.state:
            case Opening() as state:
                return self._after_opening(opening.close(state, closed))
            case Preparing() as state:
                outcome = preparation.close(
                    state.preparation, closed, self.check_shuffles, self._known
                )
                notices = _preparation_notices(closed, outcome)
                return (*notices, *self._after_preparation(state, outcome, closed.round.place))
            case Playing() as state:
                result, notices = rounds_of_play.close(state.play, closed)
                return (*notices, *self._after_play(state, result, closed))
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
        outcome = preparation.close(attempt, closed, self.check_shuffles, self._known)
        steps = (*self.ahead.steps, AheadStep(closed, attempt))
        self.set_ahead(replace(self.ahead, outcome=outcome, steps=steps))
        return _preparation_notices(closed, outcome)

    # --- the opening -----------------------------------------------------------------------------

    def _after_opening(self, outcome: opening.Outcome) -> tuple[Notice, ...]:
        if isinstance(outcome, Setting):
            self.setting = outcome
            between = gap.first(outcome)
            self.set_gate(Gate(between, None, None))
            return (TableOpened(outcome.table), *self._next_deal(between))
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
            # not there itself, nobody can say that it wants to (SPEC §6.3).
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
            self.note(step.closed, Preparing(step.before, between))
        if isinstance(ahead.outcome, Preparation):
            self.state = Preparing(ahead.outcome, between)
            return ()
        last = ahead.steps[-1]
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
                    resumed, notices = rounds_of_play.with_deck(state.play, outcome)
                    return (*notices, *self._go_on(resumed, state.between))
                return self._begin_play(state.between, outcome)
            case Failed():
                told = _out_notices(state.between.deal, place, outcome.faults)
                if state.play is not None:
                    head = digest("deck", state.play.head, outcome.head)
                    resumed, notices = rounds_of_play.without_seats(
                        replace(state.play, head=head), outcome.faults
                    )
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
        self.set_ahead(Ahead(attempt.origin, deck.seats, attempt))
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
        self, state: Playing, outcome: play.Outcome, closed: ClosedRound
    ) -> tuple[Notice, ...]:
        between, place = state.between, closed.round.place
        match outcome:
            case Play():
                new = outcome.faults[len(state.play.faults) :]
                told = _out_notices(between.deal, place, new)
                if outcome.staked and not state.play.staked:
                    # All dealt in have named the same head: what lies before the stakes stays. But
                    # what one seat alone has named is only its own word.
                    if len(outcome.dealt) > 1:
                        self.steps = self.steps[-1:]
                        self.set_gate(Gate(between, outcome, self.ahead))
                    told = (StakesPaid(between.deal, outcome.seats),)
                return (*told, *self._go_on(outcome, between))
            case StakesFailed(faults, head, number):
                told = _out_notices(between.deal, place, faults)
                between = replace(gap.without(between, faults), head=head, number=number)
                self.ahead = None
                self.set_gate(Gate(between, None, None))
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
                between = replace(between, convicted=between.convicted | closed.equivocated)
                between = gap.after_deal(between, game_state, state.play.dealt, faults, back, head)
                self.set_gate(Gate(between, None, self.ahead))
                return (*told, settled, *self._next_deal(between))
            case _:
                assert_never(outcome)

    # --- going back ------------------------------------------------------------------------------

    def branch(self, closed: ClosedRound) -> Referee:
        """Another referee, that of a log in which a closed round was closed so instead.

        Of a deck made ahead only that is taken over which no vote has decided, for who went another
        way there may have decided otherwise.
        """
        other = self.copy()
        if closed.round.place.chain != "ahead":
            other.forget_votes_ahead()
        other.roll_back(closed)
        return other

    def roll_back(self, closed: ClosedRound) -> tuple[Notice, ...]:
        """Go back to a closed round and close it as `closed` says instead (SPEC §6.7)."""
        self.reopen(closed.round.place)
        return self.close(closed)

    def can_convict(self, evidence: Evidence) -> bool:
        """Whether evidence takes effect now, not later or never (SPEC §6.6)."""
        gate = self.gate
        if gate is None:
            return False
        return self._mended_gate(evidence) is not None or _puts_out(evidence, gate)

    def puts_out(self, evidence: Evidence) -> bool:
        """Whether evidence stands in the log right after the last gate: it does not change the gate itself."""
        gate = self.gate
        if gate is None or self._mended_gate(evidence) is not None:
            return False
        return _puts_out(evidence, gate)

    def convict(self, evidence: Evidence) -> tuple[Notice, ...]:
        """Go back to the last gate, and on from there without the author of this evidence.

        Where the seat has contradicted itself in that gate, the gate itself is closed anew instead: with
        both versions of a result, with what was said in place of a leave, or not yet, if two votes of
        the seat have closed it. What evidence takes effect then must be asked again.
        """
        assert self.can_convict(evidence)
        was_over = self.is_over
        notices = self._take_effect(evidence)
        if was_over and self.is_over:  # nothing goes on from there, and the end was told already
            return tuple(notice for notice in notices if isinstance(notice, SeatOut))
        return notices

    def _take_effect(self, evidence: Evidence) -> tuple[Notice, ...]:
        mended = self._mended_gate(evidence)
        if isinstance(mended, ClosedRound):
            return self.roll_back(mended)
        if mended is not None:
            self.reopen(mended)
            return ()
        return self._convict(evidence)

    def _mended_gate(self, evidence: Evidence) -> ClosedRound | Place | None:
        """The last gate as it must be closed in the light of this evidence, or its place if it is open again.

        None where the evidence changes nothing in that round.
        """
        assert self.gate_step is not None
        closed, seat = self.gate_step.closed, evidence.seat
        round, known = closed.round, closed.contributions.get(seat)
        if not round.is_gate:
            return None  # the opening: all have agreed, whatever else one of them has signed
        here = [
            each
            for each in evidence.entries
            if (place_of(each.entry), each.entry.head) == (round.place, round.head)
        ]
        if any(isinstance(each.entry, Vote) for each in here):
            is_of_verdict = seat in [vote.entry.seat for vote in closed.votes]
            return round.place if is_of_verdict else None
        said = [each for each in here if isinstance(each.entry, round.kind)]
        if isinstance(known, Left) and len(said) == 1:
            instead: Contribution = Spoke(said[0])
        elif isinstance(known, Spoke | Left) and len(said) == 2:
            instead = equivocation(*said)
        else:
            return None
        return ClosedRound(round, {**closed.contributions, seat: instead}, closed.votes)

    def _convict(self, evidence: Evidence) -> tuple[Notice, ...]:
        gate = self.reopen_after_gate()
        found = tuple(sorted((*gate.evidence, evidence), key=lambda each: each.seat))
        gate = replace(gate, evidence=found)
        self.set_gate(gate)
        step = self.steps[-1]
        told = RolledBack(step.closed.round.place, evidence.seat)
        return (told, *self._go_on_from(gate, evidence.seat))

    def go_back_to_gate(self) -> None:
        """Stand where the table stood right after its last gate."""
        gate = self.reopen_after_gate()
        self.set_gate(gate)
        self._go_on_from(gate, None)

    def _go_on_from(self, gate: Gate, newest: Seat | None) -> tuple[Notice, ...]:
        """The table after a gate and the evidence that stands there; of the newest is told."""
        between, deal = gate.between, gate.play
        self.ahead = None if gate.evidence else gate.ahead
        notices: tuple[Notice, ...] = ()
        for seat in (each.seat for each in gate.evidence):
            between = gap.without_convicted(between, seat)
            head = digest("convicted", between.head if deal is None else deal.head, bytes([seat]))
            fault = Fault(seat, Cause.CAUGHT, Reason(Code.TWO_VERSIONS))
            if deal is None:
                between = replace(between, head=head)
            else:
                deal, happened = rounds_of_play.without_seats(
                    replace(deal, head=head, attempt=between.epoch), (fault,)
                )
                notices += happened
            if seat == newest:
                place = self.steps[-1].closed.round.place
                notices += _out_notices(between.deal, place, (fault,))
        if deal is None:
            return (*notices, *self._next_deal(between))
        return (*notices, *self._go_on(deal, between))


def _puts_out(evidence: Evidence, gate: Gate) -> bool:
    """Whether evidence puts its author out right after this gate."""
    is_known = any(each.seat == evidence.seat for each in gate.evidence)
    if is_known or evidence.seat in gate.between.convicted:
        return False
    if gate.play is None:
        return evidence.seat in gate.between.seated
    return evidence.seat in gate.play.live and _is_of_play(evidence, gate)


def _is_of_play(evidence: Evidence, gate: Gate) -> bool:
    """Whether the seat has contradicted itself after this gate, in the deal whose stakes it has paid.

    What it has signed before the gate in two versions has led all to the same gate nevertheless.
    """
    assert gate.play is not None
    place = evidence.place
    if place.deal != gate.play.deal or all(isinstance(e.entry, Result) for e in evidence.entries):
        return False
    if place.chain == "play":
        return evidence.leave is not None or place.number >= gate.play.number
    return place.chain == "prepare" and place.attempt > gate.between.attempt


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


def _out_notices(deal: int, place: Place, faults: tuple[Fault, ...]) -> tuple[Notice, ...]:
    return tuple(SeatOut(deal, place, f.seat, f.cause, f.reason, f.rule) for f in faults)


def _preparation_notices(closed: ClosedRound, outcome: preparation.Outcome) -> tuple[Notice, ...]:
    """What a round of PREPARE has shown, where it was without fault."""
    if isinstance(outcome, Failed):
        return ()
    deal, seats = closed.round.place.deal, closed.round.speakers
    row = ROUND_OF[closed.round.kind]
    whom = seats[0] if row.speakers is Speakers.TURN else seats
    return tuple(notice(deal, whom) for notice in row.notices)
