"""Standard input and signals for a program that plays: lines and asks to leave, as they come.

The one rule: reading never holds up the table. The descriptor is only read when it has something.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import AsyncIterator
from typing import Final

import trio

from cli.output import draw_cards, write_line

LINE_LIMIT: Final = 4096
"""Longest line taken from standard input, in bytes; what is longer is cut."""

SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


async def typed_lines() -> AsyncIterator[str]:
    """The lines of standard input; ends where it is closed."""
    if sys.stdin is None:
        return
    descriptor = sys.stdin.fileno()
    waiting = b""
    while True:
        try:
            data = await _read(descriptor)
        except OSError:
            return  # the terminal is gone
        if not data:
            if waiting:
                yield _text(waiting)
            return
        *lines, waiting = (waiting + data).split(b"\n")
        waiting = waiting[:LINE_LIMIT]
        for line in lines:
            yield _text(line)


async def _read(descriptor: int) -> bytes:
    """What comes next; raises OSError."""
    if sys.platform == "win32":
        # Only sockets can be waited for there; a thread that waits is left behind at the end.
        return await trio.to_thread.run_sync(os.read, descriptor, 65536, abandon_on_cancel=True)
    else:  # noqa: RET505 - so that each system's own branch is all that is checked for it
        try:
            await trio.lowlevel.wait_readable(descriptor)
        except OSError:
            await trio.lowlevel.checkpoint()  # a file or /dev/null: never has to be waited for
        return os.read(descriptor, 65536)


def _text(line: bytes) -> str:
    return line[:LINE_LIMIT].decode("utf-8", "replace").rstrip("\r")


def say(text: str) -> None:
    """One line for people, its cards drawn as far as the output can."""
    write_line(sys.stdout, draw_cards(text))


def heeded() -> tuple[int, ...]:
    """The signals that we heed: one that is ignored stays so, as whoever used `nohup` wants."""
    return tuple(number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN)
