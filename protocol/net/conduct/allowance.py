"""What a peer may say to us at once and after that. The one rule: each has its own, and idle ones take no room."""

from __future__ import annotations

from collections.abc import Hashable


class Allowance:
    """So many at once and one more each so often, for each peer by itself."""

    def __init__(self, burst: int, every_s: float) -> None:
        self._burst_s = burst * every_s
        self._every_s = every_s
        self._full_s: dict[Hashable, float] = {}
        """The moment at which a peer's allowance would be full again, moved on by each use."""

    def has(self, peer: Hashable, now_s: float) -> bool:
        """Whether the peer has one left."""
        return self._after(peer, now_s) - now_s <= self._burst_s

    def take(self, peer: Hashable, now_s: float) -> bool:
        """Whether the peer has one left, which is then used."""
        if not self.has(peer, now_s):
            return False
        full_s = self._after(peer, now_s)
        self._full_s = {one: when for one, when in self._full_s.items() if when > now_s}
        self._full_s[peer] = full_s
        return True

    def _after(self, peer: Hashable, now_s: float) -> float:
        return max(self._full_s.get(peer, now_s), now_s) + self._every_s
