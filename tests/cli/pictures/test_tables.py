"""Moments of real tables: the first that fit, in the order in which they are asked for."""

from __future__ import annotations

import pytest

from cli.bots.simulation import Match
from cli.pictures.tables import ME, find_moments
from cli.screen.drawing.view import TableView
from p2pcards.games import GAMES
from protocol.audit import audit

AZI = GAMES["azi"]


def match(**changes):
    given = {"seats": 2, "deals": 2, "level": "easy", "seed": "moments", "names": ("Bek", "Erlan")}
    return Match(AZI, AZI.options({}), **{**given, **changes})


@pytest.mark.heavy
def test_moments_are_turns_of_the_first_seat_as_its_program_sees_them():
    first, second = find_moments(
        match(), lambda _, found: not found, lambda moment, found: moment.known.deal == 2
    )
    assert (first.known.deal, second.known.deal) == (1, 2)
    for moment in (first, second):
        assert moment.situation.is_turn
        assert moment.situation.view.seat == ME
        assert moment.known.facts.names == ("Bek", "Erlan")
        assert isinstance(moment.view(), TableView)
    assert first.log == ()
    assert audit(b"".join(line + b"\n" for line in second.log)).complete_to == 1


@pytest.mark.heavy
def test_a_match_without_such_a_moment_is_an_error():
    with pytest.raises(LookupError, match="moment 1 never comes"):
        find_moments(match(deals=1), lambda *_: False)


@pytest.mark.heavy
def test_a_key_that_would_play_is_a_mistake():
    (moment,) = find_moments(match(), lambda *_: True)
    with pytest.raises(AssertionError, match="plays nothing"):
        moment.view("f")
