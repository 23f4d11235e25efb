"""The full mesh: one live link to each peer, kept up as long as the peer is wanted.

The one rule: nothing a peer does holds up the caller or another peer. Sending only queues; a queue
that overflows costs that peer its link. What was queued on a link that ended is gone, and `LinkUp`
is the moment to bring the peer up to date again. (SPEC §7.5)
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, TypeAlias

import trio

from protocol.crypto.identity import Identity
from protocol.faults import Code
from protocol.net.finding.addresses import Address, DialFailed
from protocol.net.finding.dialling import dial
from protocol.net.finding.interfaces import is_own
from protocol.net.links.events import LinkDown, LinkUp, MeshEvent, Received
from protocol.net.links.frames import MAX_PAYLOAD_BYTES, Goodbye
from protocol.net.links.link import DEAD_AFTER_S, Link, LinkClosed

MAX_LINKS: Final = 24  # 8 players and 16 who watch

# Far more than a table ever has under way (a deal of 8 seats is about 100 kB): whoever lets this
# much pile up is not reading.
QUEUE_PAYLOADS: Final = 4096
QUEUE_BYTES: Final = 8 * 1024 * 1024
EVENTS_BUFFER: Final = 256

SIMULTANEOUS_S: Final = 2.0
FIRST_REDIAL_S: Final = 0.25
LAST_REDIAL_S: Final = 4.0
FAREWELL_LIMIT_S: Final = 2.0

OWN_END_EVERY_S: Final = 1.0
"""How often it is looked whether the address from which a link goes out is still ours."""


Whereabouts: TypeAlias = Callable[[], Sequence[Address]]
"""Where a peer may be. Asked anew for each dial: our own networks, through which it is reached, change."""


class _Held:
    """A link in the mesh with its outgoing queue."""

    def __init__(self, link: Link, previous: trio.Event | None, heard: bytes | None) -> None:
        self.link = link
        self.heard = heard
        self.previous = previous
        self.since = trio.current_time()
        self.done = trio.Event()
        self.goodbye = Goodbye.LEFT
        self.queued_bytes = 0
        self.queue, self.outbox = trio.open_memory_channel[bytes](QUEUE_PAYLOADS)


class Mesh:
    """All links of this peer. Made by `open_mesh`; every method returns at once."""

    def __init__(
        self, identity: Identity, allow: Callable[[bytes], bool], nursery: trio.Nursery
    ) -> None:
        self._identity = identity
        self._allow = allow
        self._nursery = nursery
        self._links: dict[bytes, _Held] = {}
        self._latest: dict[bytes, trio.Event] = {}
        self._wanted: dict[bytes, Whereabouts] = {}
        self._redials: dict[bytes, trio.CancelScope] = {}
        self._is_closing = False
        self.patience_s = 0.0
        """At the end: how long to wait until each peer has read what was sent to it last."""
        self._tell, self.events = trio.open_memory_channel[MeshEvent](EVENTS_BUFFER)
        """Where LinkUp, LinkDown and Received come out; somebody must keep reading them."""

    def linked(self) -> frozenset[bytes]:
        """The peers to whom there is a link."""
        return frozenset(self._links)

    def send(self, peer: bytes, payload: bytes) -> None:
        """Queue a payload for the peer; without a link to it, nothing happens.

        A peer whose queue is full loses its link.
        """
        if len(payload) > MAX_PAYLOAD_BYTES:
            raise ValueError(f"payload of {len(payload)} bytes")
        held = self._links.get(peer)
        if held is None:
            return
        try:
            if held.queued_bytes + len(payload) > QUEUE_BYTES:
                raise trio.WouldBlock
            held.queue.send_nowait(payload)
            held.queued_bytes += len(payload)
        except trio.WouldBlock:
            del self._links[peer]
            self._nursery.start_soon(held.link.abort, Code.LINK_OVERFLOW)

    def adopt(self, link: Link, heard: bytes | None = None) -> None:
        """Take over a link, from the listener or a dial; it is closed if it has no place here.

        That is: if `allow` refuses its peer, if there are MAX_LINKS, or if it comes second in a
        simultaneous dial.

        Args:
            link: The link.
            heard: What has been received on it already.
        """
        old = self._links.get(link.peer)
        is_full = old is None and len(self._links) >= MAX_LINKS
        if self._is_closing or is_full or not self._allow(link.peer):
            self._nursery.start_soon(link.close, Goodbye.NOT_ADMITTED)
        elif old is not None and not self._displaces(link, old):
            self._nursery.start_soon(link.close, Goodbye.DUPLICATE)
        else:
            if old is not None:
                self._nursery.start_soon(old.link.close, Goodbye.DUPLICATE)
            held = _Held(link, self._latest.get(link.peer), heard)
            self._links[link.peer] = held
            self._latest[link.peer] = held.done
            self._nursery.start_soon(self._serve, held)

    def drop(self, peer: bytes, goodbye: Goodbye = Goodbye.MISBEHAVED) -> None:
        """End the link to the peer after what is queued for it, saying why."""
        held = self._links.pop(peer, None)
        if held is not None:
            held.goodbye = goodbye
            held.queue.close()

    def set_peers(self, peers: Mapping[bytes, Whereabouts]) -> None:
        """Keep up links to exactly these peers, dialling those that have none again and again.

        Links to others stay as they are; they are just not dialled again.
        """
        own = self._identity.public
        self._wanted = {peer: where for peer, where in peers.items() if peer != own}
        for peer in self._redials.keys() - self._wanted.keys():
            self._redials.pop(peer).cancel()
        for peer in self._wanted.keys() - self._redials.keys():
            self._redials[peer] = scope = trio.CancelScope()
            self._nursery.start_soon(self._redial, peer, scope)

    def _displaces(self, link: Link, old: _Held) -> bool:
        # Two peers that dial each other at once get two links, and must both keep the same one:
        # the one that the smaller key dialled. Any other second link means that its peer has lost
        # the first, whether we have noticed or not.
        is_simultaneous = (
            link.is_initiator != old.link.is_initiator
            and trio.current_time() - old.since < SIMULTANEOUS_S
        )
        return not is_simultaneous or link.is_initiator == (self._identity.public < link.peer)

    async def _serve(self, held: _Held) -> None:
        link = held.link
        try:
            if held.previous is not None:
                await held.previous.wait()  # its LinkDown comes before our LinkUp
            await self._emit(LinkUp(link.peer, link.words, link.handshake_hash))
            async with trio.open_nursery() as nursery:

                async def until_closed(step: Callable[[], Awaitable[None]]) -> None:
                    with suppress(LinkClosed):
                        await step()
                    nursery.cancel_scope.cancel()

                nursery.start_soon(until_closed, lambda: self._write(held))
                nursery.start_soon(until_closed, lambda: self._read(held))
                nursery.start_soon(until_closed, link.keep_alive)
                if link.own_end is not None:
                    nursery.start_soon(_end_without_address, link, link.own_end)
        finally:
            if self._links.get(link.peer) is held:
                del self._links[link.peer]
            await link.abort(Code.CLOSED_HERE)  # only where the mesh itself was cancelled
            held.queue.close()
            held.outbox.close()
        assert link.closed is not None
        await self._emit(LinkDown(link.peer, link.closed))
        if self._latest.get(link.peer) is held.done:
            del self._latest[link.peer]
        held.done.set()

    async def _read(self, held: _Held) -> None:
        if held.heard is not None:
            await self._pass_on(held, held.heard)
        while True:
            await self._pass_on(held, await held.link.receive())

    async def _pass_on(self, held: _Held, payload: bytes) -> None:
        if self._links.get(held.link.peer) is held:  # not dropped or displaced meanwhile
            await self._emit(Received(held.link.peer, payload))

    async def _write(self, held: _Held) -> None:
        async for payload in held.outbox:
            held.queued_bytes -= len(payload)
            await held.link.send(payload)
        await held.link.close(held.goodbye, self.patience_s if self._is_closing else 0)

    async def _emit(self, event: MeshEvent) -> None:
        with suppress(trio.BrokenResourceError):  # nobody listens any more: we are leaving
            await self._tell.send(event)

    async def _redial(self, peer: bytes, scope: trio.CancelScope) -> None:
        with scope:
            # The larger key waits a little longer, so that two that want each other seldom dial
            # at the same moment.
            patience = 1.0 if self._identity.public < peer else 1.5
            delay = FIRST_REDIAL_S
            if patience > 1:
                await trio.sleep(delay)
            while True:
                held = self._links.get(peer)
                if held is not None:
                    await held.done.wait()
                    if trio.current_time() - held.since > DEAD_AFTER_S:
                        delay = FIRST_REDIAL_S
                else:
                    try:
                        self.adopt(await dial(self._wanted[peer](), self._identity, peer))
                        continue
                    except DialFailed:
                        pass
                await trio.sleep(delay * patience)
                delay = min(2 * delay, LAST_REDIAL_S)

    async def _farewell(self) -> None:
        """Send what is queued, say goodbye to all, and take no new links."""
        self._is_closing = True
        for scope in self._redials.values():
            scope.cancel()
        self.events.close()
        held = tuple(self._links.values())
        for one in held:
            one.queue.close()
        for one in held:
            await one.done.wait()


async def _end_without_address(link: Link, own_end: tuple[Any, ...]) -> None:
    """A machine that has moved to another address knows it long before its peers miss it."""
    while is_own(own_end):
        await trio.sleep(OWN_END_EVERY_S)
    await link.abort(Code.LINK_CUT)


@asynccontextmanager
async def open_mesh(identity: Identity, *, allow: Callable[[bytes], bool]) -> AsyncIterator[Mesh]:
    """A mesh for as long as the block lasts; at its end all peers get what is queued and a goodbye.

    Args:
        identity: Our own key.
        allow: Whether the peer with this identity key may have a link; asked for every new one.
    """
    async with trio.open_nursery() as nursery:
        workers = await nursery.start(_hold_workers)
        mesh = Mesh(identity, allow, workers)
        try:
            yield mesh
        finally:
            limit_s = FAREWELL_LIMIT_S + mesh.patience_s
            with trio.move_on_after(limit_s, shield=True):
                await mesh._farewell()
            workers.cancel_scope.cancel()


async def _hold_workers(*, task_status: trio.TaskStatus[trio.Nursery]) -> None:
    # Shielded, so that a cancelled program still says goodbye: `open_mesh` alone ends the workers.
    with trio.CancelScope(shield=True):
        async with trio.open_nursery() as workers:
            task_status.started(workers)
            await trio.sleep_forever()
