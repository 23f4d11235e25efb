"""Combinations of three cards and how they compare (hazari 3, 8, 9).

The one rule: two groups are compared by their keys and by nothing else; suits and spare cards
never count, so equal keys are a true tie.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
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


_NAMES = {
    Category.INDI: "Indi",
    Category.PAIR: "Pair",
    Category.COLOUR: "Colour",
    Category.RUN: "Run",
    Category.COLOUR_RUN: "Colour Run",
    Category.TROY: "Troy",
}
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
    key = key_of_three(three)

    def place(card: Card) -> tuple[bool, int]:
        is_paired = key[0] == Category.PAIR and card.rank == key[1]
        # In A-2-3 the two comes before the three, as the rule books write it.
        rank = -card.rank if key[1:] == (SECOND_RUN,) and card.rank != ACE else card.rank
        return is_paired, rank

    aces = [card for card in three if card.rank == ACE and key[1:] == (SECOND_RUN,)]
    others = sorted((card for card in three if card not in aces), key=place, reverse=True)
    return (*aces, *others)


def name_of(group: Sequence[Card]) -> str:
    """The combination in words: `Colour Run A-K-Q`, `Pair 9-9-4`."""
    category = Category(key_of(group)[0])
    ranks = "-".join(PACK.ranks[card.rank - 1] for card in best_three(group))
    return f"{_NAMES[category]} {ranks}"


def category_name(key: Key) -> str:
    """The category in words: `Colour Run`."""
    return _NAMES[Category(key[0])]


# --- numbers for fast comparison -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ladder:
    """All combinations on one ladder; equal keys stand on one rung.

    Args:
        rungs: Rung of every three card numbers a < b < c, at 2704·a + 52·b + c.
        below: Threes of the pack that stand below each rung, of 22,100.
    """

    rungs: array[int]
    below: tuple[int, ...]


def number_of(card: Card) -> int:
    """The card's number in the pack's order, from 0."""
    return (card.suit - 1) * ACE + card.rank - 1


@cache
def ladder() -> Ladder:
    """The ladder; made when it is first asked for, since only players need it."""
    keys = {
        2704 * a + 52 * b + c: key_of_three((PACK.cards[a], PACK.cards[b], PACK.cards[c]))
        for a, b, c in combinations(range(len(PACK.cards)), 3)
    }
    counts = Counter(keys.values())
    place, below, total = {}, [], 0
    for rung, key in enumerate(sorted(counts)):
        place[key] = rung
        below.append(total)
        total += counts[key]
    rungs = array("H", bytes(2 * 52**3))
    for at, key in keys.items():
        rungs[at] = place[key]
    return Ladder(rungs, tuple(below))


def rung_of(group: Iterable[Card]) -> int:
    """The group's rung on the ladder, from 0."""
    rungs = ladder().rungs
    numbers = sorted(map(number_of, group))
    return max(rungs[2704 * a + 52 * b + c] for a, b, c in combinations(numbers, 3))
