"""What may be done in Hazari: thirteen cards are put into groups, and leaving scores nothing.

The one rule: legality is asked of the engine, never decided here.
"""

from __future__ import annotations

from cli.table.games.generic import GenericMoves
from cli.table.moves import HandUse, Moves
from cli.words.en.games import hazari_moves as said
from cli.words.en.games.any_moves import NO_POINTS_LOST
from cli.words.phrase import Part, between, drawn
from p2pcards.engine import Action, Seat, State, View
from p2pcards.games.hazari.actions import Declare
from p2pcards.games.hazari.state import HazariState, Phase


class HazariMoves(GenericMoves[HazariState]):
    """What may be done in Hazari."""

    order_of_cards = said.ORDER_OF_CARDS

    def moves_of_others_turn(self, view: View[HazariState]) -> Moves:
        state = view.state
        is_open = state.phase is Phase.ARRANGING and view.seat in state.pending
        return Moves(use=HandUse.GROUPS if is_open else HandUse.NONE)

    def moves_of_turn(self, view: View[HazariState], waiting: Moves) -> Moves:
        """The cards lie in groups until all are declared together: there is no move besides."""
        return waiting

    def question(self, view: View[HazariState], action: Action) -> str | None:
        return said.UP

    def in_short(self, view: View[HazariState], action: Action) -> str:
        return said.BEST_FIRST

    def advised(
        self, view: View[HazariState], action: Action, best: Action, *, is_laid: bool
    ) -> Part:
        assert isinstance(action, Declare)
        if action != best:
            return said.NEXT_BEST
        if is_laid:
            return said.AS_THEY_LIE
        groups = (drawn(self.game.pack, (view.hand[slot] for slot in g)) for g in action.groups)
        return between(" | ", groups)

    def price_of_leaving(self, view: View[HazariState]) -> str:
        return said.LEAVING

    def chapter(self, state: State | None) -> str:
        return said.CHAPTERS[state.phase] if isinstance(state, HazariState) else ""

    def is_out(self, state: State | None, seat: Seat | None) -> bool:
        return isinstance(state, HazariState) and seat in state.out

    def price_of_being_out(self, state: State | None, seat: Seat, whose: str) -> str:
        return NO_POINTS_LOST if state is None else said.deal_scores_nothing(whose)
