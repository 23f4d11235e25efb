"""What can still be taken back: closed rounds, the lines they stand in, the deck made ahead.

The one rule: it goes back, and puts the same decision in other words, but judges nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from p2pcards.engine import Seat
from protocol.log.rounds import ClosedRound, Place, Spoke
from protocol.table import preparation
from protocol.table.opening import Opening
from protocol.table.preparation import Preparation
from protocol.table.states import MainState
from protocol.wire.codec import SignedEntry


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
        self.lines: list[bytes] = [proposal.line]
        self._last_ahead: Ahead | None = None

    def note(self, closed: ClosedRound, before: MainState) -> None:
        """A round of the main track has been closed: its lines enter the log."""
        origin = None if self.ahead is None else self.ahead.origin
        self.steps.append(Step(closed, before, len(self.lines), origin))
        self.lines += closed.lines()

    def set_ahead(self, ahead: Ahead) -> None:
        """The deck made ahead stands so now."""
        self.ahead = self._last_ahead = ahead

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
        del self.lines[step.line_count :]
        self.state = step.before
        self.ahead = last if last is not None and last.origin == step.ahead else None

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
