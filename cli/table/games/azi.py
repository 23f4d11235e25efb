"""What may be done in Azi, in its own words, with its keys and prices.

The one rule: legality is asked of the engine, never decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from cli.table.actions_in_words import Choice
from cli.table.games.generic import GenericMoves
from cli.table.moves import Amount, HandUse, Move, Moves, Verb
from cli.words.en.games import azi_moves as said
from p2pcards.engine import Action, Rule, Seat, State, View
from p2pcards.games.azi import actions
from p2pcards.games.azi.state import AziState, Phase

_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "fold": ("f",),
    "call": ("c",),
    "all-in": ("c",),
    "bet": ("b", "r"),
    "raise": ("r", "b"),
    "blind": ("y",),
    "no-blind": ("n",),
    "buy-in": ("y",),
    "stay-out": ("n",),
}
VERBS: Final[Mapping[str, Verb]] = {
    verb: Verb(keys, said.LABELS[verb], said.HELP.get(verb, "")) for verb, keys in _KEYS.items()
}


_LEAST_OF: Final[Mapping[str, Callable[[int], Action]]] = {
    "fold": lambda _: actions.Fold(),
    "call": lambda _: actions.Call(),
    "all-in": lambda _: actions.AllIn(),
    "bet": actions.Bet,
    "raise": actions.RaiseBy,
    "blind": actions.BlindBet,
    "no-blind": lambda _: actions.NoBlind(),
    "buy-in": lambda _: actions.BuyIn(),
    "stay-out": lambda _: actions.StayOut(),
}
"""What each verb is, with the least amount where it takes one."""


class AziMoves(GenericMoves[AziState]):
    """What may be done in Azi."""

    verbs = VERBS

    def moves_of_others_turn(self, view: View[AziState]) -> Moves:
        state = view.state
        is_played = state.phase in (Phase.DISCARD, Phase.TRICKS)
        return Moves(
            use=HandUse.ONE if is_played else HandUse.NONE,
            first_suit=state.trump,
            strengths={slot: state.strength(card) for slot, card in view.hand.items()},
        )

    def offers(self, view: View[AziState], offered: Sequence[Choice]) -> tuple[Move, ...]:
        """Those of the phase, in their places, whether open or not."""
        state = view.state
        open_ = {choice.verb: choice for choice in offered}
        step = "raise" if state.level else "bet"
        match state.phase:
            case Phase.BIDDING:
                pays = "all-in" if "all-in" in open_ else "call"
                verbs = ["fold", pays, step] + (["all-in"] if pays == "call" else [])
            case Phase.BLIND:
                verbs = ["blind", "no-blind"]
            case Phase.BUY_IN:
                verbs = ["buy-in", "stay-out"]
            case _:
                return ()
        return tuple(
            _open_move(state, open_[verb])
            if verb in open_
            else Move(VERBS[verb].keys, verb, None, self._why(view, verb))
            for verb in verbs
        )

    def _why(self, view: View[AziState], verb: str) -> Rule | None:
        """Why no action of this verb is open."""
        return self.game.why_not(view, _LEAST_OF[verb](view.state.options.min_bid))

    def hint(self, view: View[AziState]) -> str:
        state = view.state
        owed = state.owed(view.seat) if state.payments else 0
        stack = state.stacks[view.seat]
        match state.phase:
            case Phase.BIDDING if owed and owed <= stack:
                return said.calling(owed, state.pot + owed)
            case Phase.BIDDING if owed:
                return said.call_too_dear(owed, stack)
            case Phase.BIDDING:
                return said.NO_BET_YET
            case Phase.BLIND:
                return said.BLIND
            case Phase.DISCARD:
                done = sum(slot is not None for slot in state.discards)
                return said.discarding(done, len(state.survivors))
            case Phase.BUY_IN:
                return said.buying_in(state.pot, state.price)
            case Phase.TRICKS if not state.plays:
                return said.LEAD
            case _:
                return ""

    def consequence(self, view: View[AziState], action: Action) -> str:
        match action:
            case actions.BlindBet(amount):
                level = amount
            case actions.Bet(amount) | actions.RaiseBy(amount):
                level = view.state.level + amount
            case _:
                return super().consequence(view, action)
        return said.bid_becomes(level, super().consequence(view, action))

    def question(self, view: View[AziState], action: Action) -> str | None:
        state = view.state
        if isinstance(action, actions.Fold) and state.bids and state.bids[view.seat]:
            return said.FOLDING_GIVES_UP
        return super().question(view, action)

    def leave_price(self, view: View[AziState]) -> str:
        state, seat = view.state, view.seat
        paid = state.payments[seat] if state.payments else 0
        if state.phase is Phase.IDLE or seat not in state.participants:
            paid = 0
        return said.leaving(paid, has_folded=seat in state.folded)

    def chapter(self, state: State | None) -> str:
        return said.CHAPTERS[state.phase] if isinstance(state, AziState) else ""

    def is_out(self, state: State | None, seat: Seat | None) -> bool:
        return isinstance(state, AziState) and seat in state.out

    def sits_out(self, state: State | None, seat: Seat | None) -> str:
        if not isinstance(state, AziState) or seat is None or state.phase is Phase.IDLE:
            return ""
        if seat in (*state.participants, *state.pending, *state.out):
            return ""
        if state.stacks[seat] < state.options.ante:
            return said.cannot_pay_ante(state.options.ante)
        return said.STAYED_OUT

    def price_of_being_out(self, state: State | None, seat: Seat, whose: str) -> str:
        paid = state.payments[seat] if isinstance(state, AziState) and state.payments else 0
        return said.stays_in_pot(whose, paid)


def _open_move(state: AziState, choice: Choice) -> Move:
    keys, label = VERBS[choice.verb].keys, VERBS[choice.verb].label
    if choice.verb == "all-in" and not state.level:
        label = said.ALL_IN
    if choice.least is None:
        cost = f" {choice.cost}" if choice.cost else ""
        return Move(keys, label + cost, choice.first)
    assert choice.most is not None
    if choice.least == choice.most:
        return Move(keys, f"{label} {choice.least}", choice.first)
    step = min(choice.least, state.options.min_bid)
    amount = Amount(choice.verb, label, choice.least, choice.most, step)
    return Move(keys, f"{label} {choice.least}–{choice.most}", amount)
