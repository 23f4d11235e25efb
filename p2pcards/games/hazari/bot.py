"""Players for Hazari without a person. The one rule: they decide from a `View` alone, as people do.

Chance comes from the `roll` they are handed, so that a game with bots can be played again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from p2pcards.engine import Roll, View
from p2pcards.games.hazari import arrange, worlds
from p2pcards.games.hazari.actions import Declare
from p2pcards.games.hazari.legal import declare, own_cards
from p2pcards.games.hazari.search import Outlook
from p2pcards.games.hazari.state import HazariState, playing_order
from p2pcards.reckoning import dice_of


def easy(view: View[HazariState], roll: Roll) -> Declare:
    """Puts the best three first, or takes any arrangement that looks good at a glance."""
    hand = own_cards(view)
    if roll(2):
        return declare(view, arrange.greedy(hand))
    seen = arrange.proposals(hand)
    return declare(view, seen[roll(len(seen))])


def normal(view: View[HazariState], roll: Roll) -> Declare:  # noqa: ARG001
    """Knows how often each category wins each trick, and takes the split with most tricks by that."""
    return declare(view, arrange.by_category(own_cards(view)))


SAMPLES = 500
"""Deals that `hard` imagines; about 0.3 s of one core of the machine it was made on."""
TRUST = 100
"""How many of them the table of chances is worth, which knows the game but not who holds what."""


def hard(view: View[HazariState], roll: Roll) -> Declare:
    """Deals the cards it does not see many times over, lets the others arrange them well, counts what
    each group would win in each trick, and takes the best by that of all splits.
    """
    return declare(view, arrange.first_by(own_cards(view), imagined(view, roll)[1]))


def imagined(view: View[HazariState], roll: Roll) -> tuple[list[worlds.World], Outlook]:
    """Deals that agree with the seat's own cards, and what groups are worth in them."""
    hand, usual = own_cards(view), arrange.usual_outlook()
    deals = worlds.imagine(hand, SAMPLES, usual, dice_of(roll))
    return deals, worlds.outlook(deals, place_of(view), usual, TRUST)


def place_of(view: View[HazariState]) -> int:
    """How many play before the seat in the first trick."""
    state = view.state
    return playing_order(state.first_leader).index(view.seat)


def random(view: View[HazariState], roll: Roll) -> Declare:
    """Any legal declaration: splits are drawn until one is legal."""
    while True:
        cards = list(own_cards(view))
        drawn = [cards.pop(roll(len(cards))) for _ in range(len(cards))]
        groups = (tuple(drawn[:3]), tuple(drawn[3:6]), tuple(drawn[6:9]), tuple(drawn[9:]))
        if arrange.is_legal(groups):
            return declare(view, groups)


LEVELS: Mapping[str, Callable[[View[HazariState], Roll], Declare]] = MappingProxyType(
    {"easy": easy, "normal": normal, "hard": hard, "random": random}
)
"""The players by level."""
