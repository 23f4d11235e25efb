"""How far a log has been verified before, for `audit --continue`.

The one rule: a mark is used only if it lies in a file of our own that nobody else can write, and if
the log still begins with the very bytes that were verified.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from cli import __version__, paths
from protocol.mark import BadMark, Mark, MarkFault, Settled, make_mark, read_mark
from protocol.net.files.private_files import read_private, replace_private
from protocol.wire.codec import LINE_LIMIT

MOST_BYTES = 1 << 22
"""A mark holds one state and who was out; this is far more."""


_WHY: Final = {
    MarkFault.DAMAGED: "it is damaged",
    MarkFault.OF_ANOTHER_RELEASE: "another release of this program has made it",
    MarkFault.OF_OTHER_BYTES: "the log's beginning is another now",
}


class MarkNotUsed(Exception):
    """A log's mark is passed over; says why, as the end of a sentence."""


def _file_of(log: BinaryIO) -> Path:
    """Where the mark of a log lies: all copies of one table's log share it, by its first line."""
    log.seek(0)
    first = log.readline(LINE_LIMIT)
    return paths.marks_dir() / f"{hashlib.sha256(first).hexdigest()[:32]}.json"


def known_mark(log: BinaryIO) -> Mark | None:
    """The mark that an earlier audit has left of this log; None if there is none.

    Raises:
        MarkNotUsed: There is one that is not of these bytes, or cannot be read.
    """
    try:
        data = read_private(_file_of(log), MOST_BYTES)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise MarkNotUsed(str(error.strerror or error)) from error
    try:
        return read_mark(data, log, __version__)
    except BadMark as error:
        raise MarkNotUsed(_WHY[error.fault]) from error


def leave_mark(log: BinaryIO, settled: Settled) -> None:
    """Note how far the log is verified now. Raises OSError."""
    path = _file_of(log)
    paths.make_private(path.parent)
    replace_private(path, msgspec.json.encode(make_mark(settled, log, __version__)))
