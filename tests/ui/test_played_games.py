"""Whole deals of every game, drawn after each event for a seat and for a spectator."""

import pytest

from cli.screen.drawing.draw import draw
from cli.screen.drawing.text import plain, sentence
from cli.screen.look import Look
from cli.screen.screen_view import Size
from cli.screen.table.panels import overlay_of
from cli.table.choosing import Choosing, Panel, Situation
from cli.table.story.known import begin, facts_of
from p2pcards.games import GAMES
from tests.tiers import every
from tests.ui.mockups import golden, rows
from tests.ui.played import NAMES, views

SIZES = ((60, 20), (80, 24), (100, 30), (120, 40), (200, 60), (72, 33))
TABLES = (
    ("azi", 2, {}),
    ("azi", 4, {"blind": "chain", "payout": "fraction"}),
    ("azi", 6, {"cards": 4, "ante": 50}),
    ("hazari", 4, {}),
    ("lukfu", 3, {"own_discards_count_as_seen": "true"}),
)


@pytest.mark.heavy
@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
@pytest.mark.parametrize("own", every(2, [0, 1, None]))
def test_every_moment_of_some_deals_can_be_drawn(name, seats, options, own):
    deals = 2 if name == "hazari" else 6
    seen = views(GAMES[name], seats, own, seed=seats, deals=deals, level="easy", **options)
    assert len(seen) > 20
    for number, (_, _, view) in enumerate(seen):
        size = SIZES[number % len(SIZES)]
        rows(view, *size, Look(is_ascii=bool(number % 2)))


@pytest.mark.heavy
@pytest.mark.parametrize(("name", "seats"), [("azi", 4), ("hazari", 4), ("lukfu", 3)])
def test_a_screen_never_shows_a_card_that_this_seat_may_not_know(name, seats):
    game = GAMES[name]
    for _, state, view in views(game, seats, 0, seed=9, deals=2):
        opened = {slot for slot, _ in state.opened}
        for plate in view.plates:
            held = [*game.hand_slots(state, plate.seat)]
            if not set(held) & opened:
                assert all(card is None for card in plate.hand)


@pytest.mark.heavy
@pytest.mark.parametrize(("name", "seats"), [("azi", 4), ("hazari", 4), ("lukfu", 3)])
def test_own_seat_is_you_in_every_sentence(name, seats):
    for known, _, _ in views(GAMES[name], seats, 1, seed=3, deals=2):
        for line in known.story:
            assert "Kwan" not in plain(sentence(line.text))
            assert "\x01" not in plain(sentence(line.text))


@pytest.mark.heavy
@pytest.mark.parametrize(("name", "seats"), [("azi", 4), ("hazari", 4), ("lukfu", 3)])
def test_a_deal_told_again_gives_the_same_screens(name, seats):
    first, again = (
        [draw(view, Size(80, 24), Look()) for _, _, view in views(GAMES[name], seats, 0, seed=5)]
        for _ in range(2)
    )
    assert first == again


def test_a_deal_of_luk_fu_as_one_seat_sees_it():
    seen = views(GAMES["lukfu"], 3, 0, seed=1)
    moments = [rows(seen[number][2], 80, 24) for number in (6, 8, 12, -1)]
    golden("lukfu-played", [row for moment in moments for row in moment])


def test_a_deal_of_hazari_as_one_seat_sees_it():
    seen = views(GAMES["hazari"], 4, 0, seed=1)
    moments = [rows(seen[number][2], 80, 24) for number in (2, 5, 9, 10, -1)]
    golden("hazari-played", [row for moment in moments for row in moment])


@pytest.mark.parametrize(("name", "seats"), [("hazari", 4), ("lukfu", 3)])
def test_a_small_window_shows_the_scores_of_a_deal_that_is_over(name, seats):
    _, state, view = views(GAMES[name], seats, 0, seed=1, level="easy")[-1]
    drawn = rows(view, 60, 20)
    for seat, points in enumerate(GAMES[name].standings(state)):
        who = "you" if seat == 0 else NAMES[seat]
        (row,) = [row for row in drawn[1:6] if row.startswith(f" {who}")]
        assert row.endswith(f" {points:+d}" if name == "lukfu" and points else f" {points}")
    golden(f"{name}-over-60x20", drawn)


def test_alone_against_bots_nobody_is_said_to_vote():
    facts = facts_of(GAMES["azi"], ("Mei", "bot"), 0, is_alone=True)
    lines = [
        plain(line)
        for line in overlay_of(
            begin(facts), Choosing(panel=Panel.OPTIONS), Situation(facts.game), None, 0
        ).lines
    ]
    assert "clock       no clock" in lines
