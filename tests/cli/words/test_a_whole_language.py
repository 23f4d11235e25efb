"""A language has words for every fact and every rule, and none for what there is not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from cli import words
from cli.words.en.games.common import COMMON
from cli.words.facts import AziSaid, Check, Checked, HazariSaid, LukfuSaid, TableSaid
from p2pcards.facts import CommonFact

ROOT = Path(__file__).parents[3]
FACTS = {"azi": AziSaid, "hazari": HazariSaid, "lukfu": LukfuSaid}
every_game = pytest.mark.parametrize("game", FACTS)


@every_game
def test_every_fact_of_a_game_is_told(game: str) -> None:
    own = set(get_args(FACTS[game])) - set(get_args(CommonFact))
    assert own == set(words.BOOKS[game].facts)


def test_every_fact_of_all_games_is_told() -> None:
    assert set(get_args(CommonFact)) == set(COMMON.facts)


def test_every_fact_of_the_table_is_told_and_every_check_named() -> None:
    assert set(get_args(TableSaid)) == set(words.BOOKS["spec"].facts)
    for kind in Checked:
        one = Check(kind, seat=1, count=2)
        assert words.check(one, ("Ainura", "Bek"))
        assert words.checks([one, one], ("Ainura", "Bek"))


def keys_in(folder: Path, call: str, place: int) -> Iterator[str]:
    """The keys of the rules that are named in a folder's modules."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or len(node.args) <= place:
                continue  # also what makes a rule again from a document
            if getattr(node.func, "id", None) == call:
                key = node.args[place]
                if isinstance(key, ast.Constant):
                    yield str(key.value)
            if getattr(node.func, "attr", None) == call:
                yield ast.literal_eval(node.args[place])


@every_game
def test_every_rule_of_a_game_has_its_words(game: str) -> None:
    keys = set(keys_in(ROOT / "p2pcards" / "games" / game, "rule", 1))
    # What a closing check finds is the same rule, with the trick in which it was broken.
    once = {f"{key}_in_trick" for key in keys & {"must_beat", "bound_single"}}
    assert len(keys) > 5
    assert (keys | once) - set(COMMON.rules) == set(words.BOOKS[game].rules)


@pytest.mark.heavy
def test_every_rule_of_the_protocol_has_its_words() -> None:
    assert set(keys_in(ROOT / "protocol", "Rule", 2)) == set(words.BOOKS["spec"].rules)
