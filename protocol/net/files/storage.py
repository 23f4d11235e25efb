"""The two files of a seat: the public log, and private notes that outlive a crash (SPEC §6.8, §7.10).

The one rule: what has been stored stays readable. A write that fails leaves the log at its last
whole line, and the table must stop there rather than go on unrecorded.
"""

from __future__ import annotations

import errno
import os
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path
from threading import Lock
from typing import ClassVar, Final

from protocol.faults import Code, CodedError
from protocol.net.files import system
from protocol.net.files.private_files import PRIVATE_MODE, NotPrivate, open_private
from protocol.table.effects import Effect, Forget, Keep, Store, Tell
from protocol.table.notices import DealSettled, MatchOver

LOG_MODE: Final = 0o644
_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class CannotStore(CodedError):
    """A file cannot be written any more; what it held before is unharmed.

    Args:
        path: The file.
        errno: The system's error number.
    """

    what: ClassVar[Code] = Code.CANNOT_STORE

    def __init__(self, path: Path, errno: int) -> None:
        super().__init__(self.what, str(path), errno)
        self.path = path
        self.errno = errno


class DiskFull(CannotStore):
    """There is no room left for the file."""

    what = Code.DISK_FULL


class InUse(CannotStore):
    """Another program plays this seat: two of them would contradict each other."""

    what = Code.FILE_IN_USE


class NoFiles:
    """For a bot at the table of its host's own program, whose log is the same: it keeps nothing."""

    def carry_out(self, effects: Iterable[Effect]) -> None:
        pass

    def read(self, first: int, last: int) -> Sequence[bytes]:
        return ()

    def drop_notes(self) -> None:
        pass

    def close(self, *, forget_notes: bool) -> None:
        pass


class TableFiles:
    """The open files of one seat at one table.

    Args:
        log: Where the public log goes; a file that holds something already is never overwritten.
        notes: Where the private notes go, readable by the owner only; None for a spectator.
        goes_on: The files are those of an earlier run: they are read, cut to whole lines and
            written on.

    Raises:
        FileExistsError: One of the files is there and is not empty, and nothing is to go on.
        InUse: Another program has the notes open.
        NotPrivate: The notes lie open to others.
        CannotStore: One of them cannot be made or read.
    """

    def __init__(self, log: Path, notes: Path | None, *, goes_on: bool = False) -> None:
        self.log_path = log
        self.notes_path = notes
        self._ends = array("Q", [0])
        """Where each stored line ends; the log may be cut back to any of these."""
        self._reader: int | None = None
        self._reading = Lock()
        self._log_lines: list[bytes] = []
        self.note_lines: list[bytes] = []
        """What the notes held at the beginning."""
        self._first_note: bytes | None = None
        self.settled = 0
        """Deals whose result the log holds."""
        self._log = _reopen(log, os.O_CREAT) if goes_on else _create(log)
        self._lock: int | None = None
        try:
            self._lock = None if notes is None else lock_notes(notes)
            self._notes = None if notes is None else _open_notes(notes, goes_on=goes_on)
            if goes_on:
                self._read_back()
        except BaseException:
            os.close(self._log)
            if self._lock is not None:
                os.close(self._lock)
            raise

    def _read_back(self) -> None:
        self._log_lines = _whole_lines(self._log, self.log_path)
        for line in self._log_lines:
            self._ends.append(self._ends[-1] + len(line) + 1)
        os.ftruncate(self._log, self._ends[-1])
        if self._notes is not None:
            assert self.notes_path is not None
            self.note_lines = _whole_lines(self._notes, self.notes_path)
            os.ftruncate(self._notes, sum(len(line) + 1 for line in self.note_lines))
            os.lseek(self._notes, 0, os.SEEK_END)
            self._first_note = next(iter(self.note_lines), None)
        os.lseek(self._log, 0, os.SEEK_END)

    def take_log_lines(self) -> list[bytes]:
        """What the log held at the beginning; it is not kept for a second time."""
        lines, self._log_lines = self._log_lines, []
        return lines

    def carry_out(self, effects: Iterable[Effect]) -> None:
        """Do all that these effects want of the files.

        On return, notes are on the disk, so that what follows may be sent; the log is with the
        system, and on the disk where a deal has ended.

        Raises:
            DiskFull, CannotStore: The files hold what they held before the failing write.
        """
        has_kept = has_ended = False
        needed: list[bytes] | None = None
        for effect in effects:
            match effect:
                case Keep(line):
                    self._keep(line)
                    has_kept = True
                    if needed is not None:
                        needed.append(line)
                case Forget(lines):
                    needed = list(lines)
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
        if needed is not None:
            self._forget_but(needed)

    def read(self, first: int, last: int) -> list[bytes]:
        """Stored lines of the log (`protocol.log.lines.Archive`); none where there is no file to read.

        It has a descriptor of its own, whose place in the file no write moves.
        """
        last = min(last, len(self._ends) - 1)
        if first >= last:
            return []
        size = self._ends[last] - self._ends[first]
        try:
            with self._reading:
                if self._reader is None:
                    self._reader = os.open(self.log_path, os.O_RDONLY | system.AS_IT_IS)
                os.lseek(self._reader, self._ends[first], os.SEEK_SET)
                data = os.read(self._reader, size)
        except OSError:
            return []  # a pipe or device
        return data.split(b"\n")[:-1] if len(data) == size else []

    def keep_first(self, line: bytes) -> None:
        """Begin the notes with a line that stays there. Raises DiskFull, CannotStore."""
        self._first_note = line
        self.carry_out([Keep(line)])

    def drop_notes(self) -> None:
        """Remove the notes: nobody will need them again. The log stays open."""
        if self._notes is not None and self.notes_path is not None:
            assert self._lock is not None
            os.close(self._notes)
            os.close(self._lock)
            self._notes = self._lock = None
            remove_notes(self.notes_path)

    def close(self, *, forget_notes: bool) -> None:
        """Close both; the notes are removed where nobody will need them again."""
        try:
            _sync(self._log, self.log_path)
        finally:
            os.close(self._log)
            if self._reader is not None:
                os.close(self._reader)
            if forget_notes:
                self.drop_notes()
            elif self._notes is not None:
                assert self._lock is not None
                os.close(self._notes)
                os.close(self._lock)

    def _keep(self, line: bytes) -> None:
        if self._notes is not None:
            assert self.notes_path is not None
            _write(self._notes, line + b"\n", self.notes_path)

    def _forget_but(self, lines: Sequence[bytes]) -> None:
        """Put these notes in place of all, in one step: a crash finds the old ones or the new."""
        if self._notes is None:
            return
        assert self.notes_path is not None
        first = () if self._first_note is None else (self._first_note,)
        data = b"".join(line + b"\n" for line in (*first, *lines))
        staged = _staged(self.notes_path)
        staged.unlink(missing_ok=True)
        descriptor = _open_notes(staged, goes_on=False)
        try:
            _write(descriptor, data, staged)
            _sync(descriptor, staged)
        finally:
            os.close(descriptor)
        # Both closed: some systems put no file in the place of an open one. The lock is another's.
        os.close(self._notes)
        try:
            os.replace(staged, self.notes_path)
        finally:
            self._notes = _open_notes(self.notes_path, goes_on=True)
            os.lseek(self._notes, 0, os.SEEK_END)

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
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | system.AS_IT_IS, LOG_MODE)
    except OSError as error:
        raise _cannot(path, error) from None
    if os.fstat(descriptor).st_size:
        os.close(descriptor)
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    return descriptor


