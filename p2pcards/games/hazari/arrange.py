"""How to arrange thirteen cards: the best split by expected score, and others worth a look.

The one rule: nothing here knows more than the thirteen cards. How likely a group is to win its
trick comes from `chances`, a table made from many deals; a group is then worth that chance times the
points in the trick.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from p2pcards.cards import Card
from p2pcards.games.hazari.chances import MEAN_OTHERS, chances_by_rung
from p2pcards.games.hazari.combos import (
    key_of,
    key_of_three,
    ladder,
    name_of,
    number_of,
    points,
    rung_of,
)

Arrangement: TypeAlias = tuple[tuple[Card, ...], ...]
"""Groups of 3, 3, 3 and 4 cards, in the order in which they are played."""

MOST_PROPOSALS = 12
"""How many arrangements `proposals` finds by expected score; 'best first' and 'even' come on top."""


@dataclass(frozen=True, slots=True)
class Appraisal:
    """What an arrangement is good for, by the table of chances.

    Args:
        names: Each group's combination in words.
        beats: How many of 1000 threes each group beats.
        chances: How many of 1000 times each group wins its trick.
        own_points: Points in each group.
        expected: Thousandths of points that the four groups win on average.
    """

    names: tuple[str, ...]
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
        names=tuple(map(name_of, arrangement)),
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


def best(cards: Iterable[Card]) -> Arrangement:
    """The arrangement with the highest expected score."""
    return _best(tuple(sorted(cards)), 1)[0]


def even(cards: Iterable[Card]) -> Arrangement:
    """The arrangement whose least likely trick is as likely as can be; of equals the best."""
    return _even(tuple(sorted(cards)))


def proposals(cards: Iterable[Card], most: int = MOST_PROPOSALS) -> tuple[Arrangement, ...]:
    """Different arrangements, best expected score first: the `most` best, 'best first' and 'even'."""
    hand = tuple(sorted(cards))
    found = dict.fromkeys(_canonical(one) for one in (*_best(hand, most), greedy(hand), even(hand)))
    return tuple(sorted(found, key=lambda one: (-appraise(one).expected, one)))


def _canonical(arrangement: Arrangement) -> Arrangement:
    return tuple(tuple(sorted(group)) for group in arrangement)


@lru_cache(maxsize=256)
def _best(hand: tuple[Card, ...], count: int) -> tuple[Arrangement, ...]:
    search = Search(hand)
    return tuple(search.arrangement(masks) for _, masks in search.best(count))


@lru_cache(maxsize=256)
def _even(hand: tuple[Card, ...]) -> Arrangement:
    search = Search(hand)
    return search.arrangement(search.even())


def greedy(cards: Iterable[Card]) -> Arrangement:
    """'Best first': the best three of all, the best of the rest, the best again (hazari 11)."""
    left = sorted(cards, reverse=True)
    groups: list[tuple[Card, ...]] = []
    while len(left) > 4:
        best = max(combinations(left, 3), key=key_of_three)
        groups.append(best)
        left = [card for card in left if card not in best]
    return (*groups, tuple(left))


# --- the search ----------------------------------------------------------------------------------


class Search:
    """All splits of one hand, by bit masks over its sorted cards.

    Worth is counted in thousandths of a point. What bounds the search: below the first group there
    is none that ranks higher, so once the best that can still follow is no better than what was
    found, neither is anything further down.
    """

    def __init__(self, cards: Sequence[Card]) -> None:
        rungs, self.chances, others = ladder().rungs, chances_by_rung(), MEAN_OTHERS
        chances = self.chances
        numbers = [number_of(card) for card in cards]
        value = [points(card) for card in cards]
        by_mask: dict[int, int] = {}
        threes: list[tuple[int, int, int]] = []
        for i, j, k in combinations(range(len(cards)), 3):
            rung = rungs[2704 * numbers[i] + 52 * numbers[j] + numbers[k]]
            mask = 1 << i | 1 << j | 1 << k
            by_mask[mask] = rung
            threes.append((rung, mask, value[i] + value[j] + value[k]))
        threes.sort(reverse=True)
        self.cards = tuple(cards)
        self.all = (1 << len(cards)) - 1
        self.rungs_of_three = by_mask
        self.total = sum(value)
        self.rungs = [rung for rung, _, _ in threes]
        self.masks = [mask for _, mask, _ in threes]
        self.points = [worth for _, _, worth in threes]
        self.worth = [
            [chances[trick][rung] * (own + others[trick]) for rung, _, own in threes]
            for trick in range(3)
        ]
        # The most that any three from this place on can be worth.
        self.most = [_suffix_maxima(worth) for worth in self.worth]
        self.most_of_four = sum(sorted(value)[-4:]) + others[3]

    def rung_of_four(self, mask: int) -> int:
        """The rung of the best three in four cards."""
        bits, found = mask, -1
        by_mask = self.rungs_of_three
        while bits:
            bit = bits & -bits
            bits ^= bit
            rung = by_mask[mask ^ bit]
            if rung > found:
                found = rung
        return found

    def best(self, count: int) -> list[tuple[int, tuple[int, ...]]]:
        """The best splits, as (worth, masks), best first; of those with equal rungs only one."""
        found: dict[tuple[int, int, int, int], tuple[int, tuple[int, ...]]] = {}
        floor = -1
        masks, rungs, own = self.masks, self.rungs, self.points
        worth1, worth2, worth3 = self.worth
        most1, most2, most3 = self.most
        top4, chance4, others4 = self.most_of_four, self.chances[3], MEAN_OTHERS[3]
        four: dict[int, int] = {}
        size = len(masks)
        for i in range(size):
            # Nothing in groups 2 to 4 is above group 1, so all bounds fall as `i` grows.
            bound4 = chance4[rungs[i]] * top4
            if most1[i] + most2[i] + most3[i] + bound4 <= floor:
                break
            mask1, first = masks[i], worth1[i]
            if first + most2[i] + most3[i] + bound4 <= floor:
                continue
            for j in range(i + 1, size):
                bound4 = chance4[rungs[j]] * top4
                if first + most2[j] + most3[j] + bound4 <= floor:
                    break
                if masks[j] & mask1:
                    continue
                second = first + worth2[j]
                if second + most3[j] + bound4 <= floor:
                    continue
                mask2 = mask1 | masks[j]
                for k in range(j + 1, size):
                    rung3 = rungs[k]
                    if second + most3[k] + chance4[rung3] * top4 <= floor:
                        break
                    if masks[k] & mask2:
                        continue
                    rest = self.all ^ mask2 ^ masks[k]
                    rung4 = four.get(rest)
                    if rung4 is None:
                        rung4 = four[rest] = self.rung_of_four(rest)
                    if rung4 > rung3:
                        continue
                    left = self.total - own[i] - own[j] - own[k]
                    total = second + worth3[k] + chance4[rung4] * (left + others4)
                    if total <= floor:
                        continue
                    key = (rungs[i], rungs[j], rung3, rung4)
                    if key in found and found[key][0] >= total:
                        continue
                    found[key] = (total, (mask1, masks[j], masks[k], rest))
                    if len(found) > count:
                        del found[min(found, key=lambda key: (found[key], key))]
                    if len(found) == count:
                        floor = min(worth for worth, _ in found.values())
        return sorted(found.values(), reverse=True)

    def even(self) -> tuple[int, ...]:
        """The masks of the split whose smallest chance is largest; of equals the best by worth."""
        ((worth, masks),) = self.best(1)
        chance1, chance2, chance3, chance4 = self.chances
        found = (min(self._chances(masks)), worth, masks)
        size = len(self.masks)
        for i in range(size):
            if chance1[self.rungs[i]] < found[0]:
                break
            for j in range(i + 1, size):
                if chance2[self.rungs[j]] < found[0]:
                    break
                if self.masks[i] & self.masks[j]:
                    continue
                for k in range(j + 1, size):
                    if chance3[self.rungs[k]] < found[0]:
                        break
                    used = self.masks[i] | self.masks[j]
                    if used & self.masks[k]:
                        continue
                    rest = self.all ^ used ^ self.masks[k]
                    rung4 = self.rung_of_four(rest)
                    if rung4 > self.rungs[k] or chance4[rung4] < found[0]:
                        continue
                    split = (self.masks[i], self.masks[j], self.masks[k], rest)
                    left = self.total - self.points[i] - self.points[j] - self.points[k]
                    worth = self.worth[0][i] + self.worth[1][j] + self.worth[2][k]
                    worth += chance4[rung4] * (left + MEAN_OTHERS[3])
                    found = max(found, (min(self._chances(split)), worth, split))
        return found[2]

    def _chances(self, masks: Sequence[int]) -> list[int]:
        rungs = [self.rungs_of_three[mask] for mask in masks[:3]]
        rungs.append(self.rung_of_four(masks[3]))
        return [row[rung] for row, rung in zip(self.chances, rungs, strict=True)]

    def arrangement(self, masks: Iterable[int]) -> Arrangement:
        """The cards of the masks."""
        return tuple(
            tuple(card for place, card in enumerate(self.cards) if mask >> place & 1)
            for mask in masks
        )


def _suffix_maxima(values: Sequence[int]) -> list[int]:
    maxima = list(values)
    for place in range(len(maxima) - 2, -1, -1):
        maxima[place] = max(maxima[place], maxima[place + 1])
    return maxima
