"""A round: which seats must speak after a given head, and what counts as each one's contribution.

The one rule: whatever a round ends in follows from signed lines alone, so that every peer, and
every auditor later, closes it in the same way. Nothing here knows a clock or whose program it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias, assert_never

from protocol.faults import Code, CodedError, ProtocolError, Reason, Value
from protocol.wire.codec import SignedEntry
from protocol.wire.digests import digest
from protocol.wire.entries import Entry, Leave, NonceCommitment, Result, Stake, Vote

GATES: Final = (Stake, Result)
"""Kinds that all in the round must sign: behind such a round nothing is taken back (SPEC §6.6)."""

TAKE_VERSIONS: Final = (Result, NonceCommitment)
"""Kinds of which two versions are a contribution, and not only evidence (SPEC §5.1)."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where in the log a round stands; an entry names its place, and a seat may fill it once."""

    deal: int
    chain: str
    attempt: int
    number: int


def place_of(entry: Entry) -> Place:
    """The place that the entry names."""
    return Place(entry.deal, entry.chain, entry.attempt, entry.round)


@dataclass(frozen=True, slots=True)
class Round:
    """What is expected next in a chain.

    Args:
        place: Where it stands.
        head: Hash of all that the round follows; its entries must name it.
        kind: The type of entry that each speaker owes.
        speakers: The seats that must speak, ascending.
        voters: The seats that may declare others absent: those still in the deal. Empty where
            nobody can be voted out (the opening).
        convicted: Seats put out as cheats since the last gate: they vote no more, but a majority must
            be one of them too, for others may not have seen the same.
    """

    place: Place
    head: bytes
    kind: type[Entry]
    speakers: tuple[int, ...]
    voters: tuple[int, ...]
    convicted: tuple[int, ...] = ()

    @property
    def is_gate(self) -> bool:
        return self.kind in GATES

    @property
    def takes_versions(self) -> bool:
        return self.kind in TAKE_VERSIONS

    def is_enough(self, absent: Sequence[int]) -> bool:
        """Whether the voters that are not absent may decide: a majority, or one of two (SPEC §6.7)."""
        remaining = len(set(self.voters) - set(absent))
        all_voters = len(self.voters) + len(self.convicted)
        return 2 * remaining > all_voters or (all_voters == 2 and remaining == 1)


# --- contributions: what a speaker's place is filled with ----------------------------------------


@dataclass(frozen=True, slots=True)
class Spoke:
    """The entry owed; whether it is a good one is for the table to judge."""

    signed: SignedEntry


@dataclass(frozen=True, slots=True)
class Left:
    """A signed leave, perhaps given in advance (`is_in_time`)."""

    signed: SignedEntry


@dataclass(frozen=True, slots=True)
class Equivocated:
    """Two different entries for one place after one head, or an entry and a leave that was to stand for it.

    Proof to anyone against their author. Only of a result and in the opening is it a contribution;
    elsewhere it is evidence (SPEC §6.6). (After two heads a seat may have to speak honestly: when the
    others have voted it out, or it them, on a branch of the log that did not last.)
    """

    first: SignedEntry
    second: SignedEntry


@dataclass(frozen=True, slots=True)
class Absent:
    """Declared absent by all the others; see `ClosedRound.votes`."""


Contribution: TypeAlias = Spoke | Left | Equivocated | Absent


def equivocation(one: SignedEntry, other: SignedEntry) -> Equivocated:
    """The two entries as evidence, in the one order in which they stand in the log."""
    first, second = sorted((one, other), key=lambda signed: signed.line)
    return Equivocated(first, second)


