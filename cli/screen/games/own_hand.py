"""The keys of a game's hand: what every game's screen has of them, unless it changes it.

The one rule: only keys; what may be done, and what it costs, is `cli.table.games`.
"""

from __future__ import annotations

from cli.screen.binding import KeyRows, help_of
from cli.screen.games.together import Bindings, Together
from cli.screen.table.hand_keys import ONE
from cli.table.choosing import Situation
from cli.table.games import moves_of
from p2pcards.engine import AnyGame


class OwnHand:
    """The part of a game's screen that takes keys."""

    hand: Bindings = ONE
    """What its hand's keys do."""

    also_helpful: KeyRows = ()
    """What else the page of keys explains."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @property
    def hand_keys(self) -> KeyRows:
        verbs = moves_of(self.game).verbs.values()
        told = ((" ".join(one.keys), one.help) for one in verbs if one.help)
        return (*help_of(self.hand), *told, *self.also_helpful)

    def together(self, situation: Situation) -> Together | None:
        return None
