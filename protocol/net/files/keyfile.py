"""The file that holds a player's identity key.

The one rule: it has one form; what has another, or lies open to others, is not used and not touched.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from protocol.crypto.identity import Identity
from protocol.crypto.rng import Rng, system_rng
from protocol.faults import Code, CodedError
from protocol.net.files.private_files import create_private, read_private

_HEAD: Final = b"p2pcards identity 1\n"
_PATTERN: Final = re.compile(_HEAD + rb"([0-9a-f]{64})\n")
_MAX_BYTES: Final = 1024


class KeyFileBad(CodedError):
    """There is a file of ours, but it does not hold a key as we write it."""

    def __init__(self, path: Path) -> None:
        super().__init__(Code.KEY_FILE_BAD, str(path))
        self.path = path


def load_identity(path: Path) -> Identity:
    """The identity in the file.

    Raises:
        NotPrivate: Others could have read it, or put it there.
        KeyFileBad: It holds something else.
        OSError: It cannot be read; FileNotFoundError where there is none.
    """
    content = read_private(path, _MAX_BYTES)
    match = _PATTERN.fullmatch(content)
    if match is None:
        raise KeyFileBad(path)
    return Identity.from_seed(bytes.fromhex(match[1].decode()))


def load_or_create_identity(path: Path, rng: Rng = system_rng) -> tuple[Identity, bool]:
    """The identity in the file, made anew where there is no file; and whether it is new.

    Raises as `load_identity`, and OSError where the file cannot be made.
    """
    try:
        return load_identity(path), False
    except FileNotFoundError:
        pass
    identity = Identity.generate(rng)
    try:
        create_private(path, _HEAD + identity.seed.hex().encode() + b"\n")
    except FileExistsError:
        return load_identity(path), False  # another of our programs was faster
    return identity, True
