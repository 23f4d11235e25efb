"""How many votes of a seat are served: an honest one votes every few seconds at most (SPEC §7.10).

The one rule: it limits what a vote makes us do for others, never whether it counts where it is due.
"""

from __future__ import annotations

from p2pcards.engine import Seat

AT_ONCE = 5
"""Votes of one seat that are served at once."""

EVERY_MS = 2500
"""One more in this time: two ballots, of the main track and ahead of it, take 5 s each."""


class Allowance:
    """What is left to each seat; the only thing here that changes."""

    def __init__(self) -> None:
        self._left: dict[Seat, tuple[float, int]] = {}

    def take(self, seat: Seat, now_ms: int) -> bool:
        """Whether one more vote of this seat is served now."""
        left, then_ms = self._left.get(seat, (float(AT_ONCE), now_ms))
        left = min(AT_ONCE, left + (now_ms - then_ms) / EVERY_MS)
        is_served = left >= 1
        self._left[seat] = (left - 1 if is_served else left, now_ms)
        return is_served
