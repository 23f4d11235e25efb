"""Pauses in line mode: asked for, told, and ended by words.

The one rule: whether the table is paused, the log says; here it is only told and wished for.
"""

from __future__ import annotations

from collections.abc import Callable

from cli.evening.attendance import Attendance
from cli.words.en import pausing
from p2pcards.engine import Seat
from protocol.net.session import Session


class Pauses:
    """Of one table.

    Args:
        own: Ours; None for a spectator.
        attendance: Who is there.
        say: Shows a line.
    """

    def __init__(
        self,
        own: Seat | None,
        attendance: Attendance,
        say: Callable[[str], None],
    ) -> None:
        self._own = own
        self._attendance = attendance
        self._say = say
        self._was_away = False

    def looked(self) -> None:
        """Tell once that the table waits for our player too, and then for whom it still does."""
        presence = self._attendance.presence
        if presence.is_away != self._was_away:
            self._was_away = presence.is_away
            if presence.is_paused:
                self._tell()

    def want(self, session: Session) -> None:
        """Agree to a pause after this deal, or not any more."""
        presence = self._attendance.presence
        if presence.is_paused:
            self._tell()
        else:
            session.want_pause(self._own not in presence.pausing)

    def come_back(self, session: Session) -> None:
        """Our player is back from a pause."""
        if self._attendance.presence.is_paused:
            session.come_back()
        else:
            self._say(pausing.NOT_PAUSED)

    def _tell(self) -> None:
        told = self._attendance.paused()
        is_away = self._attendance.presence.is_away
        self._say(f"{told} Type back when you are." if is_away else told)
