"""Whoever dies, whenever: the others finish the deal or begin the next, with one log (SPEC §10)."""

from __future__ import annotations

import pytest

from p2pcards.engine import Cause
from protocol.wire.codec import SignedEntry
from tests.simulation.weather import check_survivors, table_of_bots

pytestmark = pytest.mark.slow

VICTIM = 2
OTHERS = (0, 1, 3)


@pytest.mark.parametrize(
    ("nth", "reaches_one"),
    [
        (1, False),
        pytest.param(1, True, marks=pytest.mark.slow),
        pytest.param(2, False, marks=pytest.mark.slow),
        pytest.param(2, True, marks=pytest.mark.slow),
    ],
    ids=["first, nobody has it", "first, one has it", "second, nobody", "second, one has it"],
)
@pytest.mark.parametrize(
    "kind",
    ["commit", "key", "deck", "proof", "accept", "stake", "coin", "shares", "act", "result"],
)
def test_a_seat_that_dies_at_any_step_costs_the_others_at_most_the_deal(
    kind: str, nth: int, reaches_one: bool
) -> None:
    world = table_of_bots(seats=4, deals=3, seed=11)
    seen = 0

    def is_time(seat: int, signed: SignedEntry) -> bool:
        nonlocal seen
        if seat != VICTIM or type(signed.entry).__struct_config__.tag != kind:
            return False
        seen += 1
        return seen == nth

    world.kill_on_send = is_time
    world.survivor_of_send = 3 if reaches_one else None
    world.run()
    if kind == "coin" and nth == 2:
        assert VICTIM not in world.dead  # only the first deal needs a coin
        return
    assert VICTIM in world.dead
    report = check_survivors(world, OTHERS)
    assert {(out.seat, out.cause) for out in report.outs} == {(VICTIM, Cause.SILENT)}
