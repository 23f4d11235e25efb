"""The listening side: TCP on both IP versions, a handshake for each caller, links handed on.

The one rule: no caller costs more than its share. What has not proved its identity holds nothing
here for longer than the handshake limit, and both kinds of callers are counted. (SPEC §7.4)
"""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import trio

from protocol.crypto.identity import Identity
from protocol.faults import Code, CodedError
from protocol.net.files import system
from protocol.net.finding.addresses import DEFAULT_PORT
from protocol.net.links.frames import Goodbye
from protocol.net.links.handshake import HandshakeFailed, handshake
from protocol.net.links.link import Link, LinkClosed

MAX_UNPROVED: Final = 16
MAX_HANDLED: Final = 64
"""Links of strangers that handlers are busy with at a time; an identity costs nothing, so proof is
no limit."""
MAX_OF_ONE_KEY: Final = 2
"""Links of one expected key that handlers are busy with at a time; a third displaces the first."""
ACCEPT_AGAIN_S: Final = 0.1
_PORT_TRIES: Final = 16
_BACKLOG: Final = 128

_ANY: Final = ((socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::"))


class PortBusy(CodedError):
    """The port asked for cannot be had.

    Args:
        port: The port.
        is_forbidden: Whether the system refuses it to this user, rather than it being in use.
    """

    def __init__(self, port: int, *, is_forbidden: bool) -> None:
        super().__init__(Code.PORT_FORBIDDEN if is_forbidden else Code.PORT_IN_USE, port)
        self.port = port
        self.is_forbidden = is_forbidden


def open_listeners(port: int | None = None) -> tuple[int, tuple[trio.SocketListener, ...]]:
    """Listen on all addresses, IPv4 and IPv6 alike, each where the system has it.

    Args:
        port: None for DEFAULT_PORT, or any free one where that is taken.

    Returns:
        The port, the same for both IP versions, and the listeners, for the caller to close.

    Raises:
        PortBusy: `port` was given and cannot be had.
        OSError: The system has neither IP version.
    """
    if port is not None:
        return _open_on(port)
    try:
        return _open_on(DEFAULT_PORT)
    except PortBusy:
        pass
    for _ in range(_PORT_TRIES):
        # Port 0 picks one that is free for IPv4; it may be taken for IPv6, then once more.
        try:
            return _open_on(0)
        except PortBusy:
            continue
    raise PortBusy(DEFAULT_PORT, is_forbidden=False)


async def serve_links(
    listeners: tuple[trio.SocketListener, ...],
    identity: Identity,
    handler: Callable[[Link], Awaitable[None]],
    *,
    is_expected: Callable[[bytes], bool] = lambda _: False,
) -> None:
    """Accept callers for ever; each that proves an identity is handed to `handler` as a Link.

    The link belongs to the handler, which must close it or pass it on; a LinkClosed that it lets
    through ends that call and nothing else. A newcomer displaces the caller that has been at its
    handshake longest when MAX_UNPROVED are at it: an honest handshake takes milliseconds, so those
    who hold connections open shut nobody out. Nor do MAX_HANDLED strangers shut out a caller whose
    key `is_expected`, such as a seat that comes back; MAX_OF_ONE_KEY bounds what such a key costs.
    """
    reception = _Reception(identity, handler, is_expected)
    async with trio.open_nursery() as nursery:
        for listener in listeners:
            nursery.start_soon(reception.accept, listener, nursery)


class _Reception:
    """Who is at the door: callers at their handshake, and links that handlers are busy with."""

    def __init__(
        self,
        identity: Identity,
        handler: Callable[[Link], Awaitable[None]],
        is_expected: Callable[[bytes], bool],
    ) -> None:
        self._identity = identity
        self._handler = handler
        self._is_expected = is_expected
        self._unproved: list[trio.CancelScope] = []
        self._strangers = 0
        self._expected: list[tuple[bytes, trio.CancelScope]] = []

    async def accept(self, listener: trio.SocketListener, nursery: trio.Nursery) -> None:
        """Accept callers for ever, whatever becomes of each of them."""
        async with listener:
            while True:
                try:
                    stream = await listener.accept()
                except OSError:
                    # Out of descriptors or memory, and the caller waits in the system's queue: one
                    # that has proved nothing makes room.
                    self._displace_unproved()
                    await trio.sleep(ACCEPT_AGAIN_S)
                    continue
                # Counted here and not in the caller's own task: a burst is accepted faster than
                # its tasks end.
                if len(self._unproved) >= MAX_UNPROVED:
                    self._displace_unproved()
                scope = trio.CancelScope()
                self._unproved.append(scope)
                nursery.start_soon(self._greet, stream, scope)

    def _displace_unproved(self) -> None:
        if self._unproved:
            self._unproved.pop(0).cancel()

    async def _greet(self, stream: trio.SocketStream, scope: trio.CancelScope) -> None:
        link: Link | None = None
        try:
            with scope, suppress(HandshakeFailed):
                link = await handshake(
                    stream, self._identity, is_initiator=False, expected_peer=None
                )
        finally:
            with suppress(ValueError):  # displaced already
                self._unproved.remove(scope)
        if link is None:
            return
        if self._is_expected(link.peer):
            await self._handle_expected(link)
        elif self._strangers >= MAX_HANDLED:
            await link.close(Goodbye.NOT_ADMITTED)
        else:
            self._strangers += 1
            try:
                await self._handle(link)
            finally:
                self._strangers -= 1

    async def _handle_expected(self, link: Link) -> None:
        of_this_key = [one for one in self._expected if one[0] == link.peer]
        if len(of_this_key) >= MAX_OF_ONE_KEY:
            self._expected.remove(of_this_key[0])
            of_this_key[0][1].cancel()
        one = (link.peer, trio.CancelScope())
        self._expected.append(one)
        try:
            with one[1]:
                await self._handle(link)
        finally:
            with suppress(ValueError):
                self._expected.remove(one)

    async def _handle(self, link: Link) -> None:
        try:
            with suppress(LinkClosed):
                await self._handler(link)
        except BaseException:
            await link.abort(Code.CLOSED_HERE)
            raise


def _open_on(port: int) -> tuple[int, tuple[trio.SocketListener, ...]]:
    listeners: list[trio.SocketListener] = []
    for family, any_address in _ANY:
        try:
            sock = socket.socket(family, socket.SOCK_STREAM)
        except OSError:
            continue  # the system was built without this IP version
        try:
            system.claim_port(sock)
            if family == socket.AF_INET6:
                sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            sock.bind((any_address, port))
            sock.listen(_BACKLOG)
        except OSError as error:
            sock.close()
            is_taken = error.errno in system.PORT_TAKEN
            if is_taken or error.errno in (errno.EACCES, errno.EPERM):
                for listener in listeners:
                    listener.socket.close()
                raise PortBusy(port, is_forbidden=not is_taken) from None
            continue  # switched off on this machine
        port = sock.getsockname()[1]
        listeners.append(trio.SocketListener(trio.socket.from_stdlib_socket(sock)))
    if not listeners:
        raise OSError(errno.EAFNOSUPPORT, os.strerror(errno.EAFNOSUPPORT))
    return port, tuple(listeners)
