"""Which keys are in force at a table: which one is meant, and what the rows offer.

The one rule: both are read from the same records in the same order, so that what is offered is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

from cli.screen.binding import Row, offers_of, row_of
from cli.screen.drawing.view import Offer
from cli.screen.games.together import Bindings
from cli.screen.table.doing import Pressed, TableKeys, card_text, enter, make, together_of
from cli.screen.table.hand_keys import MOVING, ONE, ORDERING
from cli.screen.table.number_keys import DIGIT_KEYS, TYPING
from cli.screen.table.table_keys import ALWAYS, FAULT, LAID_OVER, STATE, STORY
from cli.screen.table.why import forbidden_in_hand
from cli.table.choosing import AtTable, Choosing, Panel, Situation, Typing
from cli.table.moves import Amount, HandUse, Move


def meant(at: AtTable, key: str) -> Pressed | None:
    """What the key does: in what is typed, in what is laid over, at the table, in the hand."""
    return next((done for does in _ladder(at, key) if (done := does(at, key)) is not None), None)


Does: TypeAlias = Callable[[AtTable, str], Pressed | None]


def _ladder(at: AtTable, key: str) -> Iterator[Does]:
    def of(bindings: TableKeys) -> Iterator[Does]:
        return (one.does for one in bindings if key in one.keys and one.when(at))

    def in_hand(bindings: Bindings) -> Iterator[Does]:
        return (_only_hand(one.does) for one in bindings if key in one.keys and one.when(at))

    choosing, situation = at
    yield from of(TYPING)
    if choosing.panel is Panel.FAULT:
        yield from of(FAULT)  # play goes on beneath
    elif choosing.panel is not Panel.NONE:
        yield from of((*LAID_OVER, *ALWAYS))
        return
    yield from of((*STATE, *ALWAYS))
    together = together_of(situation)
    if together is not None:
        yield from in_hand(together.keys)
    yield from (_of_move(move) for move in situation.moves.moves if key in move.keys)
    if key in DIGIT_KEYS:
        yield from (_begin_amount, _play_again)
    if together is None:
        yield from in_hand(ONE)
    yield from (_unnamed(does) for does in in_hand((*MOVING, *ORDERING)))
    yield from of(STORY)


def _only_hand(does: Callable[[AtTable, str], Choosing]) -> Does:
    return lambda at, key: (does(at, key), None)


def _unnamed(does: Does) -> Does:
    """After any other key a suit is not being named any longer."""
    return lambda at, key: does(AtTable(replace(at.choosing, suit=""), at.situation), key)


def _of_move(move: Move) -> Does:
    return lambda at, _: make(replace(at.choosing, suit=""), move, at.situation)


def offers_now(choosing: Choosing, situation: Situation) -> tuple[Offer, ...]:
    """What is offered, while nothing is asked and nothing said."""
    at = AtTable(choosing, situation)
    if choosing.panel is not Panel.NONE:
        return offers_of(FAULT if choosing.panel is Panel.FAULT else LAID_OVER, at)
    if choosing.typing is not None:
        return offers_of(TYPING, at)
    offers = offers_of(STATE, at)
    moves = map(_offer, situation.moves.moves)
    together = together_of(situation)
    if situation.is_over:
        return (*offers, *offers_of(ALWAYS, at))
    if together is not None and together.has_rows(situation):
        closed = together.closed(choosing, situation, None)
        return (*offers, *offers_of(together.keys, at), *closed, *moves)
    if situation.is_turn:
        return (*offers, *offers_of(ONE, at), *_closed_cards(at), *moves)
    return offers


def _offer(move: Move) -> Offer:
    if move.action is None:
        return Offer("", move.label, is_open=False, target=f"why:{move.label}")
    return Offer(move.keys[0], move.label)


def _closed_cards(at: AtTable) -> tuple[Offer, ...]:
    """The cards that must wait."""
    if at.situation.moves.card_verb is None:
        return ()
    return tuple(
        Offer("", card_text(slot, at.situation), is_open=False, target=f"card:{slot}")
        for slot in forbidden_in_hand(*at)
    )


def more_now(choosing: Choosing, situation: Situation) -> tuple[Offer, ...]:
    """The row above the offers; most have none."""
    together = together_of(situation)
    is_free = choosing.panel is Panel.NONE and not choosing.is_talking
    if not is_free or choosing.question is not None or together is None:
        return ()
    row = row_of(together.keys, AtTable(choosing, situation), Row.MORE)
    return (*row, *together.closed(choosing, situation, Row.MORE))


def last_row(choosing: Choosing, situation: Situation) -> tuple[Offer, ...]:
    """The keys that always stand on the last row."""
    usual = row_of(ALWAYS, AtTable(choosing, situation), Row.KEYS)
    together = together_of(situation)
    if situation.is_watching or together is None or not together.has_rows(situation):
        return usual
    return together.key_row(usual)


def _begin_amount(at: AtTable, key: str) -> Pressed | None:
    """A digit begins the number of the move that needs one."""
    moves = at.situation.moves
    amounts = [move.action for move in moves.moves if isinstance(move.action, Amount)]
    if moves.use is HandUse.ONE or not amounts or key == "0":
        return None
    return replace(at.choosing, typing=Typing(amounts[0], key)), None


def _play_again(at: AtTable, key: str) -> Pressed | None:
    """The digit of a card that is taken up already plays it."""
    order, place = at.choosing.held.order, int(key) - 1
    is_one = at.situation.is_turn and at.situation.moves.use is HandUse.ONE
    if not is_one or not 0 <= place < len(order) or at.choosing.held.taken != (order[place],):
        return None
    return enter(AtTable(replace(at.choosing, cursor=place), at.situation))
