"""Unsigned talk between peers: bounded, strict, and never taken for an entry (SPEC §7.8)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.faults import Code
from protocol.wire import talk as talk_module
from protocol.wire.codec import LINE_LIMIT, BadLine
from protocol.wire.talk import (
    Aside,
    Catchup,
    Links,
    More,
    Passed,
    Say,
    Talk,
    decode_talk,
    encode_talk,
    is_talk,
)


@pytest.mark.parametrize(
    "talk",
    [
        Catchup(0),
        More(1024),
        Catchup(100_000_000),
        Links(()),
        Links((0, 1, 2, 3, 4, 5, 6, 15)),
        Say("x"),
        Say("é" * 200),
        Aside("Wei", "x", True),
        Aside("é" * 32, "é" * 200, False),
        Passed(b"k" * 32, "Wei", "x"),
    ],
)
def test_what_is_said_reads_back(talk: Talk) -> None:
    payload = encode_talk(talk)
    assert is_talk(payload)
    assert decode_talk(payload) == talk


@pytest.mark.parametrize(
    "payload",
    [
        b'{"m":"catchup","lines":-1}',
        b'{"m":"catchup","lines":100000001}',
        b'{"m":"catchup","lines":1.5}',
        b'{"m":"catchup"}',
        b'{"m":"catchup","lines":1,"more":1}',
        b'{"m":"links","seats":[16]}',
        b'{"m":"links","seats":[0,1,2,3,4,5,6,7,8]}',
        b'{"m":"say","text":""}',
        b'{"m":"say","text":"' + b"x" * 201 + b'"}',
        b'{"m":"say","text":"\\ud800"}',
        b'{"m":"say","text":"\xff"}',
        b'{"m":"shout","text":"x"}',
        b'{"m":"aside","name":"","text":"x","spread":true}',
        b'{"m":"aside","name":"Wei","text":"x"}',
        b'{"m":"aside","name":"Wei","text":"x","spread":1}',
        b'{"m":"aside","name":"' + b"x" * 33 + b'","text":"x","spread":true}',
        b'{"m":"passed","name":"Wei","text":"x"}',
        b'{"m":"passed","key":"a2V5","name":"Wei","text":"x"}',
        b'{"m":' + b"[" * 50_000,
        b'{"m":',
    ],
)
def test_what_is_no_message_is_refused(payload: bytes) -> None:
    assert is_talk(payload)
    with pytest.raises(BadLine, match=Code.NOT_A_MESSAGE):
        decode_talk(payload)


@pytest.mark.parametrize(
    "payload",
    [
        b'{"m":"catchup","lines":1,"lines":2}',
        b'{"m":"catchup", "lines":1}',
        b'{"m":"catchup","lines":1}\n',
        b'{"m":"catchup","lines":1.0}',
        b'{"m":"catchup","lines":-0}',
        b'{"m":"links","seats":[],"seats":[1]}',
        b'{"m":"say","text":"\\u0061"}',
        b'{"m":"say","m":"say","text":"a"}',
    ],
)
def test_a_message_in_another_encoding_than_its_one_is_refused(payload: bytes) -> None:
    with pytest.raises(BadLine, match=f"{Code.ANOTHER_ENCODING}|{Code.NOT_A_MESSAGE}"):
        decode_talk(payload)


@pytest.mark.parametrize("seats", [(1, 1), (2, 1), (0, 3, 2)])
def test_seats_to_which_there_are_links_are_told_in_order_each_once(seats: tuple[int, ...]) -> None:
    with pytest.raises(BadLine, match=Code.SEATS_NOT_IN_ORDER):
        decode_talk(encode_talk(Links(seats)))


def test_a_message_longer_than_any_is_refused_before_it_is_parsed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(talk_module, "_decoder", None)  # whoever parses it falls over
    with pytest.raises(BadLine, match=Code.MESSAGE_TOO_LONG):
        decode_talk(b'{"m":' + b" " * LINE_LIMIT)


@given(st.binary(max_size=200))
def test_random_bytes_raise_nothing_but_bad_line(data: bytes) -> None:
    for payload in (data, b'{"m":' + data):
        with pytest.raises(BadLine):
            decode_talk(payload)
