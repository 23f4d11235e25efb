"""How to arrange thirteen cards: the best split by expected score, and others worth a look.

The one rule: nothing here knows more than the thirteen cards. How likely a group is to win its
trick comes from `chances`, a table made from many deals; a group is then worth that chance times the
points in the trick.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from math import isqrt

from p2pcards.cards import Card
from p2pcards.games.hazari.chances import MEAN_OTHERS, chances_by_category, chances_by_rung
from p2pcards.games.hazari.combos import PACK, key_of, points
from p2pcards.games.hazari.ladder import RUNG_AT, ladder, number_of, rung_of
from p2pcards.games.hazari.search import Arrangement, Outlook, Search

MOST_PROPOSALS = 12
"""How many arrangements `proposals` finds by expected score; 'best first' and 'even' come on top."""


@dataclass(frozen=True, slots=True)
class Appraisal:
    """What an arrangement is good for, by the table of chances.

    Args:
        beats: How many of 1000 threes each group beats.
        chances: How many of 1000 times each group wins its trick.
        own_points: Points in each group.
        expected: Thousandths of points that the four groups win on average.
    """

    beats: tuple[int, ...]
    chances: tuple[int, ...]
    own_points: tuple[int, ...]
    expected: int


def appraise(arrangement: Arrangement) -> Appraisal:
    """The worth of a legal arrangement."""
    rungs = [rung_of(group) for group in arrangement]
    below = ladder().below
    chances = tuple(row[rung] for row, rung in zip(chances_by_rung(), rungs, strict=True))
    own = tuple(sum(map(points, group)) for group in arrangement)
    return Appraisal(
        beats=tuple(1000 * below[rung] // 22_100 for rung in rungs),
        chances=chances,
        own_points=own,
        expected=sum(
            chance * (mine + others)
            for chance, mine, others in zip(chances, own, MEAN_OTHERS, strict=True)
        ),
    )


def is_legal(arrangement: Arrangement) -> bool:
    """Whether no group ranks above the one before it (hazari 9)."""
    keys = [key_of(group) for group in arrangement]
    return keys == sorted(keys, reverse=True)


def greedy(cards: Iterable[Card]) -> Arrangement:
    """'Best first': the best three of all, the best of the rest, the best again (hazari 11)."""
    threes = ladder().threes
    numbers = sorted(map(number_of, cards), reverse=True)

    def rung(three: tuple[int, ...]) -> int:
        c, b, a = three
        return threes[2704 * a + 52 * b + c] >> RUNG_AT

    # Sorted once: the best of the rest is the next one of which no card is gone.
    left = set(numbers)
    groups: list[tuple[int, ...]] = []
    for three in sorted(combinations(numbers, 3), key=rung, reverse=True):
        if len(left) > 4 and left.issuperset(three):
            groups.append(three)
            left.difference_update(three)
    groups.append(tuple(sorted(left, reverse=True)))
    return tuple([tuple([PACK.cards[number] for number in group]) for group in groups])


def best(cards: Iterable[Card]) -> Arrangement:
    """The arrangement with the highest expected score."""
    return _best(tuple(sorted(cards)), 1)[0]


def even(cards: Iterable[Card]) -> Arrangement:
    """The arrangement that spreads its chances: it has the largest sum of their square roots."""
    return _even(tuple(sorted(cards)))


def by_category(cards: Iterable[Card]) -> Arrangement:
    """The arrangement that wins most tricks as far as categories tell; points are not looked at."""
    return _by_category(tuple(sorted(cards)))


def proposals(cards: Iterable[Card]) -> tuple[Arrangement, ...]:
    """Different arrangements by expected score: the best of all, 'best first' and 'even'."""
    hand = tuple(sorted(cards))
    found = dict.fromkeys(
        _canonical(one) for one in (*_best(hand, MOST_PROPOSALS), greedy(hand), even(hand))
    )
    return tuple(sorted(found, key=lambda one: (-appraise(one).expected, one)))


def _canonical(arrangement: Arrangement) -> Arrangement:
    return tuple(tuple(sorted(group)) for group in arrangement)


@lru_cache(maxsize=256)
def _best(hand: tuple[Card, ...], count: int) -> tuple[Arrangement, ...]:
    search = Search(hand, usual_outlook())
    return tuple(search.arrangement(split) for _, split in search.best(count))


@lru_cache(maxsize=256)
def _even(hand: tuple[Card, ...]) -> Arrangement:
    return first_by(hand, _spread())


@lru_cache(maxsize=256)
def _by_category(hand: tuple[Card, ...]) -> Arrangement:
    return first_by(hand, _categories())


def first_by(cards: Iterable[Card], outlook: Outlook) -> Arrangement:
    """The arrangement that is worth most by the outlook."""
    search = Search(sorted(cards), outlook)
    ((_, split),) = search.best(1)
    return search.arrangement(split)


@cache
def usual_outlook() -> Outlook:
    """What groups are worth on average, against players who arrange by it themselves."""
    chances = chances_by_rung()
    return Outlook(
        chances,
        tuple(
            tuple(chance * others for chance in row)
            for row, others in zip(chances, MEAN_OTHERS, strict=True)
        ),
    )


@cache
def _spread() -> Outlook:
    return _by_tricks(tuple(isqrt(1000 * chance) for chance in row) for row in chances_by_rung())


@cache
def _categories() -> Outlook:
    return _by_tricks(chances_by_category())


def _by_tricks(rows: Iterable[tuple[int, ...]]) -> Outlook:
    """An outlook in which tricks count, and points do not."""
    worth = tuple(rows)
    return Outlook(tuple((0,) * len(row) for row in worth), worth)
