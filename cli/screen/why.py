"""Why something is not allowed, and what ranks above what: what `w` and `i` answer.

The one rule: the reason is the engine's, with the rule's number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from cli.screen import arranging, picking
from cli.screen.choosing import Choosing, Notice, Situation, reason
from p2pcards.engine import Slot


def must_wait(slot: Slot, situation: Situation) -> Notice:
    """Why this card must wait."""
    card = situation.hand[slot]
    text = f"{{{situation.game.pack.text(card)}}}"
    return reason(situation.moves.forbidden[slot], text)


def why_line(choosing: Choosing, situation: Situation) -> Notice | None:
    """Why a card must wait: the one under the cursor, else the first that must."""
    forbidden = situation.moves.forbidden
    slots = [slot for slot in choosing.held.order if slot in forbidden and slot in situation.hand]
    if not slots:
        return None
    slot = choosing.at_cursor if choosing.at_cursor in slots else slots[0]
    assert slot is not None
    return must_wait(slot, situation)


def ask_why(choosing: Choosing, situation: Situation) -> Choosing:
    """The answer to `w`, as what the player reads next."""
    if arranging.is_arranging(situation):
        return replace(choosing, notice=arranging.why(choosing, situation))
    if picking.is_picking(situation):
        return replace(choosing, notice=picking.why(choosing, situation))
    slot, moves = choosing.at_cursor, situation.moves
    closed = [move for move in moves.moves if move.act is None]
    if not situation.is_turn:
        notice = Notice("It is not your turn.")
    elif moves.card_verb is not None and slot is not None and slot in moves.forbidden:
        notice = must_wait(slot, situation)
    elif moves.card_verb is not None and slot is not None and slot in situation.hand:
        text = situation.game.pack.text(situation.hand[slot])
        notice = Notice(f"{{{text}}} is allowed.")
    elif closed:
        notice = reason(closed[0].why)
    else:
        notice = Notice("All that is shown is allowed.")
    return replace(choosing, notice=notice)


_ORDERS: Final[Mapping[str, str]] = {
    "hazari": "Troy, Colour Run, Run, Colour, Pair, Indi. Runs: A-K-Q, A-2-3, K-Q-J … 4-3-2.",
    "lukfu": "Singles in their suit; runs by ¢ § ₥ ₮, then rank; sets 2 to 9, and 9 beats 1.",
}


def order_of_cards(situation: Situation) -> Notice:
    """What ranks above what."""
    ranks = " ".join(situation.game.pack.ranks)
    return Notice(_ORDERS.get(situation.game.name, f"Low to high: {ranks}."))
