"""The pages that tell people the rules of each game."""

import importlib
import re
from pathlib import Path

import pytest

from cli import words
from p2pcards.games import GAMES

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@every_game
def test_lines_fit_78_columns(game):
    assert max(map(len, words.rules_page(game).splitlines())) <= 78


@every_game
def test_every_option_is_explained(game):
    for option in game.option_names:
        assert option in words.rules_page(game)


@every_game
def test_cards_are_written_as_they_are_typed(game):
    """One by one, never `T567`; and of no suit that the game does not have."""
    written = r"\b[CSMT][0-9]+\b" if game.pack.suit_first else r"\b(?:[2-9AKQJ]|10)[SHDC]\b"
    found = re.findall(written, words.rules_page(game))
    assert len(found) > 10
    for word in found:
        game.pack.card(word)


def numbers_named(name: str) -> set[str]:
    """The rules that a game names when it says why something is not allowed."""
    package = importlib.import_module(f"p2pcards.games.{name}")
    assert package.__file__ is not None
    texts = "".join(path.read_text("utf-8") for path in Path(package.__file__).parent.glob("*.py"))
    found = set(re.findall(r'rule\("([\d.]+)", "', texts))
    phases = re.findall(r'^    Phase\.\w+: \("([\d.]+)", \(', texts, re.M)
    chosen = re.findall(r'paragraph = "([\d.]+)" if .* else "([\d.]+)"', texts)
    return found.union(phases, *chosen)


@every_game
def test_each_rule_that_is_named_when_something_is_not_allowed_stands_here_with_its_number(game):
    named = numbers_named(game.name)
    assert len(named) > 5
    assert not {number for number in named if f"[{number}]" not in words.rules_page(game)}
