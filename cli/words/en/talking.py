"""What is said about talk, in English: who speaks, who is heard, what cannot be said.

The one rule: the same words on every front, in the lobby and at the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

YOU: Final = "You"
TOO_LONG: Final = "That is too long to be said at once. Nothing was said."
NO_SEAT_YET: Final = "Whoever has no seat yet is not heard."
NO_TALK_YET: Final = "Nobody has said anything this evening."
SAY_WHAT: Final = "Say what? Type: say TEXT."
NOBODY_TO_MUTE: Final = "There is nobody whose talk could be muted."


def speaker(name: str, *, is_watching: bool) -> str:
    """Who says something: whoever watches is never taken for a seat."""
    return f"{name} (watching)" if is_watching else name


def says(name: str, text: str, *, is_watching: bool = False) -> str:
    """`Bek: "hello"`."""
    return f'{speaker(name, is_watching=is_watching)}: "{text}"'


def muted(name: str) -> str:
    """Somebody's talk is heard no more."""
    return f"You do not hear {name} talk any more; unmute undoes it."


def unmuted(name: str) -> str:
    """It is heard again."""
    return f"You hear {name} talk."


def one_of(verb: str, names: Sequence[str]) -> str:
    """What can be typed, where it was not clear who is meant."""
    return f"Type {verb} and one of: {', '.join(names)}." if names else NOBODY_TO_MUTE


def has_gone(name: str) -> str:
    """After the match, when somebody does not look at the result any more."""
    return f"{name} has gone."


def unread(count: int) -> str:
    """That there is talk which has not been looked at, with the key that shows it; empty without any."""
    return f"l: {count} new  " if count else ""
