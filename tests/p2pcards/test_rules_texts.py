"""The pages that tell people the rules of each game."""

import re

import pytest

from p2pcards.games import GAMES

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@every_game
def test_lines_fit_78_columns(game):
    assert max(map(len, game.rules_text.splitlines())) <= 78


@every_game
def test_every_option_is_explained(game):
    for option in game.option_help:
        assert option in game.rules_text


@every_game
def test_cards_are_written_as_they_are_typed(game):
    """One by one, never `T567`; and of no suit that the game does not have."""
    written = r"\b[CSMT][0-9]+\b" if game.pack.suit_first else r"\b(?:[2-9AKQJ]|10)[SHDC]\b"
    words = re.findall(written, game.rules_text)
    assert len(words) > 10
    for word in words:
        game.pack.card(word)
