from __future__ import annotations

import pytest

from cli.errors import CommandError, ExitCode
from cli.games import check_seats, find_game, read_options

AZI = find_game("azi")


def refused(call, *args):
    with pytest.raises(CommandError) as error:
        call(*args)
    assert error.value.code is ExitCode.USAGE
    return error.value.sentence


def test_a_game_is_found_by_name_in_any_case():
    assert find_game("AZI") is AZI


def test_an_unknown_game_is_refused_with_those_there_are():
    assert "These are: azi" in refused(find_game, "whist")


def test_options_are_read_and_completed():
    options = read_options(AZI, ["ante=5", "payout=fraction"])
    assert (options["ante"], options["payout"]) == (5, "fraction")
    assert set(options) == set(AZI.option_names)


@pytest.mark.parametrize("pairs", [["ante"], ["=5"], ["ante=x"], ["nonsense=1"], ["ante=1"] * 2])
def test_options_that_cannot_be_are_refused(pairs):
    refused(read_options, AZI, pairs)


@pytest.mark.parametrize("seats", [1, 7])
def test_seats_outside_the_game_are_refused(seats):
    assert "Azi is for 2 to 6 seats" in refused(check_seats, AZI, seats)
