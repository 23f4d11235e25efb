"""Who is at the table between two deals: silence is counted by deals (SPEC §6.5)."""

from __future__ import annotations

from p2pcards.engine import Cause, Seat
from p2pcards.games import GAMES
from protocol.faults import Code, Reason
from protocol.table.judge import between as gap
from protocol.table.judge.between import Between
from protocol.table.judge.judging import Fault
from protocol.table.judge.setting import Setting

AZI = GAMES["azi"]
SETTING = Setting(
    table=b"T" * 32,
    game=AZI,
    options=AZI.options({}),
    names=("Ann", "Bek", "Cem"),
    keys=tuple(bytes([seat]) * 32 for seat in range(3)),
    deadline_ms=0,
    deals=0,
    head=b"h" * 32,
)
ALL = (0, 1, 2)


def silent(*seats: Seat) -> tuple[Fault, ...]:
    return tuple(Fault(seat, Cause.SILENT, Reason(Code.ABSENT_BY_ALL)) for seat in seats)


def played(between: Between, *faults: Fault, dealt: tuple[Seat, ...] = ALL) -> Between:
    back = frozenset(ALL)
    return gap.after_deal(between, between.game_state, dealt, faults, back, (), b"h" * 32)


def test_a_seat_that_is_silent_in_three_deals_running_has_left() -> None:
    between = gap.first(SETTING)
    for expected in (ALL, ALL, (0, 1)):
        between = played(between, *silent(2))
        assert sorted(between.seated) == list(expected)


def test_a_deal_without_silence_ends_the_run() -> None:
    between = gap.first(SETTING)
    for faults in (silent(2), silent(2), (), silent(2), silent(2)):
        between = played(between, *faults)
        assert sorted(between.seated) == list(ALL)


def test_a_deal_to_which_a_seat_is_not_dealt_in_neither_counts_nor_ends_the_run() -> None:
    between = played(played(gap.first(SETTING), *silent(2)), *silent(2))
    between = played(between, dealt=(0, 1))
    assert sorted(between.seated) == list(ALL)
    assert sorted(played(between, *silent(2)).seated) == [0, 1]


def test_however_often_a_seat_is_silent_in_one_deal_it_counts_once() -> None:
    between = gap.first(SETTING)
    for _ in range(4):
        between = gap.without(between, silent(2))
    assert sorted(between.seated) == list(ALL)
    between = played(between, dealt=(0, 1))
    between = played(between, *silent(2))
    assert sorted(between.seated) == list(ALL), "two deals running"
    assert sorted(played(between, *silent(2)).seated) == [0, 1]


def test_who_was_silent_in_the_preparation_and_plays_after_all_was_silent_in_that_deal() -> None:
    between = gap.first(SETTING)
    for _ in range(2):
        between = played(gap.without(between, silent(2)))
    assert sorted(gap.without(between, silent(2)).seated) == [0, 1]
