from __future__ import annotations

import errno
import os
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

import pytest
import trio
import trio.testing

from protocol.crypto.identity import Identity
from protocol.faults import Code, Reason
from protocol.net.finding.addresses import DEFAULT_PORT, Address, DialFailed
from protocol.net.finding.dialling import dial
from protocol.net.links import listener as listener_module
from protocol.net.links.handshake import handshake
from protocol.net.links.link import Link, LinkClosed
from protocol.net.links.listener import MAX_UNPROVED, PortBusy, open_listeners, serve_links

ALICE = Identity.from_seed(b"a" * 32)
BOB = Identity.from_seed(b"b" * 32)


@asynccontextmanager
async def serving(received: list[Link]) -> AsyncIterator[int]:
    """A listener of Bob's on a free port, whose links go into `received` and are closed."""
    port, listeners = open_listeners(0)

    async def handler(link: Link) -> None:
        received.append(link)
        await link.send(b"welcome")
        await link.close()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve_links, listeners, BOB, handler)
        yield port
        nursery.cancel_scope.cancel()


async def greeting(port: int) -> bytes:
    link = await dial([Address("127.0.0.1", port)], ALICE, BOB.public)
    try:
        return await link.receive()
    finally:
        await link.close()


async def test_a_proven_caller_is_handed_on_as_a_link() -> None:
    links: list[Link] = []
    async with serving(links) as port:
        assert await greeting(port) == b"welcome"
    assert [link.peer for link in links] == [ALICE.public]


async def test_what_was_sent_before_closing_is_read_although_unread_bytes_wait_on_our_side() -> (
    None
):
    port, listeners = open_listeners(0)

    async def handler(link: Link) -> None:
        await link.send(b"last words")
        await link.close()  # the caller's payload below is never read

    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve_links, listeners, BOB, handler)
        link = await dial([Address("127.0.0.1", port)], ALICE, BOB.public)
        await link.send(b"unread")
        assert await link.receive() == b"last words"
        await link.close()
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
async def test_both_ip_versions_answer_on_the_same_port(host: str) -> None:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        try:
            probe.bind((host, 0))
        except OSError:
            pytest.skip(f"{host} is switched off on this machine")
    async with serving([]) as port:
        link = await dial([Address(host, port)], ALICE, BOB.public)
        await link.close()


async def test_connections_that_prove_nothing_shut_nobody_out() -> None:
    links: list[Link] = []
    async with serving(links) as port:
        idle = [await trio.open_tcp_stream("127.0.0.1", port) for _ in range(3 * MAX_UNPROVED)]
        assert await greeting(port) == b"welcome"
        # The oldest were displaced: their end of the stream has come.
        assert await idle[0].receive_some() == b""
        for stream in idle:
            await stream.aclose()
    assert len(links) == 1


