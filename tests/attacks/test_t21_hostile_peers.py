"""T21 over real sockets: strangers and a seat do their worst, and the table plays on unharmed.

Every test holds the attack up for as long as the table plays, and afterwards nobody was blamed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import pytest
import trio

from protocol.crypto.identity import Identity
from protocol.crypto.rng import SeededRng
from protocol.faults import Code
from protocol.net.conduct.conduct import REFUSALS_PER_LINK
from protocol.net.conduct.outgoing import BACKLOG_LIMIT
from protocol.net.conduct.watchers import MOST_WATCHERS
from protocol.net.finding.addresses import DialFailed
from protocol.net.finding.dialling import dial
from protocol.net.links import handshake as handshake_module
from protocol.net.links.frames import CHUNK_BYTES, FrameKind
from protocol.net.links.handshake import PREAMBLE, HandshakeFailed, handshake
from protocol.net.links.link import LinkClosed
from protocol.net.links.listener import MAX_UNPROVED
from protocol.wire.seating import encode_at
from protocol.wire.talk import Catchup, encode_talk
from tests.attacks.loopback import IDENTITIES, MARK, PATIENCE_S, STRANGER, RealTable, real_table

pytestmark = [pytest.mark.usefixtures("light"), pytest.mark.slow]


async def connect(table: RealTable, seat: int = 0) -> trio.SocketStream:
    return await trio.open_tcp_stream("127.0.0.1", table.address(seat).port)


@asynccontextmanager
async def connected(table: RealTable, seat: int = 0) -> AsyncIterator[trio.SocketStream]:
    """A connection that may be cut at any moment."""
    with suppress(OSError, trio.BrokenResourceError):
        stream = await connect(table, seat)
        try:
            yield stream
        finally:
            await trio.aclose_forcefully(stream)


async def play_under(
    table: RealTable, attack: Callable[[], Awaitable[None]], *, is_endless: bool = True
) -> None:
    """Play the match while the attack runs; one that ends by itself is waited for."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(attack)
        await table.run()
        if is_endless:
            nursery.cancel_scope.cancel()
    table.check_unharmed()


async def is_hung_up(stream: trio.SocketStream) -> bool:
    """Whether the other side has closed a connection on which it owes nothing."""
    with trio.move_on_after(PATIENCE_S / 2):
        try:
            while await stream.receive_some(65536):
                pass
        except trio.BrokenResourceError:
            pass
        return True
    return False


async def test_200_connections_that_say_nothing_shut_nobody_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        handshake_module, "HANDSHAKE_LIMIT_S", 2.0 * PATIENCE_S
    )  # they give way before
    async with real_table() as table:
        idle = [await connect(table) for _ in range(200)]
        await table.run()
        table.check_unharmed()
        hung_up = 0

        async def watch(stream: trio.SocketStream) -> None:
            nonlocal hung_up
            if await is_hung_up(stream):
                hung_up += 1

        with trio.fail_after(PATIENCE_S):
            async with trio.open_nursery() as nursery:
                for stream in idle:
                    nursery.start_soon(watch, stream)
                while hung_up < len(idle) - MAX_UNPROVED:
                    await trio.sleep(0.01)
                nursery.cancel_scope.cancel()
        for stream in idle:
            await trio.aclose_forcefully(stream)


async def test_handshakes_that_drip_shut_nobody_out() -> None:
    async with real_table() as table:
        dripping = 0

        async def drip() -> None:
            nonlocal dripping
            while True:
                async with connected(table) as stream:
                    for byte in PREAMBLE + bytes(200):
                        await stream.send_all(bytes([byte]))
                        dripping += 1
                        await trio.sleep(0.001)

        async def attack() -> None:
            async with trio.open_nursery() as nursery:
                for _ in range(2 * MAX_UNPROVED):
                    nursery.start_soon(drip)

        await play_under(table, attack)
        assert dripping


