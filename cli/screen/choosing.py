"""What the player is doing at the table between two decisions: cards taken up, a number half typed.

The one rule: all of it is one frozen value, and it never acts by itself: nothing in here is sent
until a key says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from cli.screen.moves import Amount, Moves
from p2pcards.cards import Card
from p2pcards.engine import Game, Slot, View
from p2pcards.games.azi.state import AziState


class Panel(StrEnum):
    """What is laid over the table."""

    NONE = "none"
    KEYS = "keys"
    PROOFS = "proofs"
    LAST = "last trick"
    OPTIONS = "options"
    FAULT = "fault"
    EVIDENCE = "evidence"


class Sorting(StrEnum):
    """How the hand is ordered."""

    SUIT = "suit"
    RANK = "rank"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class Question:
    """Something asked once; Enter does it, every other key does not.

    Args:
        text: The question.
        act: The action that it is about; None: leaving, or declaring absent.
        is_leave: It is about leaving.
    """

    text: str
    act: str | None = None
    is_leave: bool = False


@dataclass(frozen=True, slots=True)
class Typing:
    """A number being typed for an action."""

    amount: Amount
    text: str

    @property
    def value(self) -> int | None:
        """The number, if it may be bid."""
        number = int(self.text or "0")
        return number if self.amount.least <= number <= self.amount.most else None

    @property
    def act(self) -> str | None:
        return None if self.value is None else f"{self.amount.verb} {self.value}"


@dataclass(frozen=True, slots=True)
class Held:
    """The hand as it lies: what undo goes back to. `groups` are cards put together (Hazari)."""

    order: tuple[Slot, ...] = ()
    taken: tuple[Slot, ...] = ()
    groups: tuple[tuple[Slot, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence on the ask line until the next key, with the rule it comes from."""

    text: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Choosing:
    """What the player is doing.

    Args:
        held: The hand in his order, and what is taken up.
        cursor: Place in that order.
        sorting: How it is ordered.
        undone, redone: Earlier and later hands, for `u` and `U`.
        typing: A number for a bid.
        question: What has been asked.
        notice: What the last key was answered with.
        draft: A line of talk, kept while it is not sent.
        is_talking: The keys go into the draft.
        panel: What is open over the table.
        scroll: How far it is scrolled.
    """

    held: Held = Held()
    cursor: int = 0
    sorting: Sorting = Sorting.SUIT
    undone: tuple[Held, ...] = ()
    redone: tuple[Held, ...] = ()
    typing: Typing | None = None
    question: Question | None = None
    notice: Notice | None = None
    draft: str = ""
    is_talking: bool = False
    panel: Panel = Panel.NONE
    scroll: int = 0

    @property
    def at_cursor(self) -> Slot | None:
        """The slot under the cursor."""
        order = self.held.order
        return order[self.cursor] if self.cursor < len(order) else None


@dataclass(frozen=True, slots=True)
class Situation:
    """The table as the last frame showed it: what a key is judged by.

    Args:
        game: The game.
        view: What our seat knows; None while no deal is under way, and for a spectator.
        is_turn: Our player must decide.
        moves: What he may do.
        turn_age_ms: How long the turn has been on the screen.
        ask: Which moves are asked about: `costly`, `always`, `never`.
        leave_price: What leaving costs now, in a sentence; None where nothing is at stake.
        silent: Names that can be voted absent by hand; empty where a clock does it.
        has_more_to_show: A finished trick or a result stays on the screen until Space.
        fault: There is a fault to look at.
        is_watching: No seat is ours.
        is_over: The table has ended for us; its log can be watched.
        left: The rest of our time, as the clock shows it; empty without a clock.
    """

    game: Game[Any]
    view: View | None = None
    is_turn: bool = False
    moves: Moves = field(default_factory=Moves)
    turn_age_ms: int = 1_000_000
    ask: str = "costly"
    leave_price: str | None = None
    silent: tuple[str, ...] = ()
    has_more_to_show: bool = False
    fault: bool = False
    is_watching: bool = False
    is_over: bool = False
    left: str = ""

    @property
    def hand(self) -> Mapping[Slot, Card]:
        """The cards that can be chosen among."""
        if self.view is None:
            return {}
        slots = self.game.hand_slots(self.view.state, self.view.seat)
        return {slot: self.view.hand[slot] for slot in slots if slot in self.view.hand}


def settle(choosing: Choosing, situation: Situation) -> Choosing:
    """What the player is doing, fitted to a table that has moved on.

    A card is taken up by itself only where no other is legal; what is taken up and has become
    illegal is put back.
    """
    slots = (
        ()
        if situation.view is None
        else situation.game.hand_slots(situation.view.state, situation.view.seat)
    )
    held = choosing.held
    if set(held.order) != set(slots):
        at = choosing.at_cursor
        order = sort_hand(choosing.sorting, slots, situation, held.order)
        held = Held(order, tuple(slot for slot in held.taken if slot in order))
        cursor = order.index(at) if at in order else min(choosing.cursor, max(0, len(order) - 1))
        choosing = replace(choosing, held=held, cursor=cursor, undone=(), redone=())
    moves = situation.moves
    if not situation.is_turn:
        question = choosing.question
        if question is not None and question.act is not None:
            question = None
        return replace(choosing, typing=None, question=question)
    if moves.card_verb is not None:
        taken = tuple(slot for slot in held.taken if slot not in moves.forbidden)
        legal = [slot for slot in held.order if slot not in moves.forbidden]
        if len(legal) == 1:
            taken = (legal[0],)
            choosing = replace(choosing, cursor=held.order.index(legal[0]))
        choosing = replace(choosing, held=replace(held, taken=taken))
    if choosing.typing is not None and choosing.typing.amount not in _amounts(moves):
        choosing = replace(choosing, typing=None)
    return choosing


def _amounts(moves: Moves) -> tuple[Amount, ...]:
    return tuple(move.act for move in moves.moves if isinstance(move.act, Amount))


def sort_hand(
    sorting: Sorting, slots: Sequence[Slot], situation: Situation, old: Sequence[Slot]
) -> tuple[Slot, ...]:
    """The slots in the player's order: by suit or rank, best first; own order keeps what there was."""
    hand = situation.hand
    state = None if situation.view is None else situation.view.state
    trump = state.trump if isinstance(state, AziState) else None

    def strength(card: Card) -> int:
        return state.strength(card) if isinstance(state, AziState) else card.rank

    def key(slot: Slot) -> tuple[Any, ...]:
        card = hand.get(slot)
        if card is None:
            return (2, slot)
        if sorting is Sorting.RANK:
            return (1, -strength(card), card.suit, slot)
        return (0 if card.suit == trump else 1, card.suit, -strength(card), slot)

    if sorting is Sorting.OWN:
        kept = [slot for slot in old if slot in slots]
        return (*kept, *sorted(set(slots) - set(kept), key=key))
    return tuple(sorted(slots, key=key))
