"""What a seat can decide in Azi, and how it is written in the log.

The one rule: an action names slots and amounts, never cards, so that it says nothing that the
player has not chosen to say; one action has one text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias, cast

from p2pcards import engine
from p2pcards.engine import Slot
from p2pcards.forms import DIGITS, NO_TEXT, is_number


@dataclass(frozen=True, slots=True)
class NoBlind(engine.Action):
    """Not betting blind, or not doubling the blind bet; the seat stays in the deal."""


@dataclass(frozen=True, slots=True)
class BlindBet(engine.Action):
    """A bet before any card has been seen, of `amount` in total."""

    amount: int


@dataclass(frozen=True, slots=True)
class Discard(engine.Action):
    """Putting away one of four cards for good, unseen."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class Fold(engine.Action):
    """Leaving the deal; what has been paid stays in the pot."""


@dataclass(frozen=True, slots=True)
class Call(engine.Action):
    """Paying what is owed."""


@dataclass(frozen=True, slots=True)
class AllIn(engine.Action):
    """Putting in all that is left, less than the rules ask for."""


@dataclass(frozen=True, slots=True)
class Bet(engine.Action):
    """The first bet of the deal."""

    amount: int


@dataclass(frozen=True, slots=True)
class RaiseBy(engine.Action):
    """Paying what is owed and `amount` on top."""

    amount: int


@dataclass(frozen=True, slots=True)
class Play(engine.Action):
    """A card to the trick."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class StayOut(engine.Action):
    """Not buying in."""


@dataclass(frozen=True, slots=True)
class BuyIn(engine.Action):
    """Paying the price of the re-deal."""


Action: TypeAlias = (
    NoBlind | BlindBet | Discard | Fold | Call | AllIn | Bet | RaiseBy | Play | StayOut | BuyIn
)

_WORDS: dict[type, str] = {
    NoBlind: "no-blind",
    BlindBet: "blind",
    Discard: "discard",
    Fold: "fold",
    Call: "call",
    AllIn: "all-in",
    Bet: "bet",
    RaiseBy: "raise",
    Play: "play",
    StayOut: "stay-out",
    BuyIn: "buy-in",
}
_TYPES = {word: kind for kind, word in _WORDS.items()}
_NUMBERED = (BlindBet, Bet, RaiseBy, Discard, Play)
_NUMBER = re.compile(rf"0|[1-9][0-9]{{0,{DIGITS - 1}}}")


def is_formed(action: object) -> bool:
    """Whether it is an action of Azi and its number, if it has one, can be written."""
    match action:
        case BlindBet(number) | Bet(number) | RaiseBy(number) | Discard(number) | Play(number):
            return type(action) in _WORDS and is_number(number)
        case _:
            return type(action) in _WORDS


def format_action(action: Action) -> str:
    """A word and, where there is one, a number: `fold`, `raise 30`, `play 7`."""
    word = _WORDS[type(action)]
    match action:
        case BlindBet(number) | Bet(number) | RaiseBy(number) | Discard(number) | Play(number):
            return f"{word} {number}"
        case _:
            return word


def text_of(action: object) -> str:
    """What was tried, for a refusal: as it is written, if it can be."""
    return format_action(cast(Action, action)) if is_formed(action) else NO_TEXT


def parse_action(text: str) -> Action:
    """Inverse of `format_action`; raises ValueError for any other text."""
    word, space, digits = text.partition(" ")
    kind = _TYPES.get(word)
    takes_number = kind in _NUMBERED
    if kind is None or takes_number != bool(space):
        raise ValueError(f"not an action of Azi: {text!r}")
    if not takes_number:
        return kind()  # type: ignore[no-any-return]
    if not _NUMBER.fullmatch(digits):
        raise ValueError(f"not a number an action can have: {text!r}")
    return kind(int(digits))  # type: ignore[no-any-return]


AmountKind: TypeAlias = Callable[[int], BlindBet | Bet | RaiseBy]
"""One of the three classes, as what makes an action of an amount."""


def amounts(kind: AmountKind, least: int, most: int) -> tuple[Action, ...]:
    """One action for each amount from `least` to `most`."""
    if least >= most:
        return (kind(most),) if least == most else ()
    return _below(kind, 1 << most.bit_length())[least : most + 1]


@cache
def _below(kind: AmountKind, limit: int) -> tuple[Action, ...]:
    # A turn offers a hundred raises and more; making each of them anew would be most of its cost.
    # Limits are powers of two up to that of the largest bid, so that little is kept.
    return tuple(kind(amount) for amount in range(limit))
