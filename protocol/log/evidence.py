"""Evidence: two signed entries of one seat that no honest program signs both (SPEC §6.6).

The one rule: whether two lines are evidence follows from these lines alone, so that it proves the
same to everybody, whatever else they hold.
"""

from __future__ import annotations

from dataclasses import dataclass

from protocol.log.rounds import BadRound, Lines, Place, place_of
from protocol.wire.codec import SignedEntry
from protocol.wire.entries import Entry, Leave, Refusal, Vote


@dataclass(frozen=True, slots=True)
class Evidence:
    """Two entries that convict their author, the smaller line first."""

    first: SignedEntry
    second: SignedEntry

    @property
    def seat(self) -> int:
        return self.first.entry.seat

    @property
    def lines(self) -> tuple[bytes, bytes]:
        return self.first.line, self.second.line

    @property
    def entries(self) -> tuple[SignedEntry, SignedEntry]:
        return self.first, self.second

    @property
    def leave(self) -> Leave | None:
        """The leave, where one of the two is one."""
        found = (each.entry for each in self.entries if isinstance(each.entry, Leave))
        return next(found, None)

    @property
    def place(self) -> Place:
        """Where the seat has contradicted itself; of a leave and an entry, the entry's place."""
        said = [each.entry for each in self.entries if not isinstance(each.entry, Leave)]
        return place_of(said[0])


def evidence(one: SignedEntry, other: SignedEntry) -> Evidence | None:
    """The two entries as evidence; None if an honest seat may have signed both."""
    if one.id == other.id or one.entry.seat != other.entry.seat:
        return None
    if not _contradict(one.entry, other.entry) and not _contradict(other.entry, one.entry):
        return None
    first, second = sorted((one, other), key=lambda signed: signed.line)
    return Evidence(first, second)


def _contradict(one: Entry, other: Entry) -> bool:
    if isinstance(one, Leave):
        # Whoever has left says nothing more in that chain and deal, but may vote or refuse yet.
        is_later = (one.attempt, one.round) <= (other.attempt, other.round)
        is_same = (one.chain, one.deal) == (other.chain, other.deal)
        is_silent = not isinstance(other, Leave | Vote | Refusal) and one.chain != "open"
        return is_later and is_same and is_silent
    if (place_of(one), one.head) != (place_of(other), other.head):
        return False
    if isinstance(one, Vote) and isinstance(other, Vote):
        return one.ballot == other.ballot
    return not isinstance(one, Vote) and not isinstance(other, Vote | Leave)


def read_evidence(lines: Lines, index: int) -> Evidence | None:
    """The evidence that stands in a log at `index`, if it does; looked for only after a gate.

    Raises:
        BadRound: If one of the two lines is not validly signed.
    """
    if not lines.has(index + 1):
        return None
    try:
        one, other = lines.decoded(index), lines.decoded(index + 1)
    except BadRound:
        return None  # the round that is due will say so of its first line that does not fit
    found = evidence(one, other)
    if found is None or found.first is not one:
        return None
    return Evidence(lines.verified(index), lines.verified(index + 1))
