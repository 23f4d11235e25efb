"""A pause as it is asked for, shown and ended at the keys and in lines."""

from __future__ import annotations

from typing import Any

import pytest

from cli.table.presence import PAUSE_PATIENCE_MS
from cli.words.en import pausing
from tests.cli.screen.own_seat import OwnSeat
from tests.cli.screen.test_states import PLAYS, bidding, row
from tests.cli.test_two_fronts import Evening
from tests.simulation.weather import table_of_bots

pytestmark = [pytest.mark.usefixtures("light"), pytest.mark.heavy]


def others_want(world: OwnSeat, *, wants: bool = True) -> None:
    for seat in range(1, len(world.tables)):
        world.do(seat, lambda now_ms, seat=seat: world.tables[seat].want_pause(wants, now_ms))
    world.wait(100)


def paused(deadline_s: int = 30) -> OwnSeat:
    world = bidding(3, deadline_s)
    world.press("z")
    others_want(world)
    world.until(lambda text: "I am back" in text, *PLAYS)
    world.wait(10_000)  # the result has been read
    return world


def come_back(world: OwnSeat, *seats: int) -> None:
    for seat in seats:
        world.do(seat, world.tables[seat].come_back)
    world.wait(100)


def test_who_wants_a_pause_is_told_and_how_many_agree() -> None:
    world = bidding(3, 30)
    world.do(1, lambda now_ms: world.tables[1].want_pause(True, now_ms))
    world.wait(100)
    assert "Bek wants a pause after this deal (1 of 3). Do you agree?" in world.text()
    world.press("z")
    assert "You and Bek want a pause after this deal (2 of 3)." in world.text()
    world.press("z")
    others_want(world, wants=False)
    assert pausing.NOBODY in world.text()


@pytest.mark.parametrize("deadline_s", [0, 30])
def test_in_a_pause_no_clock_runs_and_enter_ends_it_for_us(deadline_s: int) -> None:
    world = paused(deadline_s)
    assert row(world, 22) == "Enter I am back"
    assert row(world, 23) == pausing.paused((), own=True)
    world.wait(3_600_000)
    assert "silent" not in world.text()
    assert row(world, 22) == "Enter I am back"
    world.press("z")
    assert row(world, 23) == "The table is paused already."
    world.press("enter")
    assert row(world, 23) == "The table is paused until Bek and Chinara are back."
    come_back(world, 1, 2)
    world.until(lambda text: "deal 2" in text and "your turn" in world.me, *PLAYS)


def test_whoever_goes_in_a_pause_is_told_that_the_seat_stays_theirs() -> None:
    world = paused()
    world.press("q")
    assert pausing.GOING[:60] in row(world, 23)
    world.press("escape")
    assert row(world, 22) == "Enter I am back"


def test_one_who_never_comes_back_is_said_absent_by_those_who_have() -> None:
    world = paused()
    world.lose(2)
    world.press("enter")
    come_back(world, 1)
    world.wait(PAUSE_PATIENCE_MS - 1000)
    assert "say absent" not in world.text()
    world.wait(2000)
    assert row(world, 22) == "Enter say absent   Esc keep waiting"
    world.press("enter")
    assert row(world, 23).startswith("Is Chinara absent? More than half must say so.")
    world.press("enter")
    world.wait(2000)
    world.do(1, world.tables[1].declare_absent)
    world.until(lambda text: "deal 2" in text and "your turn" in world.me, *PLAYS)


def test_both_fronts_tell_the_same_of_a_pause() -> None:
    made = table_of_bots(3, deals=2, seed=3, world_type=Evening)
    assert isinstance(made, Evening)
    world: Any = made.open()
    world.until(lambda _: "your turn" in world.me)
    world.press("z")
    others_want(world)
    world.until(lambda text: "I am back" in text, *PLAYS)
    said = world.both.said
    agreed = "You, Bek and Chinara have agreed to a pause before deal 2; no clock runs until all are back."
    assert agreed in said
    assert said[-1] == f"{pausing.paused((), own=True)} Type back when you are."
    world.both.lines.take("pause")
    assert said[-1] == f"{pausing.paused((), own=True)} Type back when you are."
    world.both.lines.take("leave")
    assert said[-1] == f"{pausing.GOING} Type yes to go."
    world.both.lines.take("no")
    world.both.lines.take("back")
    assert said[-1] == "The table is paused until Bek and Chinara are back."
    come_back(world, 1, 2)
    world.until(lambda text: "deal 2" in text and "your turn" in world.me, *PLAYS)
    assert "The pause is over; deal 2 is next." in said
    world.both.lines.take("back")
    assert said[-1] == pausing.NOT_PAUSED
