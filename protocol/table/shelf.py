"""What of our log is in its file already. The one rule: the file holds the referee's lines, no others."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.table.effects import Store


class Shelf:
    """Where the lines that were stored last may yet be others; those before are not held here."""

    def __init__(self) -> None:
        self._staying = 0
        self._stored: list[bytes] = []
        """Lines in the file from number `_staying` on."""

    def take_up(self, stored: Sequence[bytes]) -> None:
        """The file holds these lines from an earlier run."""
        self._staying, self._stored = 0, list(stored)

    def cut(self, keep: int) -> None:
        """What follows the first lines is to be stored again."""
        del self._stored[max(0, keep - self._staying) :]

    def change_to(self, lines: Sequence[bytes], staying: int) -> Store | None:
        """What must be done for the file to hold these lines; None if it does.

        Args:
            lines: The whole log.
            staying: So many of them, from the first, will never be others.
        """
        wanted = lines[self._staying :]
        same, most = 0, min(len(self._stored), len(wanted))
        while same < most and self._stored[same] is wanted[same]:
            same += 1
        keep, is_all = self._staying + same, same == len(self._stored) == len(wanted)
        self._stored = list(wanted[max(0, staying - self._staying) :])
        self._staying = max(self._staying, staying)
        return None if is_all else Store(keep, tuple(wanted[same:]))
