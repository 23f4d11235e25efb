"""Which table that rests is meant, by whoever joins or hosts on another day."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import trio

from cli.evening import returning
from cli.evening.party import person
from cli.evening.returning import UNASKED_S, meant_table, tables_left
from cli.words.en import resting
from p2pcards.games import GAMES
from protocol.crypto.identity import fingerprint
from protocol.net.joining import Begun
from protocol.net.lobby import SeatInfo
from protocol.net.returning import LeftTable
from protocol.table.judge.opening import read_proposal
from tests.protocol.net.test_returning import IDENTITIES, begun

NO = "No."


def left(age_s: float, target: str = "") -> LeftTable:
    one: Begun = begun()
    named = [replace_name(seat, name) for seat, name in zip(one.seats, ("Bek", "Me"), strict=True)]
    one = replace(one, seats=tuple(named))
    proposal: Any = read_proposal(one.proposal).entry
    log = Path("nowhere.log")
    return LeftTable(one, proposal, 1, target, log, log, time.time() - age_s)


def replace_name(seat: SeatInfo, name: str) -> SeatInfo:
    return SeatInfo(seat.key, name, seat.bot, seat.hosted, seat.ready, seat.addresses)


class Front:
    """Chooses as told, and remembers what it was asked."""

    def __init__(self, answer: int | None) -> None:
        self.answer = answer
        self.asked: list[Sequence[str]] = []
        self.said: list[str] = []

    async def choose(self, question: str, options: Sequence[str]) -> int | None:
        assert question == resting.WHICH_TABLE
        self.asked.append(options)
        return self.answer

    def say(self, text: str) -> None:
        self.said.append(text)


def meant(front: Front, tables: Sequence[LeftTable], *, is_named: bool = False) -> LeftTable | None:
    party = person("Me", is_ready_at_once=False, log=None)
    party = replace(party, identity=IDENTITIES[1])
    asked: Any = front

    async def main() -> LeftTable | None:
        return await meant_table(asked, party, tables, NO, is_named=is_named)

    return trio.run(main)


def test_within_the_hour_nobody_is_asked() -> None:
    front, fresh, old = Front(1), left(UNASKED_S - 60), left(UNASKED_S + 60)
    assert meant(front, [fresh, old]) is fresh
    assert meant(front, []) is None
    assert not front.asked


@pytest.mark.parametrize("answer", [0, 1, 2])
def test_later_each_table_is_offered_by_name_date_and_friends(answer: int) -> None:
    front, tables = Front(answer), [left(UNASKED_S + 60), left(5 * 24 * 3600)]
    assert meant(front, tables) is ([*tables, None])[answer]
    ((*told, otherwise),) = front.asked
    assert otherwise == NO
    days = [date.fromtimestamp(one.written_s) for one in tables]
    assert told == [resting.table("Azi", ["Bek"], day, 0) for day in days]


def test_where_nobody_can_be_asked_only_a_named_table_is_gone_back_to() -> None:
    front, old = Front(None), left(UNASKED_S + 60)
    assert meant(front, [old], is_named=True) is old
    assert not front.said
    assert meant(front, [old]) is None
    (said,) = front.said
    assert "p2pcards join Bek goes back" in said


def test_a_table_is_meant_by_any_friend_s_name_or_fingerprint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = left(0, target="friday")
    monkeypatch.setattr(returning, "_left_tables", lambda _: (one,))
    party: Any = None
    key = fingerprint(one.begun.seats[0].key)
    for target in (None, "bek", "ME", "Friday", key, "192.168.1.4", "192.168.1.4:27365"):
        assert tables_left(party, target) == (one,), target
    for target in ("Chinara", "192.168.1.5", "192.168.1.4:1"):
        assert not tables_left(party, target), target


def test_a_table_is_told_in_one_phrase() -> None:
    day = date(2026, 11, 28)
    told = resting.table("Azi", ["Bek", "Chinara"], day, 7)
    assert told == "Azi with Bek and Chinara, Saturday 28 November, after deal 7"
    assert GAMES["azi"].title == "Azi"
