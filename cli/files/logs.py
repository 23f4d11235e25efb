"""Reading log files. The one rule: no more of a file is taken into memory than a log can have."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from cli import paths
from cli.errors import CommandError, cannot_read
from cli.files.transport import HEAD, damage_of
from cli.words.en.transport import damaged
from protocol.net.files.system import AT_ONCE

SIZE_LIMIT = 1 << 29
"""Half a gigabyte: some ten thousand deals. Nothing larger is taken into memory."""


def own_logs() -> list[Path]:
    """All logs that our own tables have left in the data folder; raises CommandError without any."""
    folder = paths.logs_dir()
    found = sorted(folder.glob("*.log"))
    if not found:
        raise CommandError(
            f"There is no log in {folder} yet. Logs that lie elsewhere can be named."
        )
    return found


def _without_waiting(path: str, flags: int) -> int:
    """A pipe that nobody writes to is opened at once, to be refused."""
    return os.open(path, flags | AT_ONCE)


@contextmanager
def open_log(path: Path) -> Iterator[BinaryIO]:
    """The file, to be read line by line; raises CommandError where it cannot be, or is none of a log."""
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise CommandError(f"{path} is no ordinary file.")
            damage = damage_of(file.read(HEAD))
            if damage is not None:
                raise CommandError(damaged(path, damage))
            file.seek(0)
            yield file
    except OSError as error:
        raise cannot_read(path, error) from None


def read_log(path: Path) -> bytes:
    """The file's bytes; raises CommandError where they cannot be read or are too many."""
    with open_log(path) as file:
        data = file.read(SIZE_LIMIT + 1)
    if len(data) > SIZE_LIMIT:
        raise CommandError(f"{path} is larger than any log: more than {SIZE_LIMIT >> 20} MiB.")
    return data
