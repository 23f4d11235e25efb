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


class Docket:
    """What each seat has said lately, and the evidence against it; the only thing here that changes.

    Args:
        takes_effect: Whether evidence would take effect now.
    """

    def __init__(self, takes_effect: Callable[[Evidence], bool]) -> None:
        self._takes_effect = takes_effect
        self._said: dict[Seat, dict[tuple[Place, bytes, int], SignedEntry]] = {}
        self._now: dict[Seat, Evidence] = {}
        self._later: dict[Seat, Evidence] = {}

    def __len__(self) -> int:
        return sum(len(said) for said in self._said.values())

    @property
    def seats(self) -> frozenset[Seat]:
        """Seats against which there is evidence."""
        return frozenset(self._now) | frozenset(self._later)

    def evidence(self) -> tuple[Evidence, ...]:
        """All that is kept, by seat."""
        kept = (*self._now.values(), *self._later.values())
        return tuple(sorted(kept, key=lambda each: (each.seat, each.lines)))

    def hear(self, signed: SignedEntry, before: Iterable[SignedEntry]) -> Evidence | None:
        """Take in what a seat says; returns evidence that was not known and is kept.

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
        while len(said) > WORDS_LIMIT:
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
        """One piece that takes effect now, and one other: more would only give its author a lever."""
        known = self._now.get(new.seat)
        if not self._takes_effect(new):
            if new.seat in self._later or known is not None:
                return False
            self._later[new.seat] = new
            return True
        if known is not None and self._takes_effect(known):
            return False
        if known is not None:  # it may take effect again, if the log is taken back
            self._later.setdefault(new.seat, known)
        self._now[new.seat] = new
        return True

    def due(self) -> tuple[Evidence, ...]:
        """Evidence that takes effect now, by seat."""
        found = [each for each in self.evidence() if self._takes_effect(each)]
        return tuple({each.seat: each for each in reversed(found)}.values())[::-1]
