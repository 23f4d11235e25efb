"""How a deal stands, in English sentences that are asked for: what is trump, what is led, what lies there.

The one rule: pure, and of open cards alone; nothing is said that has not been told before. A game without
a module of its own says what every game knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from cli.words.en.grammar import Voice
from cli.words.en.situations import azi, hazari, lukfu
from cli.words.phrase import Phrase, phrase
from p2pcards.engine import AnyGame, State

Situation: TypeAlias = Callable[[Any, Voice], Iterator[Phrase]]

NO_TRICK: Final = phrase("No trick has been finished in this deal.")

_NOW: Final[Mapping[str, Situation]] = {
    "azi": azi.now,
    "hazari": hazari.now,
    "lukfu": lukfu.now,
}
_LAST: Final[Mapping[str, Situation]] = {
    "azi": azi.last_trick,
    "hazari": hazari.last_trick,
    "lukfu": lukfu.last_trick,
}


def now(game: AnyGame, state: State, voice: Voice) -> tuple[Phrase, ...]:
    """The deal under way."""
    known = _NOW.get(game.name)
    if known is not None:
        return tuple(known(state, voice))
    pot = game.public(state).get("pot")
    return () if pot is None else (phrase("The pot is ", pot, "."),)


def last_trick(game: AnyGame, state: State | None, voice: Voice) -> tuple[Phrase, ...]:
    """The trick that was finished last in this deal."""
    known = None if state is None else _LAST.get(game.name)
    return (() if known is None else tuple(known(state, voice))) or (NO_TRICK,)
