"""Colours: readable, told apart, and never the only sign."""

import pytest

from cli.screen.drawing.spans import Role
from cli.screen.look import Depth, Look, Theme, style_of
from tests.ui.azi_table import bidding, trick_2
from tests.ui.mockups import rows

TEXT_ROLES = [role for role in Role if role not in (Role.BAR, Role.FRAME)]
BACKGROUNDS = {Theme.DARK: ("000000", "1e1e1e", "282c34"), Theme.LIGHT: ("ffffff", "fdf6e3")}


def luminance(colour):
    def linear(value):
        part = value / 255
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(int(colour[at : at + 2], 16)) for at in (0, 2, 4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def colour_of(role, look):
    return style_of(role, look).split()[0].removeprefix("#")


@pytest.mark.parametrize("theme", [Theme.DARK, Theme.LIGHT])
@pytest.mark.parametrize("depth", [Depth.TRUE, Depth.PALETTE])
def test_every_role_can_be_read_on_the_usual_backgrounds(theme, depth):
    look = Look(depth=depth, theme=theme)
    for background in BACKGROUNDS[theme]:
        for role in TEXT_ROLES:
            assert contrast(colour_of(role, look), background) >= 4.5, (role, background)
        assert contrast(colour_of(Role.FRAME, look), background) >= 3.0


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("theme", Theme)
def test_without_colour_there_is_no_colour(role, theme):
    assert set(style_of(role, Look(depth=Depth.NONE, theme=theme)).split()) <= {"bold", "reverse"}


@pytest.mark.parametrize("role", Role)
def test_sixteen_colours_are_the_terminals_own(role):
    for theme in Theme:
        style = style_of(role, Look(depth=Depth.SIXTEEN, theme=theme))
        assert "#" not in style


def test_four_suits_have_four_colours():
    for depth in (Depth.TRUE, Depth.PALETTE, Depth.SIXTEEN):
        look = Look(depth=depth, theme=Theme.DARK)
        french = (Role.SPADES, Role.HEARTS, Role.DIAMONDS, Role.CLUBS)
        money = (Role.COINS, Role.STRINGS, Role.MYRIADS, Role.TENS)
        assert len({style_of(role, look) for role in french}) == 4
        assert len({style_of(role, look) for role in money}) == 4


def test_every_card_that_must_wait_is_marked_without_colour():
    table = trick_2()
    situation = table.situation()
    assert situation.moves.forbidden
    for size in ((80, 24), (60, 20), (120, 40)):
        drawn = "\n".join(rows(table.screen("10D 7S"), *size, Look()))
        assert "(1)" in drawn
        assert "(10♦)" in drawn
        assert "[2]" in drawn


def test_every_offer_that_is_not_open_is_in_brackets_without_colour():
    table = bidding()
    closed = [move.label for move in table.situation().moves.moves if move.action is None]
    assert closed
    for size in ((80, 24), (60, 20), (120, 40)):
        drawn = "\n".join(rows(table.screen("QH 10D 7S"), *size, Look()))
        for label in closed:
            assert f"({label})" in drawn


def test_what_wins_so_far_has_a_heavy_frame_and_whose_turn_it_is_a_pointer():
    table = trick_2()
    assert "┃  K♠ ┃✓ best" in "\n".join(rows(table.screen("10D 7S"), 80, 24))
    table.trick("E 7S")
    assert "▸Ainura" in "\n".join(rows(table.screen("10D"), 80, 24))
