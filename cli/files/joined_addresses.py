"""Addresses that our player has typed and that a table answered at, to be offered another time.

The one rule: it is a convenience. What cannot be read is nothing to offer, and what cannot be written
stops nobody from playing.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cli import paths
from protocol.net.files.private_files import read_private, replace_private

MOST: Final = 8
LONGEST_ADDRESS: Final = 300
MOST_BYTES: Final = 1 << 14


@dataclass(frozen=True, slots=True)
class JoinedAddress:
    """One of them: as it was typed, and the key that answered there last."""

    address: str
    key: bytes


class JoinedAddresses:
    """All that are remembered.

    Args:
        path: The file; None remembers nothing.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def all(self) -> tuple[JoinedAddress, ...]:
        """The latest first."""
        if self._path is None:
            return ()
        found = []
        with suppress(OSError, ValueError):
            for line in read_private(self._path, MOST_BYTES).decode().splitlines():
                with suppress(ValueError, KeyError, TypeError, RecursionError):
                    note = json.loads(line)
                    one = JoinedAddress(str(note["address"]), bytes.fromhex(note["key"]))
                    if one.address.isprintable() and len(one.address) <= LONGEST_ADDRESS:
                        found.append(one)
        return tuple(found[:MOST])

    def note(self, address: str, key: bytes) -> None:
        """A table has answered at this address."""
        if self._path is None or len(address) > LONGEST_ADDRESS:
            return
        others = [one for one in self.all() if one.address != address]
        kept = [JoinedAddress(address, key), *others][:MOST]
        lines = [json.dumps({"address": one.address, "key": one.key.hex()}) for one in kept]
        with suppress(OSError):
            paths.make_private(self._path.parent)
            replace_private(self._path, ("\n".join(lines) + "\n").encode())
