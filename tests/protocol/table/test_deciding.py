"""A player's decision is checked here before it is signed: our own program never makes us a cheat (SPEC §6.8)."""

from __future__ import annotations

from typing import Any

import pytest

from p2pcards.engine import AnyView, IllegalAction
from p2pcards.games import GAMES
from protocol.table.effects import Send
from protocol.table.notices import Notice, PreparationBegins
from protocol.wire.codec import decode_line
from protocol.wire.entries import Decision
from tests.simulation.weather import Weather, table_of_bots

AZI = GAMES["azi"]


class Asked(Exception):
    """The moment that a test is about has come; the world stands still."""


def until_somebody_is_asked() -> tuple[Weather, int]:
    world = table_of_bots(seats=3, deals=1, seed=5)

    def stop(_: AnyView) -> Any:
        raise Asked

    world.players = [stop] * 3
    with pytest.raises(Asked):
        world.run()
    asked = [seat for seat in range(3) if world.tables[seat].pending() is not None]
    return world, asked[0]


def test_a_legal_action_is_signed_and_sent(light: None) -> None:
    world, seat = until_somebody_is_asked()
    table = world.tables[seat]
    view = table.view()
    assert view is not None
    effects = table.decide(AZI.legal_actions(view)[0], world.now_ms)
    sent = [decode_line(each.payload)[0].entry for each in effects if isinstance(each, Send)]
    assert any(isinstance(entry, Decision) for entry in sent)
    assert table.pending() is None


def test_an_action_out_of_turn_is_refused_and_nothing_is_sent(light: None) -> None:
    world, seat = until_somebody_is_asked()
    view = world.tables[seat].view()
    assert view is not None
    action = AZI.legal_actions(view)[0]
    other = world.tables[(seat + 1) % 3]
    before = other.referee.rounds(), list(other.referee.lines)
    with pytest.raises(IllegalAction, match="not_your_turn"):
        other.decide(action, world.now_ms)
    assert (other.referee.rounds(), other.referee.lines) == before
    assert other._flush() == []


def test_an_illegal_action_is_refused_with_its_rule_and_the_player_may_choose_again(
    light: None,
) -> None:
    world, seat = until_somebody_is_asked()
    table = world.tables[seat]
    with pytest.raises(IllegalAction) as refused:
        table.decide(AZI.parse_action("raise 1000000"), world.now_ms)
    assert refused.value.seat == seat
    assert refused.value.rule.number == "5.3"
    assert table._flush() == []
    assert table.pending() is not None


def test_a_second_decision_in_one_round_is_refused(light: None) -> None:
    world, seat = until_somebody_is_asked()
    table = world.tables[seat]
    view = table.view()
    assert view is not None
    table.decide(AZI.legal_actions(view)[0], world.now_ms)
    with pytest.raises(IllegalAction, match="not_your_turn"):
        table.decide(AZI.legal_actions(view)[0], world.now_ms)


def test_before_any_deal_there_is_nothing_to_decide(light: None) -> None:
    world = table_of_bots(seats=3, deals=1, seed=5)

    def stop(seat: int, notice: Notice) -> None:
        if isinstance(notice, PreparationBegins):
            raise Asked

    world.on_notice = stop
    with pytest.raises(Asked):
        world.run()
    with pytest.raises(IllegalAction, match="not_your_turn"):
        world.tables[2].decide(AZI.parse_action("fold"), world.now_ms)
