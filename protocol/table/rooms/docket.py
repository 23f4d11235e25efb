"""Evidence as it comes in: what seats have said, held against what they say now (SPEC §6.6).

The one rule: it finds and keeps; when evidence takes effect is the referee's to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from p2pcards.engine import Seat
from protocol.log.evidence import Evidence, evidence
from protocol.log.rounds import Place, place_of
from protocol.wire.codec import SignedEntry
from protocol.wire.entries import Leave, Vote

WORDS_LIMIT = 512
"""Words remembered of each seat; more than it honestly says in ten deals. Older ones are in the log."""

BYTES_LIMIT = 1 << 20
"""Of the words remembered of each seat."""

PIECES_LIMIT = 8
"""Pieces of evidence kept against one seat; more would only give it a lever."""


class Docket:
    """What each seat has said lately, and the evidence against it; the only thing here that changes.

    Args:
        takes_effect: Whether evidence would take effect now.
    """

    def __init__(self, takes_effect: Callable[[Evidence], bool]) -> None:
        self._takes_effect = takes_effect
        self._said: dict[Seat, dict[tuple[Place, bytes, int], SignedEntry]] = {}
        self._kept: dict[Seat, list[Evidence]] = {}

    def __len__(self) -> int:
        return sum(len(said) for said in self._said.values())

    @property
    def seats(self) -> frozenset[Seat]:
        """Seats against which there is evidence."""
        return frozenset(self._kept)

    def evidence(self) -> tuple[Evidence, ...]:
        """All that is kept, by seat."""
        kept = (each for pieces in self._kept.values() for each in pieces)
        return tuple(sorted(kept, key=lambda each: (each.seat, each.lines)))

    def hear(self, signed: SignedEntry, before: Iterable[SignedEntry]) -> Evidence | None:
        """Take in what a seat says, also again; returns evidence that others must hear of.

        Args:
            before: What the same seat has said earlier, where the log may know more than we remember.
        """
        entry = signed.entry
        said = self._said.setdefault(entry.seat, {})
        key = place_of(entry), entry.head, entry.ballot if isinstance(entry, Vote) else 0
        others = said.values() if isinstance(entry, Leave) else self._rivals(said, signed, key)
        found = (evidence(other, signed) for other in (*others, *before))
        # The same of several for everybody, so that all logs are the same.
        known = (each for each in found if each is not None)
        new = min(known, key=lambda each: (each.place, each.lines), default=None)
        said.setdefault(key, signed)
        while len(said) > WORDS_LIMIT or sum(len(s.line) for s in said.values()) > BYTES_LIMIT:
            del said[next(iter(said))]
        return new if new is not None and self._keep(new) else None

    def _rivals(
        self,
        said: dict[tuple[Place, bytes, int], SignedEntry],
        signed: SignedEntry,
        key: tuple[Place, bytes, int],
    ) -> list[SignedEntry]:
        rivals = [said[key]] if key in said else []
        return rivals + [each for each in said.values() if isinstance(each.entry, Leave)]

    def _keep(self, new: Evidence) -> bool:
        """Keep it, if there is room or it is the only one that takes effect; whether others must hear of it."""
        kept = self._kept.setdefault(new.seat, [])
        if new in kept:
            return False
        is_wanted = self._takes_effect(new) and not any(map(self._takes_effect, kept))
        is_first = not kept
        if len(kept) == PIECES_LIMIT and is_wanted:
            del kept[0]
        if len(kept) < PIECES_LIMIT:
            kept.append(new)
        return is_wanted or is_first

    def due(self) -> tuple[Evidence, ...]:
        """Evidence that takes effect now, by seat."""
        found = [each for each in self.evidence() if self._takes_effect(each)]
        return tuple({each.seat: each for each in reversed(found)}.values())[::-1]
