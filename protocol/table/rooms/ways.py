"""The ways that the others may have gone where we have gone another (SPEC §6.6, §6.7).

The one rule: a way is only looked at here. Whether it is taken is decided by who has signed what
on it, and that is the table's to judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from p2pcards.engine import Seat
from protocol.log.rounds import ClosedRound, Place, Round, Spoke
from protocol.table.judge.referee import Referee
from protocol.table.memory.ballot import Ballot
from protocol.table.memory.early import Early
from protocol.table.notices import Notice
from protocol.wire.codec import SignedEntry


def _follow(
    due: Callable[[], Round | None], collect: Callable[[Round], Ballot]
) -> Iterator[tuple[Round, ClosedRound | None]]:
    """The rounds of a way, each as what is known closes it; the last one is open still, or not wanted.

    Whoever takes a closed round closes it in the way's referee before taking the next. It comes to an
    end, for each round takes entries that are kept, and of these there are few.
    """
    while (round := due()) is not None:
        closed = collect(round).closed(None)
        yield round, closed
        if closed is None:
            return


class OtherWay:
    """A closing of a round other than ours, and the rounds that have followed it.

    Args:
        referee: Ours; it is not changed.
        closed: The round, closed otherwise than by us.
    """

    def __init__(self, referee: Referee, closed: ClosedRound) -> None:
        self.closed = closed
        self._referee = referee.branch(closed)
        self._heads: dict[bytes, None] = {}
        ahead = () if referee.ahead is None else referee.ahead.steps
        self._is_ahead = any(step.closed.round == closed.round for step in ahead)

    def signed_on(self, early: Early) -> Iterator[SignedEntry]:
        """What has been signed on this way, as far as it is known."""

        def collect(round: Round) -> Ballot:
            ballot = Ballot(round, None)
            for signed in early.at(round.place):
                ballot.add(signed)
            return ballot

        for round, closed in _follow(self._due, collect):
            self._heads[round.head] = None
            if closed is not None:
                self._referee.close(closed)
        for head in self._heads:
            yield from early.after(head)

    def _due(self) -> Round | None:
        if self._is_ahead:
            attempt = self._referee.preparation_ahead
            return None if attempt is None else attempt.round
        return next(iter(self._referee.rounds()), None)


class LeftBehind:
    """The way that we have left because of evidence: others may have signed its next gate already.

    It is followed from the last gate on, for the author of the evidence may have had us close a round
    with another version of its word than the others.

    Args:
        base: A copy of our referee, as it stood right after the last gate.
        prepare: Gives a ballot what is known of its round.
    """

    def __init__(self, base: Referee, prepare: Callable[[Ballot], None]) -> None:
        self._base = base
        self._prepare = prepare
        self._passed: set[Place] = set()
        self._heard: frozenset[bytes] = frozenset()
        self.referee = base.copy()
        self.told: list[Notice] = []

    def reaches_gate(self, early: Early) -> bool:
        """Whether what has been heard since leads to a gate that is closed, by all or by a ballot."""
        if not early.ids_at(self._passed) <= self._heard:
            # What was unknown when a round was passed may have closed it otherwise for the others.
            self.referee, self.told, self._passed = self._base.copy(), [], set()
        is_there = self._go_on(early)
        self._heard = early.ids_at(self._passed)
        return is_there

    def _go_on(self, early: Early) -> bool:
        def collect(round: Round) -> Ballot:
            ballot = Ballot(round, None)
            self._prepare(ballot)
            return ballot

        for round, closed in _follow(self._due, collect):
            if closed is None:
                return False
            followed = self._as_followed(closed, early)
            if followed is None:
                return False
            self.told += self.referee.close(followed)
            self._passed.add(round.place)
            if round.is_gate:
                return True
        return False

    def _due(self) -> Round | None:
        return next(iter(self.referee.rounds()), None)

    def _as_followed(self, closed: ClosedRound, early: Early) -> ClosedRound | None:
        """Of a seat that has said two things the one from which somebody has gone on.

        None while nobody has: whichever was taken, the rest of the way might follow the other one.
        """
        for seat, contribution in closed.contributions.items():
            versions = early.versions(closed.round.place, closed.round.head, seat)
            if len(versions) < 2 or not isinstance(contribution, Spoke):
                continue
            others = [
                ClosedRound(closed.round, {**closed.contributions, seat: Spoke(each)}, closed.votes)
                for each in versions
            ]
            gone_on = [self._gone_on_from(other, early) for other in others]
            by_another = next(
                (o for o, seats in zip(others, gone_on, strict=True) if seats - {seat}), None
            )
            by_itself = next((o for o, seats in zip(others, gone_on, strict=True) if seats), None)
            return by_another or by_itself
        return closed

    def _gone_on_from(self, closed: ClosedRound, early: Early) -> set[Seat]:
        """Who has signed anything after the head to which this leads."""
        way = self.referee.copy()
        way.close(closed)
        due = way.rounds()
        return {signed.entry.seat for signed in early.after(due[0].head)} if due else set()
