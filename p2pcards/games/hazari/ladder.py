"""All combinations on one ladder: whole numbers, for who compares very many of them.

The one rule: the ladder orders groups exactly as their keys do; rules are judged by keys alone.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from p2pcards.cards import Card
from p2pcards.games.hazari.combos import ACE, PACK, key_of_three, points

POINT_BITS, CARD_BITS = 8, 13
RUNG_AT = POINT_BITS + CARD_BITS
"""Of a three as one whole number: its rung from this bit on, below it room for which cards of a hand
they are, and lowest their points. Such numbers sort by strength."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """All combinations on one ladder; equal keys stand on one rung.

    Args:
        threes: Rung and points of every three card numbers a < b < c, at 2704·a + 52·b + c.
        below: Threes of the pack that stand below each rung, of 22,100.
    """

    threes: array[int]
    below: tuple[int, ...]


def number_of(card: Card) -> int:
    """The card's number in the pack's order, from 0."""
    return (card.suit - 1) * ACE + card.rank - 1


@cache
def ladder() -> Ladder:
    """The ladder; made when it is first asked for, since only players need it."""
    cards = {
        2704 * a + 52 * b + c: (PACK.cards[a], PACK.cards[b], PACK.cards[c])
        for a, b, c in combinations(range(len(PACK.cards)), 3)
    }
    keys = {at: key_of_three(three) for at, three in cards.items()}
    counts = Counter(keys.values())
    place, below, total = {}, [], 0
    for rung, key in enumerate(sorted(counts)):
        place[key] = rung
        below.append(total)
        total += counts[key]
    threes = array("L", bytes(array("L").itemsize * 52**3))
    for at, key in keys.items():
        threes[at] = place[key] << RUNG_AT | sum(map(points, cards[at]))
    return Ladder(threes, tuple(below))


def rung_of(group: Iterable[Card]) -> int:
    """The group's rung on the ladder, from 0."""
    threes = ladder().threes
    numbers = sorted(map(number_of, group))
    best = max(threes[2704 * a + 52 * b + c] for a, b, c in combinations(numbers, 3))
    return best >> RUNG_AT
