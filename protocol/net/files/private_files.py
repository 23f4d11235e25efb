"""Files that are their owner's alone: opened only where they are, written whole or not at all.

The one rule: at no moment does a reader, or a crash, find half a file or one with a looser mode; and
what others could have read or written is not used. Its owner decides what to do about that:
tightening the mode behind their back would only hide that it was open.
"""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from pathlib import Path
from typing import Final

from protocol.faults import Code, CodedError
from protocol.net.files import system

PRIVATE_MODE: Final = 0o600
_DIRECTORY_MODE: Final = 0o700


class NotPrivate(CodedError, OSError):
    """A file is not used, for others could read it, write it or put it there.

    An OSError like any other that meets whoever opens a file.

    Args:
        code: What is wrong with it.
        path: The file.
        mode: Its permission bits, where they are what is wrong.
    """

    def __init__(self, code: Code, path: Path, mode: int | None = None) -> None:
        super().__init__(code, str(path), *(() if mode is None else (mode,)))
        self.filename = str(path)
        self.path = path
        self.mode = mode

    def __str__(self) -> str:
        return str(self.reason)


def open_private(path: Path, flags: int = os.O_RDONLY) -> int:
    """Open a file that holds secrets, or make it where the flags say so; the descriptor.

    Raises:
        NotPrivate: It is no ordinary file, somebody else's, or open to group or others.
        OSError: It cannot be opened.
    """
    try:
        descriptor = _open(path, flags | system.NO_LINK)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise NotPrivate(Code.FILE_IS_LINK, path) from None
        raise
    return _checked(path, descriptor, 0o077, Code.FILE_OPEN_TO_OTHERS)


def read_private(path: Path, most: int) -> bytes:
    """The content of a file that holds secrets, at most `most` bytes of it; raises as `open_private`."""
    with open(open_private(path), "rb") as file:
        return file.read(most)


def read_own(path: Path, most: int) -> bytes:
    """The content of a file that holds no secrets, but that nobody else may write. A link may lead to it.

    Raises as `open_private`.
    """
    descriptor = _checked(path, _open(path, os.O_RDONLY), 0o022, Code.FILE_WRITABLE_BY_OTHERS)
    with open(descriptor, "rb") as file:
        return file.read(most)


def _open(path: Path, flags: int) -> int:
    # Not blocking: a pipe in the file's place must not keep us waiting for its other end.
    return os.open(path, flags | system.AT_ONCE, PRIVATE_MODE)


def _checked(path: Path, descriptor: int, forbidden: int, why: Code) -> int:
    # Through the open descriptor: what is looked at is what is read.
    status = os.fstat(descriptor)
    mode = system.permissions(status)
    refused = None
    if stat.S_ISDIR(status.st_mode):
        refused = NotPrivate(Code.FILE_IS_FOLDER, path)
    elif not stat.S_ISREG(status.st_mode):
        refused = NotPrivate(Code.FILE_NOT_ORDINARY, path)
    elif not system.is_ours(status):
        refused = NotPrivate(Code.FILE_OF_ANOTHER_USER, path)
    elif mode & forbidden:
        refused = NotPrivate(why, path, mode)
    if refused is not None:
        os.close(descriptor)
        raise refused
    return descriptor


def replace_private(path: Path, data: bytes) -> None:
    """Make `data` the whole content of the file, in one step; raises OSError."""
    staged = _stage(path, data)
    try:
        os.replace(staged, path)
    except OSError:
        os.unlink(staged)
        raise
    system.sync_folder(path.parent)


def create_private(path: Path, data: bytes) -> None:
    """As `replace_private`, but raises FileExistsError rather than replace what is there."""
    staged = _stage(path, data)
    try:
        os.link(staged, path)
    finally:
        os.unlink(staged)
    system.sync_folder(path.parent)


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
