"""Who sits at the table, compared with whom we have met before.

The one rule: a name proves nothing; what is said of a peer is said of its key.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path

from cli import wording
from cli.errors import CommandError, cannot_read, cannot_write
from protocol.net.known_peers import KnownPeers, PeersFileBad
from protocol.net.lobby import SeatInfo


class Acquaintances:
    """The known peers of this player; bots are nobody to remember.

    Args:
        path: The file; None remembers and knows nobody.

    Raises:
        CommandError: The file cannot be read.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._is_new: set[bytes] = set()
        try:
            self._known = None if path is None else KnownPeers(path)
        except PeersFileBad as error:
            where = f"line {error.line}" if error.line else "its size"
            raise CommandError(
                f"{error.path} is no list of known players ({where}). Move it away to start anew."
            ) from None
        except OSError as error:
            assert path is not None
            raise cannot_read(path, error) from None

    def worries(self, seats: Iterable[SeatInfo], own_key: bytes) -> tuple[str, ...]:
        """A sentence for each seat whose name is known with another key."""
        if self._known is None:
            return ()
        told = []
        for seat in seats:
            if not seat.bot and seat.key != own_key:
                meeting = self._known.look_up(seat.key, seat.name)
                if meeting.is_changed_key:
                    last = max(one.last_met for one in meeting.namesakes)
                    told.append(wording.changed_key(seat.name, last))
        return tuple(told)

    def meet(self, seats: Iterable[SeatInfo], own_key: bytes) -> None:
        """Remember all these; raises CommandError where that cannot be written."""
        if self._known is None or self._path is None:
            return
        today = date.today().isoformat()
        for seat in seats:
            if seat.bot or seat.key == own_key:
                continue
            try:
                meeting = self._known.meet(seat.key, seat.name, today)
            except OSError as error:
                raise cannot_write(self._path, error) from None
            if meeting.known is None:
                self._is_new.add(seat.key)

    def is_new(self, key: bytes) -> bool:
        """Whether this key was met for the first time at this table."""
        return key in self._is_new
