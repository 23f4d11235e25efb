"""The search for the best arrangement of thirteen cards, over all 200,200 splits.

The one rule: nothing is left out by guess. A branch is cut only where a bound shows that it cannot
hold anything better than what was found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from operator import or_
from typing import TypeAlias

from p2pcards.cards import Card
from p2pcards.games.hazari.combos import points
from p2pcards.games.hazari.ladder import CARD_BITS, POINT_BITS, RUNG_AT, ladder, number_of

Arrangement: TypeAlias = tuple[tuple[Card, ...], ...]
"""Groups of 3, 3, 3 and 4 cards, in the order in which they are played."""

Split: TypeAlias = tuple[int, int, int, int]
"""The cards of each group as bits, by their places in the hand."""

_MASKS = tuple(1 << i | 1 << j | 1 << k for i, j, k in combinations(range(CARD_BITS), 3))
"""Every three of a hand as bits, in the order in which `combinations` gives them."""
_SHIFTED = tuple(mask << POINT_BITS for mask in _MASKS)
_ALL = (1 << CARD_BITS) - 1
_POINTS = (1 << POINT_BITS) - 1
_MOST_POINTS = (30, 30, 30, 40)
"""What the cards of a group are worth at most."""


@dataclass(frozen=True)
class Outlook:
    """What groups are worth: chance times own points, and a part of the others'. Rows never fall.

    Args:
        chances: For each trick, how often of 1000 times a group on each rung wins it.
        stakes: For each trick, thousandths of points that the other groups bring to a group on
            each rung; 0 where it loses.
    """

    chances: tuple[Sequence[int], ...]
    stakes: tuple[Sequence[int], ...]

    @cached_property
    def most(self) -> tuple[list[int], ...]:
        """For each trick, the most that a group on each rung can be worth, whatever its cards."""
        rows = zip(_MOST_POINTS, self.chances, self.stakes, strict=True)
        return tuple(
            [chance * own + stake for chance, stake in zip(chances, stakes, strict=True)]
            for own, chances, stakes in rows
        )

    @cached_property
    def after(self) -> tuple[list[int], list[int]]:
        """The most that all groups after the first, and after the second, can be worth below a rung."""
        _, *later = self.most
        after1, after2 = (list(map(sum, zip(*rows, strict=True))) for rows in (later, later[1:]))
        return after1, after2


class Search:
    """All splits of one hand, by bit masks over its cards.

    What bounds the search: below the first group there is none that ranks higher, so once the best
    that can still follow is no better than what was found, neither is anything further down.

    Args:
        cards: The hand, in the pack's order.
        outlook: What groups are worth.
    """

    def __init__(self, cards: Sequence[Card], outlook: Outlook) -> None:
        table = ladder().threes
        numbers = [number_of(card) for card in cards]
        assert numbers == sorted(numbers), "cards must be in the pack's order"
        found = [table[2704 * a + 52 * b + c] for a, b, c in combinations(numbers, 3)]
        self.cards = tuple(cards)
        self.points = sum(map(points, cards))
        self.outlook = outlook
        self.of_mask = dict(zip(_MASKS, found, strict=True))
        self.threes = sorted(map(or_, found, _SHIFTED), reverse=True)

    def rung_of_four(self, mask: int) -> int:
        """The rung of the best three in four cards."""
        bits, best = mask, 0
        while bits:
            bit = bits & -bits
            bits ^= bit
            best = max(best, self.of_mask[mask ^ bit])
        return best >> RUNG_AT

    def best(self, count: int) -> list[tuple[int, Split]]:
        """The best splits, as (worth, masks), best first; of those with equal rungs only one."""
        found: dict[tuple[int, int, int, int], tuple[int, Split]] = {}
        floor = -1
        threes = self.threes
        rungs = [three >> RUNG_AT for three in threes]
        masks = [three >> POINT_BITS & _ALL for three in threes]
        chance1, chance2, chance3, chance4 = self.outlook.chances
        stake1, stake2, stake3, stake4 = self.outlook.stakes
        most1, most2, _, _ = self.outlook.most
        after1, after2 = self.outlook.after
        four: dict[int, int] = {}
        size = len(threes)
        for i in range(size):
            rung1, mask1, own1 = rungs[i], masks[i], threes[i] & _POINTS
            # Nothing in groups 2 to 4 is above group 1, so all bounds fall as `i` grows.
            below = after1[rung1]
            if most1[rung1] + below <= floor:
                break
            first = chance1[rung1] * own1 + stake1[rung1]
            if first + below <= floor:
                continue
            for j in range(i + 1, size):
                rung2 = rungs[j]
                below = after2[rung2]
                if first + most2[rung2] + below <= floor:
                    break
                if masks[j] & mask1:
                    continue
                own2 = threes[j] & _POINTS
                second = first + chance2[rung2] * own2 + stake2[rung2]
                if second + below <= floor:
                    continue
                mask2 = mask1 | masks[j]
                for k in range(j + 1, size):
                    rung3 = rungs[k]
                    if second + after2[rung3] <= floor:
                        break
                    if masks[k] & mask2:
                        continue
                    rest = _ALL ^ mask2 ^ masks[k]
                    rung4 = four.get(rest)
                    if rung4 is None:
                        rung4 = four[rest] = self.rung_of_four(rest)
                    if rung4 > rung3:
                        continue
                    own3 = threes[k] & _POINTS
                    own4 = self.points - own1 - own2 - own3
                    third = second + chance3[rung3] * own3 + stake3[rung3]
                    worth = third + chance4[rung4] * own4 + stake4[rung4]
                    if worth <= floor:
                        continue
                    key = (rung1, rung2, rung3, rung4)
                    if key in found and found[key][0] >= worth:
                        continue
                    found[key] = (worth, (mask1, masks[j], masks[k], rest))
                    if len(found) > count:
                        del found[min(found, key=lambda key: (found[key], key))]
                    if len(found) == count:
                        floor = min(worth for worth, _ in found.values())
        return sorted(found.values(), reverse=True)

    def strengths(self, split: Split) -> tuple[tuple[int, int], ...]:
        """Rung and points of each group."""
        threes = [self.of_mask[mask] for mask in split[:3]]
        upper = [(three >> RUNG_AT, three & _POINTS) for three in threes]
        left = self.points - sum(own for _, own in upper)
        return (*upper, (self.rung_of_four(split[3]), left))

    def arrangement(self, masks: Iterable[int]) -> Arrangement:
        """The cards of the masks."""
        return tuple(
            tuple(card for place, card in enumerate(self.cards) if mask >> place & 1)
            for mask in masks
        )
