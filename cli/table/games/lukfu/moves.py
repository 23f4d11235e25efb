"""What may be done in Luk Fu: to say play or pass, to play cards together, to declare.

The one rule: legality is asked of the engine, never decided here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from cli.table.games.generic import GenericMoves
from cli.table.games.lukfu import plays as plays_
from cli.table.moves import HandUse, Move, Moves, Verb
from cli.words.en.games import lukfu_moves as said
from cli.words.en.games.any_moves import NOTHING_AT_STAKE
from p2pcards.engine import Action, Rule, Seat, State, View
from p2pcards.games.lukfu import actions
from p2pcards.games.lukfu.legal import fu_of
from p2pcards.games.lukfu.settling import penalties
from p2pcards.games.lukfu.state import LukfuState, Phase

_KEYS: Final[Mapping[str, tuple[str, ...]]] = {"play": ("y",), "pass": ("n",), "declare": ("d",)}
VERBS: Final[Mapping[str, Verb]] = {
    verb: Verb(keys, said.LABELS[verb], said.HELP[verb]) for verb, keys in _KEYS.items()
}


class LukfuMoves(GenericMoves[LukfuState]):
    """What may be done in Luk Fu."""

    verbs = VERBS
    order_of_cards = said.ORDER_OF_CARDS

    def called(self, verb: str) -> str:
        return said.FACE_DOWN if verb == plays_.FACE_DOWN else super().called(verb)

    def moves_of_others_turn(self, view: View[LukfuState]) -> Moves:
        is_running = view.state.phase in (Phase.LEAD, Phase.FOLLOW)
        return Moves(use=HandUse.PLAYS if is_running else HandUse.NONE)

    def moves_of_turn(self, view: View[LukfuState], waiting: Moves) -> Moves:
        state = view.state
        if state.phase is Phase.CALL:
            calls = (_move("play", actions.SayPlay()), _move("pass", actions.Pass()))
            return replace(waiting, moves=calls, hint=plays_.call_in_words(view))
        moves: tuple[Move, ...] = ()
        if state.phase is Phase.LEAD:
            why = self.game.why_not(view, actions.Declare())
            worth = "" if why else f" {said.fu(fu_of(view))}"
            moves = (_move("declare", None if why else actions.Declare(), why, worth),)
        plays = plays_.plays_of(view)
        return replace(
            waiting,
            moves=moves,
            hint=plays_.due_in_words(view),
            plays=plays,
            closed=plays_.why_not_face_down(view, plays),
        )

    def question(self, view: View[LukfuState], action: Action) -> str | None:
        if isinstance(action, actions.Declare):
            return said.declaring(fu_of(view))
        return super().question(view, action)

    def price_of_leaving(self, view: View[LukfuState]) -> str:
        state, seat = view.state, view.seat
        if state.phase is Phase.CLOSING and seat not in state.to_show:
            return NOTHING_AT_STAKE
        return said.leaving(-penalties(state, (seat,))[seat])

    def chapter(self, state: State | None) -> str:
        return said.CHAPTERS.get(state.phase, "") if isinstance(state, LukfuState) else ""

    def is_out(self, state: State | None, seat: Seat | None) -> bool:
        return isinstance(state, LukfuState) and seat in state.offenders

    def price_of_being_out(self, state: State | None, seat: Seat, whose: str) -> str:
        return said.pays_for_deal(whose, is_due=self.is_out(state, seat))


def _move(name: str, action: Action | None, why: Rule | None = None, worth: str = "") -> Move:
    verb = VERBS[name]
    return Move(verb.keys, verb.label + worth, action, why)
