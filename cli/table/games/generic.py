"""What may be done in any game: moves with their keys, hints, what is asked about, what leaving costs.

The one rule: legality is asked of the engine, never decided here; a move that is not open stays in
its place and carries the rule that forbids it. Cards in sentences are in braces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Generic

from cli.table.actions_in_words import (
    Choice,
    actions_of_cards,
    choices,
    cost_of,
    names_slots,
    slots_of,
)
from cli.table.faces import face, short_play
from cli.table.moves import Amount, HandUse, Move, Moves, Verb
from cli.words.en.games import any_moves as said
from cli.words.phrase import Part, Phrase, drawn, phrase
from p2pcards.engine import Action, AnyGame, Done, Rule, Seat, Slot, State, StateT, View

_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "fold": ("f",),
    "call": ("c",),
    "all-in": ("c",),
    "bet": ("b", "r"),
    "raise": ("r", "b"),
}
VERBS: Final[Mapping[str, Verb]] = {
    verb: Verb(keys, said.LABELS[verb]) for verb, keys in _KEYS.items()
}
"""Verbs that more than one game may have, where the first letter is not the only one."""

TAKEN_KEYS: Final = frozenset("?witpvsoqauhURxl[z")
"""Keys that mean the same everywhere, and so never a verb."""


class GenericMoves(Generic[StateT]):
    """What may be done in a game, and what it costs; games change what is their own."""

    verbs: Mapping[str, Verb] = VERBS
    """The game's own; those without help are told by the offer line alone."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @property
    def order_of_cards(self) -> str | Phrase:
        """What ranks above what."""
        return said.low_to_high(self.game.pack.ranks)

    def called(self, verb: str) -> str:
        """What a verb of the log is called, as it stands before its number or cards."""
        return self.verbs[verb].label if verb in self.verbs else verb.replace("-", " ")

    # --- moves -----------------------------------------------------------------------------------

    def moves(self, view: View[StateT] | None, *, is_turn: bool) -> Moves:
        """What `view.seat` may do now; `view` is None for a spectator and between deals."""
        if view is None:
            return Moves()
        waiting = self.moves_of_others_turn(view)
        if not is_turn:
            return waiting
        default = self.game.default_action(view)
        told = self.in_short(view, default)
        return self.moves_of_turn(view, replace(waiting, default=default, default_words=told))

    def moves_of_others_turn(self, view: View[StateT]) -> Moves:
        """What the keys do in the hand while we wait."""
        return Moves()

    def moves_of_turn(self, view: View[StateT], waiting: Moves) -> Moves:
        """What can be done in our turn; `waiting` is what could be done before it, and the default."""
        offered = choices(self.game, view)
        with_cards = [choice for choice in offered if choice.cards]
        verb = with_cards[0].verb if len(with_cards) == 1 else None
        cards = {} if verb is None else actions_of_cards(self.game, view, verb)
        return replace(
            waiting,
            moves=self.offers(view, [choice for choice in offered if not choice.cards]),
            card_verb=verb,
            cards=cards,
            forbidden=self._forbidden(view, cards),
            hint=self.hint(view),
            use=HandUse.NONE if verb is None else HandUse.ONE,
        )

    def offers(self, view: View[StateT], offered: Sequence[Choice]) -> tuple[Move, ...]:
        """The moves without cards: of any game only those that are open."""
        return tuple(_move(choice) for choice in offered)

    def hint(self, view: View[StateT]) -> str | Phrase:
        """How things stand for who decides; empty where there is nothing to say."""
        return ""

    def _forbidden(self, view: View[StateT], cards: Mapping[Slot, Action]) -> dict[Slot, Rule]:
        reasons = {slot: self.game.why_not(view, action) for slot, action in cards.items()}
        return {slot: reason for slot, reason in reasons.items() if reason is not None}

    def in_short(self, view: View[StateT], action: Action) -> str:
        """The action in a word or by its cards alone, for where there is little room."""
        slots = slots_of(action)
        if slots and all(slot in view.hand for slot in slots):
            return short_play([face(self.game.pack, view.hand[slot]) for slot in slots])
        return self.game.format_action(action).partition(" ")[0].replace("-", " ")

    def advised(self, view: View[StateT], action: Action, best: Action, *, is_laid: bool) -> Part:
        """An action that is advised, or, where it is not the best, set beside that.

        Args:
            is_laid: Whether the front lays groups of cards as advised, and need not name all of them.
        """
        verb, *numbers = self.game.format_action(action).split(" ")
        if not names_slots(action):
            return " ".join((self.called(verb), *numbers))
        cards = drawn(self.game.pack, sorted(view.hand[int(number)] for number in numbers))
        is_other_card = action != best and type(action) is type(best)
        return cards if is_other_card else phrase(f"{self.called(verb)} ", cards)

    # --- prices ----------------------------------------------------------------------------------

    def consequence(self, view: View[StateT], action: Action) -> str:
        """What an action with an amount does to bid and stack."""
        cost = cost_of(self.game, view, action) or 0
        kept = self.game.standings(view.state)[view.seat] - cost
        return said.paying(cost, kept)

    def question(self, view: View[StateT], action: Action) -> str | None:
        """What makes a legal action one to ask about; None for one that is not costly."""
        stack = self.game.standings(view.state)[view.seat]
        cost = cost_of(self.game, view, action)
        if cost and cost >= stack:
            return said.puts_in_all(stack)
        if cost and 2 * cost > stack:
            return said.puts_in_most(cost, stack)
        return None

    def leave_price(self, view: View[StateT]) -> str:
        """What leaving the table costs just now, as a question."""
        if isinstance(self.game.waiting(view.state), Done):
            return said.DEAL_IS_OVER
        if self.is_out(view.state, view.seat):
            return said.OUT_ALREADY
        return self.price_of_leaving(view)

    def price_of_leaving(self, view: View[StateT]) -> str:
        """What leaving in the middle of a deal costs a seat that is still in it."""
        return said.LEAVING_PUTS_OUT

    def chapter(self, state: State | None) -> str:
        """The heading of the rules that this moment is about; empty: the beginning."""
        return ""

    def is_out(self, state: State | None, seat: Seat | None) -> bool:
        """Whether the seat is out of this deal; `state` is None before the first."""
        return False

    def sits_out(self, state: State | None, seat: Seat | None) -> str:
        """Why the seat is not dealt in, where nobody has put it out, and what it may do; empty if it plays."""
        return ""

    def price_of_being_out(self, state: State | None, seat: Seat, whose: str) -> str:
        """What a seat that is out of the deal pays: `your 60 stay in the pot`."""
        return said.NO_POINTS_LOST


def _move(choice: Choice) -> Move:
    known = VERBS.get(choice.verb)
    keys = (_free_letter(choice.verb),) if known is None else known.keys
    if choice.least is not None and choice.most is not None and choice.least < choice.most:
        amount = Amount(choice.verb, choice.verb, choice.least, choice.most, choice.least)
        return Move(keys, f"{choice.verb} {choice.least}–{choice.most}", amount)
    if choice.least is not None:
        return Move(keys, f"{choice.verb} {choice.least}", choice.first)
    cost = f" {choice.cost}" if choice.cost else ""
    return Move(keys, choice.verb + cost, choice.first)


def _free_letter(verb: str) -> str:
    return next((letter for letter in verb if letter not in TAKEN_KEYS), verb[0])
