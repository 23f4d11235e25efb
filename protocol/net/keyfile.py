"""The file that holds a player's identity key.

The one rule: a key that others could have read is not used. Its owner decides what to do about it;
tightening the mode behind his back would only hide that it was open.
"""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from protocol.crypto.identity import Identity
from protocol.crypto.rng import Rng, system_rng
from protocol.net.private_files import create_private

_FORM: Final = "p2pcards identity 1\n{seed}\n"
_PATTERN: Final = re.compile(rb"p2pcards identity 1\n([0-9a-f]{64})\n")
_MAX_BYTES: Final = 1024


@dataclass(eq=False)
class KeyFileOpen(Exception):
    """Others than the owner may read or write the key file; `mode` is its permission bits."""

    path: Path
    mode: int

    def __str__(self) -> str:
        return f"{self.path} has mode {self.mode:o}"


@dataclass(eq=False)
class KeyFileBad(Exception):
    """There is a file, but it does not hold a key as we write it."""

    path: Path

    def __str__(self) -> str:
        return f"{self.path} holds no key"


def load_identity(path: Path) -> Identity:
    """The identity in the file.

    Raises:
        KeyFileOpen: The file is open to group or others (where the system knows such a thing).
        KeyFileBad: It holds something else, or is no ordinary file.
        OSError: It cannot be read; FileNotFoundError where there is none.
    """
    # Looked at through the open descriptor: what is checked is what is read.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with open(descriptor, "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise KeyFileBad(path)
        mode = stat.S_IMODE(status.st_mode)
        if os.name == "posix" and mode & 0o077:
            raise KeyFileOpen(path, mode)
        content = file.read(_MAX_BYTES)
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
        create_private(path, _FORM.format(seed=identity.seed.hex()).encode())
    except FileExistsError:
        return load_identity(path), False  # another of our programs was faster
    return identity, True