async def test_the_limit_of_handshakes_holds_in_a_burst(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[trio.abc.Stream] = []
    most_open = 0

    async def counted(stream: trio.SocketStream, *words: object, **more: object) -> Link:
        nonlocal most_open
        begun.append(stream)
        most_open = max(most_open, sum(one.socket.fileno() >= 0 for one in begun))  # type: ignore[attr-defined]
        return await handshake(stream, *words, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(listener_module, "handshake", counted)
    async with serving([]) as port:
        burst = [socket.socket() for _ in range(400)]
        for sock in burst:
            sock.setblocking(False)
            with suppress(BlockingIOError):
                sock.connect(("127.0.0.1", port))
        # Behind all of them in the queue, so all that the system let in have been accepted then.
        assert await greeting(port) == b"welcome"
        # The newest is accepted before the one that it displaces has had its turn to close.
        assert MAX_UNPROVED <= most_open <= MAX_UNPROVED + 2
        assert len(begun) > 4 * MAX_UNPROVED
        for sock in burst:
            sock.close()


async def test_a_system_out_of_descriptors_is_survived_without_a_word(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    port, listeners = open_listeners(0)
    real_accept, refusals = trio.SocketListener.accept, 3

    async def accept(listener: trio.SocketListener) -> trio.SocketStream:
        nonlocal refusals
        if idle is not None and refusals:
            await trio.lowlevel.wait_readable(listener.socket)
            refusals -= 1
            raise OSError(errno.EMFILE, "Too many open files")
        return await real_accept(listener)

    idle: trio.SocketStream | None = None
    links: list[Link] = []

    async def handler(link: Link) -> None:
        links.append(link)
        await link.send(b"welcome")
        await link.close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trio.SocketListener, "accept", accept)
        patch.setattr(listener_module, "ACCEPT_AGAIN_S", 0.01)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(serve_links, listeners, BOB, handler)
            idle = await trio.open_tcp_stream("127.0.0.1", port)
            await trio.testing.wait_all_tasks_blocked()
            assert await greeting(port) == b"welcome"
            assert await greeting(port) == b"welcome"
            # What proved nothing has made room for those who might.
            assert await idle.receive_some() == b""
            await idle.aclose()
            nursery.cancel_scope.cancel()
    assert refusals == 0
    assert len(links) == 2
    assert not caplog.records
    assert capfd.readouterr() == ("", "")


async def test_garbage_from_a_caller_leaves_the_listener_unharmed() -> None:
    links: list[Link] = []
    async with serving(links) as port:
        for data in (b"", b"GET / HTTP/1.1\r\n\r\n", b"p2pcards/1\n\xff\xff", bytes(5000)):
            stream = await trio.open_tcp_stream("127.0.0.1", port)
            await stream.send_all(data)
            await stream.aclose()
        assert await greeting(port) == b"welcome"


async def test_a_port_in_use_is_reported_when_it_was_asked_for() -> None:
    port, listeners = open_listeners(0)
    with pytest.raises(PortBusy) as caught:
        open_listeners(port)
    assert caught.value.reason == Reason(Code.PORT_IN_USE, (port,))
    for listener in listeners:
        await listener.aclose()
    again, listeners = open_listeners(port)
    assert again == port
    for listener in listeners:
        await listener.aclose()


async def test_the_default_port_gives_way_to_a_free_one_when_it_is_taken() -> None:
    first, first_listeners = open_listeners()
    second, second_listeners = open_listeners()
    assert second != DEFAULT_PORT
    assert first != second
    for listener in (*first_listeners, *second_listeners):
        await listener.aclose()


def test_where_every_port_is_taken_the_usual_one_is_said_to_be_busy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def busy(port: int) -> None:
        asked.append(port)
        raise PortBusy(port, is_forbidden=False)

    monkeypatch.setattr(listener_module, "_open_on", busy)
    with pytest.raises(PortBusy) as caught:
        open_listeners()
    assert caught.value.port == DEFAULT_PORT
    assert caught.value.code is Code.PORT_IN_USE
    assert 1 < len(asked) < 100


def test_a_port_that_the_system_keeps_to_itself_is_said_to_be_forbidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Guarded(socket.socket):
        def bind(self, address: object) -> None:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(listener_module.socket, "socket", Guarded)
    with pytest.raises(PortBusy) as caught:
        open_listeners(80)
    # Windows has no ports of the system's own: there somebody else has this one to himself.
    why = Code.PORT_IN_USE if sys.platform == "win32" else Code.PORT_FORBIDDEN
    assert caught.value.reason == Reason(why, (80,))


def test_a_system_without_any_ip_version_is_said_to_have_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def none(*_: object) -> None:
        raise OSError(errno.EAFNOSUPPORT, "no such family")

    monkeypatch.setattr(socket, "socket", none)
    with pytest.raises(OSError, match=os.strerror(errno.EAFNOSUPPORT)):
        open_listeners(0)


async def test_a_link_closed_by_the_listener_reads_as_left() -> None:
    links: list[Link] = []
    async with serving(links) as port:
        link = await dial([Address("127.0.0.1", port)], ALICE, None)
        assert await link.receive() == b"welcome"
        with pytest.raises(LinkClosed) as caught:
            await link.receive()
        assert caught.value.code is Code.PEER_LEFT


async def test_dialling_ourselves_over_tcp_is_noticed() -> None:
    async with serving([]) as port:
        with pytest.raises(DialFailed) as caught:
            await dial([Address("127.0.0.1", port)], BOB, None)
        assert caught.value.attempts == ((Address("127.0.0.1", port), Code.OURSELVES),)


async def test_a_link_that_ends_within_its_handler_harms_no_other() -> None:
    port, listeners = open_listeners(0)

    async def handler(link: Link) -> None:
        await link.send(await link.receive())
        await link.close()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve_links, listeners, BOB, handler)
        for payload in (None, b"echo"):
            link = await dial([Address("127.0.0.1", port)], ALICE, BOB.public)
            if payload is not None:
                await link.send(payload)
                assert await link.receive() == payload
            await link.close()
        nursery.cancel_scope.cancel()


async def test_links_beyond_the_number_handled_at_a_time_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(listener_module, "MAX_HANDLED", 2)
    port, listeners = open_listeners(0)

    async def handler(link: Link) -> None:
        try:
            await link.receive()
        finally:
            await link.close()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve_links, listeners, BOB, handler)
        links = [await dial([Address("127.0.0.1", port)], ALICE, BOB.public) for _ in range(3)]
        with pytest.raises(LinkClosed) as caught:
            await links[2].receive()
        assert caught.value.code is Code.NOT_ADMITTED
        for link in links:
            await link.close()
        nursery.cancel_scope.cancel()


