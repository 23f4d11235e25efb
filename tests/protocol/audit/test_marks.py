"""An audit goes on from a mark and finds what it would have found from the beginning."""

from __future__ import annotations

import io

import msgspec
import pytest

from protocol.audit import Auditor, audit
from protocol.log.rounds import BadRound
from protocol.mark import BadMark, Mark, MarkFault, Settled, make_mark, read_mark
from protocol.table.notices import ShufflesVerified
from tests.conformance.test_corpus import data_of

RELEASE = "0"
LOGS = [
    "azi-2-two",
    "azi-3",
    "azi-4-buy-in",
    "hazari-4",
    "lukfu-3",
    "faults-silent-and-back",
    "faults-result-twice-and-silent",
    "fault-ahead-proof-shuffle-proof",
    "fault-ahead-accept-two-versions",
    "fault-stake-two-versions",
    "altered-two-noise",
    "altered-two-stakes",
    "altered-two-in-deck",
]


def positions(data: bytes) -> list[Settled]:
    """Where an audit stands after each result."""
    auditor = Auditor(data)
    found: list[Settled] = []
    try:
        for _ in auditor.to_end():
            if auditor.settled is not None and auditor.settled not in found[-1:]:
                found.append(auditor.settled)
    except BadRound:
        pass
    return found


@pytest.mark.parametrize("name", LOGS)
def test_from_after_any_result_it_finds_the_same(name: str) -> None:
    data = data_of(name)
    whole = audit(data)
    for settled in positions(data):
        stored = msgspec.json.encode(make_mark(settled, io.BytesIO(data), RELEASE))
        mark = read_mark(stored, io.BytesIO(data), RELEASE)
        assert audit(data, mark=mark) == whole


def mark_of(data: bytes) -> Mark:
    return make_mark(positions(data)[0], io.BytesIO(data), RELEASE)


def test_what_is_before_the_mark_is_not_verified_again() -> None:
    data = data_of("azi-2-two")
    auditor = Auditor(data, mark=mark_of(data))
    seen = [notice for notices in auditor.to_end() for notice in notices]
    assert len([notice for notice in seen if isinstance(notice, ShufflesVerified)]) == 1
    assert auditor.report.counts.shuffles == 4


def test_a_log_that_has_grown_goes_on_from_its_mark() -> None:
    data = data_of("azi-2-two")
    mark = mark_of(data)
    first = mark_of(data[: mark.size])
    assert (first.entries, first.digest) == (mark.entries, mark.digest)
    assert audit(data, mark=first) == audit(data)


@pytest.mark.parametrize("at", [0, 100, -1])
def test_a_log_whose_beginning_is_another_is_not_gone_on_with(at: int) -> None:
    data = data_of("azi-2")
    stored = msgspec.json.encode(mark_of(data))
    altered = bytearray(data)
    altered[at] ^= 1
    with pytest.raises(BadMark, match=MarkFault.OF_OTHER_BYTES):
        read_mark(stored, io.BytesIO(bytes(altered)), RELEASE)
    with pytest.raises(BadMark, match=MarkFault.OF_OTHER_BYTES):
        read_mark(stored, io.BytesIO(data[:-1]), RELEASE)


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff", b"[1]", b"null"])
def test_a_damaged_mark_is_none(data: bytes) -> None:
    with pytest.raises(BadMark, match=MarkFault.DAMAGED):
        read_mark(data, io.BytesIO(b""), RELEASE)


def test_a_mark_of_another_release_is_none() -> None:
    data = data_of("azi-2")
    with pytest.raises(BadMark, match=MarkFault.OF_ANOTHER_RELEASE):
        read_mark(msgspec.json.encode(mark_of(data)), io.BytesIO(data), "1")
