"""The listening side: TCP on both IP versions, a handshake for each caller, links handed on.

The one rule: no caller costs more than its share. What has not proved its identity holds nothing
here for longer than the handshake limit, and both kinds of callers are counted. (SPEC §7.4)
"""

from __future__ import annotations

import errno
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import trio

from protocol.crypto.identity import Identity
from protocol.net.addresses import DEFAULT_PORT
from protocol.net.link import CloseReason, Goodbye, HandshakeFailed, Link, LinkClosed, handshake

MAX_UNPROVED: Final = 16
MAX_HANDLED: Final = 64
"""Links that handlers are busy with at a time; an identity costs nothing, so proof is no limit."""
_PORT_TRIES: Final = 16
_BACKLOG: Final = 128

_ANY: Final = ((socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::"))


@dataclass(eq=False)
class PortBusy(Exception):
    """The port asked for cannot be had.

    Args:
        port: The port.
        is_forbidden: Whether the system refuses it to this user, rather than it being in use.
    """

    port: int
    is_forbidden: bool

    def __str__(self) -> str:
        return f"port {self.port} is {'forbidden' if self.is_forbidden else 'in use'}"


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
    key `is_expected`, such as a seat that comes back.
    """
    unproved: dict[trio.CancelScope, None] = {}
    handled = 0

    async def greet(caller: _Caller) -> None:
        link = await prove(caller.take())
        if link is not None:
            await handle(link)

    async def prove(stream: trio.SocketStream) -> Link | None:
        if len(unproved) >= MAX_UNPROVED:
            next(iter(unproved)).cancel()
        scope = trio.CancelScope()
        unproved[scope] = None
        try:
            with scope, suppress(HandshakeFailed):
                return await handshake(stream, identity, is_initiator=False, expected_peer=None)
        finally:
            del unproved[scope]
        return None

    async def handle(link: Link) -> None:
        nonlocal handled
        if handled >= MAX_HANDLED and not is_expected(link.peer):
            await link.close(Goodbye.NOT_ADMITTED)
            return
        handled += 1
        try:
            with suppress(LinkClosed):
                await handler(link)
        except BaseException:
            await link.abort(CloseReason.HERE)
            raise
        finally:
            handled -= 1

    await trio.serve_listeners(greet, [_Door(listener) for listener in listeners])


class _Caller(trio.abc.AsyncResource):
    """A connection until somebody takes it: trio closes what it accepted as soon as its handler
    returns, while a link outlives its handler where that has passed it on."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self._stream: trio.SocketStream | None = stream

    def take(self) -> trio.SocketStream:
        stream, self._stream = self._stream, None
        assert stream is not None
        return stream

    async def aclose(self) -> None:
        if self._stream is not None:
            await self._stream.aclose()


class _Door(trio.abc.Listener[_Caller]):
    """A listener whose connections can be taken over."""

    def __init__(self, listener: trio.SocketListener) -> None:
        self._listener = listener

    async def accept(self) -> _Caller:
        return _Caller(await self._listener.accept())

    async def aclose(self) -> None:
        await self._listener.aclose()


def _open_on(port: int) -> tuple[int, tuple[trio.SocketListener, ...]]:
    listeners: list[trio.SocketListener] = []
    for family, any_address in _ANY:
        try:
            sock = socket.socket(family, socket.SOCK_STREAM)
        except OSError:
            continue  # the system was built without this IP version
        try:
            if sys.platform != "win32":  # there it would let another program take the port over
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            sock.bind((any_address, port))
            sock.listen(_BACKLOG)
        except OSError as error:
            sock.close()
            if error.errno in (errno.EADDRINUSE, errno.EACCES, errno.EPERM):
                for listener in listeners:
                    listener.socket.close()
                raise PortBusy(port, is_forbidden=error.errno != errno.EADDRINUSE) from None
            continue  # switched off on this machine
        port = sock.getsockname()[1]
        listeners.append(trio.SocketListener(trio.socket.from_stdlib_socket(sock)))
    if not listeners:
        raise OSError(errno.EAFNOSUPPORT, "no IP version available")
    return port, tuple(listeners)
