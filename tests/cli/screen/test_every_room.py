"""In every room every key is heard: something changes, something is wanted, or a word says what would."""

from __future__ import annotations

import pytest

from cli.screen.app_keys import APP_KEYS
from cli.screen.intents import GoOn
from cli.screen.terminal_keys import KEY_NAMES
from tests.cli.screen.rooms import ROOMS
from tests.cli.screen.typed import STRAY, keys_of
from tests.tiers import every

OF_THE_TERMINAL = {key for one in APP_KEYS for key in one.keys}
NAMED = [name for name in KEY_NAMES.values() if name not in OF_THE_TERMINAL]
KEYS = [*map(chr, range(ord("!"), ord("~") + 1)), "space", *NAMED, "ä", "♠"]


@pytest.mark.heavy
@pytest.mark.parametrize("name", every(4, ROOMS))
def test_no_key_is_mute(name):
    before = ROOMS[name]()
    seen, mute = (before.picture(), before.wanted), []
    for key in KEYS:
        room = ROOMS[name]()
        room.screen.press(key, 0)
        if (room.picture(), room.wanted) == seen and not room.answer:
            mute.append(key)
    assert not mute


@pytest.mark.heavy
@pytest.mark.parametrize("name", every(4, ROOMS))
def test_function_keys_and_keys_that_are_bound_nowhere_do_nothing(name):
    room = ROOMS[name]()
    seen = room.picture(), room.wanted
    for what, sent in STRAY.items():
        room.press(*keys_of(sent))
        assert (room.picture(), room.wanted) == seen, what


@pytest.mark.parametrize("name", ["Azi: the rules", "the lobby's keys", "? over a replay"])
def test_nobody_scrolls_past_the_end_of_a_page(name):
    room = ROOMS[name]().press("end")
    end = room.picture()
    room.press("down", "pagedown", "down")
    assert "That is the end." in room.text()
    room.press("up")
    assert room.picture() != end
    assert "That is the end." not in room.text()
    room.press("home", "up")
    assert "That is the beginning." in room.text()


@pytest.mark.parametrize("name", ["a choice", "a seat", "the lobby", "the form", "a name"])
def test_enter_does_what_is_obviously_meant(name):
    room = ROOMS[name]()
    before = room.wanted
    assert room.press("enter").wanted != before


def test_enter_goes_on_where_a_trick_or_a_result_stays():
    for name, room in ROOMS.items():
        if name.endswith((": a finished trick", ": a result")):
            assert room().press("enter").wanted == room().press("space").wanted == [GoOn()], name
