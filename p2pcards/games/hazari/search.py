"""The search for the best arrangement of thirteen cards, over all 200,200 splits.

The one rule: nothing is left out by guess. A branch is cut only where a bound shows that it cannot
hold anything better than what was found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TypeAlias

from p2pcards.cards import Card
from p2pcards.games.hazari.ladder import ladder, number_of

Arrangement: TypeAlias = tuple[tuple[Card, ...], ...]
"""Groups of 3, 3, 3 and 4 cards, in the order in which they are played."""


class Search:
    """All splits of one hand, by bit masks over its cards.

    What bounds the search: below the first group there is none that ranks higher, so once the best
    that can still follow is no better than what was found, neither is anything further down.

    Args:
        cards: The hand.
        value: What each card adds to the stake of its trick.
        chances: For each trick, the part of the stake that a group on each rung is worth; never
            less on a higher rung.
        others: For each trick, the rest of its stake.
    """

    def __init__(
        self,
        cards: Sequence[Card],
        value: Sequence[int],
        chances: Sequence[Sequence[int]],
        others: Sequence[int],
    ) -> None:
        rungs = ladder().rungs
        numbers = sorted(map(number_of, cards))
        assert numbers == [number_of(card) for card in cards], "cards must be in the pack's order"
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
        self.chance_of_four, self.others_of_four = chances[3], others[3]
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
        chance4, others4, top4 = self.chance_of_four, self.others_of_four, self.most_of_four
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
