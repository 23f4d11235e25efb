"""How far a long piece of work is, on one row of the terminal.

The one rule: it is drawn on a terminal only, on standard error, and is gone before anything is said.
"""

from __future__ import annotations

import time
from typing import TextIO

from cli.output import can_move_cursor, is_unicode, plain, to_ascii

WIDTH = 24
"""Columns of the bar."""

FIRST_S = 0.5
"""What is done by then shows no bar."""

EVERY_S = 0.1
"""It is drawn no more often than that."""


class Progress:
    """One piece of work.

    Args:
        total: How much there is to do.
        stream: Where it is drawn.
    """

    def __init__(self, total: int, stream: TextIO | None) -> None:
        self._total = total
        self._stream = stream if stream is not None and stream.isatty() else None
        if not can_move_cursor():
            self._stream = None  # no row of it could be cleared again
        self._next_s = time.monotonic() + FIRST_S
        self._is_drawn = False

    def at(self, done: int, note: str) -> None:
        """So much is done by now; `note` says it in the work's own words."""
        now = time.monotonic()
        if self._stream is None or now < self._next_s:
            return
        self._next_s = now + EVERY_S
        share = min(1.0, done / max(1, self._total))
        bar = "█" * round(share * WIDTH)
        row = plain(f"{bar:░<{WIDTH}} {share:4.0%}  {note}")
        if not is_unicode(self._stream):
            row = to_ascii(row.replace("█", "#").replace("░", "."))
        self._stream.write(f"\r{row[:79]}\x1b[K")
        self._stream.flush()
        self._is_drawn = True

    def end(self) -> None:
        """The row is empty again."""
        if self._stream is not None and self._is_drawn:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._is_drawn = False
