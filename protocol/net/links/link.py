"""One authenticated, encrypted connection to one peer: payloads, keep-alives, its end.

The one rule: whatever the other side sends, the only exception that leaves this module is
`LinkClosed`, and after it the stream is closed. A peer can be refused; it can neither crash us nor
make us wait longer than the limits below. (SPEC §7.3)
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

import trio

from protocol.faults import Code, CodedError
from protocol.net.links.frames import (
    CHUNK_BYTES,
    MAX_FRAME_BYTES,
    MAX_PAYLOAD_BYTES,
    REASON_OF_GOODBYE,
    FrameKind,
    Goodbye,
    framed,
)
from protocol.net.links.noise import TAG_BYTES, NoiseRefused, Transport

# --- our own choices ----------------------------------------------------------------------------

PING_EVERY_S: Final = 5.0
DEAD_AFTER_S: Final = 15.0
GOODBYE_LIMIT_S: Final = 1.0

# What a peer may send us before we only read as fast as the rate: slowed, not dropped, because an
# honest peer brings a late one up to date in one burst. Each frame also costs a fixed amount, so
# that a flood of tiny frames is no cheaper for the sender than for us.
RATE_BYTES_PER_S: Final = 2 * 1024 * 1024
BURST_BYTES: Final = 4 * 1024 * 1024
FRAME_COST_BYTES: Final = 1024


class LinkClosed(CodedError):
    """The link has ended; nothing more goes through it."""


class Link:
    """A live channel to one proven peer. Made by `handshake`; whoever holds it must close it.

    One task may `receive` at a time; any number may `send`. Somebody must run `keep_alive`, or the
    other side takes us for dead after `DEAD_AFTER_S`.
    """

    def __init__(
        self,
        stream: trio.abc.Stream,
        reader: Reader,
        transport: Transport,
        *,
        peer: bytes,
        words: tuple[str, ...],
        is_initiator: bool,
    ) -> None:
        self.peer: Final = peer
        """The identity key that the other side proved, 32 bytes."""
        self.words: Final = words
        """Three words that both players read out; they agree only if nobody sits in between."""
        self.handshake_hash: Final = transport.handshake_hash
        self.is_initiator: Final = is_initiator
        """Whether this side dialled."""
        self.own_end: Final = _own_end(stream)
        """The address of ours that it goes out from, as the system names it; None if there is none."""
        self._stream = stream
        self._sending = transport.sending
        self._receiving = transport.receiving
        self._reader = reader  # may hold bytes that came together with the handshake
        self._allowance = _Allowance()
        self._chunks = bytearray()
        self._send_lock = trio.Lock()
        self._sent_at = trio.current_time()
        self._closed: Code | None = None
        self._ended = trio.Event()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.peer.hex()[:16]} {self._closed or ''}>"

    @property
    def closed(self) -> Code | None:
        """Why the link has ended; None while it lives."""
        return self._closed

    async def send(self, payload: bytes) -> None:
        """Send one payload of at most MAX_PAYLOAD_BYTES; it arrives whole or not at all.

        Raises:
            LinkClosed: The link has ended, or the peer took nothing for DEAD_AFTER_S.
        """
        if len(payload) > MAX_PAYLOAD_BYTES:
            raise ValueError(f"payload of {len(payload)} bytes")
        chunks = [payload[i : i + CHUNK_BYTES] for i in range(0, len(payload), CHUNK_BYTES)]
        frames = [(FrameKind.MORE, chunk) for chunk in chunks[:-1]]
        frames.append((FrameKind.LAST, chunks[-1] if chunks else b""))
        async with self._send_lock:
            for kind, chunk in frames:
                await self._send_frame(kind, chunk)

    async def receive(self) -> bytes:
        """The next payload; raises LinkClosed at the end, whatever brought it about.

        Cancelled half-way it loses nothing: the next call goes on where this one stopped.
        """
        while True:
            plaintext = await self._receive_frame()
            kind, body = plaintext[0], plaintext[1:]
            match kind:
                case FrameKind.MORE:
                    # One encoding per payload: every chunk but the last is full.
                    if len(body) != CHUNK_BYTES:
                        raise await self._end(Code.LINK_GARBLED)
                    self._chunks += body
                    if len(self._chunks) >= MAX_PAYLOAD_BYTES:
                        raise await self._end(Code.LINK_GARBLED)
                case FrameKind.LAST:
                    if self._chunks and not body:
                        raise await self._end(Code.LINK_GARBLED)
                    payload = bytes(self._chunks + body)
                    self._chunks.clear()
                    if len(payload) > MAX_PAYLOAD_BYTES:
                        raise await self._end(Code.LINK_GARBLED)
                    return payload
                case FrameKind.PING if not body:
                    pass
                case FrameKind.GOODBYE if len(body) == 1 and body[0] in REASON_OF_GOODBYE:
                    raise await self._end(REASON_OF_GOODBYE[Goodbye(body[0])])
                case _:
                    raise await self._end(Code.LINK_GARBLED)

    async def keep_alive(self) -> None:
        """Ping whenever nothing else was sent for PING_EVERY_S, until the link has ended."""
        with suppress(LinkClosed):
            while True:
                await trio.sleep_until(self._sent_at + PING_EVERY_S)
                async with self._send_lock:
                    # What was sent while we waited for the lock tells the peer as well.
                    if trio.current_time() >= self._sent_at + PING_EVERY_S:
                        await self._send_frame(FrameKind.PING, b"")

    async def close(self, goodbye: Goodbye = Goodbye.LEFT, patience_s: float = 0) -> None:
        """Say why and close; takes at most GOODBYE_LIMIT_S, also when cancelled. Idempotent.

        Args:
            goodbye: Why.
            patience_s: How much longer to wait until the peer has read all that was sent, which it
                shows by closing; somebody must be in `receive` meanwhile.
        """
        if self._closed is not None:
            return
        with trio.move_on_after(GOODBYE_LIMIT_S, shield=True):
            try:
                async with self._send_lock:
                    await self._send_frame(FrameKind.GOODBYE, bytes([goodbye]))
            except LinkClosed:
                return
        with trio.move_on_after(patience_s):
            await self._ended.wait()
        await self._end(Code.CLOSED_HERE)

    async def abort(self, reason: Code) -> None:
        """Close at once, without a word, because of `reason`."""
        await self._end(reason)

    async def _send_frame(self, kind: FrameKind, body: bytes) -> None:
        if self._closed is not None:
            raise LinkClosed(self._closed)
        sealed = self._sending.encrypt(bytes([kind]) + body)
        is_sent = False
        try:
            with trio.move_on_after(DEAD_AFTER_S):
                await self._stream.send_all(framed(sealed))
                is_sent = True
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            raise await self._end(Code.LINK_CUT) from None
        except BaseException:
            # Cancelled half-way: part of a frame is out, nothing can follow it.
            await self._end(Code.CLOSED_HERE)
            raise
        if not is_sent:
            raise await self._end(Code.LINK_SILENT)
        self._sent_at = trio.current_time()

    async def _receive_frame(self) -> bytes:
        if self._closed is not None:
            raise LinkClosed(self._closed)
        await self._fill(2)
        length = int.from_bytes(self._reader.peek(2), "big")
        if length <= TAG_BYTES:
            raise await self._end(Code.LINK_GARBLED)
        await self._fill(2 + length)
        await self._allowance.wait()
        sealed = self._reader.take(2 + length)[2:]
        self._allowance.spend(length + FRAME_COST_BYTES)
        try:
            return self._receiving.decrypt(sealed)
        except NoiseRefused:
            raise await self._end(Code.LINK_GARBLED) from None

    async def _fill(self, count: int) -> None:
        try:
            while not self._reader.has(count):
                with trio.move_on_after(DEAD_AFTER_S) as scope:
                    await self._reader.fill()
                if scope.cancelled_caught:
                    raise await self._end(Code.LINK_SILENT)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            raise await self._end(Code.LINK_CUT) from None

    async def _end(self, reason: Code) -> LinkClosed:
        """Close the stream; returned for raising. The first reason stands."""
        if self._closed is None:
            self._closed = reason
            self._ended.set()
            await trio.aclose_forcefully(self._stream)
        return LinkClosed(self._closed)


def _own_end(stream: trio.abc.Stream) -> tuple[Any, ...] | None:
    if isinstance(stream, trio.SocketStream):
        with suppress(OSError):  # cut already: then reading says so
            name: tuple[Any, ...] = stream.socket.getsockname()
            return name
    return None


class Reader:
    """Exact reads from a stream that delivers pieces of any size."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self._buffer = bytearray()

    def has(self, count: int) -> bool:
        return len(self._buffer) >= count

    async def fill(self) -> None:
        """Wait for more bytes; raises BrokenResourceError at the end of the stream."""
        # Never more than one frame beyond what was asked for: the peer cannot fill our memory.
        data = await self._stream.receive_some(MAX_FRAME_BYTES)
        if not data:
            raise trio.BrokenResourceError
        self._buffer += data

    def peek(self, count: int) -> bytes:
        return bytes(self._buffer[:count])

    def take(self, count: int) -> bytes:
        data = bytes(self._buffer[:count])
        del self._buffer[:count]
        return data

    async def read(self, count: int) -> bytes:
        while not self.has(count):
            await self.fill()
        return self.take(count)


class _Allowance:
    """A token bucket that makes the reader wait instead of refusing."""

    def __init__(self) -> None:
        self._bytes = float(BURST_BYTES)
        self._at = trio.current_time()

    async def wait(self) -> None:
        """Wait until what was spent beyond the burst has been earned."""
        if self._bytes < 0:
            await trio.sleep_until(self._at - self._bytes / RATE_BYTES_PER_S)

    def spend(self, count: int) -> None:
        now = trio.current_time()
        gained = (now - self._at) * RATE_BYTES_PER_S
        self._bytes = min(float(BURST_BYTES), self._bytes + gained) - count
        self._at = now
