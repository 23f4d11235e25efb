"""The benchmark of bots: it measures play and not luck."""

from __future__ import annotations

import pytest

from cli.benchmarks import bots
from cli.benchmarks.bots import RANDOM, Comparison, MoveTime, compare
from cli.games import usual_seats
from p2pcards.games import GAMES

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_a_level_wins_nothing_from_itself(name):
    """Whatever the cards are, their luck cancels to the last chip when every seat has had them."""
    found = compare(GAMES[name], "easy", "easy", 6)
    assert found.difference == pytest.approx(0, abs=1e-9)
    assert found.margin == pytest.approx(0, abs=1e-9)
    assert not found.is_clear


@every_game
def test_the_same_decks_give_the_same_difference(name):
    one, other = (compare(GAMES[name], "easy", RANDOM, 3) for _ in range(2))
    assert (one.difference, one.margin) == (other.difference, other.margin)
    assert one.times.moves == other.times.moves > 0


@every_game
def test_what_is_compared_is_known_for_every_game(name):
    game = GAMES[name]
    assert game.least_seats <= usual_seats(game) <= game.most_seats
    assert game.unit in ("chips", "points")
    for level in {level for pair in bots.COMPARISONS for level in pair}:
        assert callable(game.bot(level))


def test_it_tells_how_far_it_is():
    done = []
    found = compare(GAMES["azi"], "normal", RANDOM, 4, done.append)
    assert done == [1, 2, 3, 4]
    assert found.deals == 4


def test_a_difference_is_clear_if_its_interval_lies_above_0():
    def found(difference):
        return Comparison("azi", "hard", "normal", 4, 9, difference, 2.0, MoveTime(1, 1.0, 1.0))

    assert found(2.1).is_clear
    assert not found(1.9).is_clear
    assert not found(-3.0).is_clear
