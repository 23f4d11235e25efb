"""Why something is not allowed: what `w` answers.

The one rule: the reason is the engine's, with the rule's number.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cli.table.choosing import Choosing, Notice, Situation, reason
from cli.words.phrase import Drawn, phrase
from p2pcards.engine import Slot

if TYPE_CHECKING:  # the games' modules import this one
    from cli.screen.games.together import Together


def must_wait(slot: Slot, situation: Situation) -> Notice:
    """Why this card must wait."""
    card = situation.hand[slot]
    return reason(situation.moves.forbidden[slot], Drawn(situation.game.pack, card))


def forbidden_in_hand(choosing: Choosing, situation: Situation) -> tuple[Slot, ...]:
    """The cards of the hand that must wait, as they lie."""
    forbidden, hand = situation.moves.forbidden, situation.hand
    return tuple(slot for slot in choosing.held.order if slot in forbidden and slot in hand)


def why_line(choosing: Choosing, situation: Situation) -> Notice | None:
    """Why a card must wait: the one under the cursor, else the first that must."""
    slots = forbidden_in_hand(choosing, situation)
    if not slots:
        return None
    slot = choosing.at_cursor if choosing.at_cursor in slots else slots[0]
    assert slot is not None
    return must_wait(slot, situation)


def ask_why(choosing: Choosing, situation: Situation, together: Together | None) -> Choosing:
    """The answer to `w`, as what the player reads next; from `together` where it has the hand."""
    if together is not None:
        return replace(choosing, notice=together.why(choosing, situation))
    slot, moves = choosing.at_cursor, situation.moves
    closed = [move for move in moves.moves if move.action is None]
    if not situation.is_turn:
        notice = Notice("It is not your turn.")
    elif moves.card_verb is not None and slot is not None and slot in moves.forbidden:
        notice = must_wait(slot, situation)
    elif moves.card_verb is not None and slot is not None and slot in situation.hand:
        card = Drawn(situation.game.pack, situation.hand[slot])
        notice = Notice(phrase(card, " is allowed."))
    elif closed and closed[0].why is not None:
        notice = reason(closed[0].why)
    else:
        notice = Notice("All that is shown is allowed.")
    return replace(choosing, notice=notice)
