"""Keys in a hand of which one card is taken up: moving, taking up, sorting.

The one rule: only what lies in the player's hand changes, and every change can be taken back.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from cli.screen.binding import Binding
from cli.screen.table.why import forbidden_in_hand, must_wait
from cli.table.actions_in_words import slot_of
from cli.table.choosing import AtTable, Choosing, Notice, Situation, redo, undo, with_held
from cli.table.moves import HandUse
from cli.table.sorting import Sorting, sort_hand
from p2pcards.engine import Action, Slot

if TYPE_CHECKING:  # the games' modules import this one
    from cli.screen.games.together import Bindings


def take_up(
    choosing: Choosing, slot: Slot | None, situation: Situation, *, may_put_back: bool = False
) -> Choosing:
    """The card taken up, or why it must wait."""
    if slot is None:
        return choosing
    if slot in situation.moves.forbidden:
        return replace(choosing, notice=must_wait(slot, situation))
    if slot in choosing.held.taken:
        if not may_put_back:
            return choosing
        return with_held(choosing, replace(choosing.held, taken=()))
    return with_held(choosing, replace(choosing.held, taken=(slot,)))


def _suggest(choosing: Choosing, step: int, situation: Situation) -> Choosing:
    """The next legal card, what the clock would do first."""
    legal = [slot for slot in choosing.held.order if slot not in situation.moves.forbidden]
    if not legal:
        return choosing
    best = _default_card(situation)
    if best is not None:
        legal.sort(key=lambda slot: slot != best)
    taken = choosing.held.taken
    at = (legal.index(taken[0]) + step) % len(legal) if taken and taken[0] in legal else 0
    slot = legal[at]
    choosing = replace(choosing, cursor=choosing.held.order.index(slot))
    return with_held(choosing, replace(choosing.held, taken=(slot,)))


def _default_card(situation: Situation) -> Slot | None:
    """The card that goes when time is up."""
    cards, default = situation.moves.cards, situation.moves.default
    return next((slot for slot, action in cards.items() if action == default), None)


def _take_default(choosing: Choosing, situation: Situation) -> Choosing:
    slot = _default_card(situation)
    if slot is None:
        told = situation.moves.default_words
        what = f" When time is up, yours is: {told}." if told else ""
        return replace(choosing, notice=Notice(f"No card is to be taken up now.{what}"))
    if slot not in choosing.held.order:
        return choosing
    choosing = replace(choosing, cursor=choosing.held.order.index(slot))
    return with_held(choosing, replace(choosing.held, taken=(slot,)))


def take_advised(choosing: Choosing, action: Action) -> Choosing:
    """The card that the action plays, taken up."""
    slot = slot_of(action)
    if slot not in choosing.held.order:
        return choosing
    choosing = replace(choosing, cursor=choosing.held.order.index(slot))
    return with_held(choosing, replace(choosing.held, taken=(slot,)))


def sort(choosing: Choosing, situation: Situation) -> Choosing:
    """The hand in the next of the orders there are."""
    if not choosing.held.order:
        return choosing
    kinds = tuple(Sorting)
    sorting = kinds[(kinds.index(choosing.sorting) + 1) % len(kinds)]
    order = sort_hand(
        sorting,
        choosing.held.order,
        situation.hand,
        situation.game.pack,
        situation.moves,
        choosing.held.order,
    )
    at = choosing.at_cursor
    words = {
        Sorting.SUIT: "Your hand is sorted by suit.",
        Sorting.RANK: "Your hand is sorted by rank.",
        Sorting.OWN: "Your own order: < and > move the card under the cursor.",
    }
    choosing = with_held(choosing, replace(choosing.held, order=order))
    cursor = order.index(at) if at in order else 0
    return replace(choosing, sorting=sorting, cursor=cursor, notice=Notice(words[sorting]))


def _shift(choosing: Choosing, step: int) -> Choosing:
    order, at = list(choosing.held.order), choosing.cursor
    to = at + step
    if not 0 <= to < len(order):
        return choosing
    order[at], order[to] = order[to], order[at]
    choosing = with_held(choosing, replace(choosing.held, order=tuple(order)))
    return replace(choosing, sorting=Sorting.OWN, cursor=to)


def _move(at: AtTable, key: str) -> Choosing:
    choosing, last = at.choosing, max(0, len(at.choosing.held.order) - 1)
    to = {"left": choosing.cursor - 1, "right": choosing.cursor + 1, "home": 0}.get(key, last)
    return replace(choosing, cursor=min(max(to, 0), last))


def _digit(at: AtTable, key: str) -> Choosing:
    """The card of this number, taken up."""
    order, place = at.choosing.held.order, int(key) - 1
    if not 0 <= place < len(order):
        return at.choosing
    return take_up(replace(at.choosing, cursor=place), order[place], at.situation)


# --- the keys ------------------------------------------------------------------------------------------


def _has_hand(at: AtTable) -> bool:
    """Whether there are cards that can be taken up, so that one of them has the cursor."""
    return bool(at.choosing.held.order) and at.situation.moves.use is not HandUse.NONE


def _takes_one(at: AtTable) -> bool:
    return at.situation.moves.use is HandUse.ONE and _has_hand(at)


def _is_choosing(at: AtTable) -> bool:
    """Whether a card is to be played, and none is taken up."""
    is_due = at.situation.is_turn and at.situation.moves.card_verb is not None
    return is_due and not at.choosing.held.taken


def _digits(at: AtTable) -> str:
    count = len(at.choosing.held.order)
    return f"1–{count}" if count > 1 else "1"


def _digits_now(at: AtTable) -> str:
    if _is_choosing(at):
        return "choose a card"
    is_due = at.situation.is_turn and at.situation.moves.card_verb is not None
    is_choice = len(at.choosing.held.order) > 1 and not forbidden_in_hand(*at)
    return "another" if is_due and is_choice else ""


ONE: Final[Bindings] = (
    Binding(
        tuple("123456789"),
        _digit,
        help="take up a card; again or Enter plays it",
        name="1–9",
        when=_takes_one,
        now=_digits_now,
        shown=_digits,
        is_minor=lambda at: not _is_choosing(at),
    ),
    Binding(
        ("tab", "s-tab"),
        lambda at, key: _suggest(at.choosing, 1 if key == "tab" else -1, at.situation),
        help="next, previous legal card, what your program would play first",
        when=_has_hand,
        now=lambda at: "suggest one" if _is_choosing(at) else "",
        shown="Tab",
    ),
    Binding(
        ("a",),
        lambda at, _: _take_default(at.choosing, at.situation),
        help="what your program would play, and does when time is up",
        when=lambda at: bool(at.choosing.held.order),
    ),
)
"""Of a hand of which one card is taken up."""

MOVING: Final[Bindings] = (
    Binding(
        ("left", "right", "home", "end"),
        _move,
        help="the cards of your hand",
        name="←→   Home End",
        when=_has_hand,
    ),
    Binding(
        ("space",),
        lambda at, _: take_up(at.choosing, at.choosing.at_cursor, at.situation, may_put_back=True),
        help="take up the card here, or put it back; go on",
        when=_has_hand,
    ),
    Binding(
        ("escape",),
        lambda at, _: with_held(at.choosing, replace(at.choosing.held, taken=())),
        help="let go, close, back",
        name="Esc, Backspace",
        when=_has_hand,
    ),
)
ORDERING: Final[Bindings] = (
    Binding(
        ("u", "U"),
        lambda at, key: undo(at.choosing) if key == "u" else redo(at.choosing),
        help="undo, redo what has not been sent",
        when=_has_hand,
    ),
    Binding(
        ("<", ">"),
        lambda at, key: _shift(at.choosing, -1 if key == "<" else 1),
        help="move the card under the cursor in your own order",
        when=_has_hand,
    ),
)
"""Of any hand."""
