"""What a player may be called, and any text made into a name (SPEC §6.1).

The one rule: the same names are good for everybody and for ever, for whether a log is good hangs on
them. The characters are those of a table; Unicode promises never to change the composed form of
text that consists of them.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from typing import Final

from protocol.faults import Code, CodedError
from protocol.wire.name_characters import NAME_CHARACTERS, NONSPACING_MARKS

LONGEST_NAME: Final = 32
"""Characters of a player's name, as all at a table read it."""

MOST_MARKS: Final = 4
"""Nonspacing marks on one character: more of them are no writing, but a blot over the lines around."""


class BadName(CodedError):
    """A text that is no name."""


class _Characters:
    """A set of characters, written as ranges of code points."""

    def __init__(self, ranges: str) -> None:
        pairs = [(one.split("-") * 2)[:2] for one in ranges.split()]
        self._first = [int(first, 16) for first, _ in pairs]
        self._last = [int(last, 16) for _, last in pairs]

    def __contains__(self, character: str) -> bool:
        code = ord(character)
        at = bisect_right(self._first, code) - 1
        return at >= 0 and code <= self._last[at]


_CHARACTERS: Final = _Characters(NAME_CHARACTERS)
_MARKS: Final = _Characters(NONSPACING_MARKS)


def check_name(text: str) -> None:
    """Raises BadName, unless the text is a name that all at a table would sign for."""
    if not 1 <= len(text) <= LONGEST_NAME:
        raise BadName(Code.NAME_LENGTH)
    if not all(character in _CHARACTERS for character in text):
        raise BadName(Code.NAME_CHARACTER)
    if text != text.strip(" ") or "  " in text:
        raise BadName(Code.NAME_BLANK)
    if text != with_few_marks(text):
        raise BadName(Code.NAME_MARKS)
    if text != unicodedata.normalize("NFC", text):
        raise BadName(Code.NAME_FORM)


def clean_name(text: str) -> str:
    """The text as a name, as much of it as can be one; `?` where nothing can."""
    kept = "".join(
        " " if character.isspace() else character
        for character in text
        if character.isspace() or character in _CHARACTERS
    )
    # Composed only now: what stood between a letter and its accent may just have gone.
    composed = unicodedata.normalize("NFC", kept)
    return " ".join(with_few_marks(composed).split())[:LONGEST_NAME].strip() or "?"


def with_few_marks(text: str) -> str:
    """Without the marks that have no character to stand on, and those that are too many on one."""
    kept = ""
    marks = MOST_MARKS  # nothing to stand on yet
    for character in text:
        if character in _MARKS:
            marks += 1
        else:
            marks = MOST_MARKS if character == " " else 0
        if character not in _MARKS or marks <= MOST_MARKS:
            kept += character
    return kept
