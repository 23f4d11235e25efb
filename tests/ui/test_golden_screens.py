"""Screens as they are kept: large, small, in ASCII. UPDATE_SCREENS=1 keeps them anew."""

from dataclasses import replace

import pytest

from cli.screen.drawing.text import sentence
from cli.screen.drawing.view import Bar, TableView
from cli.screen.lobby.view import SeatedView, SeatRow
from cli.screen.look import Look
from cli.screen.replay.view import MessageView
from cli.screen.table.model import Now
from tests.ui.azi_table import bidding, example_8, payout, six_on_stage, trick_2
from tests.ui.fixed_views import (
    OK,
    fault,
    hazari_arranging,
    hazari_trick,
    lobby,
    lukfu_follow,
    lukfu_lead,
    proofs,
    replay,
    told,
)
from tests.ui.mockups import golden, rows


def seated():
    return SeatedView(
        bar=Bar("Azi", "Gulnara's table", "3 of 4 ready", sentence("✓ all keys known")),
        seats=(
            SeatRow(1, "Gulnara", is_ready=True, mark=OK, known="met before", ping="3 ms"),
            SeatRow(2, "Sanjar", is_ready=True, kind="you"),
            SeatRow(3, "bot", is_ready=True, kind="run by Gulnara"),
            SeatRow(4, "", is_free=True),
        ),
        countdown="starts in 0:14 with those who are ready",
        details=(("rules", sentence("ante 10 · bids 10 to 100")), ("clock", sentence("30 s"))),
        notices=(sentence("Compare with Gulnara by voice: cedar moth basil"),),
        story=told("Gulnara sits down.", "Gulnara is ready."),
    )


VIEWS = {
    "azi-bidding": lambda: bidding().screen("QH 10D 7S"),
    "azi-trick": lambda: trick_2().screen("10D 7S", "0:19"),
    "azi-payout": lambda: payout().screen(now=Now(next_deal_s=6)),
    "azi-six-on-stage": lambda: six_on_stage().screen("6S KS 9H 7D", "0:31", taken="7D"),
    "azi-example-8": lambda: example_8().screen("9S 7D", "0:27"),
    "azi-finished-trick": lambda: example_8().trick("A 7D").screen(now=Now(stays_s=2)),
    "azi-asleep": lambda: trick_2().screen("10D 7S", now=Now(is_asleep=True)),
    "lobby": lobby,
    "seated": seated,
    "replay": replay,
    "proofs": lambda: replace(trick_2().screen("10D 7S"), overlay=proofs()),
    "fault": lambda: replace(trick_2().screen("10D 7S"), overlay=fault()),
    "hazari-arranging": hazari_arranging,
    "hazari-trick": hazari_trick,
    "lukfu-lead": lukfu_lead,
    "lukfu-follow": lukfu_follow,
    "message": lambda: MessageView("connecting", (sentence("Trying 192.168.1.7."),)),
}
ASCII = Look(is_ascii=True)


@pytest.mark.parametrize("name", VIEWS)
def test_large(name):
    golden(f"{name}-120x40", rows(VIEWS[name](), 120, 40))


@pytest.mark.parametrize("name", VIEWS)
def test_very_large(name):
    golden(f"{name}-200x60", rows(VIEWS[name](), 200, 60))


@pytest.mark.parametrize("name", [name for name in VIEWS if isinstance(VIEWS[name](), TableView)])
def test_in_a_split_pane(name):
    golden(f"{name}-40x12", rows(VIEWS[name](), 40, 12))


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (120, 40), (200, 60)])
def test_a_long_name_never_pushes_off_what_one_has_or_what_is_due(size):
    view = VIEWS["azi-bidding"]()
    name, *figures = view.me.left
    long = replace(view, me=replace(view.me, left=(f"{name}-Maximiliana-Theodora", *figures)))
    for each in (view, long):
        (line,) = [row for row in rows(each, *size) if "your turn" in row]
        assert f" {figures[0]} " in line
        assert "your turn 0:24, then fold" in line


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (120, 40), (200, 60)])
def test_nothing_that_counts_is_lost_at_any_size(size):
    drawn = "\n".join(rows(VIEWS["azi-six-on-stage"](), *size)).upper()
    assert "SIX ON STAGE: 6♠" in drawn
    for name, stack in [("CHINARA", 95), ("DASTAN", 140), ("ERLAN", 60), ("FERUZA", 210)]:
        assert name in drawn
        assert f" {stack}" in drawn
    drawn = "\n".join(rows(VIEWS["azi-trick"](), *size))
    for card in ("10♦", "7♠") if size[0] < 120 else ("10", "♦", "7", "♠"):
        assert card in drawn
    assert "Enter play 7♠" in drawn


@pytest.mark.parametrize("name", VIEWS)
def test_small(name):
    golden(f"{name}-60x20", rows(VIEWS[name](), 60, 20))


@pytest.mark.parametrize("name", VIEWS)
def test_in_ascii(name):
    drawn = rows(VIEWS[name](), 80, 24, ASCII)
    assert all(row.isascii() for row in drawn)
    golden(f"{name}-ascii", drawn)


@pytest.mark.parametrize("name", VIEWS)
def test_letters_for_suits_move_no_column(name):
    with_glyphs = rows(VIEWS[name](), 80, 24)
    with_letters = rows(VIEWS[name](), 80, 24, Look(has_letters=True))
    table = str.maketrans("♠♥♦♣¢§₥₮", "SHDCCSMT")
    assert with_letters == [row.translate(table) for row in with_glyphs]
