from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from itertools import pairwise

import pytest
import trio
import trio.testing

from protocol.crypto.identity import Identity
from protocol.faults import Code
from protocol.net.finding.addresses import Address, DialFailed
from protocol.net.links import mesh as mesh_module
from protocol.net.links.events import LinkDown, LinkUp, MeshEvent, Received
from protocol.net.links.frames import Goodbye
from protocol.net.links.link import Link, LinkClosed
from protocol.net.links.mesh import (
    LAST_REDIAL_S,
    MAX_LINKS,
    QUEUE_BYTES,
    SIMULTANEOUS_S,
    Mesh,
    open_mesh,
)

SMALL, LARGE = sorted(
    (Identity.from_seed(bytes([i]) * 32) for i in (1, 2)), key=lambda one: one.public
)
OTHERS = [Identity.from_seed(bytes([i]) * 32) for i in range(3, 3 + MAX_LINKS)]

LinkPair = Callable[[Identity, Identity], Awaitable[tuple[Link, Link]]]


@asynccontextmanager
async def two_meshes() -> AsyncIterator[tuple[Mesh, Mesh]]:
    async with (
        open_mesh(SMALL, allow=lambda _: True) as small,
        open_mesh(LARGE, allow=lambda _: True) as large,
    ):
        yield small, large


async def take(mesh: Mesh, count: int) -> list[MeshEvent]:
    return [await mesh.events.receive() for _ in range(count)]


async def reason_of(link: Link) -> Code:
    try:
        while True:
            await link.receive()
    except LinkClosed as closed:
        return closed.code


def kinds(events: Iterable[MeshEvent]) -> list[str]:
    return [type(event).__name__ for event in events]


async def test_payloads_go_both_ways_and_arrive_in_order(link_pair: LinkPair) -> None:
    async with two_meshes() as (small, large):
        a, b = await link_pair(SMALL, LARGE)
        small.adopt(a)
        large.adopt(b)
        for i in range(5):
            small.send(LARGE.public, bytes([i]))
        large.send(SMALL.public, b"to all")
        up, *received = await take(large, 6)
        assert up == LinkUp(SMALL.public, b.words, b.handshake_hash)
        assert received == [Received(SMALL.public, bytes([i])) for i in range(5)]
        assert await take(small, 2) == [
            LinkUp(LARGE.public, a.words, a.handshake_hash),
            Received(LARGE.public, b"to all"),
        ]
        assert small.linked() == {LARGE.public}


async def test_what_is_queued_at_the_end_still_arrives_and_then_a_goodbye(
    link_pair: LinkPair,
) -> None:
    a, b = await link_pair(SMALL, LARGE)
    async with open_mesh(LARGE, allow=lambda _: True) as large:
        large.adopt(b)
        async with open_mesh(SMALL, allow=lambda _: True) as small:
            small.adopt(a)
            small.send(LARGE.public, b"last words")
        assert (await take(large, 3))[1:] == [
            Received(SMALL.public, b"last words"),
            LinkDown(SMALL.public, Code.PEER_LEFT),
        ]
        assert large.linked() == frozenset()


