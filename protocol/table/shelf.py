"""What of our log is in its file already. The one rule: the file holds the referee's lines, no others."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.table.effects import Store


class Shelf:
    """The lines as they were stored last."""

    def __init__(self) -> None:
        self._stored: list[bytes] = []
        self._staying = 0

    def take_up(self, stored: Sequence[bytes]) -> None:
        """The file holds these lines from an earlier run."""
        self._stored = list(stored)

    def cut(self, keep: int) -> None:
        """What follows the first lines is to be stored again."""
        del self._stored[keep:]

    def change_to(self, lines: Sequence[bytes], staying: int) -> Store | None:
        """What must be done for the file to hold these lines; None if it does.

        Args:
            lines: The whole log.
            staying: So many of them, from the first, will never be others.
        """
        keep, most = min(self._staying, len(self._stored)), min(len(self._stored), len(lines))
        while keep < most and self._stored[keep] is lines[keep]:
            keep += 1
        self._staying = staying
        if keep == len(self._stored) == len(lines):
            return None
        self._stored = [*self._stored[:keep], *lines[keep:]]
        return Store(keep, tuple(lines[keep:]))
