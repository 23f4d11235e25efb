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
from p2pcards.engine import Action, Rule, Seat, State, View
from p2pcards.games.lukfu import actions
from p2pcards.games.lukfu.settling import penalties
from p2pcards.games.lukfu.state import LukfuState, Phase

VERBS: Final[Mapping[str, Verb]] = {
    "play": Verb(("y",), "say play", "yes: say play"),
    "pass": Verb(("n",), "pass", "no: pass"),
    "declare": Verb(("d",), "declare", "declare, when you lead"),
}
_CHAPTERS: Final[Mapping[Phase, str]] = {
    Phase.CALL: "A DEAL FROM BEGINNING TO END",
    Phase.LEAD: "WHAT CAN BE LED",
    Phase.FOLLOW: "WHAT BEATS WHAT",
    Phase.CLOSING: "CLAIMS AND THE CLOSING CHECK",
}
"""Of the rules, what each phase is about."""
_FACE_DOWN: Final = "put face down"


class LukfuMoves(GenericMoves):
    """What may be done in Luk Fu."""

    verbs = VERBS
    order_of_cards = "Runs by suit: ¢ Coins, § Strings, ₥ Myriads, ₮ Tens. Sets 2 to 9; 9 beats 1."

    def called(self, verb: str) -> str:
        return _FACE_DOWN if verb == plays_.FACE_DOWN else super().called(verb)

    def moves_of_others_turn(self, view: View) -> Moves:
        is_running = view.state.phase in (Phase.LEAD, Phase.FOLLOW)
        return Moves(use=HandUse.PLAYS if is_running else HandUse.NONE)

    def moves_of_turn(self, view: View, waiting: Moves) -> Moves:
        state: LukfuState = view.state
        if state.phase is Phase.CALL:
            calls = (_move("play", actions.SayPlay()), _move("pass", actions.Pass()))
            return replace(waiting, moves=calls, hint=plays_.call_in_words(view))
        moves: tuple[Move, ...] = ()
        if state.phase is Phase.LEAD:
            why = self.game.why_not(view, actions.Declare())
            worth = "" if why else f" {plays_.fu_in_words(view)}"
            moves = (_move("declare", None if why else actions.Declare(), why, worth),)
        plays = plays_.plays_of(view)
        return replace(
            waiting,
            moves=moves,
            hint=plays_.due_in_words(view),
            plays=plays,
            closed=plays_.why_not_face_down(view, plays),
        )

    def question(self, view: View, action: Action) -> str | None:
        if isinstance(action, actions.Declare):
            return f"Declare {plays_.fu_in_words(view)}? All your cards are opened."
        return super().question(view, action)

    def price_of_leaving(self, view: View) -> str:
        state, seat = view.state, view.seat
        if state.phase is Phase.CLOSING and seat not in state.to_show:
            return "Leave the table? Nothing of yours is at stake."
        return f"Leaving now costs {-penalties(state, (seat,))[seat]} points."

    def chapter(self, state: State | None) -> str:
        return _CHAPTERS.get(state.phase, "") if isinstance(state, LukfuState) else ""

    def is_out(self, state: State | None, seat: Seat | None) -> bool:
        return isinstance(state, LukfuState) and seat in state.offenders

    def price_of_being_out(self, state: State | None, seat: Seat, whose: str) -> str:
        is_due = self.is_out(state, seat)
        return f"{whose} seat pays for the deal" if is_due else "no points are lost"


def _move(name: str, action: Action | None, why: Rule | None = None, worth: str = "") -> Move:
    verb = VERBS[name]
    return Move(verb.keys, verb.label + worth, action, why)
