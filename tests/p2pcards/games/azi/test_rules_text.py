"""The rules page for people."""

import re

from p2pcards.games.azi import GAME


def test_lines_fit_78_columns():
    assert max(map(len, GAME.rules_text.splitlines())) <= 78


def test_every_option_is_explained():
    for option in GAME.option_help:
        assert option in GAME.rules_text


def test_cards_are_written_as_they_are_typed():
    words = re.findall(r"\b(?:[2-9AKQJ]|10)[SHDC]\b", GAME.rules_text)
    assert len(words) > 10
    for word in words:
        GAME.pack.card(word)
