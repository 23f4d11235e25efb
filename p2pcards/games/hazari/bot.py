"""Players for Hazari without a person. The one rule: they decide from a `View` alone, as people do.

Chance comes from the `roll` they are handed, so that a game with bots can be played again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from p2pcards.cards import Card
from p2pcards.engine import Roll, View
from p2pcards.games.hazari import arrange
from p2pcards.games.hazari.actions import Declare
from p2pcards.games.hazari.combos import PACK, points
from p2pcards.games.hazari.ladder import rung_of
from p2pcards.games.hazari.legal import declare, own_cards
from p2pcards.games.hazari.state import CARDS, SEATS, TRICKS, HazariState, playing_order


def easy(view: View, roll: Roll) -> Declare:
    """Puts the best three first, or takes any arrangement that looks good at a glance."""
    hand = own_cards(view)
    if roll(2):
        return declare(view, arrange.greedy(hand))
    seen = arrange.proposals(hand)
    return declare(view, seen[roll(len(seen))])


def normal(view: View, roll: Roll) -> Declare:  # noqa: ARG001
    """Takes the arrangement with the best expected score."""
    return declare(view, arrange.best(own_cards(view)))


SAMPLES = 250
"""Tables that `hard` deals in its head; about 0.6 s of one core of the machine it was made on."""
CANDIDATES = 40
"""Arrangements that `hard` tries on them."""
TRUST = 30
"""How many samples the table of chances is worth, which knows the game but not who holds what."""


def hard(view: View, roll: Roll) -> Declare:
    """Deals the cards it does not see many times over, lets the others arrange them as `normal`
    does, and takes the arrangement that wins most against them and by the table together.
    """
    state: HazariState = view.state
    hand = own_cards(view)
    candidates = arrange.proposals(hand, CANDIDATES)
    if len(candidates) == 1:
        return declare(view, candidates[0])
    order = playing_order(state.first_leader)
    place = order.index(view.seat)
    tried = [[_strength(group) for group in candidate] for candidate in candidates]
    won = [TRUST * arrange.appraise(candidate).expected // 1000 for candidate in candidates]
    unseen = [card for card in PACK.cards if card not in hand]
    for _ in range(SAMPLES):
        others = [
            [_strength(group) for group in arrange.best(dealt)] for dealt in _deal(unseen, roll)
        ]
        for number, groups in enumerate(tried):
            table = [*others[:place], groups, *others[place:]]
            won[number] += _points_won(table, place)
    return declare(view, candidates[max(range(len(won)), key=lambda number: won[number])])


def _strength(group: Sequence[Card]) -> tuple[int, int]:
    return rung_of(group), sum(map(points, group))


def _deal(unseen: Sequence[Card], roll: Roll) -> list[list[Card]]:
    """Three hands of the cards that the seat does not see."""
    left = list(unseen)
    hands = [[left.pop(roll(len(left))) for _ in range(CARDS)] for _ in range(SEATS - 2)]
    return [*hands, left]


def _points_won(table: Sequence[Sequence[tuple[int, int]]], place: int) -> int:
    """What the hand at `place` captures; hands in playing order of the first trick."""
    leader = won = 0
    for trick in range(TRICKS):
        groups = [hand[trick] for hand in table]
        best = max(groups)[0]
        # Of equals the last played wins; the winner leads the next trick.
        order = playing_order(leader)
        leader = next(seat for seat in reversed(order) if groups[seat][0] == best)
        if leader == place:
            won += sum(worth for _, worth in groups)
    return won


LEVELS: Mapping[str, Callable[[View, Roll], Declare]] = MappingProxyType(
    {"easy": easy, "normal": normal, "hard": hard}
)
"""The players by level."""
