"""Whom we have played with before: trust on first use.

The one rule: a name proves nothing, a key does. A known name that comes with another key is
reported, with whom it used to be, and it is for the player to judge.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Annotated, Final

import msgspec

from protocol.faults import Code, CodedError
from protocol.net.files.private_files import read_private, replace_private
from protocol.net.lookalikes import look_alike
from protocol.wire.names import clean_name

MAX_FILE_BYTES: Final = 16 * 1024 * 1024

_Date = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d{2}-\d{2}\Z")]


@dataclass(frozen=True, slots=True)
class KnownPeer:
    """A peer met before; dates are ISO days such as `2026-11-30`."""

    peer: bytes
    nick: str
    first_met: str
    last_met: str
    times_met: int


@dataclass(frozen=True, slots=True)
class Meeting:
    """What the file knew of a peer when it was met."""

    known: KnownPeer | None
    """The record of this very key, as it was before; None at first contact."""
    namesakes: tuple[KnownPeer, ...]
    """Other keys that used this name, or one that looks like it."""
    is_renamed: bool
    """The key is known, and by a name that looks otherwise."""

    @property
    def is_changed_key(self) -> bool:
        """Whether a known name comes with a key that did not have it: the loud warning."""
        return bool(self.namesakes) and (self.known is None or self.is_renamed)


class PeersFileBad(CodedError):
    """A line of the file is not a record; `line` counts from 1, 0 means the file as a whole."""

    def __init__(self, path: Path, line: int) -> None:
        super().__init__(Code.PEERS_FILE_BAD, str(path), line)
        self.path = path
        self.line = line


class _Record(msgspec.Struct, forbid_unknown_fields=True):
    key: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
    nick: Annotated[str, msgspec.Meta(max_length=200)]
    first: _Date
    last: _Date
    times: Annotated[int, msgspec.Meta(ge=1, le=2**53 - 1)]


class KnownPeers:
    """The file's content; every change is on disk before the method returns.

    Not for two programs at once: the later writer wins.
    """

    def __init__(self, path: Path) -> None:
        """Read the file, if there is one.

        Raises:
            PeersFileBad: It is not a file of ours.
            OSError: It cannot be read, or is not private.
        """
        self._path = path
        self._peers: dict[bytes, KnownPeer] = {}
        try:
            content = read_private(path, MAX_FILE_BYTES + 1)
        except FileNotFoundError:
            return
        self._peers = {one.peer: one for one in read_peers(content, path)}

    def all(self) -> tuple[KnownPeer, ...]:
        """Everybody known, by name and then key."""
        return tuple(sorted(self._peers.values(), key=lambda one: (one.nick, one.peer)))

    def find(self, peer: bytes) -> KnownPeer | None:
        """The record of this key."""
        return self._peers.get(peer)

    def look_up(self, peer: bytes, nick: str) -> Meeting:
        """What is known of a peer that calls itself `nick`; nothing is written."""
        name = clean_name(nick)
        known = self._peers.get(peer)
        namesakes = tuple(
            one for one in self.all() if one.peer != peer and look_alike(one.nick, name)
        )
        is_renamed = known is not None and not look_alike(known.nick, name)
        return Meeting(known, namesakes, is_renamed)

    def meet(self, peer: bytes, nick: str, today: str) -> Meeting:
        """Remember having met the peer on the ISO day `today`; what was known of it before.

        Raises:
            OSError: The file cannot be written; then nothing has changed.
        """
        meeting = self.look_up(peer, nick)
        name = clean_name(nick)
        if meeting.known is None:
            record = KnownPeer(peer, name, today, today, 1)
        else:
            times = meeting.known.times_met + 1
            record = replace(meeting.known, nick=name, last_met=today, times_met=times)
        changed = {**self._peers, peer: record}
        replace_private(self._path, b"".join(_line(one) for one in changed.values()))
        self._peers = changed
        return meeting


def read_peers(content: bytes, path: Path) -> tuple[KnownPeer, ...]:
    """The records that the file's content is; `path` is for the error. Raises PeersFileBad."""
    if len(content) > MAX_FILE_BYTES:
        raise PeersFileBad(path, 0)
    found: dict[bytes, KnownPeer] = {}
    for number, line in enumerate(content.splitlines(), start=1):
        try:
            record = msgspec.json.decode(line, type=_Record)
            for day in (record.first, record.last):
                date.fromisoformat(day)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise PeersFileBad(path, number) from None
        peer = bytes.fromhex(record.key)
        if peer in found:
            raise PeersFileBad(path, number)
        nick = clean_name(record.nick)
        found[peer] = KnownPeer(peer, nick, record.first, record.last, record.times)
    return tuple(found.values())


def _line(one: KnownPeer) -> bytes:
    record = _Record(one.peer.hex(), one.nick, one.first_met, one.last_met, one.times_met)
    return msgspec.json.encode(record) + b"\n"
