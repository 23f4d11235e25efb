"""What a key at the table does to a move: do it, begin its number, ask first, or say why it is closed.

The one rule: pure, as all keys are; legality is the engine's, and what is asked first `cli.table.asking`'s.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias

from cli.screen.binding import Binding
from cli.screen.drawing.text import sentence
from cli.screen.games import screen_of
from cli.screen.games.together import Together
from cli.screen.intents import Decide, Intent, Leave
from cli.screen.table import hand_keys
from cli.table.asking import question_before
from cli.table.choosing import AtTable, Choosing, Notice, Question, Situation, Typing, reason
from cli.table.moves import Amount, Move
from cli.words.phrase import Phrase
from p2pcards.engine import Action, Slot

TOO_SOON_MS: Final = 250
"""A key pressed this soon after the turn came was meant for something else."""

Pressed: TypeAlias = tuple[Choosing, Intent | None]
TableKeys: TypeAlias = tuple[Binding[AtTable, Pressed], ...]


def together_of(situation: Situation) -> Together | None:
    """The hand's own keys, where its cards are used together."""
    return screen_of(situation.game).together(situation)


def do(choosing: Choosing, action: Action, situation: Situation) -> Pressed:
    """Send it, unless it comes too soon, is against the rules, or is costly and not asked about yet."""
    view = situation.view
    if view is None or not situation.is_turn:
        return choosing, None
    if situation.turn_age_ms < TOO_SOON_MS:
        return replace(choosing, notice=Notice("The turn came just now. Press again.")), None
    why = situation.game.why_not(view, action)
    if why is not None:
        return replace(choosing, notice=reason(why)), None
    question = question_before(situation.game, view, action, situation.ask)
    if question is not None:
        return replace(choosing, question=Question(question, action)), None
    return replace(choosing, typing=None), Decide(action)


def make(choosing: Choosing, move: Move, situation: Situation) -> Pressed:
    """Do a move, begin the number that it needs, or say why it is closed."""
    if move.action is None:
        assert move.why is not None
        return replace(choosing, notice=reason(move.why)), None
    if isinstance(move.action, Amount):
        return replace(choosing, typing=Typing(move.action, "")), None
    return do(choosing, move.action, situation)


def ask_to_leave(choosing: Choosing, situation: Situation) -> Pressed:
    """Leave, or ask first where something is at stake."""
    if situation.leave_price is None:
        return choosing, Leave()
    question = Question(situation.leave_price, is_leave=True)
    return replace(choosing, question=question, notice=None), None


def enter(at: AtTable, _: str = "enter") -> Pressed:
    """What the offers begin with: the card, the cards or the group that is taken up."""
    choosing, situation = at
    together = together_of(situation)
    if together is not None:
        done = together.enter(choosing, situation)
        if isinstance(done, Action):
            return do(replace(choosing, suit=""), done, situation)
        return choosing if done is None else done, None
    if situation.is_turn and situation.moves.card_verb and choosing.held.taken:
        return do(choosing, situation.moves.cards[choosing.held.taken[0]], situation)
    return at.choosing, None


def enter_label(at: AtTable) -> str:
    """What Enter does at the cards, in words; empty where it does nothing."""
    choosing, situation = at
    together = together_of(situation)
    if together is not None:
        return together.enter_label(choosing, situation) if together.has_rows(situation) else ""
    verb, taken = situation.moves.card_verb, choosing.held.taken
    if not situation.is_turn or verb is None or not taken:
        return ""
    return f"{verb} {card_text(taken[0], situation)}"


def card_text(slot: Slot, situation: Situation) -> str:
    """A card of the hand as an offer names it."""
    text = situation.game.pack.text(situation.hand[slot])
    return "".join(piece.text for piece in sentence(f"{{{text}}}"))


def take_advised(at: AtTable, action: Action, told: str | Phrase) -> Choosing:
    """What is advised, told; its cards lie as they would be played, which can be undone."""
    choosing, situation = at
    if choosing.question is not None or choosing.is_talking or choosing.typing is not None:
        return replace(choosing, notice=Notice(told))
    together = together_of(situation)
    if together is None:
        taken = hand_keys.take_advised(choosing, action)
    else:
        taken = together.take_advised(replace(choosing, suit=""), action, situation)
    return replace(taken, notice=Notice(told))
