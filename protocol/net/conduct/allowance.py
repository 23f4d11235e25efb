"""What a seat may say to us at once and after that. The one rule: each seat has its own."""

from __future__ import annotations

from p2pcards.engine import Seat


class Allowance:
    """So many at once and one more each so often, for each seat by itself."""

    def __init__(self, burst: int, every_s: float) -> None:
        self._burst_s = burst * every_s
        self._every_s = every_s
        self._full_s: dict[Seat, float] = {}
        """The moment at which a seat's allowance would be full again, moved on by each use."""

    def take(self, seat: Seat, now_s: float) -> bool:
        """Whether the seat has one left, which is then used."""
        full_s = max(self._full_s.get(seat, now_s), now_s) + self._every_s
        if full_s - now_s > self._burst_s:
            return False
        self._full_s[seat] = full_s
        return True
