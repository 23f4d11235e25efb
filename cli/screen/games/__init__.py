"""What each game shows on the table and what can be done there; looked up by the game's name.

The one rule: nothing outside these modules knows a game's state. A game without a module of its own
is shown by `generic`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cli.screen.games.azi.screen import AziScreen
from cli.screen.games.generic import GenericScreen
from cli.screen.games.hazari.screen import HazariScreen
from cli.screen.games.lukfu.screen import LukfuScreen
from cli.screen.games.scene import GameScreen
from p2pcards.engine import AnyGame

_SCREENS: Final[Mapping[str, Callable[[AnyGame], GameScreen]]] = {
    "azi": AziScreen,
    "hazari": HazariScreen,
    "lukfu": LukfuScreen,
}


def screen_of(game: AnyGame) -> GameScreen:
    """The screen of a game."""
    return _SCREENS.get(game.name, GenericScreen)(game)
