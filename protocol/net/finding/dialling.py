"""Dialling several addresses until the peer that is meant answers.

The one rule: a dialled connection counts once the peer behind it has proved its identity, so a
wrong, shared or stale address costs a moment and never leads elsewhere.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from typing import Final

import trio

from protocol.crypto.identity import Identity
from protocol.faults import Code
from protocol.net.finding.addresses import Address, DialFailed, dialling_order
from protocol.net.finding.interfaces import own_interfaces
from protocol.net.links.handshake import HandshakeFailed, handshake
from protocol.net.links.link import Link

STAGGER_S: Final = 0.2
CONNECT_LIMIT_S: Final = 5.0


async def dial(
    addresses: Iterable[Address], identity: Identity, expected_peer: bytes | None
) -> Link:
    """A link to the peer behind the first of these addresses that proves to be the right one.

    The next address is tried when the one before has failed, or after STAGGER_S. Connections that
    come second are closed.

    Raises:
        DialFailed: None led to the peer.
    """
    ordered = dialling_order(addresses, own_interfaces())
    outcomes: dict[Address, Code] = {}
    links: list[Link] = []

    async def attempt(address: Address, done: trio.Event) -> None:
        try:
            links.append(await _dial_one(address, identity, expected_peer))
            nursery.cancel_scope.cancel()
        except HandshakeFailed as failed:
            outcomes[address] = failed.code
        except trio.TooSlowError:
            outcomes[address] = Code.NO_ANSWER
        except OSError as error:
            outcomes[address] = _dial_fault(error)
        finally:
            done.set()

    try:
        async with trio.open_nursery() as nursery:
            for address in ordered:
                done = trio.Event()
                nursery.start_soon(attempt, address, done)
                with trio.move_on_after(STAGGER_S):
                    await done.wait()
    except BaseException:
        for link in links:
            await link.close()
        raise
    if not links:
        raise DialFailed(tuple((a, outcomes[a]) for a in ordered))
    winner, *losers = links
    for link in losers:
        await link.close()
    return winner


async def _dial_one(address: Address, identity: Identity, expected_peer: bytes | None) -> Link:
    with trio.fail_after(CONNECT_LIMIT_S):
        stream = await trio.open_tcp_stream(address.host, address.port)
    return await handshake(stream, identity, is_initiator=True, expected_peer=expected_peer)


def _dial_fault(error: OSError) -> Code:
    # trio tries all addresses of a host and wraps what they said in a group.
    causes = error.__cause__.exceptions if isinstance(error.__cause__, ExceptionGroup) else (error,)
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return Code.UNKNOWN_NAME
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        return Code.CONNECTION_REFUSED
    return Code.UNREACHABLE
