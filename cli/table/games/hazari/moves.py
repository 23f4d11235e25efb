"""What may be done in Hazari: thirteen cards are put into groups, and leaving scores nothing.

The one rule: legality is asked of the engine, never decided here.
"""

from __future__ import annotations

from cli.table.games.generic import GenericMoves
from cli.table.moves import HandUse, Moves
from p2pcards.engine import Action, Seat, State, View
from p2pcards.games.hazari.state import HazariState, Phase


class HazariMoves(GenericMoves):
    """What may be done in Hazari."""

    order_of_cards = "Troy, Colour Run, Run, Colour, Pair, Indi. Runs: A-K-Q, A-2-3, K-Q-J … 4-3-2."

    def moves_of_others_turn(self, view: View) -> Moves:
        state: HazariState = view.state
        is_open = state.phase is Phase.ARRANGING and view.seat in state.pending
        return Moves(use=HandUse.GROUPS if is_open else HandUse.NONE)

    def moves_of_turn(self, view: View, waiting: Moves) -> Moves:
        """The cards lie in groups until all are declared together: there is no move besides."""
        return waiting

    def question(self, view: View, action: Action) -> str | None:
        return "Up? No card can be moved after that."

    def in_short(self, view: View, action: Action) -> str:
        return "best first"

    def price_of_leaving(self, view: View) -> str:
        return "Leaving now scores 0 in this deal."

    def chapter(self, state: State | None) -> str:
        if not isinstance(state, HazariState):
            return ""
        return "ARRANGING" if state.phase is Phase.ARRANGING else "FOUR TRICKS"

    def is_out(self, state: State | None, seat: Seat | None) -> bool:
        return isinstance(state, HazariState) and seat in state.out

    def price_of_being_out(self, state: State | None, seat: Seat, whose: str) -> str:
        return "no points are lost" if state is None else f"{whose} deal scores 0"
