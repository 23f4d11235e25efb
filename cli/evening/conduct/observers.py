"""Observers of a session that pass on all that they are told, and do one thing beside it.

The one rule: what is passed on is passed on unchanged and in order.
"""

from __future__ import annotations

from p2pcards.engine import Seat
from protocol.faults import Reason
from protocol.net.conduct.roles import Look, Observer
from protocol.table.notices import Notice


class PassingOn:
    """Passes everything on.

    Args:
        inner: Who is told.
    """

    def __init__(self, inner: Observer) -> None:
        self._inner = inner

    def told(self, notice: Notice) -> None:
        self._inner.told(notice)

    def heard(self, seat: Seat, text: str) -> None:
        self._inner.heard(seat, text)

    def overheard(self, key: bytes, name: str, text: str) -> None:
        self._inner.overheard(key, name, text)

    def refused(self, seat: Seat, reason: Reason) -> None:
        self._inner.refused(seat, reason)

    def link_up(self, seat: Seat, words: tuple[str, ...]) -> None:
        self._inner.link_up(seat, words)

    def link_down(self, seat: Seat) -> None:
        self._inner.link_down(seat)

    def looked(self, look: Look) -> None:
        self._inner.looked(look)
