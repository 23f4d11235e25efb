"""Evidence as it comes in: what seats have said, held against what they say now (SPEC §6.6).

The one rule: it finds and keeps; when evidence takes effect is the referee's to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

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


WordKey: TypeAlias = tuple[Place, bytes, int]
"""A word's place, the head it follows, and of a vote its ballot: of these an honest seat has one."""


class _Words:
    """What one seat has said lately, its leaves apart: against these all that it says is held."""

    def __init__(self) -> None:
        self.said: dict[WordKey, SignedEntry] = {}
        self.leaves: dict[WordKey, SignedEntry] = {}
        self._bytes = 0

    def add(self, key: WordKey, signed: SignedEntry) -> None:
        """Remember a word, and forget the oldest where there are too many."""
        if key in self.said:
            return
        self.said[key] = signed
        self._bytes += len(signed.line)
        if isinstance(signed.entry, Leave):
            self.leaves[key] = signed
        while len(self.said) > WORDS_LIMIT or self._bytes > BYTES_LIMIT:
            oldest = next(iter(self.said))
            self._bytes -= len(self.said.pop(oldest).line)
            self.leaves.pop(oldest, None)

    def rivals(self, key: WordKey, signed: SignedEntry) -> Iterable[SignedEntry]:
        """The words that this one may contradict."""
        if isinstance(signed.entry, Leave):
            return self.said.values()
        return (*([self.said[key]] if key in self.said else []), *self.leaves.values())


class Docket:
    """What each seat has said lately, and the evidence against it; the only thing here that changes.

    Args:
        takes_effect: Whether evidence would take effect now.
    """

    def __init__(self, takes_effect: Callable[[Evidence], bool]) -> None:
        self._takes_effect = takes_effect
        self._words: dict[Seat, _Words] = {}
        self._kept: dict[Seat, list[Evidence]] = {}

    def __len__(self) -> int:
        return sum(len(words.said) for words in self._words.values())

    @property
    def seats(self) -> frozenset[Seat]:
        """Seats against which there is evidence."""
        return frozenset(self._kept)

    def evidence(self) -> tuple[Evidence, ...]:
        """All that is kept, by seat."""
        kept = (each for pieces in self._kept.values() for each in pieces)
        return tuple(sorted(kept, key=lambda each: (each.seat, each.lines)))

    def hear(self, signed: SignedEntry, before: Iterable[SignedEntry]) -> Evidence | None:
        """Take in what a seat says, also again; returns evidence that must be kept, and others hear of.

        Args:
            before: What the same seat has said earlier, where the log may know more than we remember.
        """
        entry = signed.entry
        words = self._words.setdefault(entry.seat, _Words())
        key = place_of(entry), entry.head, entry.ballot if isinstance(entry, Vote) else 0
        found = (evidence(other, signed) for other in (*words.rivals(key, signed), *before))
        # The same of several for everybody, so that all logs are the same.
        known = (each for each in found if each is not None)
        new = min(known, key=lambda each: (each.place, each.lines), default=None)
        words.add(key, signed)
        return new if new is not None and self._keep(new) else None

    def _keep(self, new: Evidence) -> bool:
        """Keep it, if there is room or it is the only one that takes effect; whether it is kept newly.

        What takes no effect now may do so behind a later gate, and must outlive a crash until then.
        """
        kept = self._kept.setdefault(new.seat, [])
        if new in kept:
            return False
        if len(kept) == PIECES_LIMIT and self._takes_effect(new):
            if any(map(self._takes_effect, kept)):
                return False
            del kept[0]
        if len(kept) == PIECES_LIMIT:
            return False
        kept.append(new)
        return True

    def due(self) -> tuple[Evidence, ...]:
        """Evidence that takes effect now, by seat."""
        found = [each for each in self.evidence() if self._takes_effect(each)]
        return tuple({each.seat: each for each in reversed(found)}.values())[::-1]
