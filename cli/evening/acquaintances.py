"""Who sits at the table, compared with whom we have met before.

The one rule: a name proves nothing; what is said of a peer is said of its key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

from cli.errors import CommandError, cannot_read, cannot_write
from cli.words.en import evening as evening_words
from cli.words.phrase import Mark
from protocol.net.files.known_peers import KnownPeer, KnownPeers, PeersFileBad
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
            told = evening_words.no_list_of_peers(str(error.path), error.line)
            raise CommandError(told, why=error.reason) from None
        except OSError as error:
            assert path is not None
            raise cannot_read(path, error) from None

    @property
    def names(self) -> Mapping[bytes, str]:
        """The name that each known key used last."""
        known = () if self._known is None else self._known.all()
        return {one.peer: one.nick for one in known}

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
                    told.append(evening_words.changed_key(seat.name, last))
        return tuple(told)

    def mark(self, key: bytes, name: str) -> Mark:
        """How well the key is known: `✓` met before, `?` new, `✗` a known name with another key."""
        meeting = None if self._known is None else self._known.look_up(key, name)
        if meeting is None or (meeting.known is None and not meeting.is_changed_key):
            return Mark.CLAIMED
        return Mark.REFUSED if meeting.is_changed_key else Mark.CHECKED

    def met(self, key: bytes) -> KnownPeer | None:
        """The record of this key."""
        return None if self._known is None else self._known.find(key)

    def last_met_namesake(self, key: bytes, name: str) -> str:
        """When somebody else of this name was met last, as an ISO day; empty if never."""
        meeting = None if self._known is None else self._known.look_up(key, name)
        return max((one.last_met for one in meeting.namesakes), default="") if meeting else ""

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
