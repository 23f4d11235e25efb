"""Combinations of three cards and how they compare (hazari 3, 8, 9).

The one rule: two groups are compared by their keys and by nothing else; suits and spare cards
never count, so equal keys are a true tie.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from itertools import combinations
from typing import TypeAlias

from p2pcards.cards import Card, Pack

PACK = Pack(
    id="hazari52",
    suits="SHDC",
    ranks=("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"),
)
THREE, QUEEN, KING, ACE, TEN, TWO = 2, 11, 12, 13, 9, 1
"""Rank numbers, as the pack counts them."""

Key: TypeAlias = tuple[int, ...]
"""A combination's place in the order: category first, then what decides inside it."""


class Category(IntEnum):
    """Kinds of combination, lowest first."""

    INDI = 1
    PAIR = 2
    COLOUR = 3
    RUN = 4
    COLOUR_RUN = 5
    TROY = 6


TOP_RUN, SECOND_RUN = 12, 11
_SPECIAL_RUNS = {(ACE, KING, QUEEN): TOP_RUN, (ACE, THREE, TWO): SECOND_RUN}


def points(card: Card) -> int:
    """What a card is worth to who captures it: ten and above 10, the others 5 (hazari 3)."""
    return 10 if card.rank >= TEN else 5


def run_index(high: int, middle: int, low: int) -> int:
    """Place among the runs, 12 for A-K-Q, 11 for A-2-3, down to 1 for 4-3-2; 0 for no run."""
    if special := _SPECIAL_RUNS.get((high, middle, low)):
        return special
    return high - 2 if (high, middle, low) == (high, high - 1, high - 2) and high < ACE else 0


def key_of_three(cards: Iterable[Card]) -> Key:
    """The key of three cards."""
    one, two, three = cards
    high, middle, low = sorted((one.rank, two.rank, three.rank), reverse=True)
    if high == low:
        return (Category.TROY, high)
    is_colour = one.suit == two.suit == three.suit
    if run := run_index(high, middle, low):
        return (Category.COLOUR_RUN if is_colour else Category.RUN, run)
    if is_colour:
        return (Category.COLOUR, high, middle, low)
    if high == middle:
        return (Category.PAIR, high, low)
    if middle == low:
        return (Category.PAIR, low, high)
    return (Category.INDI, high, middle, low)


def key_of(group: Iterable[Card]) -> Key:
    """The key of a group of three, or of the best three in a group of four."""
    return max(key_of_three(three) for three in combinations(group, 3))


def best_three(group: Sequence[Card]) -> tuple[Card, ...]:
    """The three cards that count, in the order in which they are read out, highest first."""
    three = max(combinations(group, 3), key=key_of_three)
    category, first, *_ = key_of_three(three)
    if category in (Category.RUN, Category.COLOUR_RUN) and first == SECOND_RUN:
        return tuple(sorted(three, key=lambda card: card.rank % ACE))
    is_pair = category == Category.PAIR
    return tuple(
        sorted(three, key=lambda card: (is_pair and card.rank == first, card.rank), reverse=True)
    )
