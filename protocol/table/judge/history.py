"""What can still be taken back: closed rounds, the lines they stand in, the deck made ahead.

The one rule: it goes back, and puts the same decision in other words, but judges nothing.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace
from typing import Self

from p2pcards.engine import Seat
from protocol.log.evidence import Evidence
from protocol.log.lines import Archive, LogLines
from protocol.log.rounds import ClosedRound, Place, Spoke
from protocol.table.judge import preparation
from protocol.table.judge.between import Between
from protocol.table.judge.opening import Opening
from protocol.table.judge.play import Play
from protocol.table.judge.preparation import Preparation
from protocol.table.judge.states import MainState
from protocol.wire.codec import SignedEntry
from protocol.wire.entries import Leave


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
class Gate:
    """Where the table stands right after a gate, before it goes on (SPEC §6.6).

    Args:
        between: The table between two deals, or around the one under way.
        play: The deal whose stakes were paid by this gate; None where no deal is under way.
        ahead: The deck being made ahead.
        evidence: What stands in the log right after the gate, by seat; these are convicted here.
    """

    between: Between
    play: Play | None
    ahead: Ahead | None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A closed round and the main track's state before it, to go back to.

    `ahead` is the origin of the deck that was being made ahead then; `gate` is given where the
    round is a gate.
    """

    closed: ClosedRound
    before: MainState
    line_count: int
    ahead: bytes | None
    gate: Gate | None = None

    @property
    def line_count_after(self) -> int:
        """Lines of the log up to the end of this round, without evidence that follows it."""
        return self.line_count + len(self.closed.lines())


