"""What a key does at the table: (what the player is doing, the key) -> (the same, what is wanted).

The one rule: pure. No clock, no terminal, no network: all that a key is judged by is in the
`Situation`, which is the table as the last frame showed it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from cli.screen import standing
from cli.screen.choosing import Choosing, Notice, Panel, Question, Situation, Typing, reason
from cli.screen.games import screen_of
from cli.screen.hand_keys import press_in_hand, take_up
from cli.screen.intents import (
    ARROWS,
    NO_FIELD,
    Again,
    Click,
    Decide,
    DeclareAbsent,
    GoOn,
    Intent,
    KeepWaiting,
    Key,
    Leave,
    Paste,
    Redraw,
    Replay,
    Say,
    cut_at,
)
from cli.screen.moves import Amount, HandUse, Move, reason_against
from cli.screen.why import ask_why, order_of_cards

TOO_SOON_MS: Final = 250
"""A key pressed this soon after the turn came was meant for something else."""

TALK_LIMIT: Final = 200


Pressed: TypeAlias = tuple[Choosing, Intent | None]

PANEL_KEYS: Final[Mapping[str, Panel]] = {
    "?": Panel.KEYS,
    "p": Panel.PROOFS,
    "v": Panel.LAST,
    "o": Panel.OPTIONS,
}

PAGE: Final = 5


def press(choosing: Choosing, key: Key, situation: Situation) -> Pressed:
    """The player presses a key, clicks on something, or pastes."""
    if isinstance(key, Paste):
        return _paste(choosing, key), None
    if key == "c-l":
        return choosing, Redraw()
    if key == "c-c":
        return _interrupt(choosing, situation)
    if choosing.question is not None:
        return _answer(choosing, key)
    choosing = replace(choosing, notice=None)
    if choosing.is_talking:
        return _talk(choosing, key)
    if isinstance(key, Click):
        return _click(choosing, key, situation)
    if choosing.typing is None or key != "backspace":
        key = ARROWS.get(key, key)
    if choosing.typing is not None and (
        pressed := _type(choosing, choosing.typing, key, situation)
    ):
        return pressed
    if choosing.panel is Panel.FAULT:
        if key == "escape":
            return replace(choosing, panel=Panel.NONE), None
        if key == "e":
            return replace(choosing, panel=Panel.EVIDENCE, scroll=0), None
        return _play(choosing, key, situation)  # play goes on beneath
    if choosing.panel is not Panel.NONE:
        return _turn_pages(choosing, key, situation)
    return _play(choosing, key, situation)


# --- leaving, questions ------------------------------------------------------------------------------


def _interrupt(choosing: Choosing, situation: Situation) -> Pressed:
    if choosing.question is not None and choosing.question.is_leave:
        return replace(choosing, question=None), Leave(at_once=True)
    return _ask_to_leave(replace(choosing, is_talking=False), situation)


def _ask_to_leave(choosing: Choosing, situation: Situation) -> Pressed:
    if situation.leave_price is None:
        return choosing, Leave()
    question = Question(situation.leave_price, is_leave=True)
    return replace(choosing, question=question, notice=None), None


def _answer(choosing: Choosing, key: Key) -> Pressed:
    question = choosing.question
    assert question is not None
    choosing = replace(choosing, question=None)
    if key != "enter" and key != Click("key:Enter"):
        return replace(choosing, notice=Notice("Nothing is done.")), None
    if question.is_leave:
        return choosing, Leave()
    if question.act is None:
        return choosing, DeclareAbsent()
    return replace(choosing, typing=None), Decide(question.act)


# --- talk ----------------------------------------------------------------------------------------------


def _paste(choosing: Choosing, paste: Paste) -> Choosing:
    """What is pasted is said, if the player is writing something; it never answers or plays."""
    if not choosing.is_talking or choosing.question is not None:
        return choosing if choosing.question else replace(choosing, notice=Notice(NO_FIELD))
    draft, is_cut = paste.fitted(choosing.draft, TALK_LIMIT)
    return replace(choosing, draft=draft, notice=Notice(cut_at(TALK_LIMIT)) if is_cut else None)


def _talk(choosing: Choosing, key: Key) -> Pressed:
    draft = choosing.draft
    match key:
        case "enter":
            done = replace(choosing, draft="", is_talking=False)
            return done, Say(draft.strip()) if draft.strip() else None
        case "escape":
            return replace(choosing, is_talking=False), None
        case "backspace":
            return replace(choosing, draft=draft[:-1]), None
        case "c-u":
            return replace(choosing, draft=""), None
        case "space":
            return _typed(choosing, " "), None
        case str() if len(key) == 1 and key.isprintable():
            return _typed(choosing, key), None
        case _:
            return choosing, None


def _typed(choosing: Choosing, char: str) -> Choosing:
    if len(choosing.draft) >= TALK_LIMIT:
        return replace(choosing, notice=Notice(cut_at(TALK_LIMIT)))
    return replace(choosing, draft=choosing.draft + char)


# --- panels --------------------------------------------------------------------------------------------


def _turn_pages(choosing: Choosing, key: str, situation: Situation) -> Pressed:
    steps = {"up": -1, "down": 1, "pageup": -PAGE, "pagedown": PAGE}
    if key in steps:
        return replace(choosing, scroll=max(0, choosing.scroll + steps[key])), None
    if key == "home":
        return replace(choosing, scroll=0), None
    if key == "escape" or PANEL_KEYS.get(key) is choosing.panel:
        return replace(choosing, panel=Panel.NONE, scroll=0), None
    if key in PANEL_KEYS:
        return replace(choosing, panel=PANEL_KEYS[key], scroll=0), None
    if key == "t":
        return replace(choosing, is_talking=True), None
    if key == "q":
        return _ask_to_leave(choosing, situation)
    if key == "space" and situation.has_more_to_show:
        return choosing, GoOn()
    return choosing, None


# --- numbers -------------------------------------------------------------------------------------------


def _type(choosing: Choosing, typing: Typing, key: str, situation: Situation) -> Pressed | None:
    """The key in the number that is being typed; None where it is none of its keys."""
    amount, number = typing.amount, int(typing.text or "0")
    steps = {
        "up": amount.step,
        "down": -amount.step,
        "pageup": 5 * amount.step,
        "pagedown": -5 * amount.step,
    }
    match key:
        case str() if len(key) == 1 and key.isascii() and key.isdigit():
            text = (typing.text + key).lstrip("0")[:7]
        case "backspace" if typing.text:
            text = typing.text[:-1]
        case "backspace":
            return replace(choosing, typing=None), None
        case "escape":
            return replace(choosing, typing=None), None
        case "up" | "down" | "pageup" | "pagedown":
            text = str(min(max(number + steps[key], amount.least), amount.most))
        case "home":
            text = str(amount.least)
        case "end":
            text = str(amount.most)
        case "enter":
            if typing.act is None:
                return choosing, None
            return _do(choosing, typing.act, situation)
        case _:
            return None
    return replace(choosing, typing=Typing(amount, text)), None


# --- play ----------------------------------------------------------------------------------------------


def _play(choosing: Choosing, key: str, situation: Situation) -> Pressed:
    if key in PANEL_KEYS:
        return replace(choosing, panel=PANEL_KEYS[key], scroll=0, typing=None), None
    if key == "t" and not situation.is_watching:
        return replace(choosing, is_talking=True), None
    if key == "q":
        return _ask_to_leave(choosing, situation)
    if key == "w":
        return ask_why(choosing, situation), None
    if key == "i":
        return replace(choosing, notice=order_of_cards(situation)), None
    if key == "enter":
        return _enter(choosing, situation)
    if key == "escape" and not situation.is_turn and situation.silent:
        return choosing, KeepWaiting()
    if key == "escape" and situation.is_stuck:
        return _ask_to_leave(choosing, situation)
    if key == "r" and situation.is_over and situation.can_play_again:
        return choosing, Again()
    if key == "space" and situation.has_more_to_show:
        return choosing, GoOn()
    if (chosen := _in_this_game(choosing, key, situation)) is not None:
        return chosen, None
    choosing = replace(choosing, suit="")
    for move in situation.moves.moves:
        if key in move.keys:
            return _make(choosing, move, situation)
    if key.isascii() and key.isdigit():
        return _digit(choosing, int(key), situation)
    return press_in_hand(choosing, key, situation), None


def _in_this_game(choosing: Choosing, key: str, situation: Situation) -> Choosing | None:
    """What the key does to a hand whose cards are used together; None for any other key."""
    together = screen_of(situation.game).together(situation)
    return None if together is None else together.press(choosing, key, situation)


def _enter(choosing: Choosing, situation: Situation) -> Pressed:
    if situation.is_over:
        return choosing, Replay()
    together = screen_of(situation.game).together(situation)
    done = None if together is None else together.enter(choosing, situation)
    if isinstance(done, str):
        return _do(replace(choosing, suit=""), done, situation)
    if done is not None:
        return done, None
    if situation.is_turn and situation.moves.card_verb and choosing.held.taken:
        return _do(choosing, f"{situation.moves.card_verb} {choosing.held.taken[0]}", situation)
    if not situation.is_turn and situation.silent:
        if situation.ask == "never":
            return choosing, DeclareAbsent()
        question = standing.absent_question(situation.silent, situation.voters)
        return replace(choosing, question=Question(question)), None
    return choosing, None


def _make(choosing: Choosing, move: Move, situation: Situation) -> Pressed:
    if move.act is None:
        assert move.why is not None
        return replace(choosing, notice=reason(move.why)), None
    if isinstance(move.act, Amount):
        return replace(choosing, typing=Typing(move.act, "")), None
    return _do(choosing, move.act, situation)


def _digit(choosing: Choosing, digit: int, situation: Situation) -> Pressed:
    if situation.moves.use is not HandUse.ONE:
        for move in situation.moves.moves:
            if isinstance(move.act, Amount) and digit:
                return replace(choosing, typing=Typing(move.act, str(digit))), None
        return choosing, None
    order = choosing.held.order
    if not 1 <= digit <= len(order):
        return choosing, None
    slot = order[digit - 1]
    choosing = replace(choosing, cursor=digit - 1)
    if choosing.held.taken == (slot,) and situation.is_turn:
        return _enter(choosing, situation)
    return take_up(choosing, slot, situation), None


def _do(choosing: Choosing, act: str, situation: Situation) -> Pressed:
    """Send it, unless it comes too soon, is against the rules, or is costly and not asked about yet."""
    view = situation.view
    if view is None or not situation.is_turn:
        return choosing, None
    if situation.turn_age_ms < TOO_SOON_MS:
        return replace(choosing, notice=Notice("The turn came just now. Press again.")), None
    why = reason_against(situation.game, view, act)
    if why is not None:
        return replace(choosing, notice=reason(why)), None
    question = None
    if situation.ask != "never":
        question = screen_of(situation.game).question(view, act)
        if question is None and situation.ask == "always":
            question = "That cannot be taken back."
    if question is not None:
        return replace(choosing, question=Question(question, act)), None
    return replace(choosing, typing=None), Decide(act)


# --- the mouse ---------------------------------------------------------------------------------------


def _click(choosing: Choosing, click: Click, situation: Situation) -> Pressed:
    kind, _, name = click.target.partition(":")
    if (chosen := _click_in_this_game(choosing, click, situation)) is not None:
        return chosen, None
    if kind == "card" and name.isdigit() and int(name) in choosing.held.order:
        slot = int(name)
        choosing = replace(choosing, cursor=choosing.held.order.index(slot))
        if click.is_why:
            return ask_why(choosing, situation), None
        if choosing.held.taken == (slot,) and situation.is_turn and situation.moves.card_verb:
            return _enter(choosing, situation)
        return take_up(choosing, slot, situation, may_put_back=True), None
    if kind == "why":
        closed = [move for move in situation.moves.moves if move.label == name]
        return (_make(choosing, closed[0], situation)) if closed else (choosing, None)
    if kind == "key" and name and not click.is_why:
        keys = {"Enter": "enter", "Esc": "escape", "Space": "space", "Tab": "tab"}
        return press(choosing, keys.get(name, name[:1]), situation)
    if click.is_why:
        return ask_why(choosing, situation), None
    return choosing, None


def _click_in_this_game(choosing: Choosing, click: Click, situation: Situation) -> Choosing | None:
    """A click on a card, a group or a closed offer where cards are used together."""
    together = screen_of(situation.game).together(situation)
    if together is None:
        return None
    kind, _, name = click.target.partition(":")
    if kind == "card" and name.isdecimal() and int(name) in choosing.held.order:
        slot = int(name)
        if click.is_why:
            return ask_why(together.on_card(choosing, slot), situation)
        return together.click_card(choosing, slot, situation)
    if kind == "group" and name in ("0", "1", "2", "3"):
        return together.click_group(choosing, int(name), situation)
    if kind == "why" and not any(move.label == name for move in situation.moves.moves):
        return ask_why(choosing, situation)
    return None
