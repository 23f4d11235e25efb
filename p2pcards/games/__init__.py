"""The games: a registry by name. Every game is one value that keeps the promises of `Game`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from p2pcards.engine import Game
from p2pcards.games import azi, hazari, lukfu

GAMES: Mapping[str, Game[Any]] = MappingProxyType(
    {
        azi.GAME.name: azi.GAME,
        hazari.GAME.name: hazari.GAME,
        lukfu.GAME.name: lukfu.GAME,
    }
)
"""Every game that can be played, by the name typed on the command line."""
