"""A seat that has come back after a crash hears the others before it speaks (SPEC §6.8).

The one rule: it is silent until it has had a link, and its log has stood still, for a while; what
it has signed before the crash may be known to the others only.
"""

from __future__ import annotations

LISTENING_MS = 1000
"""How long the log must have stood still."""


class Listening:
    """Whether our seat still listens; the only thing here that changes."""

    def __init__(self) -> None:
        self.is_on = False
        self.until_ms: int | None = None
        """When it ends, if the log does not grow; None before the first link, and when it is over."""
        self._away_ms = 0
        self._longest_ms = 0
        self._has_grown = False

    @property
    def away_ms(self) -> int:
        """How long rounds that open now may have been open for the others.

        A round that was open when we went would have been decided without us after the longest time
        that it can last: if it still is open, then nobody was there whose clock could have gone on.
        """
        is_old = not self._has_grown and self._away_ms >= self._longest_ms
        return 0 if is_old or not self.is_on else self._away_ms

    def begin(self, away_ms: int, longest_ms: int) -> None:
        """The program has been away for so long; without it a round would be decided in `longest_ms`."""
        self.is_on, self._away_ms, self._longest_ms = True, away_ms, longest_ms

    def hear_link(self, now_ms: int) -> None:
        """There is a new link: what we lack can come from now on."""
        if self.is_on and self.until_ms is None:
            self.until_ms = now_ms + LISTENING_MS

    def hear_more(self, now_ms: int) -> None:
        """The log has grown, and there may be more to come."""
        self._has_grown = True
        if self.until_ms is not None:
            self.until_ms = now_ms + LISTENING_MS

    def end_if_due(self, now_ms: int) -> None:
        if self.until_ms is not None and now_ms >= self.until_ms:
            self.is_on, self.until_ms = False, None
