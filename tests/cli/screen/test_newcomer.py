"""The first start: a name, and a deal with all cards open."""

from __future__ import annotations

import pytest

from cli import settings
from cli.screen.drawing.draw import draw
from cli.screen.intents import Paste
from cli.screen.look import Look
from cli.screen.newcomer.name_app import NameScreen
from cli.screen.newcomer.tour import TourScreen, tour_of
from cli.screen.screen_view import Size
from p2pcards.games import GAMES
from protocol.wire.names import LONGEST_NAME

WIDEST_SENTENCE = 2 * 58


def rows(screen, columns=80, lines=24):
    drawn = draw(screen.view(0), Size(columns, lines), Look())
    return ["".join(span.text for span in row).rstrip() for row in drawn.rows]


def asked(name="sanjar"):
    taken, left = [], []
    return NameScreen(name, take=taken.append, leave=lambda: left.append(True)), taken, left


def test_enter_takes_the_login_name_that_stands_there():
    screen, taken, _ = asked()
    assert " Enter I am sanjar   Backspace rub out" in rows(screen)
    screen.press("enter", 0)
    screen.press("enter", 0)
    assert taken == ["sanjar"]


def test_another_name_is_typed_or_pasted_and_never_longer_than_a_name_may_be():
    screen, taken, _ = asked()
    screen.press("c-u", 0)
    for key in ("Z", "o", "ë", "space"):
        screen.press(key, 0)
    screen.press(Paste("of\tOsh"), 0)
    screen.press("enter", 0)
    assert taken == ["Zoë of Osh"]
    screen.press(Paste("x" * 50), 0)
    assert len(screen.typed) == LONGEST_NAME


@pytest.mark.parametrize("typed", ["", "   ", "\u0301"])
def test_what_nobody_could_read_is_no_name(typed):
    screen, taken, _ = asked(typed)
    screen.press("enter", 0)
    assert taken == []
    assert rows(screen)[22].startswith(" name")
    assert "does nothing here" in rows(screen)[22] or "Nobody could read" in rows(screen)[22]


def test_a_newcomer_may_leave_without_a_name():
    screen, taken, left = asked()
    screen.press("escape", 0)
    assert (taken, left) == ([], [True])


def test_whoever_has_settings_or_a_name_is_no_newcomer(tmp_path, monkeypatch):
    monkeypatch.setenv("P2PCARDS_HOME", str(tmp_path))
    monkeypatch.delenv("P2PCARDS_NAME", raising=False)
    assert settings.is_first_start()
    assert not settings.is_first_start({"P2PCARDS_NAME": "Mei"})
    settings.change("name", "Mei")
    assert not settings.is_first_start()


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_is_told_step_by_step_with_all_cards_open(name):
    tour = tour_of(GAMES[name])
    left = []
    screen = TourScreen(tour, lambda: left.append(True))
    seen = []
    while not screen.is_last:
        seen.append(rows(screen))
        for row in rows(screen, 60, 20)[-3:]:
            assert not row.endswith("…")
        screen.press("enter", 0)
    assert not left
    assert 10 < len(seen) < 60
    assert tour_of(GAMES[name]).steps[3].told == tour.steps[3].told
    for step in tour.steps:
        assert sum(len(span.text) for span in step.told) <= WIDEST_SENTENCE
    # Others' cards are open while they are held.
    held = [
        slot
        for one in tour.steps
        if one.state
        for slot in one.known.facts.game.hand_slots(one.state, 1)
    ]
    shown = {tour.game.pack.text(tour.cards[slot]) for slot in held}
    assert shown
    screen.press("left", 0)
    assert rows(screen) == seen[-1]
    screen.press("right", 0)
    screen.press("enter", 0)
    assert left == [True]


def test_the_deal_of_azi_shows_bids_tricks_and_who_wins():
    steps = tour_of(GAMES["azi"]).steps
    told = " ".join("".join(span.text for span in step.told) for step in steps)
    for word in ("turned up", "all bid in turn", "Follow the led suit", " trick 1", "win"):
        assert word in told