@dataclass(frozen=True, slots=True)
class ClosedRound:
    """A round with all its contributions; `votes` are given where seats were declared absent."""

    round: Round
    contributions: Mapping[int, Contribution]
    votes: tuple[SignedEntry, ...] = ()

    @property
    def absent(self) -> tuple[int, ...]:
        """The seats declared absent, ascending."""
        found = [seat for seat, each in self.contributions.items() if isinstance(each, Absent)]
        return tuple(sorted(found))

    @property
    def equivocated(self) -> frozenset[int]:
        """The seats that have signed two versions in this round."""
        found = [seat for seat, each in self.contributions.items() if isinstance(each, Equivocated)]
        return frozenset(found)

    @property
    def ballot(self) -> int:
        """The ballot that decided the round; 0 where all its speakers were heard."""
        votes = [signed.entry for signed in self.votes]
        return next((vote.ballot for vote in votes if isinstance(vote, Vote)), 0)

    def signed(self) -> tuple[SignedEntry, ...]:
        """The round as it stands in the log: contributions in seat order, then the votes."""
        found: list[SignedEntry] = []
        for _, contribution in sorted(self.contributions.items()):
            match contribution:
                case Spoke(signed) | Left(signed):
                    found.append(signed)
                case Equivocated(first, second):
                    found += [first, second]
                case Absent():
                    pass
                case _:
                    assert_never(contribution)
        return (*found, *self.votes)

    def lines(self) -> tuple[bytes, ...]:
        """Its lines in the log."""
        return tuple(signed.line for signed in self.signed())

    def next_head(self) -> bytes:
        """Hash of the round and all before it (SPEC §5.2).

        Of an equivocation or a leave only the fact is hashed: honest peers may hold different ones
        of a seat's many versions, and must agree on the head all the same.
        """
        parts: list[bytes] = [self.round.head]
        for seat, contribution in sorted(self.contributions.items()):
            match contribution:
                case Spoke(signed):
                    parts += [b"spoke", bytes([seat]), signed.id]
                case Left():
                    parts += [b"left", bytes([seat])]
                case Equivocated():
                    parts += [b"equivocated", bytes([seat])]
                case Absent():
                    parts += [b"absent", bytes([seat])]
                case _:
                    assert_never(contribution)
        return digest("head", *parts)


# --- absence ------------------------------------------------------------------------------------


def is_in_time(leave: Leave, place: Place) -> bool:
    """Whether a leave stands for its author's entry at `place`, if that names its author (SPEC §6.7)."""
    due = (leave.attempt, leave.round)
    return (leave.deal, leave.chain) == (place.deal, place.chain) and due <= (
        place.attempt,
        place.number,
    )


def is_vote_for(round: Round, vote: Vote) -> bool:
    """Whether a vote counts in the round: a voter's, after its head, for a list in its one form.

    That is seats of the round, ascending, a speaker among them unless it is empty, and not the voter
    itself: when nobody is missing there is nothing to decide.
    """
    return (
        vote.seat in round.voters
        and vote.head == round.head
        and vote.seat not in vote.absent
        and list(vote.absent) == sorted(set(vote.absent))
        and set(vote.absent) <= set(round.voters) | set(round.speakers)
        and not (vote.absent and set(vote.absent).isdisjoint(round.speakers))
    )


def verdict(round: Round, votes: Mapping[int, SignedEntry]) -> tuple[int, ...] | None:
    """The seats that these votes (of one ballot, by seat) declare absent; None if they decide nothing.

    They decide when all voters that are not declared absent have signed the same non-empty list,
    and are enough to do so.
    """
    for signed in votes.values():
        assert isinstance(signed.entry, Vote)
        absent = signed.entry.absent
        if not absent:
            continue
        remaining = [seat for seat in round.voters if seat not in absent]
        same = all(
            seat in votes and isinstance(vote := votes[seat].entry, Vote) and vote.absent == absent
            for seat in remaining
        )
        if same and round.is_enough(absent):
            return absent
    return None


# --- reading back -------------------------------------------------------------------------------


class BadRound(CodedError):
    """The lines do not make up the round.

    Args:
        index: The offending line's offset.
        why, values, because: What is wrong with it.
        seat: Whose fault it proves. None where lines may be lost, added or moved: their order is
            nobody's signature, and the author of the first that does not fit is as a rule innocent.
    """

    def __init__(
        self,
        index: int,
        why: Code | Reason,
        *values: Value,
        because: Reason | None = None,
        seat: int | None = None,
    ) -> None:
        super().__init__(why, *values, because=because)
        self.index = index
        self.seat = seat


class LogEnds(ProtocolError):
    """The lines end before the round is complete."""


class Lines(Protocol):
    """The lines of a log, decoded and verified one by one as they are reached."""

    def has(self, index: int) -> bool:
        """Whether the log goes on to this line."""
        ...

    def decoded(self, index: int) -> SignedEntry:
        """The entry in a line, its signature not yet checked. Raises BadRound where there is none."""
        ...

    def verified(self, index: int) -> SignedEntry:
        """The entry in a line, its signature checked. Raises BadRound where it does not hold."""
        ...


