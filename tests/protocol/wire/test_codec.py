"""One encoding per value, and a signature over exactly these bytes for exactly this table (SPEC §4.2)."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.faults import Code
from protocol.wire import codec
from protocol.wire.codec import LINE_LIMIT, BadLine, decode_line, sign_entry, verify_line
from protocol.wire.entries import AnyEntry, Decision, Proposal, Stake, Vote
from tests.protocol.wire.samples import IDENTITIES, KEYS, KINDS, TABLE, sample

BODY = sample(Decision, act="bet é 5", cards=(), shares=b"", proof=b"", claim=b"ab")


def line_of(entry: AnyEntry, seat: int = 1) -> bytes:
    return sign_entry(entry, TABLE, IDENTITIES[seat]).line


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_reads_back_to_the_same_bytes(kind: type[AnyEntry]) -> None:
    signed = sign_entry(sample(kind), TABLE, IDENTITIES[1])
    assert verify_line(signed.line, TABLE, KEYS) == signed
    assert signed.line.startswith(b'{"e":{"t":"')


def swapped(one: bytes, other: bytes) -> Callable[[bytes], bytes]:
    def change(line: bytes) -> bytes:
        assert one in line
        return line.replace(one, other, 1)

    return change


def sig_first(line: bytes) -> bytes:
    body, _, sig = line[1:-1].rpartition(b',"sig"')
    return b'{"sig"' + sig + b"," + body + b"}"


OTHER_ENCODINGS: dict[str, Callable[[bytes], bytes]] = {
    "a blank after a colon": swapped(b'"seat":1', b'"seat": 1'),
    "a blank at the end": lambda line: line + b" ",
    "a newline at the end": lambda line: line + b"\n",
    "a blank between the halves": swapped(b',"sig"', b', "sig"'),
    "the kind not first": swapped(b'"t":"act","seat":1', b'"seat":1,"t":"act"'),
    "members exchanged": swapped(b'"seat":1,"chain":"play"', b'"chain":"play","seat":1'),
    "the signature first": sig_first,
    "a member twice": swapped(b'"seat":1', b'"seat":1,"seat":1'),
    "an empty member that is left out": swapped(b',"claim"', b',"cards":[],"claim"'),
    "a fraction": swapped(b'"seat":1', b'"seat":1.0'),
    "an exponent": swapped(b'"seat":1', b'"seat":1e0'),
    "a negative zero": swapped(b'"attempt":0', b'"attempt":-0'),
    "an escaped letter": swapped(b'"chain":"play"', b'"chain":"pl\\u0061y"'),
    "an escaped accent": swapped("é".encode(), b"\\u00e9"),
    "pad bits in base64": swapped(b'"claim":"YWI="', b'"claim":"YWJ="'),
}


@pytest.mark.parametrize("name", OTHER_ENCODINGS)
def test_another_encoding_of_the_same_value_is_refused(name: str) -> None:
    line = OTHER_ENCODINGS[name](line_of(BODY))
    with pytest.raises(BadLine, match=f"{Code.ANOTHER_ENCODING}|{Code.NOT_AN_ENTRY}"):
        decode_line(line)


def test_most_of_these_would_be_read_but_for_the_one_encoding() -> None:
    """So the check of the encoding is not idle: a lenient reader takes them for the same entry."""
    refused = 0
    for change in OTHER_ENCODINGS.values():
        with pytest.raises(BadLine) as error:
            decode_line(change(line_of(BODY)))
        refused += error.value.code is Code.ANOTHER_ENCODING
    assert refused >= 10


def test_an_option_named_twice_is_refused() -> None:
    line = line_of(sample(Proposal), seat=0)
    with pytest.raises(BadLine, match=Code.ANOTHER_ENCODING):
        decode_line(swapped(b'"ante":5', b'"ante":6,"ante":5')(line))


NO_ENTRIES: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda line: b"",
    "half of it": lambda line: line[: len(line) // 2],
    "no envelope": lambda line: line[5 : line.rindex(b',"sig"')],
    "a member of no kind": swapped(b',"claim"', b',"wish":"AA==","claim"'),
    "a member beside the two halves": swapped(b',"sig"', b',"x":1,"sig"'),
    "no signature": lambda line: line[: line.rindex(b',"sig"')] + b"}",
    "an unknown kind": swapped(b'"t":"act"', b'"t":"cheat"'),
    "no kind": swapped(b'"t":"act",', b""),
    "no seat": swapped(b'"seat":1,', b""),
    "null": swapped(b'"seat":1', b'"seat":null'),
    "text where a number is due": swapped(b'"seat":1', b'"seat":"1"'),
    "base64 without padding": swapped(b'"claim":"YWI="', b'"claim":"YWI"'),
    "base64 of the other alphabet": swapped(b'"claim":"YWI="', b'"claim":"__8="'),
    "a byte that is no UTF-8": swapped("é".encode(), b"\xff"),
    "half of a surrogate pair": swapped("é".encode(), b"\\ud800"),
    "a control character": swapped("é".encode(), b"\x01"),
    "deeply nested": lambda line: b'{"e":' + b"[" * 50_000 + b"]" * 10_000 + b"}",
}


@pytest.mark.parametrize("name", NO_ENTRIES)
def test_what_is_no_entry_is_refused_as_such(name: str) -> None:
    with pytest.raises(BadLine, match=Code.NOT_AN_ENTRY):
        decode_line(NO_ENTRIES[name](line_of(BODY)))


@pytest.mark.parametrize("length", [0, 63, 65])
def test_a_signature_of_another_length_is_none(length: int) -> None:
    line = line_of(BODY)
    start = line.index(b'"sig":"') + 7
    other = line[:start] + base64.b64encode(bytes(length)) + b'"}'
    with pytest.raises(BadLine, match=Code.NOT_AN_ENTRY):
        decode_line(other)


def test_a_line_longer_than_any_entry_is_refused_before_it_is_parsed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(codec, "_envelope_decoder", None)  # whoever parses it falls over
    with pytest.raises(BadLine, match=Code.LINE_TOO_LONG):
        decode_line(b" " * (LINE_LIMIT + 1))


def test_a_line_of_a_seat_that_the_table_does_not_have_is_refused() -> None:
    line = line_of(sample(Stake, seat=4), seat=3)
    with pytest.raises(BadLine, match=f"{Code.NO_SUCH_SEAT} 4"):
        verify_line(line, TABLE, KEYS)


@pytest.mark.parametrize(
    "line",
    [
        line_of(BODY, seat=2),
        sign_entry(BODY, b"U" * 32, IDENTITIES[1]).line,
        swapped(b'"round":7', b'"round":8')(line_of(BODY)),
    ],
    ids=["signed by another seat", "signed for another table", "altered afterwards"],
)
def test_a_line_not_signed_by_its_seat_for_this_table_is_refused(line: bytes) -> None:
    with pytest.raises(BadLine, match=f"{Code.NOT_SIGNED} 1"):
        verify_line(line, TABLE, KEYS)


def test_the_signature_is_not_part_of_what_an_entry_is() -> None:
    """A second signature of its author on the same body is no second entry, and no equivocation."""
    signed = sign_entry(BODY, TABLE, IDENTITIES[1])
    body = re.sub(rb'"sig":".*"', b'"sig":"' + base64.b64encode(bytes(64)) + b'"', signed.line)
    assert decode_line(body)[0].id == signed.id


@given(st.binary(max_size=300) | st.text(max_size=100).map(str.encode))
def test_random_bytes_raise_nothing_but_bad_line(data: bytes) -> None:
    with pytest.raises(BadLine):
        decode_line(data)


@given(st.data())
def test_a_changed_byte_never_gives_the_same_entry(data: st.DataObject) -> None:
    line = line_of(sample(Vote))
    at = data.draw(st.integers(0, len(line) - 1))
    bit = data.draw(st.integers(0, 7))
    changed = line[:at] + bytes([line[at] ^ 1 << bit]) + line[at + 1 :]
    with pytest.raises(BadLine):
        verify_line(changed, TABLE, KEYS)
