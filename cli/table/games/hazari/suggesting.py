"""Which cards would fill a group of Hazari, and whole arrangements to begin with.

The one rule: facts about cards alone, worked out once for the same cards; no slots, no cursor.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, groupby
from typing import Final

from cli.words.facts import Aim
from p2pcards.cards import Card
from p2pcards.games.hazari.actions import SIZES
from p2pcards.games.hazari.arrange import appraise, best, even, greedy
from p2pcards.games.hazari.combos import best_three, key_of, points
from p2pcards.games.hazari.ladder import ladder, rung_of
from p2pcards.games.hazari.search import Arrangement

MOST: Final = 12
"""So many suggestions for a group; fewer where fewer cards are left."""
THREES: Final = 22_100

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A whole arrangement, and what it aims at."""

    aim: Aim
    groups: Arrangement


def in_order(cards: Iterable[Card], size: int) -> Cards:
    """As a group lies: a full one as it is read out, what counts first; else the highest first."""
    ordered = tuple(sorted(cards, key=lambda card: (-card.rank, card.suit)))
    if len(ordered) < size:
        return ordered
    counted = best_three(ordered)
    return (*counted, *(card for card in ordered if card not in counted))


@lru_cache(maxsize=256)
def fillings(group: Cards, loose: Cards, size: int, above: Cards) -> tuple[Cards, ...]:
    """Loose cards that would fill a group, the strongest first.

    Args:
        group: Cards that lie in it.
        loose: Those that could be added.
        size: How many it takes.
        above: The group before it, if that is full: none that ranks higher is suggested.
    """
    missing = size - len(group)
    if not 0 < missing <= len(loose):
        return ()
    limit = key_of(above) if above else None
    keyed = [(key_of((*group, *cards)), cards) for cards in combinations(sorted(loose), missing)]
    keyed = [pair for pair in keyed if limit is None or pair[0] <= limit]
    keyed.sort(key=lambda pair: pair[0], reverse=True)
    found: list[Cards] = []
    for _, equal in groupby(keyed[: 4 * MOST], key=lambda pair: pair[0]):
        # Of equal strength, what leaves the better cards for the groups after it.
        found += sorted((cards for _, cards in equal), key=lambda cards: _rest(loose, cards))
    return tuple(found[:MOST])


def _rest(loose: Cards, cards: Cards) -> tuple[int, ...]:
    """Sorts by the best group that is left, the strongest first."""
    left = [card for card in loose if card not in cards]
    if len(left) < SIZES[0]:
        return ()
    return tuple(-part for part in max(key_of(three) for three in combinations(left, SIZES[0])))


@lru_cache(maxsize=8)
def proposals(hand: Cards) -> tuple[Proposal, ...]:
    """Whole arrangements worth a look: what the clock would do, the even one, the best on average."""
    made = (
        (Aim.BEST_FIRST, greedy(hand)),
        (Aim.EVEN, even(hand)),
        (Aim.BEST, best(hand)),
    )
    found: dict[frozenset[frozenset[Card]], Proposal] = {}
    for aim, groups in made:
        found.setdefault(frozenset(map(frozenset, groups)), Proposal(aim, groups))
    return tuple(found.values())


def beaten(cards: Cards) -> float:
    """How strong a full group is: so many of a hundred threes are beaten, of all there are."""
    return 100 * ladder().below[rung_of(cards)] / THREES


def worth(cards: Iterable[Card]) -> int:
    """Points of the cards."""
    return sum(map(points, cards))


def expected(groups: Arrangement) -> int:
    """Points that the four groups win on average."""
    return round(appraise(groups).expected / 1000)


def chance(groups: Arrangement, place: int) -> int:
    """In how many of a hundred deals a group wins its trick."""
    return round(appraise(groups).chances[place] / 10)
