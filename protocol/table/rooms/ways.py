"""The ways that the others may have gone where we have gone another (SPEC §6.6, §6.7).

The one rule: a way is only looked at here. Whether it is taken is decided by who has signed what
on it, and that is the table's to judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from p2pcards.engine import Seat
from protocol.log.rounds import (
    ClosedRound,
    Contribution,
    Left,
    Place,
    Round,
    Spoke,
)
from protocol.table.judge.referee import Referee
from protocol.table.memory.ballot import Ballot
from protocol.table.memory.early import Early
from protocol.table.memory.leaves import Leaves
from protocol.table.notices import Notice
from protocol.table.rooms.docket import Docket
from protocol.wire.codec import SignedEntry


def _follow(
    due: Callable[[], Round | None], close: Callable[[Round], ClosedRound | None]
) -> Iterator[tuple[Round, ClosedRound | None]]:
    """The rounds of a way, each as what is known closes it; the last one is open still, or not wanted.

    Whoever takes a closed round closes it in the way's referee before taking the next. It comes to an
    end, for each round takes entries that are kept, and of these there are few.
    """
    while (round := due()) is not None:
        closed = close(round)
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

        def close(round: Round) -> ClosedRound | None:
            ballot = Ballot(round, None)
            for signed in early.at(round.place):
                ballot.add(signed)
            return ballot.closed(None)

        for round, closed in _follow(self._due, close):
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
        collect: A ballot with what is known of a round.
        leaves: The leaves that are known.
        docket: The evidence that is known.
    """

    def __init__(
        self,
        base: Referee,
        collect: Callable[[Round], Ballot],
        leaves: Leaves,
        docket: Docket,
    ) -> None:
        self._base = base
        self._collect = collect
        self._leaves = leaves
        self._docket = docket
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
        for round, closed in _follow(self._due, lambda round: self._close(round, early)):
            if closed is None:
                return False
            self.told += self.referee.close(closed)
            self._passed.add(round.place)
            if round.is_gate:
                return True
        return False

    def _due(self) -> Round | None:
        return next(iter(self.referee.rounds()), None)

    def _close(self, round: Round, early: Early) -> ClosedRound | None:
        """The round as those have closed it who have gone on from it; None as long as that is open."""
        ballot = self._collect(round)
        closed = ballot.closed(None)
        if closed is None:
            return self._by_one_of_two_votes(ballot, early)
        if closed.votes and len(round.voters) <= 2 and not ballot.missing():
            closed = self._word_against_word(closed, ballot, early)
        return self._as_followed(closed, early)

    def _by_one_of_two_votes(self, ballot: Ballot, early: Early) -> ClosedRound | None:
        """Two votes in one ballot count for nothing, but for those who have closed the round by one."""
        round = ballot.round
        for seat in ballot.doubles:
            for vote in early.votes(round.place, round.head, seat):
                other = self._collect(round)
                other.count_only(vote)
                closed = other.closed(None)
                if closed is not None and self._gone_on_from(closed, early) - {seat}:
                    return closed
        return None

    def _word_against_word(self, decided: ClosedRound, ballot: Ballot, early: Early) -> ClosedRound:
        """One of two has declared the other absent, who has spoken: whoever has gone on and is no liar
        shows which was true.
        """
        complete, proven = ClosedRound(decided.round, dict(ballot.spoken)), self._docket.seats
        if self._gone_on_from(decided, early) - proven:
            return decided
        return complete if self._gone_on_from(complete, early) - proven else decided

    def _as_followed(self, closed: ClosedRound, early: Early) -> ClosedRound | None:
        """Of a seat that has said two things, or something beside a leave, that from which somebody has gone on.

        None while nobody has: whichever was taken, the rest of the way might follow the other one.
        """
        round, place = closed.round, closed.round.place
        for seat, contribution in closed.contributions.items():
            said = early.versions(place, round.head, seat)
            versions: list[Contribution] = [Spoke(each) for each in said]
            # At a gate what was said beside a leave stands for all in the end (SPEC §6.6).
            leave = None if round.is_gate else self._leaves.in_time(place, seat)
            if leave is not None:
                versions.append(Left(leave))
            if len(versions) < 2 or not isinstance(contribution, Spoke):
                continue
            others = [
                ClosedRound(round, {**closed.contributions, seat: each}, closed.votes)
                for each in versions
            ]
            followed = [(other, self._gone_on_from(other, early)) for other in others]
            by_another = (other for other, seats in followed if seats - {seat})
            by_itself = (other for other, seats in followed if seats)
            return next(chain(by_another, by_itself), None)
        return closed

    def _gone_on_from(self, closed: ClosedRound, early: Early) -> set[Seat]:
        """Who has signed anything after the head to which this leads."""
        way = self.referee.copy()
        way.close(closed)
        due = way.rounds()
        return {signed.entry.seat for signed in early.after(due[0].head)} if due else set()
