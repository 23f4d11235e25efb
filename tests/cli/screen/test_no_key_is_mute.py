"""Every key does something, or says what would: on every screen, in every state of it."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import Any

import pytest

from cli.screen.app_keys import APP_KEYS
from cli.screen.binding import pressed_by, written
from cli.screen.intents import ARROWS, Click
from cli.screen.replay.keys import Place, press
from cli.screen.table.hand_keys import MOVING, ONE, ORDERING
from cli.screen.table.table_keys import ALWAYS, STATE, keys_of
from cli.screen.terminal_keys import KEY_NAMES
from cli.table.games import moves_of
from cli.table.games.generic import TAKEN_KEYS
from cli.table.story.known import begin, facts_of
from cli.table.story.tape import Frame, Tape
from p2pcards.games import GAMES
from p2pcards.games.azi import GAME
from tests.cli.screen.asked import ask
from tests.cli.screen.azi_table import Hands
from tests.cli.screen.test_stray_input import SCREENS, TABLES, bidding, playing

OF_THE_TERMINAL = {key for one in APP_KEYS for key in one.keys}
NAMED = [name for name in KEY_NAMES.values() if name not in OF_THE_TERMINAL]
KEYS = [*map(chr, range(ord("!"), ord("~") + 1)), "space", *NAMED, "♠"]


def is_heard(player: Hands, key: str) -> bool:
    """Whether the key changes something, wants something, or is answered."""
    before, wanted = replace(player.choosing, notice=None), list(player.wanted)
    player.press(key)
    after = player.choosing
    is_answered = after.notice is not None
    return is_answered or player.wanted != wanted or replace(after, notice=None) != before


@pytest.mark.parametrize("state", TABLES)
def test_at_a_table_no_key_is_mute(state):
    made = TABLES[state]()
    for key in KEYS:
        player = copy(made)
        player.wanted = []
        assert is_heard(player, key), key
        assert is_heard(player, key), f"{key} again"


def seen(one: Any) -> Any:
    told = {k: list(v) if isinstance(v, list) else v for k, v in vars(one).items() if k != "screen"}
    return told, one.screen.view(0)


@pytest.mark.parametrize("state", SCREENS)
def test_before_a_table_no_key_is_mute(state):
    for key in KEYS:
        one = SCREENS[state]()
        before = seen(one)
        one.press(key)
        assert seen(one) != before, key


def test_in_a_replay_no_key_is_mute():
    tape = Tape(3)
    known = begin(facts_of(GAME, ["Ainura", "Bek"], 0))
    for number in range(1, 4):
        tape.add(Frame(number, 1, number, "Something.", (), known))
    for place in (Place(at=1), Place(at=1, typed="2"), Place(at=0), Place(at=1, panel="?")):
        for key in KEYS:
            assert press(place, key, tape, 0) != place, key
    assert press(Place(), "z", tape, 0) == Place(
        said="z does nothing here: ←→ step, PgUp PgDn trick, [ ] deal, 2 7 Enter jump."
    )


def test_a_key_that_does_nothing_says_what_would():
    assert ask(bidding().press("j")) == "j does nothing here: f fold, c call 50, r raise by 10–100."
    assert ask(bidding().press("enter")).startswith("Enter does nothing here: f fold, c call 50")
    assert ask(playing(is_turn=False).press("enter")) == (
        "Enter does nothing here: ? shows the keys."
    )


def test_what_a_key_was_answered_with_goes_when_its_moment_is_over():
    shown = playing(is_turn=False, has_more_to_show=True)
    assert ask(shown.press("j")) == "j does nothing here: Space go on."
    assert shown.now(shown.situation).choosing.notice is not None
    over = shown.now(replace(shown.situation, has_more_to_show=False))
    assert over.choosing.notice is None


def test_a_click_on_a_row_presses_the_first_key_that_stands_there():
    names = {"Enter": "enter", "Esc": "escape", "PgUp PgDn": "pageup", "↑↓": "up", "←→": "left"}
    names |= {"f": "f", "1–4": "1", "?": "?", "Home": "home", "C S M T": "C", "+ -": "+"}
    assert {name: pressed_by(name) for name in names} == names
    player = bidding().press("r", Click("key:End"))
    assert player.choosing.typing.text == "100"
    assert all(pressed_by(written(key)) == key for key in KEY_NAMES.values())


def test_a_game_s_verb_takes_no_key_that_means_the_same_everywhere():
    everywhere = (*ALWAYS, *STATE, *MOVING, *ORDERING, *ONE)
    keys = {key for one in everywhere for key in one.keys} | set(ARROWS)
    letters = {key for key in keys if len(key) == 1 and not key.isdigit() and key not in "<>"}
    assert letters - {"r"} <= TAKEN_KEYS, "r is another match, when no verb is open any more"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_page_of_keys_has_every_key_of_the_game(game):
    told = " ".join(keys for keys, _ in keys_of(GAMES[game])).split()
    for verb in moves_of(GAMES[game]).verbs.values():
        assert not verb.help or set(verb.keys) <= set(told), verb
    for one in (*ALWAYS, *ORDERING):
        assert not one.help or all(written(key) in told for key in one.keys), one
