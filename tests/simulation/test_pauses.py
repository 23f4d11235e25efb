"""A table is paused when all its seats agree, and goes on when each has come back (SPEC §6.5)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from p2pcards.engine import Cause, Seat
from protocol.crypto.identity import Identity
from protocol.report import Report
from protocol.table.effects import Effect, Send
from protocol.table.judge.states import Waiting
from protocol.table.memory.correspondence import PAUSES_LIMIT
from protocol.table.notices import PauseEnded, StakesPaid, TablePaused
from protocol.table.table import Table
from protocol.wire.codec import sign_entry
from protocol.wire.entries import Here, Refusal, Result
from protocol.wire.talk import Pause, encode_talk
from tests.simulation.light import audit
from tests.simulation.test_waiting import TABLES, told
from tests.simulation.weather import Weather, check_survivors, entry_of, log_of, table_of_bots

pytestmark = pytest.mark.usefixtures("light")
every_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=[g for g, _ in TABLES])
DAYS_MS = 3 * 24 * 3600 * 1000


def run_on(world: Weather) -> None:
    while world.step():
        pass


def paused(
    game: str = "azi", seats: int = 3, *, deadline_s: int = 30, but: Sequence[Seat] = ()
) -> Weather:
    """A table at which all want a pause after the first deal, run until nothing more happens."""
    world = table_of_bots(seats, deals=3, seed=71, game_name=game, deadline_s=deadline_s)
    world.start()
    for seat in set(range(seats)) - set(but):
        table = world.tables[seat]
        world.do(seat, lambda now_ms, table=table: table.want_pause(True, now_ms))
    run_on(world)
    return world


def come_back(world: Weather, *seats: Seat) -> None:
    for seat in seats:
        world.do(seat, world.tables[seat].come_back)
    run_on(world)


def report_of(world: Weather, seats: Sequence[Seat]) -> Report:
    (log,) = {log_of(world.tables[seat]) for seat in seats}
    report = audit(log)
    assert report.problem is None, report.problem
    return report


@every_table
def test_when_all_agree_clocks_stand_still_until_each_has_come_back(game: str, seats: int) -> None:
    world = paused(game, seats)
    everybody = tuple(range(seats))
    for table in world.tables:
        assert not table.go_on(world.now_ms), "to have read a result is not to be back"
    for seat, table in enumerate(world.tables):
        assert told(world, seat, TablePaused) == [TablePaused(2, everybody)]
        assert table.is_paused
        assert not table.pausing
        assert table.waiting_for == everybody
        assert table.next_tick_ms() is None
    world.now_ms += DAYS_MS
    come_back(world, *everybody[1:])
    assert world.tables[0].waiting_for == (0,)
    assert not told(world, 0, PauseEnded)
    come_back(world, 0)
    report = report_of(world, everybody)
    assert report.is_over
    assert report.complete_to == 3
    assert not report.outs
    assert all(told(world, seat, PauseEnded) == [PauseEnded(2)] for seat in everybody)


@every_table
def test_one_who_does_not_agree_is_enough_to_play_on(game: str, seats: int) -> None:
    world = paused(game, seats, but=[1])
    assert report_of(world, range(seats)).is_over
    assert not told(world, 0, TablePaused)
    assert world.tables[1].pausing == frozenset(range(seats)) - {1}


def test_a_wish_can_be_taken_back_and_is_told_to_who_comes_late() -> None:
    world = table_of_bots(3, deals=1, seed=71)
    world.start()
    world.do(0, lambda now_ms: world.tables[0].want_pause(True, now_ms))
    world.cut_off(2)
    while len(world.tables[1].pausing) < 1:
        world.step()
    assert not world.tables[2].pausing
    world.mend_all()
    while not world.tables[2].pausing:
        world.step()
    world.do(0, lambda now_ms: world.tables[0].want_pause(False, now_ms))
    run_on(world)
    assert not any(table.pausing for table in world.tables)


def test_after_the_last_deal_nobody_rests() -> None:
    world = table_of_bots(2, deals=1, seed=71)
    world.start()
    for seat in (0, 1):
        world.do(seat, lambda now_ms, seat=seat: world.tables[seat].want_pause(True, now_ms))
    run_on(world)
    assert report_of(world, (0, 1)).is_over


@pytest.mark.parametrize("deadline_s", [0, 30])
def test_without_one_who_never_comes_the_others_go_on_when_they_say_so(deadline_s: int) -> None:
    world = paused(deadline_s=deadline_s)
    world.kill(2)
    world.now_ms += DAYS_MS
    come_back(world, 0, 1)
    assert world.tables[0].is_paused
    world.do(0, world.tables[0].declare_absent)
    run_on(world)
    assert world.tables[0].is_paused, "one of three decides nothing"
    world.do(1, world.tables[1].declare_absent)
    run_on(world)
    outs = report_of(world, (0, 1)).outs
    assert [(out.seat, out.cause, out.deal) for out in outs[:1]] == [(2, Cause.SILENT, 2)]
    (paid, *_) = [n for n in told(world, 0, StakesPaid) if n.deal == 2]  # type: ignore[attr-defined]
    assert paid == StakesPaid(2, (0, 1))


@every_table
def test_all_programs_may_end_in_a_pause_and_come_back_in_any_order(game: str, seats: int) -> None:
    world = paused(game, seats)
    for seat in range(seats):
        world.kill(seat)
    world.now_ms += DAYS_MS
    for seat in reversed(range(seats)):
        world.start_again(seat)
        run_on(world)
        come_back(world, seat)
        assert world.tables[seat].is_paused == (seat > 0)
    report = check_survivors(world, range(seats)) if game == "azi" else report_of(world, [0, 1])
    assert report.is_over
    assert not report.outs


def test_who_leaves_in_a_pause_is_waited_for_no_longer() -> None:
    world = paused()
    world.do(2, world.tables[2].leave)
    world.honest.discard(2)
    run_on(world)
    come_back(world, 0, 1)
    report = report_of(world, (0, 1))
    assert report.is_over
    assert [(out.seat, out.cause) for out in report.outs] == [(2, Cause.LEFT)]


class TwoFaced(Table):
    """Agrees to a pause towards one seat, and not towards another."""

    def _flush(self) -> list[Effect]:
        return [other for effect in super()._flush() for other in self._both(effect)]

    def _both(self, effect: Effect) -> list[Effect]:
        signed = entry_of(effect.payload) if isinstance(effect, Send) else None
        if signed is None or not isinstance(signed.entry, Result) or signed.entry.seat != 2:
            return [effect]
        entry = signed.entry
        identity = self._identity
        assert isinstance(effect, Send)
        assert isinstance(identity, Identity)
        assert self.referee.setting is not None
        fields = {name: getattr(entry, name) for name in entry.__struct_fields__}
        other = sign_entry(
            Result(**{**fields, "pause": not entry.pause}), self.referee.setting.table, identity
        )
        return [Send(signed.line, (0,)), Send(other.line, (1,))]


def test_a_liar_who_agrees_towards_some_alone_is_caught_and_splits_nobody() -> None:
    world = table_of_bots(3, deals=3, seed=71, table_types={2: TwoFaced})
    world.honest.discard(2)
    world.start()
    for seat in range(3):
        world.do(seat, lambda now_ms, seat=seat: world.tables[seat].want_pause(True, now_ms))
    run_on(world)
    states = [world.tables[seat].referee.state for seat in (0, 1)]
    assert all(isinstance(state, Waiting) for state in states)
    come_back(world, 0, 1)
    report = report_of(world, (0, 1))
    assert report.is_over
    assert [(out.seat, out.cause) for out in report.outs] == [(2, Cause.CAUGHT)]


class Late(Weather):
    """The liar, the last seat, keeps its result of the first deal from the second seat for a while."""

    def __init__(self, *args: object) -> None:
        self.held: list[bytes] = []
        super().__init__(*args)  # type: ignore[arg-type]
        self.honest.discard(len(self.tables) - 1)

    def send(self, sender: Seat, to: Seat, payload: bytes) -> None:
        signed, liar = entry_of(payload), len(self.tables) - 1
        is_result = signed is not None and isinstance(signed.entry, Result)
        if is_result and signed.entry.seat == liar and sender == liar and to == 1:
            self.held.append(payload)
        else:
            super().send(sender, to, payload)


@pytest.mark.parametrize("seats", [3, 4])
def test_whoever_goes_in_a_pause_leaves_nobody_to_be_shown_another_result(seats: int) -> None:
    """T gives its agreement to A alone; A goes, and only then does T give B a result without it."""
    world = table_of_bots(seats, deals=3, seed=71, game_name="azi", world_type=Late)
    assert isinstance(world, Late)
    world.start()
    liar = seats - 1
    for seat in range(seats):
        table = world.tables[seat]
        world.do(seat, lambda now_ms, table=table: table.want_pause(True, now_ms))
    while not any(isinstance(notice, TablePaused) for notice in world.notices[0]):
        assert world.step()
    world.kill(0)  # what it has sent still arrives
    identity = world.tables[liar]._identity
    assert identity is not None
    for payload in world.held:
        true = entry_of(payload)
        assert true is not None
        other = msgspec.structs.replace(true.entry, pause=False)
        table_id = world.tables[liar].referee.table_of(other.chain)
        Weather.send(world, liar, 1, sign_entry(other, table_id, identity).line)
    run_on(world)
    assert world.tables[1].is_paused, "what A had closed stands for B too"
    world.start_again(0)
    run_on(world)
    come_back(world, *range(liar))
    assert log_of(world.tables[0]) == log_of(world.tables[1])
    report = audit(log_of(world.tables[0]))
    assert {(out.seat, out.cause) for out in report.outs} >= {(liar, Cause.CAUGHT)}


def test_a_wish_for_a_pause_is_forgotten_with_the_link() -> None:
    world = table_of_bots(3, deals=3, seed=71, game_name="azi")
    world.start()
    world.do(1, lambda now_ms: world.tables[1].want_pause(True, now_ms))
    while 1 not in world.tables[0].pausing:
        assert world.step()
    world.cut_off(1)
    assert world.step()
    world.do(1, lambda now_ms: world.tables[1].want_pause(False, now_ms))
    world.mend_all()
    run_on(world)
    assert 1 not in world.tables[0].pausing


def test_who_cannot_make_up_their_mind_about_a_pause_is_not_heard_on() -> None:
    table = table_of_bots(3, deals=3, seed=71, game_name="azi").tables[0]
    changes = 0
    for number in range(100):
        before = table.pausing
        table.receive(1, encode_talk(Pause(number % 2 == 0)), 0)
        changes += table.pausing != before
    assert changes == PAUSES_LIMIT


def test_who_has_come_back_need_not_come_back_again_because_of_a_conviction() -> None:
    """What is found out behind the result takes the table back there, and its pause with it."""
    world = paused("azi", 4)
    come_back(world, 0, 1)
    state = world.tables[0].referee.state
    assert isinstance(state, Waiting)
    liar = world.tables[3]
    assert liar._identity is not None
    here = Here(seat=3, chain="play", deal=2, attempt=0, round=0, head=bytes(32))
    refusal = Refusal(seat=3, chain="play", deal=2, attempt=0, round=0, head=bytes(32))
    for entry in (here, refusal):
        line = sign_entry(entry, liar.referee.table_of("play"), liar._identity).line
        for seat in (0, 1, 2):
            Weather.send(world, 3, seat, line)
    world.honest.discard(3)
    run_on(world)
    assert world.tables[0].is_paused
    come_back(world, 2)
    assert not world.tables[0].is_paused, "0 and 1 have said already that they are back"
