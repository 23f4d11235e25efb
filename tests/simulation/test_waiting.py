"""Games that need all their seats wait for the one that is missing, and not for ever (SPEC §6.5)."""

from __future__ import annotations

import pytest

from p2pcards.engine import Cause, Seat
from protocol.report import Report
from protocol.table.notices import DealSettled, MatchOver, Notice, SeatOut, StakesPaid, WaitingFor
from protocol.table.patience import PATIENCE_S
from protocol.wire.codec import SignedEntry
from protocol.wire.entries import Here, Shares
from tests.simulation.light import audit
from tests.simulation.weather import Weather, log_of, table_of_bots

pytestmark = pytest.mark.usefixtures("light")
TABLES = [("hazari", 4), ("lukfu", 3), ("azi", 2)]
every_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=[g for g, _ in TABLES])


def table_of(game: str, seats: int, *, deals: int = 3, deadline_s: int = 30) -> Weather:
    return table_of_bots(seats, deals, seed=51, game_name=game, deadline_s=deadline_s)


def falls_silent(seat: Seat, signed: SignedEntry) -> bool:
    """In the shares of the first deal, where every game puts a silent seat out."""
    return isinstance(signed.entry, Shares) and signed.entry.deal == 1


def is_cut_off_in_the_shares(world: Weather, lonely: Seat) -> None:
    has_been: list[Seat] = []

    def on_send(seat: Seat, signed: SignedEntry) -> bool:
        if seat == lonely and falls_silent(seat, signed) and not has_been:
            has_been.append(seat)
            world.cut_off(lonely)
        return False

    world.kill_on_send = on_send


def told(world: Weather, seat: Seat, kind: type) -> list[Notice]:
    return [notice for notice in world.notices[seat] if isinstance(notice, kind)]


def report_of(world: Weather, seats: list[Seat]) -> Report:
    (log,) = {log_of(world.tables[seat]) for seat in seats}
    report = audit(log)
    assert report.problem is None, report.problem
    return report


@pytest.mark.heavy
@every_table
def test_a_seat_that_stays_away_is_waited_for_and_then_the_match_ends_with_the_standings(
    game: str, seats: int
) -> None:
    world = table_of(game, seats)
    lost = seats - 1
    others = list(range(lost))
    world.kill_on_send = lambda seat, signed: seat == lost and falls_silent(seat, signed)
    waits_from: list[int] = []

    def on_notice(seat: Seat, notice: Notice) -> None:
        if isinstance(notice, WaitingFor):
            waits_from.append(world.now_ms)

    world.on_notice = on_notice
    world.run()
    report = report_of(world, others)
    assert report.is_over
    assert report.complete_to == 1
    assert told(world, 0, WaitingFor) == [WaitingFor(2, (lost,))]
    assert world.now_ms >= waits_from[0] + PATIENCE_S * 1000
    (settled,) = told(world, 0, DealSettled)
    (over,) = told(world, 0, MatchOver)
    assert isinstance(settled, DealSettled)
    assert isinstance(over, MatchOver)
    assert over.standings == settled.standings
    assert over.lost == ((lost,) if game != "azi" else ())
    assert {(out.seat, out.cause) for out in report.outs} == {(lost, Cause.SILENT)}


@pytest.mark.heavy
@every_table
def test_a_seat_that_comes_back_in_time_is_dealt_in_again(game: str, seats: int) -> None:
    world = table_of(game, seats)
    late = seats - 1

    is_cut_off_in_the_shares(world, late)

    def on_step() -> None:
        is_waited_for = any(told(world, seat, WaitingFor) for seat in range(late))
        if is_waited_for and world.cut and world.now_ms > 100_000:
            world.mend_all()

    world.on_step = on_step
    world.run()
    report = report_of(world, list(range(seats)))
    assert report.complete_to == 3
    assert any(
        isinstance(notice, StakesPaid) and late in notice.seats and notice.deal > 1
        for notice in world.notices[0]
    )
    lines = log_of(world.tables[0]).splitlines()
    if seats > 2:  # of two, each has voted the other out, and that is taken back when they meet
        assert sum(b'{"e":{"t":"here"' in line for line in lines) == 1


@pytest.mark.parametrize(("game", "seats"), TABLES[:2], ids=["hazari", "lukfu"])
def test_a_seat_that_has_left_is_not_waited_for(game: str, seats: int) -> None:
    world = table_of(game, seats)

    def on_step() -> None:
        if world.steps == 150:
            world.do(1, world.tables[1].leave)

    world.on_step = on_step
    world.honest.discard(1)
    world.run()
    others = [seat for seat in range(seats) if seat != 1]
    assert report_of(world, others).is_over
    assert not told(world, 0, WaitingFor)
    (over,) = told(world, 0, MatchOver)
    assert isinstance(over, MatchOver)
    assert over.lost == (1,)


def test_a_missing_seat_that_leaves_ends_the_wait_at_once() -> None:
    world = table_of("lukfu", 3)

    is_cut_off_in_the_shares(world, 2)

    def on_step() -> None:
        if told(world, 0, WaitingFor) and world.cut:
            world.do(2, world.tables[2].leave)
            world.mend_all()

    world.on_step = on_step
    world.honest.discard(2)
    world.run()
    report = report_of(world, [0, 1])
    assert report.is_over
    assert [(out.seat, out.cause) for out in report.outs][-1] == (2, Cause.LEFT)
    assert world.now_ms < PATIENCE_S * 1000


@pytest.mark.heavy
def test_whoever_does_not_want_to_wait_may_go() -> None:
    world = table_of("hazari", 4)
    world.kill_on_send = lambda seat, signed: seat == 3 and falls_silent(seat, signed)

    def on_step() -> None:
        if told(world, 0, WaitingFor) and not world.tables[0].has_left:
            world.do(0, world.tables[0].leave)
            assert world.tables[0].has_left
            world.kill(0)

    world.on_step = on_step
    world.run()
    assert report_of(world, [1, 2]).is_over
    assert world.now_ms < PATIENCE_S * 1000, "the others do not wait any longer either"


def test_without_a_clock_the_wait_ends_when_all_the_others_say_so() -> None:
    world = table_of("lukfu", 3, deadline_s=0)
    world.kill_on_send = lambda seat, signed: seat == 2 and falls_silent(seat, signed)
    world.run()

    def all_say_so() -> None:
        for seat in (0, 1):
            world.do(seat, world.tables[seat].declare_absent)
            while world.step():
                pass

    while not told(world, 0, WaitingFor):
        all_say_so()
    assert not told(world, 0, MatchOver)
    while not told(world, 0, MatchOver):
        all_say_so()
    assert report_of(world, [0, 1]).is_over


@pytest.mark.heavy
def test_the_wait_is_over_when_all_missing_are_there_and_a_log_may_end_in_it() -> None:
    world = table_of("hazari", 4)
    world.kill_on_send = lambda seat, signed: seat == 3 and falls_silent(seat, signed)
    world.run()
    lines = world.tables[0].referee.lines
    votes = [line for line in lines if b'{"e":{"t":"vote"' in line and b'"deal":2' in line]
    assert len(votes) == 3
    report = audit(b"\n".join(lines[: -len(votes)]) + b"\n")
    assert report.problem is None
    assert not report.is_over


def test_saying_that_one_is_there_says_nothing_else() -> None:
    """Two of them for one place cannot differ, so nobody can be caught by it."""
    assert Here.__struct_fields__[-1] == "head"
    assert set(Here.__struct_fields__) == {"seat", "chain", "deal", "attempt", "round", "head"}
    assert SeatOut.__slots__
