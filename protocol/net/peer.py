"""A peer on the network: its listening port and its mesh, open for as long as a block lasts.

The one rule: every link that comes in goes through one door, the `greet` given by the caller.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

import trio

from protocol.crypto.identity import Identity
from protocol.net.finding.addresses import Address, Interface, usable
from protocol.net.finding.interfaces import own_interfaces
from protocol.net.links.link import Link
from protocol.net.links.listener import open_listeners, serve_links
from protocol.net.links.mesh import Mesh, open_mesh
from protocol.net.lobby import told_addresses


@dataclass(frozen=True, slots=True)
class Peer:
    """What `open_peer` gives: our key, where we listen, and the mesh."""

    identity: Identity
    port: int
    addresses: tuple[str, ...]
    """As told to other peers."""
    ways: tuple[Address, ...]
    """The same for people to type: only where the link is up, and with its name where that matters."""
    mesh: Mesh


@asynccontextmanager
async def open_peer(
    identity: Identity,
    *,
    allow: Callable[[bytes], bool],
    greet: Callable[[Mesh, Link], Awaitable[None]],
    port: int | None = 0,
    is_local: bool = False,
    only: Sequence[str] = (),
) -> AsyncIterator[Peer]:
    """Listen and hold a mesh.

    Args:
        identity: Our key.
        allow: Which keys the mesh takes links of.
        greet: Given the mesh and each link that comes in, to adopt or to close.
        port: 0 for any free port; None for the usual one, or any where that is taken.
        is_local: Listen on the loopback address only: nobody else can see us.
        only: Where not empty, no other addresses (or interface names) of ours are told to anybody.

    Raises:
        PortBusy: `port` cannot be had.
        OSError: There is no network at all, not even within this machine.
    """
    if is_local:
        listeners = tuple(await trio.open_tcp_listeners(port or 0, host="127.0.0.1"))
        bound: int = listeners[0].socket.getsockname()[1]
        interfaces: tuple[Interface, ...] = (Interface("lo", "127.0.0.1", 8, 1),)
    else:
        bound, listeners = open_listeners(port)
        chosen = (i for i in own_interfaces() if not only or i.ip in only or i.name in only)
        interfaces = tuple(chosen)
    async with open_mesh(identity, allow=allow) as mesh, trio.open_nursery() as nursery:

        async def handle(link: Link) -> None:
            await greet(mesh, link)

        serve = partial(serve_links, listeners, identity, handle, is_expected=allow)
        nursery.start_soon(serve)
        ways = tuple(Address(each.host, bound) for each in usable(interfaces))
        yield Peer(identity, bound, told_addresses(interfaces, bound), ways, mesh)
        nursery.cancel_scope.cancel()


async def adopt(mesh: Mesh, link: Link) -> None:
    """The door of a peer that is no host: the mesh knows whom it wants."""
    mesh.adopt(link)