def _staged(notes: Path) -> Path:
    return notes.with_name(f".{notes.name}.new")


def lock_notes(notes: Path) -> int:
    """Take the seat whose notes these are; whoever closes the descriptor gives it back.

    The lock is on a file beside the notes, for they are replaced while it is held.

    Raises:
        InUse: Another program has it.
        NotPrivate, CannotStore: The lock's file cannot be opened.
    """
    path = _lock_of(notes)
    try:
        descriptor = open_private(path, os.O_RDWR | os.O_CREAT)
    except NotPrivate:
        raise
    except OSError as error:
        raise _cannot(notes, error) from None
    if not system.lock(descriptor):
        os.close(descriptor)
        raise InUse(notes, errno.EAGAIN)
    return descriptor


def remove_notes(notes: Path) -> None:
    """Nobody will need them again, nor what lies beside them."""
    for path in (notes, _staged(notes), _lock_of(notes)):
        path.unlink(missing_ok=True)


def _lock_of(notes: Path) -> Path:
    return notes.with_name(f".{notes.name}.lock")


def _open_notes(path: Path, *, goes_on: bool) -> int:
    return _open_again(path) if goes_on else _create_private(path)


def _open_again(notes: Path) -> int:
    try:
        return open_private(notes, os.O_RDWR)
    except NotPrivate:
        raise
    except OSError as error:
        raise _cannot(notes, error) from None


def _reopen(path: Path, flags: int) -> int:
    try:
        return os.open(path, os.O_RDWR | system.AS_IT_IS | flags, LOG_MODE)
    except OSError as error:
        raise _cannot(path, error) from None


def _whole_lines(descriptor: int, path: Path) -> list[bytes]:
    """The file's lines; a last one without its end was never written whole, and is none."""
    try:
        with open(descriptor, "rb", closefd=False) as file:
            return file.read().split(b"\n")[:-1]
    except OSError as error:
        raise _cannot(path, error) from None


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
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | system.AS_IT_IS
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