async def test_strangers_however_many_do_not_shut_out_a_caller_that_is_expected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(listener_module, "MAX_HANDLED", 2)
    port, listeners = open_listeners(0)
    here = [Address("127.0.0.1", port)]

    async def handler(link: Link) -> None:
        await link.send(b"welcome")
        try:
            await link.receive()
        finally:
            await link.close()

    def is_expected(key: bytes) -> bool:
        return key == ALICE.public

    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(serve_links, listeners, BOB, handler, is_expected=is_expected))
        strangers = [
            await dial(here, Identity.from_seed(bytes([i]) * 32), BOB.public) for i in range(3)
        ]
        with pytest.raises(LinkClosed):
            await strangers[2].receive()
        seat = await dial(here, ALICE, BOB.public)
        assert await seat.receive() == b"welcome"
        for link in (seat, *strangers):
            await link.close()
        nursery.cancel_scope.cancel()


async def test_one_expected_key_is_not_handled_more_than_twice_at_a_time() -> None:
    port, listeners = open_listeners(0)
    here = [Address("127.0.0.1", port)]

    async def handler(link: Link) -> None:
        await link.send(b"welcome")
        try:
            await link.receive()
        finally:
            await link.close()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(
            partial(serve_links, listeners, BOB, handler, is_expected=lambda _: True)
        )
        links = [await dial(here, ALICE, BOB.public) for _ in range(4)]
        for link in links:
            assert await link.receive() == b"welcome"
        for link in links[:2]:
            with pytest.raises(LinkClosed):
                await link.receive()
        other = await dial(here, Identity.from_seed(b"c" * 32), BOB.public)
        assert await other.receive() == b"welcome"
        for link in (other, *links[2:]):
            with trio.move_on_after(0.05):  # still open: nothing comes, not even the end
                await link.receive()
            assert link.closed is None
            await link.close()
        nursery.cancel_scope.cancel()


async def test_a_link_passed_on_outlives_its_handler() -> None:
    port, listeners = open_listeners(0)
    passed_on: list[Link] = []

    async def handler(link: Link) -> None:
        passed_on.append(link)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve_links, listeners, BOB, handler)
        link = await dial([Address("127.0.0.1", port)], ALICE, BOB.public)
        await trio.testing.wait_all_tasks_blocked()
        await passed_on[0].send(b"still here")
        assert await link.receive() == b"still here"
        await link.close()
        await passed_on[0].close()
        nursery.cancel_scope.cancel()
