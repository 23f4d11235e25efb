"""One evening: what was played with whom, and how it stood at the end. The one rule: values alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from p2pcards.engine import AnyGame, Seat, TableOptions


@dataclass(frozen=True, slots=True)
class Evening:
    """A table, as one log tells of it.

    Args:
        file: The log.
        day: When it was played, as an ISO day: from the file's name, else when it was written last.
        proposal: The log's first line, without the newline.
        game: What was played.
        options: All options of the table.
        keys, names: The players, in seat order.
        seat: Ours; None where our key has none.
        start: Chips or points of each seat before the first deal.
        results: The same after each deal whose result is signed, with its number, in order.
    """

    file: Path
    day: str
    proposal: bytes
    game: AnyGame
    options: TableOptions
    keys: tuple[bytes, ...]
    names: tuple[str, ...]
    seat: Seat | None
    start: tuple[int, ...]
    results: tuple[tuple[int, tuple[int, ...]], ...]

    @property
    def deals(self) -> int:
        """How many deals are settled."""
        return self.results[-1][0] if self.results else 0

    @property
    def standings(self) -> tuple[int, ...]:
        """Chips or points of each seat after the last of them."""
        return self.results[-1][1] if self.results else self.start

    @property
    def is_played(self) -> bool:
        """Whether we have played at least one deal of it."""
        return self.seat is not None and self.deals > 0

    def won(self, seat: Seat) -> int:
        """What the seat has won or lost from the first deal to the last result."""
        return self.standings[seat] - self.start[seat]

    def place(self, seat: Seat) -> int:
        """Its place at the end, from 1; who stands alike shares the better one."""
        return 1 + sum(other > self.standings[seat] for other in self.standings)


def of_different_tables(evenings: Iterable[Evening]) -> tuple[Evening, ...]:
    """Each table once, by its fullest log; the earliest day first."""
    best: dict[bytes, Evening] = {}
    for one in evenings:
        known = best.get(one.proposal)
        if known is None or (known.seat is not None, known.deals) < (
            one.seat is not None,
            one.deals,
        ):
            best[one.proposal] = one
    return tuple(sorted(best.values(), key=lambda one: (one.day, one.file.name)))
