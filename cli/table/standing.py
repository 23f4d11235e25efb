"""What being out of a deal means for our seat: what it costs, and when it is back.

The one rule: the price is the game's.
"""

from __future__ import annotations

from cli.table.games import moves_of
from cli.words.en import standing
from p2pcards.engine import AnyGame, Cause, Seat, State


def out_of_deal(game: AnyGame, state: State | None, seat: Seat, cause: Cause | None) -> str:
    """Why our seat is out of the deal, what that costs, and when it is back."""
    price = moves_of(game).price_of_being_out(state, seat, "your")
    comes_back = cause in (Cause.SILENT, None)
    next_deal = 1 if state is None else state.deal + 1
    return standing.out_of_deal(cause, price, next_deal if comes_back else None)
