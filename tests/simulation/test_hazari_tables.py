"""Hazari over the whole protocol: honest matches, and seats that die at any step (SPEC §9.2, §10)."""

from __future__ import annotations

import pytest

from p2pcards.engine import Cause, Seat
from protocol.audit import audit
from protocol.report import Report
from protocol.wire.codec import SignedEntry
from tests.simulation.weather import Weather, log_of, table_of_bots

VICTIM = 2
OTHERS = (0, 1, 3)


def check_ended(world: Weather, honest: tuple[Seat, ...]) -> Report:
    """All honest seats ended with one log, which the audit accepts; each deal was worth 360."""
    (log,) = {log_of(world.tables[seat]) for seat in honest}
    assert all(world.tables[seat].is_over for seat in honest)
    report = audit(log)
    assert report.problem is None, report.problem
    assert sum(report.standings) == 360 * report.complete_to
    return report


@pytest.mark.slow
@pytest.mark.parametrize("level", ["easy", "normal"])
def test_an_honest_match_of_three_deals_is_audited(level: str) -> None:
    world = table_of_bots(deals=3, seed=5, game_name="hazari", level=level)
    world.run()
    report = check_ended(world, (0, 1, 2, 3))
    assert (report.complete_to, report.outs, report.is_over) == (3, [], True)
    assert (report.counts.shuffles, report.counts.cards) == (12, 3 * 52)


@pytest.mark.slow
def test_a_match_is_played_to_its_target() -> None:
    world = table_of_bots(deals=0, seed=6, game_name="hazari", options={"target": 600})
    world.run()
    report = check_ended(world, (0, 1, 2, 3))
    assert max(report.standings) >= 600
    assert report.complete_to >= 2


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("kind", "nth", "shared"),
    [
        pytest.param("coin", 1, True, marks=pytest.mark.slow),
        ("shares", 1, True),
        pytest.param("act", 1, False, marks=pytest.mark.slow),
        pytest.param("show", 1, False, marks=pytest.mark.slow),
        ("show", 2, False),
        pytest.param("show", 4, False, marks=pytest.mark.slow),
        pytest.param("result", 1, False, marks=pytest.mark.slow),
    ],
)
def test_a_seat_that_dies_in_a_deal_scores_0_and_the_others_finish_it(
    kind: str, nth: int, shared: bool
) -> None:
    world = table_of_bots(deals=2, seed=11, game_name="hazari", level="normal")
    seen = 0

    def is_time(seat: int, signed: SignedEntry) -> bool:
        nonlocal seen
        if seat != VICTIM or type(signed.entry).__struct_config__.tag != kind:
            return False
        seen += 1
        return seen == nth

    world.kill_on_send = is_time
    world.run()
    assert VICTIM in world.dead
    report = check_ended(world, OTHERS)
    assert {(out.seat, out.cause) for out in report.outs} == {(VICTIM, Cause.SILENT)}
    assert report.complete_to == 1
    if kind != "result":
        assert report.standings[VICTIM] == 0
    if shared:
        assert report.standings == (120, 120, 0, 120)
