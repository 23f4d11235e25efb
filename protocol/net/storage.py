"""The two files of a seat: the public log, and private notes that outlive a crash (SPEC §6.8, §7.10).

The one rule: what has been stored stays readable. A write that fails leaves the log at its last
whole line, and the table must stop there rather than go on unrecorded.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from protocol.net.private_files import PRIVATE_MODE
from protocol.table.effects import Effect, Keep, Store, Tell
from protocol.table.notices import DealSettled, MatchOver

_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@dataclass(eq=False)
class CannotStore(Exception):
    """A file cannot be written any more; what it held before is unharmed.

    Args:
        path: The file.
        errno: The system's error number.
    """

    path: Path
    errno: int

    def __str__(self) -> str:
        return f"{self.path}: {os.strerror(self.errno)}"


class DiskFull(CannotStore):
    """There is no room left for the file."""


class TableFiles:
    """The open files of one seat at one table.

    Args:
        log: Where the public log goes; a file that holds something already is never overwritten.
        notes: Where the private notes go, readable by the owner only; None for a spectator.

    Raises:
        FileExistsError: One of the files is there and is not empty.
        CannotStore: One of them cannot be made.
    """

    def __init__(self, log: Path, notes: Path | None) -> None:
        self.log_path = log
        self.notes_path = notes
        self._ends = [0]
        """Where each stored line ends; the log may be cut back to any of these."""
        self.settled = 0
        """Deals whose result the log holds."""
        self._log = _create(log)
        try:
            self._notes = None if notes is None else _create_private(notes)
        except BaseException:
            os.close(self._log)
            raise

    def carry_out(self, effects: Iterable[Effect]) -> None:
        """Do all that these effects want of the files.

        On return, notes are on the disk, so that what follows may be sent; the log is with the
        system, and on the disk where a deal has ended.

        Raises:
            DiskFull, CannotStore: The files hold what they held before the failing write.
        """
        has_kept = has_ended = False
        for effect in effects:
            match effect:
                case Keep(line):
                    self._keep(line)
                    has_kept = True
                case Store(keep, lines):
                    self._store(keep, lines)
                case Tell(DealSettled()):
                    self.settled += 1
                    has_ended = True
                case Tell(MatchOver()):
                    has_ended = True
                case _:
                    pass
        if has_kept and self._notes is not None:
            _sync(self._notes, self.notes_path)
        if has_ended:
            _sync(self._log, self.log_path)

    def close(self, *, forget_notes: bool) -> None:
        """Close both; the notes are removed where nobody will need them again."""
        try:
            _sync(self._log, self.log_path)
        finally:
            os.close(self._log)
            if self._notes is not None and self.notes_path is not None:
                os.close(self._notes)
                if forget_notes:
                    self.notes_path.unlink(missing_ok=True)

    def _keep(self, line: bytes) -> None:
        if self._notes is not None:
            assert self.notes_path is not None
            _write(self._notes, line + b"\n", self.notes_path)

    def _store(self, keep: int, lines: tuple[bytes, ...]) -> None:
        if keep < len(self._ends) - 1:
            del self._ends[keep + 1 :]
            os.ftruncate(self._log, self._ends[-1])
            os.lseek(self._log, self._ends[-1], os.SEEK_SET)
        try:
            _write(self._log, b"".join(line + b"\n" for line in lines), self.log_path)
        except CannotStore:
            self._cut_to_whole_lines(lines)
            raise
        for line in lines:
            self._ends.append(self._ends[-1] + len(line) + 1)

    def _cut_to_whole_lines(self, lines: tuple[bytes, ...]) -> None:
        """After a failed write: keep those of the lines that fitted whole."""
        try:
            size = os.fstat(self._log).st_size
            end = self._ends[-1]
            for line in lines:
                if end + len(line) + 1 > size:
                    break
                end += len(line) + 1
            os.ftruncate(self._log, end)
        except OSError:
            pass  # no regular file, such as /dev/full: there is nothing to cut


def _create(path: Path) -> int:
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise _cannot(path, error) from None
    if os.fstat(descriptor).st_size:
        os.close(descriptor)
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    return descriptor


def _create_private(path: Path) -> int:
    """A file that was there before, though empty, may be open to others, or be open with them already."""
    try:
        if not path.stat().st_size:
            path.unlink()
    except FileNotFoundError:
        pass
    except OSError as error:
        raise _cannot(path, error) from None
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        return os.open(path, flags, PRIVATE_MODE)
    except FileExistsError:
        raise
    except OSError as error:
        raise _cannot(path, error) from None


def _write(descriptor: int, data: bytes, path: Path) -> None:
    view = memoryview(data)
    try:
        while view:
            view = view[os.write(descriptor, view) :]
    except OSError as error:
        raise _cannot(path, error) from None


def _sync(descriptor: int, path: Path | None) -> None:
    assert path is not None
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno in (errno.EINVAL, errno.ENOTSUP):
            return  # a pipe or device: there is no disk behind it
        raise _cannot(path, error) from None


def _cannot(path: Path, error: OSError) -> CannotStore:
    kind = DiskFull if error.errno in _FULL else CannotStore
    return kind(path, error.errno or errno.EIO)
