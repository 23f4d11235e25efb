"""Screens drawn from fixed views, as the design's mock-ups show them."""

from dataclasses import replace

from cli.screen.drawing.text import sentence
from cli.screen.drawing.view import Ask
from tests.ui.azi_table import trick_2
from tests.ui.fixed_views import (
    fault,
    hazari_arranging,
    hazari_trick,
    lobby,
    lukfu_follow,
    lukfu_lead,
    proofs,
    replay,
)
from tests.ui.mockups import mockup, rows


def test_the_lobby():
    assert rows(lobby(), 80, 24) == mockup("lobby-80x24")


def test_the_proofs_panel_lies_over_the_table():
    view = replace(trick_2().screen("10D 7S"), overlay=proofs())
    assert rows(view, 80, 24)[1:16] == mockup("proofs")


def test_a_fault_lies_over_the_story():
    view = replace(
        trick_2().screen("10D 7S", "0:30"),
        overlay=fault(),
        ask=Ask(sentence("Esc close   e evidence   your turn goes on beneath")),
    )
    drawn = rows(view, 80, 24)
    assert [*drawn[10:17], drawn[22]] == mockup("fault")


def test_a_replay():
    assert rows(replay(), 80, 20) == mockup("replay")


def test_hazari_arranging():
    assert rows(hazari_arranging(), 80, 24) == mockup("hazari-arranging-80x24")


def test_a_trick_of_hazari():
    assert rows(hazari_trick(), 80, 24)[:18] == mockup("hazari-trick")


def test_leading_in_luk_fu():
    assert rows(lukfu_lead(), 80, 24) == mockup("lukfu-lead-80x24")


def test_following_in_luk_fu():
    drawn = rows(lukfu_follow(), 80, 24)
    assert drawn[:10] + drawn[16:23] == mockup("lukfu-follow")
