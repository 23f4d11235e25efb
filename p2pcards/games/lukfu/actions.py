"""What a seat can decide in Luk Fu, and how it is written in the log.

The one rule: an action names slots, ascending, and never cards, so that what goes face down stays
hidden; one action has one text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias, cast

from p2pcards import engine
from p2pcards.engine import Slot
from p2pcards.forms import NO_TEXT, are_slots


@dataclass(frozen=True, slots=True)
class Pass(engine.Action):
    """Not playing as the caller."""


@dataclass(frozen=True, slots=True)
class SayPlay(engine.Action):
    """Saying play: the seat becomes the caller."""


@dataclass(frozen=True, slots=True)
class Lead(engine.Action):
    """Leading a single, a set or a run, face up; `slots` ascending."""

    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Beat(engine.Action):
    """Beating the best play so far, face up; `slots` ascending."""

    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Discard(engine.Action):
    """Putting as many cards as were led face down; `slots` ascending."""

    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Declare(engine.Action):
    """Declaring six fu or more: opens the whole hand and the own discards."""


Action: TypeAlias = Pass | SayPlay | Lead | Beat | Discard | Declare

_WORDS: dict[type, str] = {
    Pass: "pass",
    SayPlay: "play",
    Lead: "lead",
    Beat: "beat",
    Discard: "discard",
    Declare: "declare",
}
_TYPES = {word: kind for kind, word in _WORDS.items()}
_SLOTS = re.compile(r"(?:0|[1-9][0-9]?)(?: (?:0|[1-9][0-9]?))*")
DIGITS = 2
MOST_SLOTS = 12
"""A whole hand; so every action fits a line of the log."""


def is_formed(action: object) -> bool:
    """Whether it is an action of Luk Fu and its slots, if it has any, can be written."""
    match action:
        case Lead(slots) | Beat(slots) | Discard(slots):
            is_named = type(action) in _WORDS and are_slots(slots, DIGITS)
            return is_named and 1 <= len(slots) <= MOST_SLOTS
        case _:
            return type(action) in _WORDS


def format_action(action: Action) -> str:
    """A word and, where there are any, slots: `pass`, `lead 3 7 11`."""
    match action:
        case Lead(slots) | Beat(slots) | Discard(slots):
            return " ".join([_WORDS[type(action)], *map(str, slots)])
        case _:
            return _WORDS[type(action)]


def text_of(action: object) -> str:
    """What was tried, for a refusal: as it is written, if it can be."""
    return format_action(cast(Action, action)) if is_formed(action) else NO_TEXT


def parse_action(text: str) -> Action:
    """Inverse of `format_action`; raises ValueError for any other text."""
    word, space, rest = text.partition(" ")
    kind = _TYPES.get(word)
    takes_slots = kind in (Lead, Beat, Discard)
    if kind is None or takes_slots != bool(space):
        raise ValueError(f"not an action of Luk Fu: {text!r}")
    if not takes_slots:
        return kind()  # type: ignore[no-any-return]
    if not _SLOTS.fullmatch(rest):
        raise ValueError(f"not slots: {text!r}")
    action: Action = kind(tuple(map(int, rest.split(" "))))
    if not is_formed(action):
        raise ValueError(f"slots are named once each, ascending, at most {MOST_SLOTS}: {text!r}")
    return action
