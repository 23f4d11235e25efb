"""Golden games: the rules, the public state and the story do not drift unnoticed.

`UPDATE_PLAYTHROUGHS=1` records them anew from their heads; read the diff before you keep it.
"""

import json
import os
from pathlib import Path

import pytest

from p2pcards.games import GAMES
from tests.playthroughs.recorded import play_again, read_head, record

FILES = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_playthrough(path):
    text = path.read_text(encoding="utf-8")
    if os.environ.get("UPDATE_PLAYTHROUGHS") == "1":
        text = record(text)
        path.write_text(text, encoding="utf-8")
    assert play_again(text) == text
    assert "\n> " in text


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_playthrough(name):
    games = [read_head(path.read_text(encoding="utf-8"))["game"] for path in FILES]
    assert name in games


@pytest.mark.parametrize(
    ("name", "option"),
    [(name, option) for name, game in GAMES.items() for option in game.option_names],
)
def test_every_option_is_played_with_another_value_than_its_default(name, option):
    default = GAMES[name].options({})[option]
    heads = [read_head(path.read_text(encoding="utf-8")) for path in FILES]
    given = [GAMES[name].options(json.loads(h["options"])) for h in heads if h["game"] == name]
    assert any(options[option] != default for options in given)
