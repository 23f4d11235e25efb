"""What commands write: words for people, and one JSON document for programs.

The one rule: with `--json` standard output holds that document and nothing else; people's words go
to standard error then. No colour and no cursor moves; and what is written as one line is one line,
since parts of the text (names, reasons, paths) come from elsewhere.
"""

from __future__ import annotations

import json
import os
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from cli import console_font
from protocol.net.files import system

if TYPE_CHECKING:
    from cli.words.phrase import Part

_FRENCH = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_MONEY = {"C": "¢", "S": "§", "M": "₥", "T": "₮"}
_CARD = re.compile(r"\{([A-Z0-9]{2,3})\}")

_ASCII = {
    **{glyph: letter for letter, glyph in _FRENCH.items()},
    "¢": "C",
    "§": "S",
    "₥": "M",
    "₮": "T",
    "✓": "v",
    "✗": "x",
    "…": "...",
    "–": "-",
    "—": "-",
    "−": "-",
    "·": "-",
    "×": "x",
    "≤": "<=",
    "≥": ">=",
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
    "→": "->",
}
_ASCII_TABLE = str.maketrans(_ASCII)


HANG = 2
"""Columns by which a broken line goes on further right: what a peer makes it say begins no row like a line of ours."""

LEAST_WIDTH = 20
"""Columns that a broken line gets beside its indentation, however narrow the terminal."""


def draw_cards(text: str) -> str:
    """A sentence with its cards drawn: `{10H}` becomes `10♥`, `{C9}` becomes `¢9`."""
    return _CARD.sub(lambda found: _glyphs(found[1]), text)


def in_glyphs(part: Part) -> str:
    """A phrase as text, with its cards drawn alike."""
    from cli.words.phrase import (
        text_of,
    )  # only where it is needed: the words of all games come along

    return text_of(part, lambda piece: _glyphs(piece.pack.text(piece.card)))


def _glyphs(card: str) -> str:
    if card[0] in _MONEY and card[1:].isdigit():
        return _MONEY[card[0]] + card[1:]
    return card[:-1] + _FRENCH.get(card[-1], card[-1])


def is_unicode(stream: TextIO | None) -> bool:
    """Whether glyphs beyond ASCII arrive at `stream` as they are.

    In the C locale Python writes UTF-8 all the same, but nothing says that the terminal reads it.
    """
    encoding = (getattr(stream, "encoding", None) or "").lower().replace("-", "")
    if encoding != "utf8" or _lacks_glyphs(stream):
        return False
    if os.environ.get("PYTHONUTF8") == "1" or os.environ.get("PYTHONIOENCODING"):
        return True
    # The console of Windows takes text as it is; others are asked what they read.
    settings = () if sys.platform == "win32" else ("LC_ALL", "LC_CTYPE", "LANG")
    read = "C.UTF-8" if sys.platform == "win32" else "C"
    named = next((os.environ[name] for name in settings if os.environ.get(name)), read)
    return named not in ("C", "POSIX")


def _lacks_glyphs(stream: TextIO | None) -> bool:
    """Whether it is a text console whose font would draw all suits alike."""
    if os.environ.get("TERM") != console_font.TERM or stream is None or not stream.isatty():
        return False
    return not console_font.draws(stream.fileno(), "".join(_FRENCH.values()) + "✓✗")


def plain(text: str) -> str:
    """`text` on one line: what ends a line, moves the cursor or is no character becomes `?`."""
    kept = "".join(
        "?" if unicodedata.category(c)[0] == "C" or unicodedata.category(c) in ("Zl", "Zp") else c
        for c in text
    )
    if kept.isascii():
        return kept
    from protocol.wire.names import with_few_marks  # only where it is needed

    return with_few_marks(kept)


def to_ascii(text: str) -> str:
    """`text` for a terminal without Unicode: suits as letters, and `?` for what has no stand-in."""
    return text.translate(_ASCII_TABLE).encode("ascii", "replace").decode()


def write_line(stream: TextIO | None, text: str, hang: int = HANG) -> None:
    """Write one line as far as `stream` can show it; a stream that was closed from the start takes nothing.

    On a terminal a line that is too long for it is broken between words, and goes on `hang` columns
    further right.
    """
    if stream is None:
        return
    text = plain(text)
    if not is_unicode(stream):
        text = to_ascii(text)
    with writing():
        stream.write(_broken(text, _width(stream), hang) + "\n")
        stream.flush()


class OutputFailed(OSError):
    """What a command says cannot be written."""

    @property
    def is_reader_gone(self) -> bool:
        """Whether whoever read it has had enough."""
        return self.errno in system.READER_GONE


@contextmanager
def writing() -> Iterator[None]:
    """Where words are written: a failure of the system in here is one of the output."""
    try:
        yield
    except OSError as error:
        raise OutputFailed(error.errno, error.strerror) from error


def _width(stream: TextIO) -> int | None:
    """Columns of the terminal; None where it is no terminal, or has none."""
    try:
        return (os.get_terminal_size(stream.fileno()).columns or None) if stream.isatty() else None
    except OSError:
        return None


def _broken(text: str, width: int | None, hang: int) -> str:
    if width is None or len(text) <= width:
        return text
    import textwrap  # only where it is needed

    return textwrap.fill(
        text,
        max(width, hang + LEAST_WIDTH),
        subsequent_indent=" " * hang,
        break_long_words=False,
        break_on_hyphens=False,
    )


class Output:
    """Where a command's words go.

    Args:
        json: Whether a program reads standard output.
    """

    def __init__(self, json: bool = False) -> None:
        self.json = json

    def say(self, text: str = "", hang: int = HANG) -> None:
        """A line for people."""
        write_line(sys.stderr if self.json else sys.stdout, text, hang)

    def note(self, text: str) -> None:
        """A line for people that is no part of the result: progress, warnings."""
        write_line(sys.stderr, text)

    def give(self, document: Mapping[str, Any]) -> None:
        """The result for programs, on one line; does nothing unless `--json` was given."""
        if self.json:
            write_line(sys.stdout, json.dumps(document))


def can_move_cursor() -> bool:
    """Whether the terminal, if there is one, can do more than write on."""
    # Windows names no kind of terminal: all its consoles are of one.
    return os.environ.get("TERM", "console" if sys.platform == "win32" else "dumb") != "dumb"


def has_terminal() -> bool:
    """Whether a full screen can be shown: both streams are one terminal that can move its cursor."""
    streams = (sys.stdin, sys.stdout)
    return can_move_cursor() and all(stream is not None and stream.isatty() for stream in streams)
