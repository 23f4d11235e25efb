"""Several peers over real sockets, each listening and dialling all others at once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import trio

from protocol.crypto.identity import Identity
from protocol.faults import Code
from protocol.net.finding.addresses import Address
from protocol.net.links.events import LinkDown, LinkUp, MeshEvent, Received
from protocol.net.links.link import Link
from protocol.net.links.listener import open_listeners, serve_links
from protocol.net.links.mesh import Mesh, open_mesh

PEERS = [Identity.from_seed(bytes([i]) * 32) for i in range(1, 5)]
KEYS = frozenset(peer.public for peer in PEERS)


class Process:
    """One peer: its listener, its mesh and what it has heard."""

    def __init__(self, identity: Identity) -> None:
        self.identity = identity
        self.port, self._listeners = open_listeners(0)
        self.mesh: Mesh
        self.heard: list[MeshEvent] = []
        self._changed = trio.Event()
        self._scope = trio.CancelScope()

    async def run(self, others: Iterable[Process]) -> None:
        async def on_link(link: Link) -> None:
            self.mesh.adopt(link)

        with self._scope:
            async with (
                open_mesh(self.identity, allow=lambda peer: peer in KEYS) as self.mesh,
                trio.open_nursery() as nursery,
            ):
                nursery.start_soon(serve_links, self._listeners, self.identity, on_link)
                self.mesh.set_peers(
                    {
                        other.identity.public: partial(_address, other)
                        for other in others
                        if other is not self
                    }
                )
                async for event in self.mesh.events:
                    self.heard.append(event)
                    self._changed.set()
                    self._changed = trio.Event()

    def stop(self) -> None:
        self._scope.cancel()

    async def wait_linked(self, peers: frozenset[bytes]) -> None:
        while not hasattr(self, "mesh") or self.mesh.linked() != peers:
            await self._changed.wait()

    async def wait_down(self, peer: bytes) -> None:
        while LinkDown(peer, Code.PEER_LEFT) not in self.heard:
            await self._changed.wait()

    async def wait_heard(self, peers: frozenset[bytes], payload: bytes) -> None:
        while not {Received(peer, payload) for peer in peers} <= set(self.heard):
            await self._changed.wait()


async def test_peers_that_all_dial_each_other_form_a_full_mesh_and_survive_a_restart() -> None:
    processes = [Process(identity) for identity in PEERS]
    with trio.fail_after(30):
        async with trio.open_nursery() as nursery:
            for process in processes:
                nursery.start_soon(process.run, processes)
            for process in processes:
                await process.wait_linked(KEYS - {process.identity.public})
            # The doubles of simultaneous dials may still be on their way out; what is sent now
            # can be lost with them, so every peer repeats itself until all have heard.
            await everybody_hears(processes, b"first")

            gone = processes.pop()
            gone.stop()
            left = frozenset(process.identity.public for process in processes)
            for process in processes:
                await process.wait_down(gone.identity.public)
                assert process.mesh.linked() == left - {process.identity.public}

            back = Process(gone.identity)
            processes.append(back)
            nursery.start_soon(back.run, processes)
            for process in processes:
                await process.wait_linked(KEYS - {process.identity.public})
            await everybody_hears(processes, b"again")
            nursery.cancel_scope.cancel()
    for process in processes:
        up_and_down = [event for event in process.heard if not isinstance(event, Received)]
        for peer in KEYS - {process.identity.public}:
            own = [type(event) for event in up_and_down if event.peer == peer]
            # Strictly in turn, whatever was displaced by what.
            assert own == [LinkUp, LinkDown] * (len(own) // 2) + [LinkUp] * (len(own) % 2)


def _address(process: Process) -> tuple[Address, ...]:
    return (Address("127.0.0.1", process.port),)


async def everybody_hears(processes: list[Process], payload: bytes) -> None:
    async def repeat(process: Process) -> None:
        while True:
            for peer in process.mesh.linked():
                process.mesh.send(peer, payload)
            await trio.sleep(0.1)

    async with trio.open_nursery() as nursery:
        for process in processes:
            nursery.start_soon(repeat, process)
        everybody = frozenset(process.identity.public for process in processes)
        for process in processes:
            await process.wait_heard(everybody - {process.identity.public}, payload)
        nursery.cancel_scope.cancel()
