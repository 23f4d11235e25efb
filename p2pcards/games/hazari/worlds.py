"""What groups are worth against the cards that one seat does not see, dealt many times over.

The one rule: the others arrange by the table of chances, as good players do, and no more is known of
them than that they hold none of the seat's own cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from p2pcards.cards import Card
from p2pcards.engine import Roll
from p2pcards.games.hazari.combos import PACK
from p2pcards.games.hazari.search import Outlook, Search
from p2pcards.games.hazari.state import CARDS, SEATS, TRICKS

World: TypeAlias = Sequence[Sequence[tuple[int, int]]]
"""For each of the other seats, in playing order, rung and points of each of its four groups."""


def imagine(hand: Sequence[Card], count: int, usual: Outlook, roll: Roll) -> list[World]:
    """So many deals of the cards not in `hand`, arranged by the outlook `usual`."""
    unseen = [card for card in PACK.cards if card not in hand]
    return [[_arranged(cards, usual) for cards in _deal(unseen, roll)] for _ in range(count)]


def _deal(unseen: Sequence[Card], roll: Roll) -> list[list[Card]]:
    """Three hands of the cards that the seat does not see."""
    left = list(unseen)
    hands = [[left.pop(roll(len(left))) for _ in range(CARDS)] for _ in range(SEATS - 2)]
    return [*hands, left]


def _arranged(cards: list[Card], usual: Outlook) -> tuple[tuple[int, int], ...]:
    search = Search(sorted(cards), usual)
    ((_, split),) = search.best(1)
    return search.strengths(split)


def outlook(worlds: Sequence[World], place: int, usual: Outlook, trust: int) -> Outlook:
    """What groups of the seat at `place` in the playing order are worth in these worlds.

    Of equals the last played wins: in the first trick the order is known; later a tie counts half.

    Args:
        worlds: The others' groups.
        place: How many of them play before the seat in the first trick.
        usual: What groups are worth against anybody.
        trust: How many worlds that is worth.
    """
    chances, stakes = [], []
    for trick in range(TRICKS):
        rungs = len(usual.chances[trick])
        # For each rung: twice the tricks, and twice the points of the others, that a group there has
        # more than one just below it.
        won, brought = [0] * (rungs + 1), [0] * (rungs + 1)
        for world in worlds:
            groups = [hand[trick] for hand in world]
            top = max(rung for rung, _ in groups)
            tied = 1
            if trick == 0:
                tied = 0 if any(rung == top for rung, _ in groups[place:]) else 2
            points = sum(own for _, own in groups)
            won[top] += tied
            won[top + 1] += 2 - tied
            brought[top] += tied * points
            brought[top + 1] += (2 - tied) * points
        weight = 2 * (len(worlds) + trust)
        chances.append(_blended(won, usual.chances[trick], trust, weight))
        stakes.append(_blended(brought, usual.stakes[trick], trust, weight))
    return Outlook(tuple(chances), tuple(stakes))


def _blended(steps: list[int], usual: Sequence[int], trust: int, weight: int) -> list[int]:
    """The sums of the steps, in thousandths of a world, with the usual row mixed in."""
    row, total = [], 0
    for step, other in zip(steps, usual, strict=False):
        total += step
        row.append((1000 * total + 2 * trust * other) // weight)
    return row


def points_in(world: World, place: int, strengths: Sequence[tuple[int, int]]) -> float:
    """The points that groups of these rungs and points win for the seat at `place`; a tie as above."""
    total = 0.0
    for trick, (rung, own) in enumerate(strengths):
        groups = [hand[trick] for hand in world]
        top = max(other for other, _ in groups)
        share = float(rung > top)
        if rung == top:
            is_behind = any(other == top for other, _ in groups[place:])
            share = float(not is_behind) if trick == 0 else 0.5
        total += share * (own + sum(points for _, points in groups))
    return total