GARBAGE = (
    b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"r" * 500,
    b"p2pcards/9\n" + bytes(1000),
    PREAMBLE,
    PREAMBLE + b"\xff\xff" + b"x" * 65535,
    PREAMBLE + b"\x00\x40" + b"x" * 64 + b"\x00" * 5000,
    SeededRng(b"noise")(100_000),
    b"\n" * 100_000,
)


async def test_garbage_from_hundreds_of_callers_ends_their_connections_and_nothing_else() -> None:
    async with real_table() as table:

        async def attack() -> None:
            for turn in range(100):
                for data in GARBAGE:
                    async with connected(table, turn % 3) as stream:
                        await stream.send_all(data)

        await play_under(table, attack, is_endless=False)


async def test_of_any_number_of_proven_strangers_a_few_may_watch_and_no_seat_loses_its_place() -> (
    None
):
    """Whoever comes may watch, as long as there is room; what strangers say is not listened to."""
    async with real_table(think_s=0.02) as table:
        turned_away = watching = most = 0

        async def come(number: int) -> None:
            nonlocal turned_away, watching
            identity = Identity.from_seed(number.to_bytes(32, "big"))
            link = await dial([table.address(0)], identity, IDENTITIES[0].public)
            is_fed = False
            try:
                with suppress(LinkClosed):
                    await link.send(encode_at(MARK))
                    await link.send(encode_talk(Catchup(0)))
                    await link.send(b"x" * 100_000)
                while True:
                    if (await link.receive()).startswith(b'{"e":'):
                        watching += not is_fed
                        is_fed = True
            except LinkClosed:
                turned_away += not is_fed
            finally:
                await link.abort(Code.CLOSED_HERE)

        async def attack() -> None:
            nonlocal most
            while not table.sessions[0].table.referee.lines[20:]:
                await trio.sleep(0.01)
            async with trio.open_nursery() as strangers:
                for number in range(60):
                    strangers.start_soon(come, number)
                    await trio.sleep(0.001)
                    most = max(most, len(table.mesh(0).linked()))
                for seat in (1, 2):  # both lose their links, and find their places again
                    table.mesh(0).drop(IDENTITIES[seat].public)

        await play_under(table, attack)
        assert 0 < watching <= MOST_WATCHERS
        assert turned_away > 0
        assert most <= MOST_WATCHERS + 2


async def test_a_recorded_handshake_of_a_seat_played_again_opens_no_link() -> None:
    """The relay sees all bytes of a seat's own handshake and everything it says afterwards."""
    async with real_table() as table:
        recorded = bytearray()
        listener = (await trio.open_tcp_listeners(0, host="127.0.0.1"))[0]

        async def pump(source: trio.SocketStream, sink: trio.SocketStream, keep: bool) -> None:
            with suppress(OSError, trio.BrokenResourceError, trio.ClosedResourceError):
                async for data in source:
                    recorded.extend(data if keep else b"")
                    await sink.send_all(data)

        async def relay() -> None:
            async with (
                await listener.accept() as inner,
                await connect(table) as outer,
                trio.open_nursery() as both,
            ):
                both.start_soon(pump, inner, outer, True)
                both.start_soon(pump, outer, inner, False)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(relay)
            port = listener.socket.getsockname()[1]
            victim = await handshake(
                await trio.open_tcp_stream("127.0.0.1", port),
                IDENTITIES[2],
                is_initiator=True,
                expected_peer=IDENTITIES[0].public,
            )
            await victim.send(b"anything")
            await victim.close()
            nursery.cancel_scope.cancel()
        await listener.aclose()
        assert recorded.startswith(PREAMBLE)
        hung_up = []

        async def attack() -> None:
            for _ in range(20):
                async with connected(table) as stream:
                    await stream.send_all(bytes(recorded))
                    hung_up.append(await is_hung_up(stream))

        await play_under(table, attack, is_endless=False)
        assert hung_up == [True] * 20


