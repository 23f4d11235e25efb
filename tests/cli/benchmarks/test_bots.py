"""The benchmark of bots: it measures play and not luck."""

from __future__ import annotations

import pytest

from cli import words
from cli.benchmarks import bots
from cli.benchmarks.bots import RANDOM, Comparison, MoveTime, _Stopwatch, compare
from cli.errors import ExitCode
from cli.games import usual_seats
from p2pcards.engine import LEVELS
from p2pcards.games import GAMES

every_game = pytest.mark.parametrize("name", GAMES)


@pytest.mark.heavy
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
        return Comparison(
            "azi", "hard", "normal", 4, 9, difference, 2.0, MoveTime(1, 1.0, 1.0, 1.0)
        )

    assert found(2.1).is_clear
    assert not found(1.9).is_clear
    assert not found(-3.0).is_clear


@every_game
def test_every_exploiter_is_a_player_and_says_what_it_does(name):
    for each, does in words.exploiters(GAMES[name]).items():
        assert callable(GAMES[name].bot(each))
        assert does[0].islower()
        assert each not in (*LEVELS, RANDOM)


def test_what_an_exploiter_gains_is_its_own_share_of_the_difference():
    found = Comparison("azi", "raiser", "hard", 4, 9, 2.0, 1.0, MoveTime(1, 1.0, 1.0, 1.0))
    assert (found.gain, found.gain_margin) == (1.5, 0.75)


def test_two_may_be_compared_where_four_are_usual():
    found = compare(GAMES["azi"], "normal", "easy", 3, seats=2)
    assert found.seats == 2


def test_ninety_five_of_a_hundred_moves_take_at_most_the_usual_time():
    stopwatch = _Stopwatch(lambda view, roll: None)
    stopwatch._took_ms = [float(ms) for ms in range(1, 101)]
    assert stopwatch.times == MoveTime(100, 50.5, 95.0, 100.0)


def test_an_exploiter_that_is_not_known_is_told_with_those_that_are(run):
    told = run("bench", "--bots", "azi", "--against", "cheat")
    assert told.code == ExitCode.USAGE
    assert "raise-tens" in told.err


def test_against_and_seats_go_with_bots(run):
    assert run("bench", "--against", "raiser").code == ExitCode.USAGE
    assert run("bench", "--seats", "2").code == ExitCode.USAGE
    assert run("bench", "--bots", "lukfu", "--seats", "4").code == ExitCode.USAGE


@pytest.mark.slow
def test_what_exploiters_gain_is_printed_with_its_interval(run):
    told = run("bench", "--bots", "hazari", "--against", "even", "--deals", "2", "--json")
    (found,) = told.document["comparisons"]
    assert (found["challenger"], found["others"]) == ("even", "hard")
    assert found["gain"] == pytest.approx(found["difference"] * 3 / 4, abs=0.002)