class History:
    """The log and the state of one table, and the way back.

    Args:
        proposal: The first line.
        state: The state after it.
    """

    def __init__(self, proposal: SignedEntry, state: Opening) -> None:
        self.state: MainState = state
        self.steps: list[Step] = []
        self.ahead: Ahead | None = None
        self.lines = LogLines([proposal.line])
        self._deals: list[int] = [0]
        """Where in the log each deal begins; the opening is deal 0."""
        self._last_ahead: Ahead | None = None

    def note(self, closed: ClosedRound, before: MainState) -> None:
        """A round of the main track has been closed: its lines enter the log."""
        origin = None if self.ahead is None else self.ahead.origin
        self.steps.append(Step(closed, before, len(self.lines), origin))
        if closed.round.place.deal == len(self._deals):
            self._deals.append(len(self.lines))
        self.lines.add(closed.lines())

    def set_ahead(self, ahead: Ahead | None) -> None:
        """The deck made ahead stands so now; if it is none any more, it may come back."""
        self.ahead = ahead
        if ahead is not None:
            self._last_ahead = ahead

    def forget_before_last(self) -> None:
        """All that are in the deal have signed the round closed last: what lies before it stays."""
        self.steps = self.steps[-1:]

    def closed_round(self, place: Place) -> ClosedRound | None:
        """The closed round at `place`, as far back as the table can still be taken back."""
        return next((each for each in self.closed_rounds() if each.round.place == place), None)

    def closed_rounds(self) -> tuple[ClosedRound, ...]:
        """All closed rounds that can still be taken back, those made ahead last."""
        ahead = () if self.ahead is None else self.ahead.steps
        return (*(step.closed for step in self.steps), *(step.closed for step in ahead))

    @property
    def gate_step(self) -> Step | None:
        """The last gate of the main track, as a step to go back to; None before the table is open."""
        index = self._last_gate()
        return None if index < 0 else self.steps[index]

    def _last_gate(self) -> int:
        """Where that step is; -1 before the table is open."""
        gates = (i for i in reversed(range(len(self.steps))) if self.steps[i].gate is not None)
        return next(gates, -1)

    @property
    def gate(self) -> Gate | None:
        """Where the table stood right after that gate."""
        step = self.gate_step
        return None if step is None else step.gate

    @property
    def is_at_gate(self) -> bool:
        """Whether nothing of the main track has been closed since the last gate."""
        return bool(self.steps) and self.steps[-1].gate is not None

    def set_gate(self, gate: Gate) -> None:
        """The round closed last is a gate, after which the table stands so; its evidence enters the log."""
        step = self.steps[-1]
        self.steps[-1] = replace(step, gate=gate)
        self.lines.cut(step.line_count_after)
        self.lines.add([line for each in gate.evidence for line in each.lines])

    def lines_of_deal(self, deal: int) -> tuple[bytes, ...]:
        """What the log holds of a deal."""
        if deal >= len(self._deals):
            return ()
        is_last = deal + 1 == len(self._deals)
        return tuple(self.lines[self._deals[deal] : None if is_last else self._deals[deal + 1]])

    def let_go(self, archive: Archive) -> None:
        """Hold no lines but those of the deal under way and of the one before: the archive has them."""
        before = self._deals[max(0, len(self._deals) - 2)]
        self.lines.let_go(min(before, self.line_count_to_stay), archive)

    def said_since_gate(self) -> tuple[SignedEntry, ...]:
        """All that has been said, votes too but no leaves, in rounds closed since the last gate, also ahead."""
        ahead = () if self.ahead is None else self.ahead.steps
        rounds = [step.closed for step in self.steps[self._last_gate() + 1 :]]
        rounds += [step.closed for step in ahead]
        said = (signed for closed in rounds for signed in closed.signed())
        return tuple(signed for signed in said if not isinstance(signed.entry, Leave))

    def reopen_after_gate(self) -> Gate:
        """Go back to where the table stood right after its last gate."""
        index = self._last_gate()
        del self.steps[index + 1 :]
        gate = self.steps[index].gate
        assert gate is not None
        return gate

    @property
    def line_count_to_stay(self) -> int:
        """How many lines of the log cannot be taken back any more."""
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
                self.lines.replace(same, step.line_count_after, closed.lines())
        if self.ahead is not None:
            steps = [
                replace(step, closed=closed) if step.closed.round == closed.round else step
                for step in self.ahead.steps
            ]
            self.set_ahead(replace(self.ahead, steps=tuple(steps)))
        return same

    def reopen(self, place: Place) -> None:
        """Go back to before a closed round.

        The deck made ahead depends on nothing that happens in the deal that is played meanwhile: it
        stays, or comes back if it had been taken over.
        """
        ahead = () if self.ahead is None else self.ahead.steps
        for index, ahead_step in enumerate(ahead):
            if ahead_step.closed.round.place == place:
                assert self.ahead is not None
                self.set_ahead(replace(self.ahead, outcome=ahead_step.before, steps=ahead[:index]))
                return
        index = next(i for i, step in enumerate(self.steps) if step.closed.round.place == place)
        step, last = self.steps[index], self._last_ahead
        del self.steps[index:]
        self.lines.cut(step.line_count)
        while self._deals[-1] >= step.line_count:
            self._deals.pop()
        self.state = step.before
        self.ahead = last if last is not None and last.origin == step.ahead else None

    def copy(self) -> Self:
        """Another one, which goes on from here by itself."""
        other = copy.copy(self)
        other.become(self)
        return other

    def become(self, other: Self) -> None:
        """Go on from where a copy of this one has come to."""
        self.state, self.ahead, self._last_ahead = other.state, other.ahead, other._last_ahead
        self.steps, self.lines = list(other.steps), other.lines.copy()
        self._deals = list(other._deals)

    def forget_votes_ahead(self) -> None:
        """Of the deck made ahead keep only what no vote has decided."""
        if self._last_ahead is not None:
            self._last_ahead = _without_votes(self._last_ahead)


def _without_votes(ahead: Ahead) -> Ahead:
    """The deck made ahead, as far as all have spoken for it."""
    for index, step in enumerate(ahead.steps):
        if step.closed.votes:
            return replace(ahead, outcome=step.before, steps=ahead.steps[:index])
    return ahead
