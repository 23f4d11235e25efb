"""Who is at a table: two meshes linked in memory, and what each takes the other for."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
import trio
import trio.testing

from protocol.crypto.identity import Identity
from protocol.faults import Code
from protocol.net.attendance import Attendance
from protocol.net.links.events import LinkDown, LinkUp, MeshEvent, Received
from protocol.net.links.frames import Goodbye
from protocol.net.links.link import Link
from protocol.net.links.mesh import Mesh, open_mesh
from protocol.wire.codec import BadLine
from protocol.wire.seating import decode_at, encode_at

ANN, BEN = (Identity.from_seed(bytes([90 + i]) * 32) for i in range(2))
HERE, THERE = b"h" * 32, b"t" * 32
OTHERS = frozenset({BEN.public})

LinkPair = Callable[[Identity, Identity], Awaitable[tuple[Link, Link]]]


@asynccontextmanager
async def two(link_pair: LinkPair) -> AsyncIterator[tuple[Mesh, Mesh]]:
    async with (
        open_mesh(ANN, allow=lambda _: True) as ann,
        open_mesh(BEN, allow=lambda _: True) as ben,
    ):
        here, there = await link_pair(ANN, BEN)
        ann.adopt(here)
        ben.adopt(there)
        yield ann, ben


async def all_of(attendance: Attendance) -> list[MeshEvent]:
    """What comes of a few seconds."""
    sifted: list[MeshEvent] = []
    with trio.move_on_after(3):
        while True:
            event = attendance.sift(await attendance.mesh.events.receive())
            if event is not None:
                sifted.append(event)
    return sifted


async def test_a_link_is_up_once_the_other_has_said_that_it_is_at_the_table(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    async with two(link_pair) as (ann, ben):
        attendance = Attendance(ann, HERE)
        assert await all_of(attendance) == []
        ben.send(ANN.public, b'{"l":"late"}')
        ben.send(ANN.public, encode_at(HERE))
        ben.send(ANN.public, b"a word")
        events = await all_of(attendance)
        assert [type(event) for event in events] == [LinkUp, Received]
        await ben.events.receive()
        said = await ben.events.receive()
        assert said == Received(ANN.public, encode_at(HERE))


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        (encode_at(THERE), Code.NOT_ADMITTED),
        (b"a word", Code.MISBEHAVED),
        (b'{"m":"catchup","lines":0}', Code.MISBEHAVED),
        (b'{"m":"at","table":"aGVyZQ=="}', Code.MISBEHAVED),
    ],
)
async def test_a_link_to_elsewhere_is_none_and_is_closed(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock, word: bytes, reason: Code
) -> None:
    async with two(link_pair) as (ann, ben):
        ben.send(ANN.public, word)
        ben.send(ANN.public, encode_at(HERE))
        assert await all_of(Attendance(ann, HERE)) == []
        heard = [await ben.events.receive() for _ in range(3)]
        assert heard[-1] == LinkDown(ANN.public, reason)


async def test_whoever_waits_has_company_as_soon_as_one_is_there_and_loses_nothing(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    async with two(link_pair) as (ann, ben):
        attendance = Attendance(ann, HERE)
        async with trio.open_nursery() as nursery:

            async def come_late() -> None:
                await trio.sleep(1000)
                ben.send(ANN.public, encode_at(HERE))
                ben.send(ANN.public, b"a word")

            nursery.start_soon(come_late)
            assert await attendance.wait_for_any(OTHERS)
        assert [type(event) for event in attendance.take_waited()] == [LinkUp]
        assert attendance.take_waited() == []
        assert await all_of(attendance) == [Received(BEN.public, b"a word")]


@pytest.mark.parametrize("says", [True, False])
async def test_whoever_waits_for_those_who_are_all_elsewhere_waits_no_longer(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock, says: bool
) -> None:
    """They say so by their first word, or by not admitting the link."""
    async with two(link_pair) as (ann, ben):
        if says:
            ben.send(ANN.public, encode_at(THERE))
        else:
            ben.drop(ANN.public, Goodbye.NOT_ADMITTED)
        with trio.fail_after(5):
            assert not await Attendance(ann, HERE).wait_for_any(OTHERS)


async def test_one_who_is_elsewhere_is_no_reason_to_give_up_the_others(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    async with two(link_pair) as (ann, ben):
        ben.send(ANN.public, encode_at(THERE))
        with trio.move_on_after(600) as limit:
            await Attendance(ann, HERE).wait_for_any({BEN.public, b"a third"})
        assert limit.cancelled_caught


def test_the_word_reads_back() -> None:
    assert decode_at(encode_at(HERE)) == HERE
    with pytest.raises(BadLine, match=Code.NO_TABLE_NAMED):
        decode_at(b"[" * 10_000)


@pytest.mark.parametrize(
    "spell",
    [
        lambda said: b" " + said,
        lambda said: said.replace(b'":"', b'": "'),
        lambda said: said[:-3] + b'F="}',  # pad bits that are not zero
        lambda said: said.replace(b'"}', b'","table":' + said[18:-1] + b"}"),
    ],
)
def test_the_table_is_named_in_one_spelling(spell: Callable[[bytes], bytes]) -> None:
    said = encode_at(bytes(32))
    assert spell(said) != said
    with pytest.raises(BadLine, match=f"{Code.ANOTHER_ENCODING}|{Code.NO_TABLE_NAMED}"):
        decode_at(spell(said))
