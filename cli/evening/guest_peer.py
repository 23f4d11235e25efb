"""A guest's peer on the network: it listens like all others, and takes the links its door admits.

The one rule: before the table has begun, nobody is admitted; who sits there is told by the host.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

from cli.evening.party import Party
from protocol.net.finding.addresses import Address
from protocol.net.finding.interfaces import own_interfaces
from protocol.net.joining import Begun
from protocol.net.links.link import Link
from protocol.net.links.listener import PortBusy
from protocol.net.lobby import SeatInfo, dialable_addresses
from protocol.net.peer import Peer, adopt, open_peer
from protocol.net.session import Session


class Door:
    """Whose links a guest's peer takes: at first nobody's, then those of `keys`, and once it plays,
    of those who come to watch."""

    def __init__(self) -> None:
        self.keys: set[bytes] = set()
        self._session: Session | None = None

    def open(self, session: Session) -> None:
        """The table's session, which knows who may watch."""
        self._session = session

    def admits(self, key: bytes) -> bool:
        return key in self.keys or (self._session is not None and self._session.admits(key))


@asynccontextmanager
async def guest_peer(
    party: Party, *, is_local: bool, port: int = 0
) -> AsyncIterator[tuple[Peer, Door]]:
    """A peer that takes the links its door admits.

    Args:
        party: Who we are.
        is_local: As `open_peer`.
        port: Where to listen, if it can be had; else on any other.
    """
    door = Door()
    async with AsyncExitStack() as stack:
        try:
            opened = open_peer(
                party.identity, allow=door.admits, greet=adopt, port=port, is_local=is_local
            )
            peer = await stack.enter_async_context(opened)
        except PortBusy:
            opened = open_peer(party.identity, allow=door.admits, greet=adopt, is_local=is_local)
            peer = await stack.enter_async_context(opened)
        yield peer, door


def _nowhere_else(_: bytes) -> tuple[Address, ...]:
    return ()


def join_mesh(
    peer: Peer,
    door: Door,
    begun: Begun,
    link: Link | None = None,
    also_at: Callable[[bytes], tuple[Address, ...]] = _nowhere_else,
) -> None:
    """Links with all seats from now on, without a seat too.

    Args:
        peer, door, begun: Whose links, with whom.
        link: The one there is, to the host.
        also_at: Where else a key is looked for, asked whenever it is dialled.
    """
    door.keys |= {seat.key for seat in begun.seats}
    if link is not None:
        peer.mesh.adopt(link)
    keep_linked(peer, begun, also_at)


def keep_linked(
    peer: Peer,
    begun: Begun,
    also_at: Callable[[bytes], tuple[Address, ...]] = _nowhere_else,
) -> None:
    """Dial all other seats whenever there is no link to them, the host as well as its guests."""
    peer.mesh.set_peers({seat.key: partial(_where, seat, also_at) for seat in begun.seats})


def _where(seat: SeatInfo, also_at: Callable[[bytes], tuple[Address, ...]]) -> tuple[Address, ...]:
    told = dialable_addresses(seat.addresses, own_interfaces())
    return tuple(dict.fromkeys((*also_at(seat.key), *told)))
