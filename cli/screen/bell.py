"""When the bell rings: our turn has come, and the window is not in front.

The one rule: pure; the moment is given. Without focus reports from the terminal, nobody having
pressed a key for a while counts as looking elsewhere.
"""

from __future__ import annotations

from typing import Final

IDLE_MS: Final = 10_000


class Bell:
    """What is known of where the player looks."""

    def __init__(self, now_ms: int) -> None:
        self._is_in_front: bool | None = None
        self._last_key_ms = now_ms

    def pressed(self, now_ms: int) -> None:
        """A key was pressed or the mouse used: so the player is here."""
        self._last_key_ms = now_ms

    def focus(self, is_in_front: bool) -> None:
        """The terminal reports that its window has come to the front or gone from it."""
        self._is_in_front = is_in_front

    def rings(self, now_ms: int) -> bool:
        """Whether something that has just become due should ring."""
        if self._is_in_front is None:
            return now_ms - self._last_key_ms >= IDLE_MS
        return not self._is_in_front
