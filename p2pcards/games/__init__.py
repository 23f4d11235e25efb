"""The games: a registry by name. Every game is one value that keeps the promises of `Game`.

The one rule: a game is known to the rest of the program by being here, and by nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import cast

from p2pcards.engine import ActionT, AnyGame, Game, StateT
from p2pcards.games import azi, hazari, lukfu

REGISTRY: dict[str, AnyGame] = {}
"""Where a game enters; whoever only looks for one reads `GAMES`."""

GAMES: Mapping[str, AnyGame] = MappingProxyType(REGISTRY)
"""Every game that can be played, by the name typed on the command line."""


def register(game: Game[StateT, ActionT]) -> None:
    """Add a game; its name must be new."""
    assert game.name not in REGISTRY, f"there are two games called {game.name}"
    REGISTRY[game.name] = cast(AnyGame, game)


register(azi.GAME)
register(hazari.GAME)
register(lukfu.GAME)
