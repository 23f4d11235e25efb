"""What a key does at the table: (what the player is doing, the key) -> (the same, what is wanted).

The one rule: pure. No clock, no terminal, no network: all that a key is judged by is in the
`Situation`, which is the table as the last frame showed it. A key that changes nothing is answered
with what would.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cli.screen.binding import Binding, found, nothing_here, offers_of, pressed_by
from cli.screen.intents import (
    ARROWS,
    NO_FIELD,
    Click,
    Decide,
    DeclareAbsent,
    Key,
    Leave,
    Paste,
    Say,
    cut_at,
)
from cli.screen.table import reading
from cli.screen.table.doing import Pressed, TableKeys, ask_to_leave, enter, make, together_of
from cli.screen.table.hand_keys import take_up
from cli.screen.table.in_force import meant, offers_now
from cli.screen.table.why import ask_why
from cli.table.choosing import AtTable, Choosing, Notice, Situation

TALK_LIMIT: Final = 200


def press(choosing: Choosing, key: Key, situation: Situation) -> Pressed:
    """The player presses a key, clicks on something, or pastes."""
    at = AtTable(choosing, situation)
    if isinstance(key, Paste):
        return _paste(at, key), None
    if key == "c-c":
        return _interrupt(choosing, situation)
    if choosing.question is not None:
        return _answer(at, key)
    choosing = replace(choosing, notice=None)
    if choosing.is_talking:
        return _talk(AtTable(choosing, situation), key)
    if choosing.is_seeking:
        return _seek(AtTable(choosing, situation), key)
    if isinstance(key, Click):
        return _click(choosing, key, situation)
    if choosing.typing is None or key != "backspace":
        key = ARROWS.get(key, key)
    pressed = meant(AtTable(choosing, situation), key)
    if pressed is not None and pressed != (choosing, None):
        return pressed
    told = nothing_here(key, offers_now(choosing, situation))
    return replace(choosing, notice=Notice(told)), None


# --- leaving, questions ------------------------------------------------------------------------------


def _interrupt(choosing: Choosing, situation: Situation) -> Pressed:
    if choosing.question is not None and choosing.question.is_leave:
        return replace(choosing, question=None), Leave(at_once=True)
    return ask_to_leave(replace(choosing, is_talking=False), situation)


def _yes(at: AtTable, _: str) -> Pressed:
    question = at.choosing.question
    assert question is not None
    choosing = replace(at.choosing, question=None)
    if question.is_leave:
        return choosing, Leave()
    if question.action is None:
        return choosing, DeclareAbsent()
    return replace(choosing, typing=None), Decide(question.action)


def _no(at: AtTable, _: str) -> Pressed:
    return replace(at.choosing, question=None, notice=Notice("Nothing is done.")), None


YES: Final = Binding(("enter",), _yes, now="yes")
NO: Final = Binding(("escape",), _no, now="no")
QUESTION: Final[TableKeys] = (YES, NO)


def _answer(at: AtTable, key: Key) -> Pressed:
    is_yes = key in ("enter", Click("key:Enter"))
    return (YES if is_yes else NO).does(at, "")


# --- talk ----------------------------------------------------------------------------------------------


def _say(at: AtTable, _: str) -> Pressed:
    draft = at.choosing.draft.strip()
    done = replace(at.choosing, draft="", is_talking=False)
    return done, Say(draft) if draft else None


def _draft(at: AtTable, draft: str) -> Pressed:
    return replace(at.choosing, draft=draft), None


TALK: Final[TableKeys] = (
    Binding(("enter",), _say, now="say it to all"),
    Binding(("escape",), lambda at, _: (replace(at.choosing, is_talking=False), None), now="back"),
    Binding(("backspace",), lambda at, _: _draft(at, at.choosing.draft[:-1])),
    Binding(("c-u",), lambda at, _: _draft(at, "")),
)


def _paste(at: AtTable, paste: Paste) -> Choosing:
    """What is pasted is said, if the player is writing something; it never answers or plays."""
    choosing = at.choosing
    if choosing.question is not None:
        return choosing
    if choosing.is_seeking:
        sought, is_cut = paste.fitted(choosing.sought, reading.LONGEST)
        found = reading.seek(at, sought)
        return replace(found, notice=Notice(cut_at(reading.LONGEST))) if is_cut else found
    if not choosing.is_talking:
        return replace(choosing, notice=Notice(NO_FIELD))
    draft, is_cut = paste.fitted(choosing.draft, TALK_LIMIT)
    return replace(choosing, draft=draft, notice=Notice(cut_at(TALK_LIMIT)) if is_cut else None)


def _talk(at: AtTable, key: Key) -> Pressed:
    if not isinstance(key, str):
        return at.choosing, None
    char = " " if key == "space" else key
    if len(char) != 1:
        binding = found(TALK, at, key)
        done = None if binding is None else binding.does(at, key)
        if done is not None and done != (at.choosing, None):
            return done
        return replace(at.choosing, notice=Notice(nothing_here(key, offers_of(TALK, at)))), None
    if len(at.choosing.draft) >= TALK_LIMIT:
        return replace(at.choosing, notice=Notice(cut_at(TALK_LIMIT))), None
    return _draft(at, at.choosing.draft + char)


def _seek(at: AtTable, key: Key) -> Pressed:
    """A key while something is searched for in the rules."""
    if not isinstance(key, str):
        return at.choosing, None
    char = " " if key == "space" else key
    if len(char) == 1:
        if len(at.choosing.sought) >= reading.LONGEST:
            return replace(at.choosing, notice=Notice(cut_at(reading.LONGEST))), None
        return reading.seek(at, at.choosing.sought + char), None
    binding = found(reading.SEEKING, at, key)
    done = None if binding is None else binding.does(at, key)
    if done is not None and done != (at.choosing, None):
        return done
    told = nothing_here(key, offers_of(reading.SEEKING, at))
    return replace(at.choosing, notice=Notice(told)), None


# --- the mouse ---------------------------------------------------------------------------------------


def _click(choosing: Choosing, click: Click, situation: Situation) -> Pressed:
    kind, _, name = click.target.partition(":")
    if (chosen := _click_in_this_game(choosing, click, situation)) is not None:
        return chosen, None
    if kind == "card" and name.isdigit() and int(name) in choosing.held.order:
        slot = int(name)
        choosing = replace(choosing, cursor=choosing.held.order.index(slot))
        if click.is_why:
            return ask_why(choosing, situation, together_of(situation)), None
        if choosing.held.taken == (slot,) and situation.is_turn and situation.moves.card_verb:
            return enter(AtTable(choosing, situation))
        return take_up(choosing, slot, situation, may_put_back=True), None
    if kind == "why":
        closed = [move for move in situation.moves.moves if move.label == name]
        return make(choosing, closed[0], situation) if closed else (choosing, None)
    if kind == "key" and name and not click.is_why:
        return press(choosing, pressed_by(name), situation)
    if click.is_why:
        return ask_why(choosing, situation, together_of(situation)), None
    return choosing, None


def _click_in_this_game(choosing: Choosing, click: Click, situation: Situation) -> Choosing | None:
    """A click on a card, a group or a closed offer where cards are used together."""
    together = together_of(situation)
    if together is None:
        return None
    kind, _, name = click.target.partition(":")
    if kind == "card" and name.isdecimal() and int(name) in choosing.held.order:
        slot = int(name)
        if click.is_why:
            return ask_why(together.on_card(choosing, slot), situation, together)
        return together.click_card(choosing, slot, situation)
    if kind == "group" and name in ("0", "1", "2", "3"):
        return together.click_group(choosing, int(name), situation)
    if kind == "why" and not any(move.label == name for move in situation.moves.moves):
        return ask_why(choosing, situation, together)
    return None
