"""How a command ends: exit codes, and failures that are one sentence.

The one rule: whatever goes wrong, a person reads a whole sentence and a script reads a code; a
traceback goes to a file, never to the terminal.
"""

from __future__ import annotations

import errno
from enum import IntEnum
from pathlib import Path

from protocol.faults import Code, CodedError, Reason


class ExitCode(IntEnum):
    """What a command's exit code means; a signal n ends it with 128 + n."""

    OK = 0
    FAILURE = 1
    USAGE = 2
    VERIFICATION = 3
    NETWORK = 4


SIGNAL_BASE = 128

INTERRUPTED = SIGNAL_BASE + 2
BROKEN_PIPE = SIGNAL_BASE + 13


class CommandError(Exception):
    """A command cannot go on.

    Args:
        sentence: Whole sentences for people: what happened, and what to do now.
        code: The exit code.
        why: The same for programs, where the protocol has a code for it.
    """

    def __init__(
        self, sentence: str, code: ExitCode = ExitCode.FAILURE, why: Reason | None = None
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code
        self.why = why


class TableNotOpened(CommandError):
    """No table came of the seats that were ready; there may be another one without who is missing."""


class NothingSeen(CommandError):
    """No table is seen on the network; one may be reached by its address all the same."""


_REASONS = {
    errno.ENOENT: "there is no such file or folder",
    errno.EACCES: "permission is denied",
    errno.EPERM: "permission is denied",
    errno.EISDIR: "it is a folder",
    errno.ENOTDIR: "a part of the path is no folder",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EROFS: "the file system is read-only",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ELOOP: "its links lead in a circle",
    errno.EIO: "the disk reports an error",
}


def reason_of(error: OSError) -> str:
    """Why the system refused, or we did, as the end of a sentence."""
    if isinstance(error, CodedError):
        from cli.words.en import faults  # only where it is needed

        can_be_mended = error.code in (Code.FILE_OPEN_TO_OTHERS, Code.FILE_WRITABLE_BY_OTHERS)
        hint = ", and 'chmod 600' makes it private" if can_be_mended else ""
        return faults.reason(error.reason) + hint
    known = _REASONS.get(error.errno or 0)
    return known or (error.strerror or type(error).__name__).lower()


def cannot_read(path: Path | str, error: OSError) -> CommandError:
    """What to raise where the file or folder cannot be read."""
    return CommandError(f"{path} cannot be read: {reason_of(error)}.", why=_why(error))


def cannot_write(path: Path | str, error: OSError) -> CommandError:
    """What to raise where the file or folder cannot be written."""
    return CommandError(f"{path} cannot be written: {reason_of(error)}.", why=_why(error))


def _why(error: OSError) -> Reason | None:
    return error.reason if isinstance(error, CodedError) else None
