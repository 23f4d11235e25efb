"""What goes out to the seats, and what waits for one that has missed much.

The one rule: who has missed much gets it in portions, in order, so that a link's queue never
overflows with it; and who lets too much wait loses the link.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from p2pcards.engine import Seat
from protocol.net.conduct.wishes import Drop, Pass, Wish

PORTION: Final = 512
PAUSE_S: Final = 0.25
"""Payloads of one portion, and the time to the next."""

BACKLOG_LIMIT: Final = 24_576
"""What may wait for a seat: as many parts of the log as it may ask for at once, and half as much of
what is said meanwhile."""


@dataclass
class _Backlog:
    due_s: float
    payloads: deque[bytes] = field(default_factory=deque)


class Outgoing:
    """The queues in front of the links.

    Args:
        keys: Of all seats.
    """

    def __init__(self, keys: Sequence[bytes]) -> None:
        self._keys = keys
        self._backlogs: dict[Seat, _Backlog] = {}

    def send(self, seat: Seat, payload: bytes, *, is_flood: bool, now_s: float) -> list[Wish]:
        """A payload for a linked seat; `is_flood` if one step has more for it than a portion."""
        backlog = self._backlogs.get(seat)
        if backlog is None and not is_flood:
            return [Pass(self._keys[seat], payload)]
        if backlog is None:
            backlog = self._backlogs[seat] = _Backlog(now_s + PAUSE_S)
        backlog.payloads.append(payload)
        # It gets all it misses on its next link.
        is_too_much = len(backlog.payloads) > BACKLOG_LIMIT
        return [Drop(self._keys[seat])] if is_too_much else []

    def forget(self, seat: Seat) -> None:
        """Its link has ended: it catches up anew on its next one."""
        self._backlogs.pop(seat, None)

    def waiting(self, seat: Seat) -> int:
        """How many payloads wait for a seat."""
        return len(self._backlogs[seat].payloads) if seat in self._backlogs else 0

    def go_on(self, now_s: float) -> list[Wish]:
        """The next portions that are due."""
        wishes: list[Wish] = []
        for seat, backlog in list(self._backlogs.items()):
            if now_s < backlog.due_s:
                continue
            for _ in range(min(PORTION, len(backlog.payloads))):
                wishes.append(Pass(self._keys[seat], backlog.payloads.popleft()))
            backlog.due_s = now_s + PAUSE_S
            if not backlog.payloads:
                del self._backlogs[seat]
        return wishes

    def due_s(self) -> float | None:
        """When `go_on` has something to do next."""
        return min((backlog.due_s for backlog in self._backlogs.values()), default=None)
