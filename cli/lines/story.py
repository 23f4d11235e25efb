"""What has been told at a table in lines, deal by deal, to be told again.

The one rule: it grows no further than a long match needs; of older deals the log tells.
"""

from __future__ import annotations

from itertools import chain
from typing import Final

from cli.words.phrase import Part

MOST_DEALS: Final = 200
MOST_LINES: Final = 200
"""Of one deal, talk among them."""


class Story:
    """The deals that have been told, and the one under way."""

    def __init__(self) -> None:
        self._deals: dict[int, list[Part]] = {0: []}
        self._now = 0

    def begin(self, deal: int) -> None:
        """A deal begins."""
        self._now = deal
        self._deals.setdefault(deal, [])
        while len(self._deals) > MOST_DEALS:
            del self._deals[next(iter(self._deals))]

    def add(self, line: Part) -> None:
        """Something is told of the deal under way."""
        lines = self._deals[self._now]
        lines.append(line)
        del lines[:-MOST_LINES]

    def last(self, count: int) -> tuple[Part, ...]:
        """The last lines that were told."""
        return tuple(chain.from_iterable(self._deals.values()))[-count:]

    def of(self, deal: int) -> tuple[Part, ...]:
        """A deal from its beginning; empty where it is not kept."""
        return tuple(self._deals.get(deal, ()))

    @property
    def deals(self) -> tuple[int, ...]:
        """Those that are kept, the one under way among them."""
        return tuple(deal for deal in self._deals if deal)
