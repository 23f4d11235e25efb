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
from protocol.crypto.proofs import REAL, Proofs
from protocol.crypto.rng import Rng
from protocol.log.evidence import Evidence
from protocol.log.rounds import ClosedRound, Place, Round
from protocol.table.judge import convictions, course, opening, waiting
from protocol.table.judge.history import Ahead, Gate, History
from protocol.table.judge.opening import Opening, OpeningFailed
from protocol.table.judge.play import Play
from protocol.table.judge.preparation import Check, Preparation
from protocol.table.judge.setting import Setting
from protocol.table.judge.states import MainState, Over, Playing, Preparing, Waiting
from protocol.table.notices import Notice, RolledBack, SeatOut
from protocol.wire.codec import SignedEntry, verify_line
from protocol.wire.entries import AnyEntry


class Referee(History):
    """Judges one table's rounds; see the module's docstring.

    Args:
        proposal: First line of the log, its signature checked.
        rng: The verifier's own randomness.
        own: A seat whose own shuffle proofs need no check (its program made them).
        proofs: What checks the proofs.

    Raises:
        BadProposal: If there is nothing to agree to.
    """

    def __init__(
        self,
        proposal: SignedEntry,
        rng: Rng,
        own: Seat | None = None,
        proofs: Proofs = REAL,
    ) -> None:
        self.proofs = proofs
        self.check_shuffles: Check = lambda links: proofs.refused_shuffles(links, rng)
        self._known = frozenset() if own is None else frozenset({own})
        self.proposal = opening.begin(proposal, proofs)
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
    def due(self) -> tuple[Place, ...]:
        """Where the rounds stand that are due now."""
        return tuple(round.place for round in self.rounds())

    @property
    def first_deal(self) -> int:
        """The earliest deal of which anything may still be decided otherwise."""
        # Deals follow one another, so of the closed rounds the first is enough.
        ahead = () if self.ahead is None else self.ahead.steps
        closed = [step.closed for step in self.steps[:1]] + [step.closed for step in ahead[:1]]
        rounds = (*(each.round for each in closed), *self.rounds())
        return min([round.place.deal for round in rounds], default=0)

    @property
    def last_deal(self) -> int:
        """The latest deal for which anything can be wanted: the one after that under way."""
        return self.due[0].deal + 1 if self.due else 0

    def is_ahead(self, place: Place) -> bool:
        """Whether a place may come to be due here, or is."""
        if not self.due:
            return False
        return place.deal >= self.due[0].deal and not any(
            (place.chain, place.deal) == (due.chain, due.deal)
            and (place.attempt, place.number) < (due.attempt, due.number)
            for due in self.due
        )

    def is_wrong_opening(self, entry: AnyEntry) -> bool:
        """Whether an entry of the opening is another than its author is bound to give."""
        return isinstance(self.state, Opening) and not opening.is_right(self.state, entry)

    @property
    def play(self) -> Play | None:
        """The deal under way, if its stakes are paid or due."""
        match self.state:
            case Playing(play) | Preparing(play=Play() as play):
                return play
            case _:
                return None

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
    def is_paused(self) -> bool:
        """Whether all have agreed to a pause that is not over yet (SPEC §6.5)."""
        return isinstance(self.state, Waiting) and bool(self.state.between.paused)

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

    def verified(self, line: bytes, chain: str) -> SignedEntry:
        """The entry in a line of this chain, its signature checked. Raises BadLine."""
        return verify_line(line, self.table_of(chain), self.keys, self.proofs.verify_signature)

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
        attempt, ahead = self.preparation_ahead, self.ahead
        if ahead is not None and attempt is not None and closed.round == attempt.round:
            ahead = course.move_ahead(ahead, closed, self.check_shuffles, self._known)
            self.set_ahead(ahead)
            return course.preparation_notices(closed, ahead.outcome)
        assert closed.round == self.rounds()[0], "not the round that is due"
        self.note(closed, self.state)
        return self._follow(
            course.move(self.state, ahead, closed, self.check_shuffles, self._known)
        )

    def _follow(self, moved: course.Moved) -> tuple[Notice, ...]:
        """Stand where the table has come to."""
        if moved.gate is not None:
            if moved.gate.play is not None:
                self.forget_before_last()
            self.set_gate(moved.gate)
            self.setting = moved.gate.between.setting  # the first gate opens the table
        if moved.adopted:
            self.set_ahead(None)
            for closed, before in moved.adopted:
                self.note(closed, before)
        if moved.ahead is not self.ahead:
            self.set_ahead(moved.ahead)
        self.state = moved.state
        return moved.notices

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
        return self._mended(evidence) is not None or convictions.puts_out(gate, evidence)

    def puts_out(self, evidence: Evidence) -> bool:
        """Whether evidence stands in the log right after the last gate: it does not change the gate itself."""
        gate = self.gate
        if gate is None or self._mended(evidence) is not None:
            return False
        return convictions.puts_out(gate, evidence)

    def _mended(self, evidence: Evidence) -> ClosedRound | Place | None:
        assert self.gate_step is not None
        return convictions.mended_gate(self.gate_step.closed, evidence)

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
        mended = self._mended(evidence)
        if isinstance(mended, ClosedRound):
            return self.roll_back(mended)
        if mended is not None:
            self.reopen(mended)
            return ()
        gate = convictions.with_evidence(self.reopen_after_gate(), evidence)
        return self._go_on_from(gate, evidence.seat)

    def go_back_to_gate(self, evidence: tuple[Evidence, ...]) -> None:
        """Stand where the table stood right after its last gate, with this evidence alone."""
        self._go_on_from(replace(self.reopen_after_gate(), evidence=evidence), None)

    def _go_on_from(self, gate: Gate, newest: Seat | None) -> tuple[Notice, ...]:
        """Go on from the last gate, as it is now; of the seat convicted there newly is told."""
        self.set_gate(gate)
        place = self.steps[-1].closed.round.place
        between, deal, happened = convictions.after_gate(gate)
        told: tuple[Notice, ...] = () if newest is None else (RolledBack(place, newest),)
        for seat, notices in happened:
            told += notices
            if seat == newest:
                told += course.out_notices(between.deal, place, (convictions.fault_of(seat),))
        self.ahead = None if gate.evidence else gate.ahead
        return (*told, *self._follow(course.go_on(between, deal, self.ahead)))
