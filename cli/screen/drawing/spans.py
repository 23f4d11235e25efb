"""A line of text as it is drawn: spans of a role and characters.

The one rule: a role says what a piece is; which colour it has, `look` says.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, TypeAlias


class Role(StrEnum):
    """What a piece of text is; `look` gives each its colour."""

    TEXT = "text"
    DIM = "dim"
    FRAME = "frame"
    BAR = "bar"
    TURN = "turn"
    BEST = "best"
    GOOD = "good"
    OPEN = "open"
    BAD = "bad"
    TALK = "talk"
    KEY = "key"
    HEADING = "heading"
    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    COINS = "coins"
    STRINGS = "strings"
    MYRIADS = "myriads"
    TENS = "tens"


class Span(NamedTuple):
    """A piece of one row. `target` names what a click on it means (`key:t`, `card:12`, `seat:3`)."""

    role: Role
    text: str
    target: str = ""


Text: TypeAlias = tuple[Span, ...]
"""One line of text; `cli.screen.drawing.text` makes it from a sentence."""
