"""The hand of Luk Fu: several cards are taken up, one by one, by name, or a play at a time.

The one rule: pure; whether what is taken up may be played is read from the legal
plays that `moves` has found.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, cast

from cli import words
from cli.table.choosing import Choosing, Notice, Situation, reason, with_held
from cli.table.games.lukfu.plays import FACE_DOWN, legal_play, named, what_beats, why_not_play
from cli.table.moves import Closed, HandUse, Play
from cli.words.en.games import lukfu_moves as said
from p2pcards.engine import Rule, Slot, View
from p2pcards.games.lukfu.combinations import PACK
from p2pcards.games.lukfu.state import LukfuState

SUITS: Final = frozenset(PACK.suits)
_GLYPHS: Final = {"C": "¢", "S": "§", "M": "₥", "T": "₮"}


def is_picking(situation: Situation) -> bool:
    """Whether these keys are in force."""
    return situation.moves.use is HandUse.PLAYS and bool(situation.hand)


def play_of(choosing: Choosing, situation: Situation) -> Play | None:
    """What `Enter` plays: the cards taken up, if that is legal now."""
    if not situation.is_turn or not choosing.held.taken:
        return None
    return legal_play(situation.moves.plays, choosing.held.taken)


def click_card(choosing: Choosing, slot: Slot, situation: Situation) -> Choosing:
    """Take up or put back the card that was clicked on."""
    return toggle(on_card(choosing, slot), slot, situation)


def on_card(choosing: Choosing, slot: Slot) -> Choosing:
    """The cursor on this card."""
    return replace(choosing, cursor=choosing.held.order.index(slot), suit="")


# --- cards taken up ------------------------------------------------------------------------------


def unnamed(choosing: Choosing) -> Choosing:
    """No suit is being named any longer."""
    return replace(choosing, suit="")


def take(choosing: Choosing, slots: tuple[Slot, ...]) -> Choosing:
    """Take up these cards and no others."""
    order = choosing.held.order
    taken = tuple(slot for slot in order if slot in slots)
    return with_held(choosing, replace(choosing.held, taken=taken))


def take_play(choosing: Choosing, slots: tuple[Slot, ...]) -> Choosing:
    """Take up a whole play; the cursor stands on its last card."""
    choosing = take(choosing, slots)
    taken = choosing.held.taken
    if not taken:
        return choosing
    return replace(choosing, cursor=choosing.held.order.index(taken[-1]))


def toggle(choosing: Choosing, slot: Slot | None, situation: Situation) -> Choosing:
    """Take up the card, or put it back."""
    if slot is None:
        return choosing
    taken = choosing.held.taken
    if slot in taken:
        return take(choosing, tuple(other for other in taken if other != slot))
    return _add(choosing, slot, situation)


def _add(choosing: Choosing, slot: Slot, situation: Situation) -> Choosing:
    """Take up one more card, unless it is in no play."""
    if slot in blocked(situation):
        return replace(choosing, notice=_must_wait(slot, situation))
    return take(choosing, (*choosing.held.taken, slot))


def blocked(situation: Situation) -> frozenset[Slot]:
    """Cards that are in no legal play."""
    plays = situation.moves.plays
    usable = {slot for play in plays for slot in play.slots}
    return (
        frozenset(slot for slot in situation.hand if slot not in usable) if plays else frozenset()
    )


def suggest(choosing: Choosing, step: int, situation: Situation) -> Choosing:
    """The next play."""
    plays = situation.moves.plays
    if not plays:
        return choosing
    now = play_of(choosing, situation)
    start = 0 if step > 0 else -1
    at = start if now is None else (plays.index(now) + step) % len(plays)
    return take_play(choosing, plays[at].slots)


def take_default(choosing: Choosing, situation: Situation) -> Choosing:
    """Take up what is played when time is up."""
    default = situation.moves.default
    play = next((play for play in situation.moves.plays if play.action == default), None)
    return choosing if play is None else take_play(choosing, play.slots)


# --- by name -------------------------------------------------------------------------------------


def begin_name(choosing: Choosing, suit: str) -> Choosing:
    """The digits that follow are ranks of this suit; the first name puts back all that was taken up."""
    if not choosing.suit:
        choosing = take(choosing, ())
    notice = Notice(said.naming(_GLYPHS[suit]))
    return replace(choosing, suit=suit, notice=notice)


def rank(choosing: Choosing, digit: str, situation: Situation) -> Choosing:
    """A digit: a rank of the suit that is being named, else the cursor to the next such card."""
    if choosing.suit:
        return _take_named(choosing, digit, situation)
    hand, order = situation.hand, choosing.held.order
    found = [
        place
        for place, slot in enumerate(order)
        if slot in hand and PACK.ranks[hand[slot].rank - 1] == digit
    ]
    if not found:
        return replace(choosing, notice=Notice(said.holds_no_rank(digit)))
    after = [place for place in found if place > choosing.cursor]
    return replace(choosing, cursor=(after or found)[0])


def _take_named(choosing: Choosing, digit: str, situation: Situation) -> Choosing:
    name = choosing.suit + digit
    hand = situation.hand
    slot = next((slot for slot, card in hand.items() if PACK.text(card) == name), None)
    if slot is None:
        return replace(choosing, notice=Notice(said.does_not_hold(name)))
    choosing = replace(choosing, cursor=choosing.held.order.index(slot))
    return _add(choosing, slot, situation)


# --- why -----------------------------------------------------------------------------------------


def _must_wait(slot: Slot, situation: Situation) -> Notice:
    moves, name = situation.moves, named(situation.hand, (slot,))
    if moves.closed is not None:
        return _closed(moves.closed)
    why = _why_not(situation, (slot,))
    return reason(why, name) if why else Notice(said.in_no_play(name))


def _closed(closed: Closed) -> Notice:
    return Notice(closed.text, words.source(closed.rule))


def _view_of(situation: Situation) -> View[LukfuState] | None:
    """What the seat knows; these keys are in force in Luk Fu alone."""
    return cast(View[LukfuState] | None, situation.view)


def _why_not(situation: Situation, slots: tuple[Slot, ...]) -> Rule | None:
    """The rule against playing exactly these cards."""
    view = _view_of(situation)
    if view is None or not slots or not situation.is_turn:
        return None
    return why_not_play(view, situation.moves.plays, slots)


def ask_of(choosing: Choosing, situation: Situation) -> Notice:
    """What the ask line says about the cards taken up."""
    moves, taken = situation.moves, choosing.held.taken
    play = play_of(choosing, situation)
    if moves.closed is not None:
        why = None if play is not None or not taken else _why_not(situation, taken)
        return _closed(moves.closed) if why is None else reason(why)
    if play is None:
        why = _why_not(situation, taken)
        return reason(why) if why else Notice(moves.hint)
    view = _view_of(situation)
    if play.verb == FACE_DOWN or view is None:
        return Notice(moves.hint)
    return Notice(what_beats(view, [situation.hand[slot] for slot in play.slots]))


def why(choosing: Choosing, situation: Situation) -> Notice:
    """Why the card under the cursor, or what is taken up, may or may not be played."""
    if not situation.is_turn:
        return Notice(said.NOT_YOUR_TURN)
    slot = choosing.at_cursor
    if slot is not None and slot in blocked(situation):
        return _must_wait(slot, situation)
    closed = next((move for move in situation.moves.moves if move.action is None), None)
    if not choosing.held.taken and closed is not None and closed.why is not None:
        return reason(closed.why)
    return ask_of(choosing, situation)
