"""Two logs of one table, held against each other (SPEC §8).

The one rule: what each log shows by itself is the audit's; here it is only said whether they tell
the same, and what the same seat has signed in two versions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest
from typing import TypeAlias

from p2pcards.engine import Seat
from protocol.log.rounds import Place, place_of
from protocol.wire.codec import decode_line
from protocol.wire.entries import Leave, Vote


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two versions that one seat has signed for one place: proof against it (SPEC §6.6).

    Args:
        entries: Their numbers in the two logs, from 1.
    """

    seat: Seat
    deal: int
    entries: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two logs of one table have in common.

    Args:
        shared: Entries, from the first, that are the same in both.
        lengths: Entries of each.
        contradictions: What was signed in two versions, in the order of the first log.
    """

    shared: int
    lengths: tuple[int, int]
    contradictions: tuple[Contradiction, ...]

    @property
    def is_same(self) -> bool:
        return self.lengths == (self.shared, self.shared)

    @property
    def is_beginning(self) -> bool:
        """Whether one of them is the other's beginning, or both are the same."""
        return self.shared == min(self.lengths)


def compare(one: Iterable[bytes], other: Iterable[bytes]) -> Comparison:
    """Hold two logs of one table against each other, line by line.

    Args:
        one: Lines that an audit has verified, without their newlines.
        other: Such lines of another log with the same table id.
    """
    shared = 0
    lengths = [0, 0]
    said: tuple[_Said, _Said] = ({}, {})
    for pair in zip_longest(one, other):
        if pair[0] == pair[1] and lengths == [shared, shared]:
            shared += 1
        for which, line in enumerate(pair):
            if line is not None:
                lengths[which] += 1
                if lengths[which] > shared:
                    _note(said[which], lengths[which], line)
    found = [
        Contradiction(key[0], key[1].deal, (said[0][key][0], number))
        for key, (number, id) in said[1].items()
        if key in said[0] and said[0][key][1] != id
    ]
    first, second = lengths
    return Comparison(shared, (first, second), tuple(sorted(found, key=lambda c: c.entries)))


_Said: TypeAlias = dict[tuple[Seat, Place, bytes], tuple[int, bytes]]


def _note(said: _Said, number: int, line: bytes) -> None:
    """What a seat says for a place after a head: the entry's number and id.

    Votes and leaves are left out: a vote may honestly follow an entry for the same place, and so may
    a leave.
    """
    signed, _, _ = decode_line(line)
    entry = signed.entry
    if not isinstance(entry, Vote | Leave):
        said.setdefault((entry.seat, place_of(entry), entry.head), (number, signed.id))
