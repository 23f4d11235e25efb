"""Text in the columns of a terminal: how wide it is, cut, filled, and harmless wherever it comes from.

The one rule: widths are terminal columns, never numbers of characters.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from wcwidth import wcswidth, wcwidth

_JOINERS: Final = re.compile(
    "[\u200b-\u200f\u2028-\u202e\u2060-\u206f\u20e3\ufe00-\ufe0f\ufeff"
    "\U0001f1e6-\U0001f1ff\U0001f3fb-\U0001f3ff\U000e0000-\U000e01ef]"
)
"""What steers the direction, or makes one picture of several characters: terminals disagree on it."""


def char_width(char: str) -> int:
    """Columns of one character; none for one that would stand on another."""
    return 1 if " " <= char <= "~" else max(0, wcwidth(char))


def width(text: str) -> int:
    """Columns that a text takes."""
    return sum(map(char_width, text))


def clean(text: str) -> str:
    """Text from another peer as it may be shown: NFC, one line, nothing that steers the terminal."""
    text = _JOINERS.sub("", unicodedata.normalize("NFC", text))
    kept = "".join(c if unicodedata.category(c)[0] not in "CZ" else " " for c in text)
    kept = " ".join(kept.split())
    return kept if wcswidth(kept) == width(kept) else _separable(kept)


def _separable(text: str) -> str:
    """Only characters that take the same columns alone as together."""
    kept = ""
    for char in text:
        if wcswidth(kept + char) == width(kept) + char_width(char):
            kept += char
    return " ".join(kept.split())


def cut(text: str, columns: int) -> str:
    """At most so many columns, `…` at the end of what was longer."""
    if width(text) <= columns:
        return text
    kept, used = "", 0
    for char in text:
        used += char_width(char)
        if used > columns - 1:
            break
        kept += char
    return kept + "…" if columns > 0 else ""


def pad(text: str, columns: int) -> str:
    """Exactly so many columns, cut or filled with blanks."""
    text = cut(text, columns)
    return text + " " * (columns - width(text))
