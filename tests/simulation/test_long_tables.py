"""However long a match lasts, a table holds what the last two deals need (SPEC §7.8)."""

from __future__ import annotations

import gc
import sys
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import pytest

from p2pcards.engine import Seat
from protocol.table.memory import correspondence
from protocol.table.notices import DealSettled, Notice
from protocol.table.table import Table
from tests.simulation.swarm import run_storm
from tests.simulation.weather import Disk, Weather, log_of, table_of_bots

PASSED_OVER = (type, ModuleType, FunctionType, BuiltinFunctionType, CodeType, Disk)


def bytes_of(root: Any) -> int:
    """The memory of all that an object holds on to, what it shares with the program itself aside."""
    seen, found, total = {id(root)}, [root], 0
    while found:
        each = found.pop()
        total += sys.getsizeof(each)
        for other in gc.get_referents(each):
            if id(other) not in seen and not isinstance(other, PASSED_OVER):
                seen.add(id(other))
                found.append(other)
    return total


class Weighed(Weather):
    """Weighs the table of one seat whenever a deal is settled."""

    step_limit = 1_000_000
    weights: list[int]

    def weigh(self, seat: Seat, notice: Notice) -> None:
        if seat == 0 and isinstance(notice, DealSettled):
            table = self.tables[seat]
            self.weights.append(bytes_of(table))
            lines = table.referee.lines
            assert len(lines) - lines.held_from < 3 * len(lines) / len(self.weights) + 100


@pytest.mark.slow
@pytest.mark.usefixtures("light")
def test_a_table_of_many_deals_holds_no_more_than_one_of_a_few(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("protocol.table.rooms.docket.WORDS_LIMIT", 64)
    monkeypatch.setattr(correspondence, "SEEN_LIMIT", 400)
    world = table_of_bots(3, 40, 5, options={"stack": 100_000}, world_type=Weighed)
    assert isinstance(world, Weighed)
    world.weights, world.on_notice = [], world.weigh
    world.run()
    weights = world.weights
    assert len(weights) == 40
    assert max(weights[20:]) <= 1.3 * max(weights[2:10]), weights


# --- the log is told in parts ---------------------------------------------------------------------


@pytest.mark.heavy
@pytest.mark.usefixtures("light")
@pytest.mark.parametrize("game", ["azi", "hazari", "lukfu"])
@pytest.mark.parametrize("returns", [False, True])
@pytest.mark.parametrize(
    "seed", [*range(2), *(pytest.param(s, marks=pytest.mark.slow) for s in range(2, 12))]
)
def test_a_table_in_a_storm_ends_as_it_must_where_logs_are_told_in_parts(
    game: str, seed: int, returns: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What can still be taken back fits into one part, as it does with the true number.
    monkeypatch.setattr("protocol.table.table.TOLD_LINES", 150)
    run_storm(seed, game, returns=returns)


@pytest.mark.usefixtures("light")
def test_a_newcomer_is_told_a_long_log_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("protocol.table.table.TOLD_LINES", 20)
    world = table_of_bots(3, 3, 8)
    world.run()
    host = world.tables[0]
    again = Table(host._identity, host.referee.lines[0], 1, host._own._rng, host.referee.proofs)
    again.restore([], [])
    now_ms, to_host = (
        0,
        [e.payload for e in again.set_linked(frozenset({0}), 0) if hasattr(e, "payload")],
    )
    parts = 0
    while not again.is_over and parts < 100:
        parts += 1
        answers = [e for payload in to_host for e in host.receive(1, payload, 0)]
        lines = [e.payload for e in answers if hasattr(e, "payload")]
        assert len(lines) <= 21
        to_host = []
        for line in lines:
            to_host += [e.payload for e in again.receive(0, line, now_ms) if hasattr(e, "payload")]
        now_ms += 500
        to_host += [e.payload for e in again.tick(now_ms) if hasattr(e, "payload")]
    assert log_of(again) == log_of(host)
    assert parts > 5