def read_round(round: Round, lines: Lines, start: int) -> tuple[ClosedRound, int]:
    """The round closed by the lines from `start` on, and the index after its last line.

    Raises:
        BadRound: If they are not entries of this table, or not this round's in their one order.
        LogEnds: If they stop in the middle of it.
    """
    spoken: dict[int, Contribution] = {}
    votes: dict[int, SignedEntry] = {}
    index = start
    while not _is_complete(round, spoken, votes):
        if not lines.has(index):
            raise LogEnds
        _check_place(round, lines.decoded(index).entry, index)
        signed = lines.verified(index)
        if isinstance(signed.entry, Vote):
            _check_vote(round, votes, signed.entry, index)
            votes[signed.entry.seat] = signed
        elif votes:
            raise BadRound(index, Code.AFTER_VOTES)
        else:
            _add_contribution(round, spoken, signed, index)
        index += 1
    if votes:
        absent = verdict(round, votes)
        assert absent is not None
        for seat in absent:
            if seat in spoken:
                raise BadRound(index - 1, Code.SPOKEN_AND_ABSENT)
            spoken[seat] = Absent()
    elif (second := _second_version(round, spoken, lines, index)) is not None:
        seat = second.second.entry.seat
        spoken[seat] = second
        index += 1
    return ClosedRound(round, spoken, tuple(votes[seat] for seat in sorted(votes))), index


def _is_complete(
    round: Round, spoken: Mapping[int, Contribution], votes: Mapping[int, SignedEntry]
) -> bool:
    silent = set(round.speakers) - spoken.keys()
    if not votes:
        return not silent
    absent = verdict(round, votes)
    return absent is not None and set(absent) >= silent


def _check_place(round: Round, entry: Entry, index: int) -> None:
    place, due = place_of(entry), round.place
    fits = is_in_time(entry, due) if isinstance(entry, Leave) else place == due
    if not fits:
        raise BadRound(index, Code.OUT_OF_PLACE, *_values(place), *_values(due))


def _values(place: Place) -> tuple[Value, ...]:
    return place.deal, place.chain, place.attempt, place.number


def _check_vote(round: Round, votes: Mapping[int, SignedEntry], vote: Vote, index: int) -> None:
    if vote.seat not in round.voters:
        raise BadRound(index, Code.VOTE_WITHOUT_SEAT)
    if vote.seat in vote.absent:
        raise BadRound(index, Code.VOTE_OF_ABSENT)
    if votes and vote.seat <= max(votes):
        raise BadRound(index, Code.VOTE_OUT_OF_SEAT_ORDER)
    if vote.head != round.head:
        raise BadRound(index, Code.VOTE_AFTER_ANOTHER_HEAD)
    if not vote.absent or not is_vote_for(round, vote):
        raise BadRound(index, Code.VOTE_CANNOT_STAND)
    for other in votes.values():
        assert isinstance(other.entry, Vote)
        if (other.entry.ballot, other.entry.absent) != (vote.ballot, vote.absent):
            raise BadRound(index, Code.VOTES_DIFFER)


def _add_contribution(
    round: Round, spoken: dict[int, Contribution], signed: SignedEntry, index: int
) -> None:
    entry = signed.entry
    seat = entry.seat
    if seat not in round.speakers:
        raise BadRound(index, Code.NOT_A_SPEAKER)
    if spoken and seat < max(spoken):
        raise BadRound(index, Code.OUT_OF_SEAT_ORDER)
    is_leave = isinstance(entry, Leave) and entry.chain != "open"
    if not is_leave and not isinstance(entry, round.kind):
        raise BadRound(index, Code.ANOTHER_KIND, str(entry.__struct_config__.tag))
    if not is_leave and entry.head != round.head:
        raise BadRound(index, Code.ANOTHER_HEAD)
    match spoken.get(seat):
        case None:
            spoken[seat] = Left(signed) if isinstance(entry, Leave) else Spoke(signed)
        case Spoke(first) | Left(first) if _are_two(round, first, signed):
            spoken[seat] = Equivocated(first, signed)
        case _:
            raise BadRound(index, Code.SPEAKS_TWICE)


def _are_two(round: Round, first: SignedEntry, second: SignedEntry) -> bool:
    """Whether these are an equivocation in its one order."""
    has_leave = isinstance(first.entry, Leave) or isinstance(second.entry, Leave)
    in_order = first.line < second.line and first.id != second.id
    return round.takes_versions and in_order and not has_leave


def _second_version(
    round: Round, spoken: Mapping[int, Contribution], lines: Lines, index: int
) -> Equivocated | None:
    """The last speaker's contribution, if the next line is another version of what it has said.

    The round is complete without: any other line, also an unreadable one, is not this round's.
    """
    last = spoken.get(max(spoken, default=-1))
    if not isinstance(last, Spoke) or not lines.has(index):
        return None
    try:
        signed = lines.decoded(index)
        entry = signed.entry
        is_here = (entry.seat, place_of(entry), entry.head) == (
            last.signed.entry.seat,
            round.place,
            round.head,
        )
        if not is_here or not isinstance(entry, round.kind):
            return None
        if not _are_two(round, last.signed, signed):
            return None
        return Equivocated(last.signed, lines.verified(index))
    except BadRound:
        return None