async def test_a_stranger_in_the_middle_of_a_dial_is_not_taken_for_the_peer() -> None:
    """Whoever answers at a seat's address must prove that seat's key."""
    async with real_table() as table:
        impostor = (await trio.open_tcp_listeners(0, host="127.0.0.1"))[0]

        async def answer(stream: trio.SocketStream) -> None:
            with suppress(HandshakeFailed, LinkClosed):
                link = await handshake(stream, STRANGER, is_initiator=False, expected_peer=None)
                await link.close()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.serve_listeners, answer, [impostor])
            port = impostor.socket.getsockname()[1]
            stream = await trio.open_tcp_stream("127.0.0.1", port)
            with pytest.raises(HandshakeFailed) as failed:
                await handshake(
                    stream, IDENTITIES[1], is_initiator=True, expected_peer=IDENTITIES[0].public
                )
            nursery.cancel_scope.cancel()
        assert failed.value.code is Code.WRONG_PEER
        await table.run()
        table.check_unharmed()


# --- a seat of the table itself ---------------------------------------------------------------------


def links_of(table: RealTable, seat: int) -> list[bytes]:
    return [key for key in table.mesh(seat).linked() if key != IDENTITIES[seat].public]


async def test_a_seat_that_floods_with_what_is_no_entry_loses_its_link_again_and_again() -> None:
    async with real_table() as table:
        junk = SeededRng(b"junk")

        async def attack() -> None:
            for _ in range(6):
                while not links_of(table, 2):
                    await trio.sleep(0.01)
                for key in links_of(table, 2):
                    for _ in range(2 * REFUSALS_PER_LINK):
                        table.mesh(2).send(key, junk(200))
                await trio.sleep(0.05)

        await play_under(table, attack, is_endless=False)
        refused = [len(table.witnesses[seat].refusals) for seat in (0, 1)]
        assert min(refused) >= REFUSALS_PER_LINK


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (FrameKind.MORE, bytes(CHUNK_BYTES)),
        (FrameKind.MORE, b"short"),
        (FrameKind.LAST, b""),
        (FrameKind.PING, b"with a body"),
    ],
)
async def test_a_seat_that_breaks_the_framing_loses_that_link_and_nothing_else(
    kind: FrameKind, body: bytes
) -> None:
    async with real_table() as table:

        async def attack() -> None:
            for _ in range(3):
                while not links_of(table, 2):
                    await trio.sleep(0.01)
                for key in links_of(table, 2):
                    link = table.mesh(2)._links[key].link
                    with suppress(LinkClosed):
                        async with link._send_lock:
                            for _ in range(6):  # more than a payload may be
                                await link._send_frame(kind, body)
                await trio.sleep(0.02)

        await play_under(table, attack, is_endless=False)


async def test_a_seat_that_asks_for_the_whole_log_without_end_does_not_hold_up_the_others() -> None:
    async with real_table() as table:
        most = 0

        async def attack() -> None:
            nonlocal most
            while True:
                for key in links_of(table, 2):
                    for _ in range(20):
                        table.mesh(2).send(key, encode_talk(Catchup(0)))
                await trio.sleep(0.05)
                for seat in (0, 1):
                    outgoing = table.sessions[seat].conduct.outgoing
                    most = max(most, *(outgoing.waiting(other) for other in range(3)))

        await play_under(table, attack)
        assert most <= BACKLOG_LIMIT


async def test_a_seat_that_dials_without_end_ends_with_one_link() -> None:
    async with real_table() as table:

        async def attack() -> None:
            for _ in range(40):
                with suppress(DialFailed, LinkClosed):
                    link = await dial([table.address(0)], IDENTITIES[2], IDENTITIES[0].public)
                    await link.send(encode_at(MARK))
                    await link.send(encode_talk(Catchup(0)))
                    await link.abort(Code.CLOSED_HERE)

        await play_under(table, attack, is_endless=False)
        assert len(table.mesh(0).linked()) <= 2
