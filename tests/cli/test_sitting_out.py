"""A seat that is not dealt in is told why, and what it may do."""

from __future__ import annotations

from dataclasses import replace

from cli.table.games import moves_of
from p2pcards.games import GAMES
from p2pcards.games.azi import GAME
from p2pcards.games.azi.state import Phase
from tests.cli.screen.azi_table import bidding_table

CAN = moves_of(GAME)


def bust(stack: int = 0):
    state = bidding_table().state
    others = tuple(seat for seat in state.participants if seat != 0)
    stacks = (stack, *state.stacks[1:])
    return replace(state, participants=others, pending=others, stacks=stacks)


def test_whoever_cannot_pay_the_ante_is_told_so_and_may_watch_or_leave():
    assert CAN.sits_out(bust(), 0) == "You cannot pay the ante of 10: you may watch, or leave."


def test_whoever_has_not_bought_in_is_told_that_they_are_asked_again():
    assert "asked again" in CAN.sits_out(bust(50), 0)


def test_whoever_plays_is_out_or_between_deals_is_told_nothing_of_the_kind():
    state = bidding_table().state
    assert CAN.sits_out(state, 0) == ""
    assert CAN.sits_out(replace(bust(), out=(0,)), 0) == ""
    assert CAN.sits_out(replace(bust(), phase=Phase.IDLE), 0) == ""
    assert CAN.sits_out(None, 0) == ""
    assert CAN.sits_out(bust(), None) == ""
    for game in GAMES.values():
        new = game.new_match(game.options({}), game.least_seats)
        assert moves_of(game).sits_out(new, 0) == ""
