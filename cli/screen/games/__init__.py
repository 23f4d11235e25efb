"""What each game shows on the table; looked up by the game's name.

The one rule: nothing outside these modules knows a game's state. A game without a module of its own
is shown by `generic`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from cli.screen.games.scene import GameScreen
from p2pcards.engine import Game


def screen_of(game: Game[Any]) -> GameScreen:
    """The screen of a game."""
    return _screen(game.name)


@cache
def _screen(name: str) -> GameScreen:
    # Imported late: these modules need `known`, which needs this one.
    from cli.screen.games import azi, generic, hazari, lukfu

    screens: dict[str, GameScreen] = {
        "azi": azi.AziScreen(),
        "hazari": hazari.HazariScreen(),
        "lukfu": lukfu.LukfuScreen(),
    }
    return screens.get(name) or generic.GenericScreen()
