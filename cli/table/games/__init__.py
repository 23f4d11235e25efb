"""What may be done in each game, and what it costs; looked up by the game's name.

The one rule: nothing outside these modules knows a game's state. A game without a module of its own
is played by `generic`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from cli.table.games.azi import AziMoves
from cli.table.games.generic import GenericMoves
from cli.table.games.hazari.moves import HazariMoves
from cli.table.games.lukfu.moves import LukfuMoves
from p2pcards.engine import AnyGame, State

_MOVES: Final[Mapping[str, Callable[[AnyGame], Any]]] = {
    "azi": AziMoves,
    "hazari": HazariMoves,
    "lukfu": LukfuMoves,
}


def moves_of(game: AnyGame) -> GenericMoves[State]:
    """What may be done in a game."""
    moves: GenericMoves[State] = _MOVES.get(game.name, GenericMoves)(game)
    return moves
