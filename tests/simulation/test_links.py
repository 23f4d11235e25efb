"""Links that break: what one seat cannot say to another goes round, and nothing is lost (SPEC §7.8)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest

from p2pcards.engine import Cause, Seat
from protocol.table.effects import Refuse
from protocol.table.notices import DealSettled, Notice, SeatOut, StakesPaid, Suspended
from protocol.table.table import Table
from protocol.wire.codec import SignedEntry
from tests.simulation.weather import (
    Weather,
    check_survivors,
    entry_of,
    log_of,
    seat_names,
    table_of_bots,
)
from tests.tiers import every

pytestmark = pytest.mark.usefixtures("light")
ALL = (0, 1, 2, 3)


def at_step(world: Weather, step: int, act: Callable[[], None]) -> None:
    def on_step() -> None:
        if world.steps == step:
            act()

    world.on_step = on_step


def nobody_was_out(world: Weather) -> bool:
    return not any(
        isinstance(n, SeatOut | Suspended) for told in world.notices.values() for n in told
    )


# --- one link -----------------------------------------------------------------------------------


@pytest.mark.heavy
@pytest.mark.parametrize(("one", "other"), every(2, combinations(ALL, 2)))
@pytest.mark.parametrize("step", every(2, [1, 40, 150, 320]))
def test_a_link_that_breaks_for_good_is_made_up_for_by_the_others(
    one: Seat, other: Seat, step: int
) -> None:
    world = table_of_bots(seed=21)
    at_step(world, step, lambda: world.cut_link(one, other))
    world.run()
    assert nobody_was_out(world)
    check_survivors(world, ALL)


@pytest.mark.heavy
@pytest.mark.parametrize("step", every(6, range(2, 400, 9)))
def test_a_link_that_breaks_and_comes_back_loses_nothing_whenever_it_does(step: int) -> None:
    world = table_of_bots(seed=22)

    def on_step() -> None:
        if world.steps == step:
            world.cut_link(1, 3)
        if world.steps == step + 25:
            world.mend_link(1, 3)

    world.on_step = on_step
    world.run()
    assert nobody_was_out(world)
    check_survivors(world, ALL)


@pytest.mark.heavy
def test_a_chain_of_links_is_enough_for_a_table() -> None:
    """Only neighbours are linked, so that everything between 0 and 3 passes through both others."""
    world = table_of_bots(seed=23)

    def cut() -> None:
        for pair in ((0, 2), (0, 3), (1, 3)):
            world.cut_link(*pair)

    at_step(world, 1, cut)
    world.run()
    check_survivors(world, ALL)


# --- a seat on its own --------------------------------------------------------------------------


@pytest.mark.heavy
@pytest.mark.parametrize("lonely", every(2, ALL))
@pytest.mark.parametrize("step", every(2, [140, 170, 205, 260]))
def test_who_was_cut_off_and_voted_out_follows_and_plays_the_next_deal(
    lonely: Seat, step: int
) -> None:
    world = table_of_bots(seed=24, deals=4)
    mended: list[int] = []

    def on_notice(seat: Seat, notice: Notice) -> None:
        if isinstance(notice, SeatOut) and notice.seat == lonely != seat and not mended:
            mended.append(notice.deal)
            world.mend_all()

    world.on_notice = on_notice
    at_step(world, step, lambda: world.cut_off(lonely))
    world.run()
    assert mended
    report = check_survivors(world, ALL)
    assert {(out.seat, out.cause) for out in report.outs} == {(lonely, Cause.SILENT)}
    dealt = [n.seats for n in world.notices[lonely] if isinstance(n, StakesPaid)]
    assert any(lonely in seats for seats in dealt[-2:])


class MendsLater(Weather):
    """Its links hold again at `mends_ms`."""

    mends_ms: int | None = None

    def moments(self) -> list[tuple[int, Seat]]:
        mends = [] if self.mends_ms is None else [(self.mends_ms, 0)]
        return super().moments() + mends

    def step(self) -> bool:
        if self.mends_ms is not None and self.now_ms >= self.mends_ms:
            self.mends_ms = None
            self.mend_all()
        return super().step()


@pytest.mark.parametrize("steps", [10, 25])
def test_who_is_cut_off_while_the_others_read_a_result_has_its_place_in_the_deals_to_come(
    steps: int,
) -> None:
    """The next deck but one is made meanwhile, and nobody needs that yet (SPEC §6.7)."""
    world = table_of_bots(seed=31, deals=3, world_type=MendsLater)
    assert isinstance(world, MendsLater)
    for table in world.tables:
        table.reading_ms = 10_000
    settled: list[int] = []

    def on_step() -> None:
        if settled and world.steps == settled[0] + steps:
            world.cut_off(2)
            world.mends_ms = world.now_ms + 20_000

    def on_notice(seat: Seat, notice: Notice) -> None:
        if isinstance(notice, DealSettled) and not settled:
            settled.append(world.steps)

    world.on_step, world.on_notice = on_step, on_notice
    world.run()
    assert world.mends_ms is None
    assert settled
    assert nobody_was_out(world)
    check_survivors(world, ALL)


def test_whatever_two_seats_say_of_each_other_while_their_link_is_cut_is_taken_back() -> None:
    """Each declares the other absent from the same round; when they meet again both are there."""
    world = table_of_bots(seats=2, seed=25)
    paid: set[Seat] = set()

    def on_notice(seat: Seat, notice: Notice) -> None:
        if isinstance(notice, StakesPaid) and notice.deal == 1:
            paid.add(seat)
            if paid == {0, 1}:
                world.cut_link(0, 1)
        if isinstance(notice, SeatOut) and all(
            any(isinstance(n, SeatOut) for n in told) for told in world.notices.values()
        ):
            world.mend_all()

    world.on_notice = on_notice
    world.run()
    assert any(isinstance(n, SeatOut) for n in world.notices[0])
    report = check_survivors(world, (0, 1))
    assert not [out for out in report.outs if out.deal == 1]


# --- two of four --------------------------------------------------------------------------------


def test_two_silent_of_four_suspend_the_table_and_nothing_is_signed() -> None:
    world = table_of_bots(seed=26)
    at_step(world, 200, lambda: (world.kill(2), world.kill(3)))  # type: ignore[func-returns-value]
    world.stop_ms = 400_000
    world.run()
    for seat in (0, 1):
        told = world.notices[seat]
        suspended = [n for n in told if isinstance(n, Suspended)]
        assert [n.missing for n in suspended if n.place.chain == "play"] == [(2, 3)] or suspended
        assert len(suspended) <= 2, "once for each round that waits"
        last = max((i for i, n in enumerate(told) if isinstance(n, DealSettled)), default=-1)
        assert last < told.index(suspended[0])
    assert log_of(world.tables[0]) == log_of(world.tables[1])


@pytest.mark.heavy
def test_a_suspended_table_goes_on_when_one_of_the_two_comes_back() -> None:
    world = table_of_bots(seed=26)

    def on_step() -> None:
        if world.steps == 200:
            world.cut_off(2)
            world.cut_off(3)
        if world.now_ms > 200_000 and len(world.cut) == 5:
            for other in (0, 1):
                world.mend_link(2, other)

    world.on_step = on_step
    world.honest.discard(3)
    world.run()
    assert any(isinstance(n, Suspended) for n in world.notices[0])
    report = check_survivors(world, (0, 1, 2))
    assert {out.seat for out in report.outs} == {3}


# --- late and slow ------------------------------------------------------------------------------


class Slow(Weather):
    """Everything that one seat says takes its time."""

    late: Seat = 2
    late_ms = 8_500

    def send(self, sender: Seat, to: Seat, payload: bytes) -> None:
        self._delay_ms = self.late_ms if sender == self.late else 1
        super().send(sender, to, payload)


@pytest.mark.heavy
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_seat_that_answers_just_before_the_deadline_is_never_voted_out(seats: int) -> None:
    """The shortest deadline, for steps that need no person, is ten seconds."""
    world = table_of_bots(seats, seed=27, world_type=Slow)
    assert isinstance(world, Slow)
    world.late = seats - 1
    world.run()
    assert nobody_was_out(world)
    check_survivors(world, range(seats))


@pytest.mark.heavy
@pytest.mark.parametrize("kind", ["commit", "key", "coin", "shares", "act", "result"])
@pytest.mark.parametrize(
    "late_ms", every(3, [10_500, 11_500, 13_000, 16_500, 30_500, 31_500, 36_500])
)
def test_an_entry_that_comes_about_the_time_of_the_votes_counts_for_all_or_for_nobody(
    kind: str, late_ms: int
) -> None:
    class LateOnce(Weather):
        done = 0

        def send(self, sender: Seat, to: Seat, payload: bytes) -> None:
            signed = entry_of(payload)
            tag = None if signed is None else type(signed.entry).__struct_config__.tag
            is_late = sender == 2 and tag == kind and self.done < 3
            self.done += is_late
            self._delay_ms = late_ms + 700 * to if is_late else 1
            super().send(sender, to, payload)

    world = table_of_bots(seed=28, world_type=LateOnce)
    world.run()
    report = check_survivors(world, ALL)
    assert {out.seat for out in report.outs} <= {2}
    assert all(out.cause is Cause.SILENT for out in report.outs)


# --- tables without a clock ---------------------------------------------------------------------


def test_without_a_deadline_nobody_is_absent_before_a_person_says_so() -> None:
    world = table_of_bots(seed=29, deadline_s=0)

    def is_time(seat: Seat, signed: SignedEntry) -> bool:
        return seat == 2 and signed.entry.deal == 1 and signed.entry.chain == "play"

    world.kill_on_send = is_time
    world.run()
    assert 2 in world.dead
    assert not any(table.is_over for table in world.tables)
    assert all(table.next_tick_ms() is None for seat, table in enumerate(world.tables) if seat != 2)


@pytest.mark.heavy
@pytest.mark.parametrize("first", [0, 1, 3])
def test_by_hand_a_seat_is_absent_when_all_others_have_said_so_and_not_before(first: Seat) -> None:
    world = table_of_bots(seed=29, deadline_s=0)
    world.kill_on_send = lambda seat, signed: seat == 2 and signed.entry.chain == "play"
    world.run()

    def everybody_waits_for_2(seats: tuple[Seat, ...]) -> None:
        for seat in seats:
            world.do(seat, world.tables[seat].declare_absent)
            while world.step():
                pass

    others = tuple(seat for seat in (0, 1, 3) if seat != first)
    everybody_waits_for_2((first,))
    everybody_waits_for_2(others[:1])
    assert not any(isinstance(n, SeatOut) for n in world.notices[0])
    everybody_waits_for_2(others[1:])
    assert any(isinstance(n, SeatOut) and n.seat == 2 for n in world.notices[0])
    for _ in range(6):
        everybody_waits_for_2((0, 1, 3))
    check_survivors(world, (0, 1, 3))


def test_by_hand_a_person_whose_turn_it_is_loses_nothing_by_pressing() -> None:
    """Declaring others absent must not start a clock against oneself."""
    world = table_of_bots(seats=3, seed=30, deadline_s=0)
    pending: list[Seat] = []

    class Waits(Exception):
        pass

    def choose(seat: Seat) -> Callable[[object], object]:
        def refuse(view: object) -> object:
            pending.append(seat)
            raise Waits

        return refuse

    world.players = [choose(seat) for seat in range(3)]
    with pytest.raises(Waits):
        world.run()
    table = world.tables[pending[0]]
    table.declare_absent(world.now_ms)
    assert table.decision_limit_ms() is None
    assert table.pending() is not None


# --- spectators ---------------------------------------------------------------------------------


@pytest.mark.heavy
@pytest.mark.parametrize("seed", [31, 32])
@pytest.mark.parametrize("fate", ["nothing", "dies", "leaves"])
def test_a_spectator_that_is_told_all_ends_with_the_same_log(seed: int, fate: str) -> None:
    world = table_of_bots(seed=seed)
    host = world.tables[0]
    watcher = Table(None, host.referee.lines[0], None, host._own._rng, host.referee.proofs)
    watcher.start(0)
    deliver = world.deliver
    refused: list[Refuse] = []

    def also(sender: Seat, seat: Seat, payload: bytes) -> None:
        for effect in watcher.receive(sender, payload, world.now_ms):
            if isinstance(effect, Refuse):
                refused.append(effect)
        deliver(sender, seat, payload)

    world.deliver = also  # type: ignore[method-assign]
    if fate == "dies":
        world.kill_on_send = lambda seat, signed: seat == 2 and signed.entry.deal == 2
    if fate == "leaves":
        at_step(world, 200, lambda: world.do(2, world.tables[2].leave))
    world.run()
    assert not refused
    assert log_of(watcher) == log_of(world.tables[0])
    assert watcher.is_over
    assert len(seat_names(4)) == len(watcher.referee.keys)
