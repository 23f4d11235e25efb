"""Small files that only their owner may read, written whole or not at all.

The one rule: at no moment does a reader, or a crash, find half a file or one with a looser mode.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final

PRIVATE_MODE: Final = 0o600
_DIRECTORY_MODE: Final = 0o700


def replace_private(path: Path, data: bytes) -> None:
    """Make `data` the whole content of the file, in one step; raises OSError."""
    staged = _stage(path, data)
    try:
        os.replace(staged, path)
    except OSError:
        os.unlink(staged)
        raise
    _sync_directory(path.parent)


def create_private(path: Path, data: bytes) -> None:
    """As `replace_private`, but raises FileExistsError rather than replace what is there."""
    staged = _stage(path, data)
    try:
        os.link(staged, path)
    finally:
        os.unlink(staged)
    _sync_directory(path.parent)


def _stage(path: Path, data: bytes) -> str:
    path.parent.mkdir(mode=_DIRECTORY_MODE, parents=True, exist_ok=True)
    # mkstemp creates with mode 0600 whatever the umask is.
    descriptor, staged = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        os.unlink(staged)
        raise
    return staged


def _sync_directory(directory: Path) -> None:
    # The new name is on disk only once the directory is.
    if os.name != "posix":
        return
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
