"""Entries that came before their round was due. The one rule: nobody can fill it but with their own.

What does not fit pushes out the oldest of its author: that is asked for again when it is missed. So a
liar that has filled its part cannot make us deaf to what the others pass on of its words.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from p2pcards.engine import Seat
from protocol.log.rounds import GATES, Place, place_of
from protocol.wire.codec import SignedEntry
from protocol.wire.entries import Refusal, Vote

ENTRIES_LIMIT = 256
"""Per author; more than an honest seat says while another is not needed."""

BYTES_LIMIT = 1 << 20
"""Per author."""


class Early:
    """Verified entries by author; the only thing here that changes."""

    def __init__(self) -> None:
        self._kept: dict[Seat, dict[bytes, SignedEntry]] = {}

    def __len__(self) -> int:
        return sum(len(kept) for kept in self._kept.values())

    def add(self, signed: SignedEntry) -> None:
        """Keep an entry; of an author who has filled their part the oldest are forgotten."""
        kept = self._kept.setdefault(signed.entry.seat, {})
        kept.setdefault(signed.id, signed)
        size = sum(len(each.line) for each in kept.values())
        while len(kept) > ENTRIES_LIMIT or size > BYTES_LIMIT:
            size -= len(kept.pop(next(iter(kept))).line)

    def at(self, place: Place) -> tuple[SignedEntry, ...]:
        """Those for a place, in the order in which they came."""
        return tuple(
            signed
            for kept in self._kept.values()
            for signed in kept.values()
            if place_of(signed.entry) == place
        )

    def versions(self, place: Place, head: bytes, seat: Seat) -> tuple[SignedEntry, ...]:
        """What a seat has said for a place after a head, votes and refusals aside."""
        said = self._said(place, head, seat)
        return tuple(signed for signed in said if not isinstance(signed.entry, Vote | Refusal))

    def votes(self, place: Place, head: bytes, seat: Seat) -> tuple[SignedEntry, ...]:
        """A seat's votes on the round at a place after a head."""
        said = self._said(place, head, seat)
        return tuple(signed for signed in said if isinstance(signed.entry, Vote))

    def _said(self, place: Place, head: bytes, seat: Seat) -> Iterator[SignedEntry]:
        for signed in self._kept.get(seat, {}).values():
            if (place_of(signed.entry), signed.entry.head) == (place, head):
                yield signed

    def ids_at(self, places: Set[Place]) -> frozenset[bytes]:
        """The ids of all that is kept for these places."""
        return frozenset(
            signed.id
            for kept in self._kept.values()
            for signed in kept.values()
            if place_of(signed.entry) in places
        )

    def gates(self) -> tuple[SignedEntry, ...]:
        """Those that sign a gate."""
        return tuple(
            signed
            for kept in self._kept.values()
            for signed in kept.values()
            if isinstance(signed.entry, GATES)
        )

    def after(self, head: bytes) -> tuple[SignedEntry, ...]:
        """Those that follow a head."""
        return tuple(
            signed
            for kept in self._kept.values()
            for signed in kept.values()
            if signed.entry.head == head
        )

    def forget(self, first: int, last: int) -> None:
        """Keep only those for deals from `first` to `last`."""
        for seat, kept in self._kept.items():
            self._kept[seat] = {
                id: signed for id, signed in kept.items() if first <= signed.entry.deal <= last
            }
