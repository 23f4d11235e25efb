"""The rules page for people."""

from p2pcards.games.lukfu import GAME


def test_lines_fit_78_columns():
    assert max(map(len, GAME.rules_text.splitlines())) <= 78


def test_every_option_is_explained():
    for option in GAME.option_help:
        assert option in GAME.rules_text
