"""Collecting one round: entries as they come in, and the vote on seats that stay silent (SPEC §6.7).

The one rule: once this seat has declared others absent in a ballot, it does not count their late
entries unless that ballot can no longer decide. So no two peers close one round differently.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from p2pcards.engine import Seat
from protocol.log.rounds import (
    Absent,
    ClosedRound,
    Contribution,
    Left,
    Round,
    Spoke,
    equivocation,
    is_enough,
    verdict,
)
from protocol.wire.codec import SignedEntry
from protocol.wire.entries import Leave, Vote


@dataclass
class Ballot:
    """What has come in for one round. The only thing here that changes.

    Args:
        round: The round being collected.
        due_ms: When this seat may begin to declare others absent; None = never by itself.
        mine: Number of the last ballot this seat has voted in; 0 = none yet.
        has_asked: Whether the others were asked for what is missing, as is due before the first vote.
        strays: Entries for this place that follow another head: a sign that the log has forked.
    """

    round: Round
    due_ms: int | None
    mine: int = 0
    has_asked: bool = False
    spoken: dict[Seat, Contribution] = field(default_factory=dict)
    votes: dict[int, dict[Seat, SignedEntry]] = field(default_factory=dict)
    strays: dict[Seat, SignedEntry] = field(default_factory=dict)

    def add(self, signed: SignedEntry) -> None:
        """Take in an entry, a leave or a vote for this round; what does not belong is passed over.

        An entry that follows another head counts for nothing by itself, but two different ones of
        a seat for one place are an equivocation whatever heads they name.
        """
        entry = signed.entry
        if isinstance(entry, Vote):
            if entry.seat in self.round.voters and entry.head == self.round.head:
                self.votes.setdefault(entry.ballot, {}).setdefault(entry.seat, signed)
            return
        if entry.seat not in self.round.speakers:
            return
        known = self.spoken.get(entry.seat)
        if isinstance(entry, Leave):
            if known is None:
                self.spoken[entry.seat] = Left(signed)
            return
        if not isinstance(entry, self.round.kind):
            return
        match known:
            case None if entry.head != self.round.head:
                self.strays[entry.seat] = signed
            case None if entry.seat in self.strays:
                self.spoken[entry.seat] = equivocation(self.strays[entry.seat], signed)
            case None:
                self.spoken[entry.seat] = Spoke(signed)
            case Spoke(first) if first.id != signed.id:
                self.spoken[entry.seat] = equivocation(first, signed)
            case _:
                pass

    def missing(self) -> tuple[Seat, ...]:
        """Speakers from whom nothing has come."""
        return tuple(seat for seat in self.round.speakers if seat not in self.spoken)

    def unheard(self) -> tuple[Seat, ...]:
        """Whom this seat would declare absent in its next ballot.

        Those who owe an entry, and those who owed a vote in the last ballot and gave none.
        """
        silent = set(self.missing())
        if self.mine and silent:
            voted = self.votes.get(self.mine, {})
            silent |= {seat for seat in self.round.voters if seat not in voted}
        return tuple(sorted(silent))

    def closed(self, own: Seat | None) -> ClosedRound | None:
        """The round, if it is complete or decided; None while it is open."""
        for ballot in sorted(self.votes):
            votes = self.votes[ballot]
            absent = verdict(self.round, votes)
            if absent is not None:
                return self._decided(absent, votes)
        if self.missing() or (own is not None and self._may_still_decide(own)):
            return None
        return ClosedRound(self.round, dict(self.spoken))

    def _decided(
        self, absent: tuple[Seat, ...], votes: Mapping[Seat, SignedEntry]
    ) -> ClosedRound | None:
        spoken = {seat: c for seat, c in self.spoken.items() if seat not in absent}
        if not set(self.round.speakers) <= spoken.keys() | set(absent):
            return None
        signers = [seat for seat in self.round.voters if seat not in absent]
        contributions = spoken | {seat: Absent() for seat in absent}
        return ClosedRound(self.round, contributions, tuple(votes[seat] for seat in signers))

    def _may_still_decide(self, own: Seat) -> bool:
        """Whether the last ballot in which `own` declared somebody absent may yet succeed."""
        votes = self.votes.get(self.mine, {})
        if own not in votes:
            return False
        mine = votes[own].entry
        assert isinstance(mine, Vote)
        if not mine.absent or not is_enough(self.round.voters, mine.absent):
            return False
        others = [seat for seat in self.round.voters if seat not in (*mine.absent, own)]
        return all(
            seat not in votes
            or (isinstance(v := votes[seat].entry, Vote) and v.absent == mine.absent)
            for seat in others
        )
