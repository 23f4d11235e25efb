"""Players for Hazari without a person. The one rule: they decide from a `View` alone, as people do.

Chance comes from the `roll` they are handed, so that a game with bots can be played again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from p2pcards.engine import Roll, View
from p2pcards.games.hazari import arrange
from p2pcards.games.hazari.actions import Declare
from p2pcards.games.hazari.legal import declare, own_cards


def easy(view: View, roll: Roll) -> Declare:
    """Puts the best three first, or spreads what it has, whatever comes to its mind."""
    arranger = arrange.even if roll(2) else arrange.greedy
    return declare(view, arranger(own_cards(view)))


def normal(view: View, roll: Roll) -> Declare:  # noqa: ARG001
    """Takes the arrangement with the best expected score."""
    return declare(view, arrange.best(own_cards(view)))


LEVELS: Mapping[str, Callable[[View, Roll], Declare]] = MappingProxyType(
    {"easy": easy, "normal": normal}
)
"""The players by level."""
