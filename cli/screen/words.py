"""Names in sentences: our own seat is `you`, and the verb follows.

The one rule: no name is ever mistaken for a word. Our seat stands in a sentence as a character that
no name can hold, and becomes `you` last of all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from cli import words
from p2pcards.engine import Event, Game, Seat

US: Final = "\x01"

_IRREGULAR: Final = {
    "is": "are",
    "has": "have",
    "does": "do",
    "was": "were",
    "goes": "go",
    "passes": "pass",
}
_VERB: Final = re.compile(rf"{US}( alone)? ([a-z]+)(?: (on) and ([a-z]+s))?")
_AND: Final = re.compile(rf"({US}[^.;:]*?) and (is|has|takes|leads|wins|gets|opens)\b")
_SENTENCE_START: Final = re.compile(rf"(^|[.;:] +){US}")


class Namer:
    """Names for a game's story; `you` turns what it told into what this player reads."""

    def __init__(self, names: tuple[str, ...], own: Seat | None) -> None:
        self._names = names
        self._own = own

    def __call__(self, seat: Seat) -> str:
        return US if seat == self._own else self._names[seat]

    def story(self, game: Game[Any], before: Any, event: Event, after: Any) -> tuple[str, ...]:
        """What happened, for `you` to finish."""
        names = tuple(map(self, range(len(self._names))))
        return words.story(game, before, event, after, names)

    def name(self, seat: Seat) -> str:
        return "you" if seat == self._own else self._names[seat]

    def names(self, seats: Iterable[Seat]) -> str:
        """`Ainura, Bek, you`."""
        return ", ".join(map(self.name, seats))


def _base(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("s") and not verb.endswith("ss"):
        return verb[:-1]
    return verb


def you(text: str) -> str:
    """A sentence with our own seat in the second person: `You call.`"""
    if US not in text:
        return text
    text = _AND.sub(lambda found: f"{found[1]} and {_base(found[2])}", text)
    text = text.replace(f"{US}, who ", f"{US}; {US} ")
    text = text.replace(f"{US}'s", f"{US}r")

    def verb(found: re.Match[str]) -> str:
        words = f"{US}{found[1] or ''} {_base(found[2])}"
        return words + (f" {found[3]} and {_base(found[4])}" if found[3] else "")

    text = _VERB.sub(verb, text)
    text = _SENTENCE_START.sub(
        lambda found: found[1] + ("You" if "." in found[1] or not found[1] else "you"), text
    )
    return text.replace(US, "you")


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `4th`; for as many as sit at a table."""
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"
