"""What an action may hand on of seats that have left (SPEC §6.3)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from protocol.crypto.errors import ProofRefused
from protocol.faults import Code, Reason
from protocol.table.judge.play import Play
from protocol.table.judge.rounds_of_play import _gone
from protocol.wire.codec import verify_line
from protocol.wire.entries import Decision
from tests.protocol.log.rounds_made import KEYS, PLACE, TABLE, act, leave, signed

PLAY = cast(
    Play,
    SimpleNamespace(
        setting=SimpleNamespace(verified=lambda line: verify_line(line, TABLE, KEYS)),
        place=PLACE,
        live=(0, 1, 2, 3),
        round=SimpleNamespace(speakers=(0,)),
    ),
)
"""A deal of four that asks seat 0; seats 4 and 5 are out."""


def handed_on(*lines: bytes, **fields: Any) -> tuple[int, ...]:
    texts = tuple(line.decode() for line in lines)
    entry = signed(Decision, 0, **{"act": "", "gone": texts, **fields}).entry
    return _gone(PLAY, cast(Decision, entry))


def test_leaves_in_seat_order_are_handed_on() -> None:
    assert handed_on(leave(1).line, leave(3, round=2).line) == (1, 3)


def test_nothing_stands_beside_them() -> None:
    for field in ({"act": "fold"}, {"cards": ("6H",)}, {"shares": b"x"}, {"claim": b"x"}):
        with pytest.raises(ProofRefused, match=Code.ACTION_BESIDE_LEAVES):
            handed_on(leave(1).line, **field)


def test_a_line_that_is_no_entry_is_no_leave() -> None:
    with pytest.raises(ProofRefused, match=f"{Code.NOT_A_LEAVE}: {Code.NOT_AN_ENTRY}"):
        handed_on(b"{}")


def test_another_entry_or_a_leave_of_later_is_not_in_time() -> None:
    for line in (act(1).line, leave(1, round=6).line, leave(1, deal=3).line):
        with pytest.raises(ProofRefused, match=Code.LEAVE_NOT_IN_TIME):
            handed_on(line)


@pytest.mark.parametrize("seat", [0, 4], ids=["is asked itself", "is out already"])
def test_a_leave_of_who_is_asked_or_out_is_not_due(seat: int) -> None:
    with pytest.raises(ProofRefused) as refused:
        handed_on(leave(seat).line)
    assert refused.value.reason == Reason(Code.LEAVE_NOT_DUE, (seat,))


def test_leaves_in_another_order_or_doubled_are_refused() -> None:
    for seats in ((3, 1), (1, 1)):
        with pytest.raises(ProofRefused, match=Code.LEAVES_OUT_OF_SEAT_ORDER):
            handed_on(*(leave(seat).line for seat in seats))
