"""Collecting one round: entries as they come in, and the vote on seats that stay silent (SPEC §6.7).

The one rule: a seat that has declared others absent counts no late entry, and no lower ballot, as
long as a ballot of its own can still decide. So no two seats that a verdict leaves at the table
close one round differently; a seat that the verdict names follows it when it hears of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never

from p2pcards.engine import Seat
from protocol.log.rounds import (
    Absent,
    ClosedRound,
    Contribution,
    Equivocated,
    Left,
    Round,
    Spoke,
    equivocation,
    is_in_time,
    is_vote_for,
    verdict,
)
from protocol.wire.codec import SignedEntry
from protocol.wire.entries import Leave, Refusal, Vote


@dataclass
class Ballot:
    """What has come in for one round. The only thing here that changes.

    Args:
        round: The round being collected.
        due_ms: When this seat has something to do about those not heard; None = never by itself.
        away_ms: How much earlier than `due_ms` the others' time may be up, since this program was away.
        mine: Number of the last ballot in which this seat has declared somebody absent; 0 = none yet.
        has_asked: Whether the others were asked for what is missing, as is due before the first vote.
        is_hurried: Whether more than half of the voters have voted before this seat's own time was up.
        given_up: Ballots up to this one are held to decide nothing any more.
        voided: Ballots up to this one count for nothing: two seats had declared each other absent.
        patience: Times that a complete round has waited for the votes of a ballot of this seat.
        told: The seats whose silence was last reported as suspending the table.
        believed: Those of them whose refusal counts: no ballot against one of them decides anything.
        refused: Speakers that have gone another way and will not sign this gate (SPEC §6.6).
        doubles: Voters that have signed two votes in one ballot; none of their votes counts.
    """

    round: Round
    due_ms: int | None
    away_ms: int = 0
    mine: int = 0
    has_asked: bool = False
    is_hurried: bool = False
    given_up: int = 0
    voided: int = 0
    patience: int = 0
    told: tuple[Seat, ...] = ()
    spoken: dict[Seat, Contribution] = field(default_factory=dict)
    votes: dict[int, dict[Seat, SignedEntry]] = field(default_factory=dict)
    doubles: set[Seat] = field(default_factory=set)
    refused: dict[Seat, SignedEntry] = field(default_factory=dict)
    believed: frozenset[Seat] = frozenset()

    def add(self, signed: SignedEntry) -> None:
        """Take in an entry, a leave or a vote for this round; what does not belong is passed over.

        An entry that follows another head is none of ours. What a seat has said goes before its
        leave; that it has said two things is evidence, and only of a result a contribution too.
        """
        entry = signed.entry
        if isinstance(entry, Vote):
            self._add_vote(signed, entry)
            return
        if isinstance(entry, Refusal):
            if entry.seat in self.round.speakers and entry.head == self.round.head:
                self.refused[entry.seat] = signed
            return
        if entry.seat not in self.round.speakers:
            return
        known = self.spoken.get(entry.seat)
        if isinstance(entry, Leave):
            # Who leaves during the opening is missed in it; its word may have come to us alone.
            if not is_in_time(entry, self.round.place) or entry.chain == "open":
                return
        elif not isinstance(entry, self.round.kind) or entry.head != self.round.head:
            return
        match known:
            case None if isinstance(entry, Leave):
                self.spoken[entry.seat] = Left(signed)
            case None:
                self.spoken[entry.seat] = Spoke(signed)
            case Spoke(first) | Left(first) if self._are_two(first, signed):
                self.spoken[entry.seat] = equivocation(first, signed)
            case Left() if not isinstance(entry, Leave):
                self.spoken[entry.seat] = Spoke(signed)
            case _:
                pass

    def _are_two(self, one: SignedEntry, other: SignedEntry) -> bool:
        """Whether two entries of a seat are one contribution, as two versions (SPEC §5.1)."""
        has_leave = isinstance(one.entry, Leave) or isinstance(other.entry, Leave)
        return self.round.takes_versions and one.id != other.id and not has_leave

    def _add_vote(self, signed: SignedEntry, vote: Vote) -> None:
        if not is_vote_for(self.round, vote):
            return
        known = self.votes.setdefault(vote.ballot, {}).setdefault(vote.seat, signed)
        if known.id != signed.id:
            self.doubles.add(vote.seat)

    def count_only(self, signed: SignedEntry) -> None:
        """Of all votes of its author count this one, as somebody may have who knew no other."""
        seat = signed.entry.seat
        for votes in self.votes.values():
            votes.pop(seat, None)
        self.doubles.discard(seat)
        self.add(signed)

    def is_stray(self, signed: SignedEntry) -> bool:
        """Whether an entry for this place was signed by somebody whose log goes otherwise than ours."""
        return not isinstance(signed.entry, Leave) and signed.entry.head != self.round.head

    def votes_in(self, ballot: int) -> dict[Seat, SignedEntry]:
        """The votes that count in a ballot, by seat."""
        votes = self.votes.get(ballot, {})
        return {seat: vote for seat, vote in votes.items() if seat not in self.doubles}

    def missing(self) -> tuple[Seat, ...]:
        """Speakers from whom nothing has come."""
        return tuple(seat for seat in self.round.speakers if seat not in self.spoken)

    def unheard(self, own: Seat) -> tuple[Seat, ...]:
        """Whom this seat, `own`, would declare absent in its next ballot.

        Those who owe an entry; and, of the voters in its last ballot, those who gave no vote, gave
        two, or say that they have heard one whose entry they have not handed on since.
        """
        missing = set(self.missing())
        silent = set(missing)
        if self.mine > self.voided and missing:
            named = missing & self._named(self.mine)
            for seat in set(self.round.voters) - {own}:
                vote = self.votes_in(self.mine).get(seat)
                if vote is None or named - set(_absent(vote)):
                    silent.add(seat)
        return tuple(sorted(silent))

    def _named(self, ballot: int) -> set[Seat]:
        """All whom anybody has declared absent in a ballot."""
        return {seat for vote in self.votes.get(ballot, {}).values() for seat in _absent(vote)}

    def accused(self) -> frozenset[Seat]:
        """Seats from whom nothing has come, and whom somebody has declared absent."""
        named = {seat for number in self.votes for seat in self._named(number)}
        return frozenset(named & set(self.missing()))

    def others_declared(self, own: Seat | None) -> bool:
        """Whether more than half of the voters have declared somebody absent, not counting this seat."""
        for votes in self.votes.values():
            declaring = [seat for seat, vote in votes.items() if _absent(vote) and seat != own]
            if 2 * len(declaring) > len(self.round.voters):
                return True
        return False

    def closed(self, own: Seat | None) -> ClosedRound | None:
        """The round, if it is complete or decided; None while it is open."""
        bound: set[tuple[Seat, ...]] = set()
        for number in sorted((n for n in self.votes if n > self.voided), reverse=True):
            votes = self.votes_in(number)
            absent = self._verdict(votes)
            if absent is not None and (bound <= {absent} or own in absent):
                return self._decided(absent, votes)
            if own is not None and number > self.given_up and self._may_decide(own, votes):
                bound.add(_absent(votes[own]))
        if bound or self.missing():
            return None
        return ClosedRound(self.round, dict(self.spoken))

    def decided(self, number: int) -> ClosedRound | None:
        """The round as this ballot decides it; None if it does not."""
        votes = self.votes_in(number)
        absent = self._verdict(votes)
        return None if absent is None else self._decided(absent, votes)

    def _verdict(self, votes: Mapping[Seat, SignedEntry]) -> tuple[Seat, ...] | None:
        absent = verdict(self.round, votes)
        return None if absent is None or self.believed & set(absent) else absent

    def _decided(
        self, absent: tuple[Seat, ...], votes: Mapping[Seat, SignedEntry]
    ) -> ClosedRound | None:
        spoken = {seat: c for seat, c in self.spoken.items() if seat not in absent}
        if not set(self.round.speakers) <= spoken.keys() | set(absent):
            return None
        signers = [seat for seat in self.round.voters if seat not in absent]
        contributions = spoken | {seat: Absent() for seat in absent}
        return ClosedRound(self.round, contributions, tuple(votes[seat] for seat in signers))

    def _may_decide(self, own: Seat, votes: Mapping[Seat, SignedEntry]) -> bool:
        """Whether a ballot in which `own` declared somebody absent may yet succeed."""
        absent = _absent(votes[own]) if own in votes else ()
        if self.believed & set(absent):
            return False
        if not absent or not self.round.is_enough(absent):
            return False
        others = [seat for seat in self.round.voters if seat not in (*absent, own)]
        return all(
            seat not in self.doubles and (seat not in votes or _absent(votes[seat]) == absent)
            for seat in others
        )

    def entries(self) -> tuple[SignedEntry, ...]:
        """All that has come in but leaves, to be looked at again where the round has to be collected anew."""
        said = [signed for signed in self.heard() if not isinstance(signed.entry, Leave)]
        votes = (vote for votes in self.votes.values() for vote in votes.values())
        return (*said, *self.refused.values(), *votes)

    def heard(self) -> tuple[SignedEntry, ...]:
        """What the speakers have said so far, their leaves among it."""
        found: list[SignedEntry] = []
        for contribution in self.spoken.values():
            match contribution:
                case Spoke(signed) | Left(signed):
                    found.append(signed)
                case Equivocated(first, second):
                    found += [first, second]
                case Absent():
                    pass
                case _:
                    assert_never(contribution)
        return tuple(found)


def _absent(signed: SignedEntry) -> tuple[Seat, ...]:
    assert isinstance(signed.entry, Vote)
    return signed.entry.absent
