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
from p2pcards.games.hazari.combos import ACE, PACK, key_of_three


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
