"""What a bot does beside playing: at a table without a clock it votes when a person has voted.

The one rule: a bot never begins such a vote, and never joins one against somebody it can hear and
has not waited for long.
"""

from __future__ import annotations

from typing import Final

import trio

from cli.evening.conduct.observers import PassingOn
from p2pcards.engine import Seat
from protocol.net.conduct.roles import Look, Observer
from protocol.net.session import Session

WAITS_FOR_A_LINKED_SEAT_S: Final = 60.0
VOTES_EVERY_S: Final = 5.0


class Follower(PassingOn):
    """An observer that votes with the others."""

    def __init__(self, inner: Observer) -> None:
        super().__init__(inner)
        self.session: Session | None = None
        self._since_s: dict[Seat, float] = {}
        self._voted_s = -VOTES_EVERY_S

    def looked(self, look: Look) -> None:
        now_s = trio.current_time()
        self._since_s = {seat: self._since_s.get(seat, now_s) for seat in look.waiting_for}
        if self.session is not None and now_s - self._voted_s >= VOTES_EVERY_S:
            accused = self.session.table.accused
            if accused and all(self._is_missed(seat, look, now_s) for seat in accused):
                self._voted_s = now_s
                self.session.declare_absent()
        self._inner.looked(look)

    def _is_missed(self, seat: Seat, look: Look, now_s: float) -> bool:
        waited_s = now_s - self._since_s.get(seat, now_s)
        return seat not in look.linked or waited_s >= WAITS_FOR_A_LINKED_SEAT_S
