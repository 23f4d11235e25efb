"""Reading log files. The one rule: a file is read whole, and not at all where it cannot be a log."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from cli import paths
from cli.errors import CommandError, cannot_read
from protocol.net.system import AT_ONCE

SIZE_LIMIT = 1 << 29
"""Half a gigabyte: some ten thousand deals. Nothing larger is taken into memory."""


def own_logs() -> list[Path]:
    """All logs that our own tables have left in the data folder; raises CommandError without any."""
    folder = paths.logs_dir()
    found = sorted(folder.glob("*.log"))
    if not found:
        raise CommandError(
            f"There is no log in {folder} yet. Name the files: p2pcards fairness LOG"
        )
    return found


def _without_waiting(path: str, flags: int) -> int:
    """A pipe that nobody writes to is opened at once, to be refused."""
    return os.open(path, flags | AT_ONCE)


def read_log(path: Path) -> bytes:
    """The file's bytes; raises CommandError where they cannot be read or are too many."""
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise CommandError(f"{path} is no ordinary file.")
            data = file.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise cannot_read(path, error) from None
    if len(data) > SIZE_LIMIT:
        raise CommandError(f"{path} is larger than any log: more than {SIZE_LIMIT >> 20} MiB.")
    return data
