"""T7 and T18 at the table: entries of another table, another deal or another seat change nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from protocol.faults import Code
from protocol.table.effects import Effect, Refuse
from protocol.wire.codec import decode_line, sign_entry
from tests.simulation.light import audit
from tests.simulation.weather import Weather, check_survivors, log_of, table_of_bots

pytestmark = pytest.mark.usefixtures("light")

SEATS = 3


def lines_of(seed: int) -> list[bytes]:
    world = table_of_bots(seats=SEATS, deals=1, seed=seed)
    world.run()
    return list(world.tables[0].referee.lines)


def play_while_hearing(strange: Callable[[Weather], list[bytes]]) -> list[Effect]:
    """A table at which seat 0 is handed strange lines after every few steps; what it said to them."""
    world = table_of_bots(seats=SEATS, deals=2, seed=5)
    heard: list[Effect] = []
    watch = world._watch
    world._watch = lambda seat, effect: (heard.append(effect), watch(seat, effect))[1]
    step, turn = world.step, 0

    def disturbed() -> bool:
        nonlocal turn
        turn += 1
        if turn % 40 == 0:
            for line in strange(world):
                world._do(0, world.tables[0].receive(1, line, world.now_ms))
        return step()

    world.step = disturbed  # type: ignore[method-assign]
    world.run()
    report = check_survivors(world, range(SEATS))
    assert not report.outs, "nobody is to blame for what a stranger repeats"
    return heard


@pytest.mark.heavy
def test_t18_every_kind_of_entry_of_another_table_is_refused_and_blames_nobody() -> None:
    foreign = lines_of(seed=6)
    kinds = {type(decode_line(line)[0].entry) for line in foreign}
    assert len(kinds) >= 12
    heard = play_while_hearing(lambda world: foreign)
    refused = [effect for effect in heard if isinstance(effect, Refuse)]
    assert refused
    assert all(effect.seat == 1 for effect in refused)


@pytest.mark.heavy
def test_t07_entries_of_earlier_deals_and_rounds_are_passed_over() -> None:
    play_while_hearing(lambda world: list(world.tables[1].referee.lines))


@pytest.mark.heavy
def test_t07_an_entry_signed_by_one_seat_in_the_name_of_another_is_refused() -> None:
    def forged(world: Weather) -> list[bytes]:
        table = world.tables[1]
        assert table._identity is not None
        last = decode_line(table.referee.lines[-1])[0].entry
        as_other = type(last)(
            **{field: getattr(last, field) for field in last.__struct_fields__ if field != "seat"},
            seat=(last.seat + 1) % SEATS,
        )
        return [sign_entry(as_other, table.referee.table_of(last.chain), table._identity).line]

    heard = play_while_hearing(forged)
    reasons = [effect.reason.code for effect in heard if isinstance(effect, Refuse)]
    assert Code.NOT_SIGNED in reasons


@pytest.mark.heavy
@pytest.mark.parametrize("at", [3, 20, 40])
def test_t18_a_line_of_another_table_put_into_a_log_is_found(at: int) -> None:
    world = table_of_bots(seats=SEATS, deals=1, seed=5)
    world.run()
    lines = log_of(world.tables[0]).splitlines()
    lines[at] = lines_of(seed=6)[at]
    problem = audit(b"\n".join(lines) + b"\n").problem
    assert problem is not None
    assert problem.entry <= at + 2
