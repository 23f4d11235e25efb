"""Two logs of one table: what they share, how they part, and who signed two versions."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.comparison import Contradiction, compare
from protocol.crypto.identity import Identity
from protocol.crypto.rng import SeededRng
from protocol.wire.codec import sign_entry
from protocol.wire.entries import AnyEntry, Decision, Leave, Vote

TABLE = bytes(32)
SEATS = [Identity.generate(SeededRng(bytes([seat]) * 64)) for seat in range(3)]


def line(kind: type[AnyEntry], seat: int, round: int = 1, head: int = 1, **more: Any) -> bytes:
    entry = kind(
        seat=seat, chain="play", deal=2, attempt=0, round=round, head=bytes([head]) * 32, **more
    )
    return sign_entry(entry, TABLE, SEATS[seat]).line


def act(seat: int, act: str, round: int = 1, head: int = 1) -> bytes:
    return line(Decision, seat, round, head, act=act)


BEGINNING = [act(0, "call", 0), act(1, "fold", 0)]


def test_the_same_lines_are_the_same() -> None:
    compared = compare(BEGINNING, list(BEGINNING))
    assert compared.is_same
    assert compared.is_beginning
    assert compared.contradictions == ()


@pytest.mark.parametrize("is_swapped", [False, True])
def test_a_log_that_only_ends_earlier_is_a_beginning(is_swapped: bool) -> None:
    logs = [BEGINNING[:1], BEGINNING]
    compared = compare(*(reversed(logs) if is_swapped else logs))
    assert compared.is_beginning
    assert not compared.is_same
    assert compared.shared == 1


def test_two_versions_after_one_head_are_a_contradiction() -> None:
    one = [*BEGINNING, act(0, "call"), act(2, "call")]
    other = [*BEGINNING, act(0, "call"), act(1, "fold"), act(2, "fold")]
    compared = compare(one, other)
    assert compared.shared == 3
    assert not compared.is_beginning
    assert compared.contradictions == (Contradiction(2, 2, (4, 5)),)


def test_entries_after_two_heads_or_for_two_places_are_none() -> None:
    one = [*BEGINNING, act(0, "call", head=1), act(1, "call", round=2)]
    other = [*BEGINNING, act(0, "fold", head=2), act(1, "fold", round=3)]
    compared = compare(one, other)
    assert not compared.is_beginning
    assert compared.contradictions == ()


def test_a_vote_or_a_leave_beside_an_entry_is_none() -> None:
    one = [*BEGINNING, act(0, "call"), act(1, "call")]
    other = [*BEGINNING, line(Vote, 0, ballot=1, absent=(1,)), line(Leave, 1)]
    assert compare(one, other).contradictions == ()


def test_the_same_entry_at_another_number_is_none() -> None:
    one = [*BEGINNING, act(0, "call"), act(1, "call")]
    other = [*BEGINNING, act(1, "call")]
    assert compare(one, other).contradictions == ()
