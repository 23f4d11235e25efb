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
from protocol.net.joining import Begun
from protocol.net.session import Session

WAITS_FOR_A_LINKED_SEAT_S: Final = 60.0
VOTES_EVERY_S: Final = 5.0


def persons_of(begun: Begun) -> frozenset[Seat]:
    """The seats of a table that are no bots."""
    return frozenset(seat for seat, one in enumerate(begun.seats) if not one.bot)


class Follower(PassingOn):
    """An observer that votes with the others, and rests with those of them who are persons.

    Args:
        inner: Who is told.
        persons: The seats that are no bots.
    """

    def __init__(self, inner: Observer, persons: frozenset[Seat]) -> None:
        super().__init__(inner)
        self._persons = persons
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
        if self.session is not None:
            self._rest(self.session, look)
        self._inner.looked(look)

    def _rest(self, session: Session, look: Look) -> None:
        """Agree to a pause where a person has, and be back from it at once."""
        seat = session.table.seat
        is_wanted = bool(look.pausing & self._persons)
        if is_wanted != (seat in look.pausing):
            session.want_pause(is_wanted)
        if look.is_paused and seat in look.waiting_for:
            session.come_back()

    def _is_missed(self, seat: Seat, look: Look, now_s: float) -> bool:
        waited_s = now_s - self._since_s.get(seat, now_s)
        return seat not in look.linked or waited_s >= WAITS_FOR_A_LINKED_SEAT_S
