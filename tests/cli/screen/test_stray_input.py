"""Stray input on every screen: it plays nothing, types nothing, moves nothing; a paste is only text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from cli.screen.intents import NO_FIELD, Click, Paste, Say, cut_at
from cli.screen.lobby.app import Go
from cli.screen.message_app import MessageScreen
from cli.screen.replay.keys import Place, press
from cli.screen.table.keys import TALK_LIMIT
from cli.table.story.tape import Frame, Tape
from cli.words.phrase import Mark
from tests.cli.screen import test_arranging, test_lobby_app, test_picking
from tests.cli.screen.asked import ask
from tests.cli.screen.azi_table import Hands, bidding_table, second_trick_table
from tests.cli.screen.own_seat import own_seat
from tests.cli.screen.test_lobby_app import Lobby, Seat, entry, room
from tests.cli.screen.typed import STRAY, keys_of
from tests.p2pcards.games.hazari.scripted import holding


def bidding() -> Hands:
    return Hands(bidding_table().situation())


def playing(**more: Any) -> Hands:
    return Hands(second_trick_table().situation(**more))


def arranging() -> Hands:
    return test_arranging.player_at(holding(test_arranging.HAND))


TABLES: dict[str, Callable[[], Hands]] = {
    "Azi, bidding": bidding,
    "Azi, a raise is typed": lambda: bidding().press("r", "3"),
    "Azi, playing a card": playing,
    "Azi, another's turn": lambda: playing(is_turn=False),
    "Azi, watching": lambda: playing(is_turn=False, is_watching=True),
    "Azi, leaving is asked about": lambda: (
        bidding().now(bidding_table().situation(leave_price="It costs 50.")).press("q")
    ),
    "Azi, talking": lambda: bidding().press("t", "h", "i"),
    "Azi, the keys are shown": lambda: bidding().press("?"),
    "Azi, somebody is silent": lambda: playing(is_turn=False, silent=("Bek",), voters=3),
    "Azi, the table is over": lambda: playing(is_turn=False, is_over=True, can_play_again=True),
    "Hazari, arranging": arranging,
    "Hazari, all lie": lambda: arranging().press("a"),
    "Hazari, exchanging": lambda: arranging().press("a", "x"),
    "Luk Fu, leading": lambda: test_picking.player_at(test_picking.second_lead(), "A"),
    "Luk Fu, following": lambda: test_picking.player_at(test_picking.second_follow(), "B"),
    "Luk Fu, a card is named": lambda: test_picking.player_at(
        test_picking.second_lead(), "A"
    ).press("S"),
}


@pytest.mark.parametrize("state", TABLES)
def test_at_a_table_nothing_stray_does_anything(state):
    player = TABLES[state]()
    before, wanted = player.choosing, list(player.wanted)
    for what, sent in STRAY.items():
        player.press(*keys_of(sent))
        assert (player.choosing, player.wanted) == (before, wanted), what


@pytest.mark.parametrize("state", TABLES)
def test_at_a_table_a_paste_plays_nothing_and_goes_only_into_talk(state):
    player = TABLES[state]()
    before, wanted = player.choosing, list(player.wanted)
    player.press(Paste("f\rc\r1\r"))
    assert player.wanted == wanted
    if before.is_talking:
        assert player.choosing.draft == before.draft + "f c 1"
    elif before.question is not None:
        assert player.choosing == before, "it is no answer"
    else:
        assert replace(player.choosing, notice=before.notice) == before
        assert player.choosing.panel is not before.panel.NONE or NO_FIELD in ask(player)


def test_a_paste_into_talk_is_whole_or_says_that_it_was_cut():
    player = bidding().press("t", Paste("  good\n evening\t all  "))
    assert player.choosing.draft == "good evening all"
    assert cut_at(TALK_LIMIT) not in ask(player)
    player.press(Paste("x" * 300))
    assert len(player.choosing.draft) == TALK_LIMIT
    assert cut_at(TALK_LIMIT) in ask(player)
    player.press("y")
    assert cut_at(TALK_LIMIT) in ask(player), "nor is a key mute that does not fit any more"
    player.press("backspace")
    assert cut_at(TALK_LIMIT) not in ask(player)
    assert isinstance(player.press("enter").wanted[0], Say)


class Alone:
    """A screen of sentences alone."""

    def __init__(self) -> None:
        self.left = 0
        self.screen = MessageScreen("connecting", self._leave, since_ms=0)

    def _leave(self) -> None:
        self.left += 1

    def press(self, *keys: Any) -> Alone:
        for key in keys:
            self.screen.press(key, 0)
        return self


def seated() -> Seat:
    seat = Seat()
    seat.screen.show(room(("Gulnara", 0, False), ("Sanjar", 7, False)))
    return seat


SCREENS: dict[str, Callable[[], Any]] = {
    "an empty lobby": Lobby,
    "the lobby": lambda: Lobby(entry(0), entry(1)),
    "the lobby's keys": lambda: Lobby(entry(0)).press("?"),
    "an address is typed": lambda: Lobby(entry(0)).press("@", "1"),
    "a changed key is asked about": lambda: Lobby(entry(2, Mark.REFUSED)).press("enter"),
    "the form": lambda: Lobby().press("c"),
    "a value is typed in the form": lambda: Lobby().press("c", "end", "2"),
    "a seat before the start": seated,
    "its options": lambda: seated().press("o"),
    "sentences": Alone,
}


def _state(one: Any) -> Any:
    """All that a key could change."""
    told = {k: list(v) if isinstance(v, list) else v for k, v in vars(one).items() if k != "screen"}
    return told, one.screen.view(0)


@pytest.mark.parametrize("state", SCREENS)
def test_before_a_table_nothing_stray_does_anything(state):
    one = SCREENS[state]()
    before = _state(one)
    for what, sent in STRAY.items():
        one.press(*keys_of(sent))
        assert _state(one) == before, what


@pytest.mark.parametrize("state", SCREENS)
def test_before_a_table_a_paste_wants_nothing_and_is_answered(state):
    one = SCREENS[state]()
    told, view = _state(one)
    one.press(Paste("e\rq\ry"))
    after, shown = _state(one)
    assert after == told
    typed = view.ask.typed
    assert shown.ask.typed == (None if typed is None else f"{typed}e q y")
    if typed is None and state != "a changed key is asked about":
        assert NO_FIELD in "".join(piece.text for piece in shown.ask.text)


def test_a_pasted_address_is_joined_only_by_enter():
    lobby = Lobby(entry(0)).press("@", Paste("192.168.1.5:27365\n"))
    assert lobby.wanted == []
    assert lobby.press("enter").wanted == [Go("192.168.1.5:27365")]
    lobby.press("@", Paste("a" * 81))
    assert cut_at(80) in test_lobby_app.text(lobby.screen)


def test_in_a_replay_nothing_stray_goes_anywhere(light):
    world = own_seat(3)
    known = world.screen._pace.shown
    tape = Tape(3)
    for number in range(1, 4):
        tape.add(Frame(number, 1, number, "Something.", (), known))
    for place in (Place(at=1), Place(at=1, typed="2"), Place(at=1, panel="?")):
        for what, sent in STRAY.items():
            now: Place | None = place
            for key in keys_of(sent):
                assert now is not None
                now = press(now, key, tape, 0)
            assert now == place, what
        assert press(place, Paste("q"), tape, 0) == replace(place, said=NO_FIELD)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), [("azi", 4), ("hazari", 4), ("lukfu", 3)])
def test_a_whole_table_stands_still_under_stray_input(light, game, seats):
    world = own_seat(seats, game, deadline_s=60)
    world.until(lambda text: ", then " in world.me)
    before = world.text()
    for what, sent in STRAY.items():
        world.press(*keys_of(sent))
        assert world.text() == before, what
    world.press(Paste("f"), Click("nothing"))
    assert world.screen.decisions.statistics().current_buffer_used == 0