async def test_at_the_end_a_link_is_kept_until_the_peer_has_read_all_for_as_long_as_patience_lasts(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    for is_read, took_s in ((True, 4.0), (False, 10.0)):
        link, other = await link_pair(SMALL, LARGE)
        began = trio.current_time()
        async with trio.open_nursery() as nursery:
            async with open_mesh(SMALL, allow=lambda _: True) as mesh:
                mesh.adopt(link)
                await take(mesh, 1)
                mesh.send(LARGE.public, b"last words")
                mesh.patience_s = 10.0
                if is_read:

                    async def read(other: Link = other) -> None:
                        await trio.sleep(4)
                        assert await other.receive() == b"last words"
                        assert await reason_of(other) is Code.PEER_LEFT

                    nursery.start_soon(read)
            assert trio.current_time() - began == pytest.approx(took_s)


async def test_a_cancelled_program_still_says_goodbye(link_pair: LinkPair) -> None:
    a, b = await link_pair(SMALL, LARGE)
    with trio.CancelScope() as scope:
        async with open_mesh(SMALL, allow=lambda _: True) as small:
            small.adopt(a)
            await take(small, 1)
            small.send(LARGE.public, b"last words")
            scope.cancel()
            await trio.sleep_forever()
    assert await b.receive() == b"last words"
    assert await reason_of(b) is Code.PEER_LEFT


async def test_a_peer_that_is_not_allowed_is_refused(link_pair: LinkPair) -> None:
    a, b = await link_pair(SMALL, LARGE)
    async with open_mesh(SMALL, allow=lambda peer: peer != LARGE.public) as small:
        small.adopt(a)
        assert await reason_of(b) is Code.NOT_ADMITTED
        assert small.linked() == frozenset()


async def test_there_are_never_more_links_than_the_limit(link_pair: LinkPair) -> None:
    async with open_mesh(SMALL, allow=lambda _: True) as mesh:
        ends = []
        for other in OTHERS:
            near, far = await link_pair(SMALL, other)
            mesh.adopt(near)
            ends.append(far)
        near, far = await link_pair(SMALL, LARGE)
        mesh.adopt(near)
        assert await reason_of(far) is Code.NOT_ADMITTED
        assert len(mesh.linked()) == MAX_LINKS


async def test_sending_to_a_stranger_does_nothing() -> None:
    async with open_mesh(SMALL, allow=lambda _: True) as mesh:
        mesh.send(LARGE.public, b"hello")
        mesh.drop(LARGE.public)


async def test_a_peer_that_does_not_read_loses_its_link_and_holds_nobody_up(
    link_pair: LinkPair,
) -> None:
    async with open_mesh(SMALL, allow=lambda _: True) as mesh:
        near, far = await link_pair(SMALL, LARGE)
        other_near, other_far = await link_pair(SMALL, OTHERS[0])
        mesh.adopt(near)
        mesh.adopt(other_near)
        await take(mesh, 2)
        payload = bytes(256 * 1024)
        for _ in range(QUEUE_BYTES // len(payload)):
            mesh.send(LARGE.public, payload)
        assert LARGE.public in mesh.linked()
        mesh.send(LARGE.public, b"one more")
        assert mesh.linked() == {OTHERS[0].public}
        assert await take(mesh, 1) == [LinkDown(LARGE.public, Code.LINK_OVERFLOW)]
        mesh.send(OTHERS[0].public, b"still here")
        assert await other_far.receive() == b"still here"
        del far


async def test_a_dropped_peer_is_told_and_no_longer_heard(link_pair: LinkPair) -> None:
    async with open_mesh(SMALL, allow=lambda _: True) as mesh:
        near, far = await link_pair(SMALL, LARGE)
        mesh.adopt(near)
        await take(mesh, 1)
        mesh.drop(LARGE.public)
        await far.send(b"but wait")
        assert await reason_of(far) is Code.MISBEHAVED
        assert await take(mesh, 1) == [LinkDown(LARGE.public, Code.CLOSED_HERE)]


@pytest.mark.parametrize("small_first", [True, False])
@pytest.mark.parametrize("same_order", [True, False])
async def test_of_two_simultaneous_links_both_sides_keep_the_one_the_smaller_key_dialled(
    link_pair: LinkPair, small_first: bool, same_order: bool
) -> None:
    async with two_meshes() as (small, large):
        by_small = await link_pair(SMALL, LARGE)
        by_large = tuple(reversed(await link_pair(LARGE, SMALL)))
        orders = [[by_small, by_large] if small_first else [by_large, by_small]] * 2
        if not same_order:
            orders[1] = orders[1][::-1]
        for pair in orders[0]:
            small.adopt(pair[0])
        for pair in orders[1]:
            large.adopt(pair[1])
        await trio.testing.wait_all_tasks_blocked()
        assert [link.closed for link in by_small] == [None, None]
        assert None not in [link.closed for link in by_large]
        small.send(LARGE.public, b"through")
        while not isinstance(event := await large.events.receive(), Received):
            pass
        assert event.payload == b"through"


async def test_a_peer_that_comes_back_displaces_its_old_link(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    for first, second in [(SMALL, SMALL), (SMALL, LARGE), (LARGE, SMALL), (LARGE, LARGE)]:
        async with open_mesh(SMALL, allow=lambda _: True) as mesh:

            async def link_by(dialler: Identity) -> tuple[Link, Link]:
                other = LARGE if dialler is SMALL else SMALL
                pair = await link_pair(dialler, other)
                return pair if dialler is SMALL else (pair[1], pair[0])

            near, far = await link_by(first)
            mesh.adopt(near)
            await take(mesh, 1)
            await trio.sleep(SIMULTANEOUS_S + 0.1)
            newer, newer_far = await link_by(second)
            mesh.adopt(newer)
            assert kinds(await take(mesh, 2)) == ["LinkDown", "LinkUp"]
            assert await reason_of(far) is Code.DUPLICATE_LINK
            mesh.send(LARGE.public, b"hello again")
            assert await newer_far.receive() == b"hello again"


async def test_a_dead_peer_is_noticed_and_a_live_idle_one_kept(
    link_pair: LinkPair, autojump_clock: trio.testing.MockClock
) -> None:
    async with two_meshes() as (small, large):
        a, b = await link_pair(SMALL, LARGE)
        dead, _ = await link_pair(SMALL, OTHERS[0])
        small.adopt(a)
        large.adopt(b)
        small.adopt(dead)
        await trio.sleep(600)
        events = await take(small, 3)
        assert events[2] == LinkDown(OTHERS[0].public, Code.LINK_SILENT)
        assert small.linked() == {LARGE.public}
        assert large.linked() == {SMALL.public}


async def test_a_wanted_peer_is_dialled_until_it_answers_and_again_when_it_is_lost(
    link_pair: LinkPair,
    monkeypatch: pytest.MonkeyPatch,
    autojump_clock: trio.testing.MockClock,
) -> None:
    ends: list[Link] = []
    times: list[float] = []

    async def flaky_dial(
        addresses: tuple[Address, ...], identity: Identity, expected: bytes | None
    ) -> Link:
        assert (addresses, identity, expected) == (here, SMALL, LARGE.public)
        times.append(trio.current_time())
        if len(times) % 4:
            raise DialFailed(())
        near, far = await link_pair(SMALL, LARGE)
        ends.append(far)
        return near

    monkeypatch.setattr(mesh_module, "dial", flaky_dial)
    here = (Address("10.9.0.2", 27365),)
    async with open_mesh(SMALL, allow=lambda _: True) as mesh:
        mesh.set_peers({LARGE.public: lambda: here, SMALL.public: lambda: here})
        assert kinds(await take(mesh, 1)) == ["LinkUp"]
        assert len(times) == 4
        gaps = [b - a for a, b in pairwise(times)]
        assert gaps == sorted(gaps)
        await ends[0].close()
        assert kinds(await take(mesh, 2)) == ["LinkDown", "LinkUp"]
        assert len(times) == 8
        assert all(b - a <= LAST_REDIAL_S + 0.1 for a, b in pairwise(times))
        mesh.set_peers({})
        await ends[1].close(Goodbye.LEFT)
        assert kinds(await take(mesh, 1)) == ["LinkDown"]
        await trio.sleep(60)
        assert len(times) == 8


async def test_where_a_peer_is_is_asked_anew_for_each_dial(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    dialled: list[tuple[Address, ...]] = []

    async def vain_dial(addresses: tuple[Address, ...], *_: object) -> Link:
        dialled.append(addresses)
        raise DialFailed(())

    monkeypatch.setattr(mesh_module, "dial", vain_dial)
    ways = [(Address(f"fe80::1%{scope}", 1),) for scope in (2, 3)]
    async with open_mesh(SMALL, allow=lambda _: True) as mesh:
        mesh.set_peers({LARGE.public: lambda: ways[min(len(dialled), 1)]})
        await trio.sleep(1)
    assert dialled[:2] == ways


async def test_a_link_whose_own_address_the_machine_has_lost_is_ended_and_dialled_anew(
    link_pair: LinkPair,
    monkeypatch: pytest.MonkeyPatch,
    autojump_clock: trio.testing.MockClock,
) -> None:
    ours = {"10.9.0.1"}
    monkeypatch.setattr(mesh_module, "is_own", lambda name: name[0] in ours)

    async def dial_from_here(*_: object) -> Link:
        near, _ = await link_pair(SMALL, LARGE)
        monkeypatch.setattr(near, "own_end", (*ours, 1))
        return near

    monkeypatch.setattr(mesh_module, "dial", dial_from_here)
    async with open_mesh(SMALL, allow=lambda _: True) as mesh:
        mesh.set_peers({LARGE.public: lambda: (Address("10.9.0.2", 1),)})
        assert kinds(await take(mesh, 1)) == ["LinkUp"]
        await trio.sleep(3)
        ours.clear()
        ours.add("10.9.0.101")
        moved_at = trio.current_time()
        [down, up] = await take(mesh, 2)
        assert down == LinkDown(LARGE.public, Code.LINK_CUT)
        assert isinstance(up, LinkUp)
        assert trio.current_time() - moved_at < 3


async def test_a_peer_that_hangs_up_at_once_is_not_dialled_in_a_tight_loop(
    link_pair: LinkPair,
    monkeypatch: pytest.MonkeyPatch,
    autojump_clock: trio.testing.MockClock,
) -> None:
    count = 0

    async def refused_dial(*_: object) -> Link:
        nonlocal count
        count += 1
        near, far = await link_pair(SMALL, LARGE)
        await far.close(Goodbye.NOT_ADMITTED)
        return near

    monkeypatch.setattr(mesh_module, "dial", refused_dial)
    async with open_mesh(SMALL, allow=lambda _: True) as mesh:
        mesh.set_peers({LARGE.public: lambda: (Address("10.9.0.2", 1),)})
        with trio.move_on_after(60):
            async for _ in mesh.events:
                pass
    assert count <= 60 / LAST_REDIAL_S + 6


async def test_a_payload_that_is_too_large_is_our_own_mistake() -> None:
    async with open_mesh(SMALL, allow=lambda _: True) as mesh:
        with pytest.raises(ValueError):
            mesh.send(LARGE.public, bytes(256 * 1024 + 1))
