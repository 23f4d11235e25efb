"""One authenticated, encrypted connection to one peer: the handshake, frames, keep-alives.

The one rule: whatever the other side sends, the only exceptions that leave this module are
`HandshakeFailed` and `LinkClosed`, and after either the stream is closed. A peer can be refused; it
can neither crash us nor make us wait longer than the limits below. (SPEC §7.2, §N3)
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Any, Final

import trio

from protocol.crypto.errors import ProofRefused
from protocol.crypto.identity import Identity, verify_signature
from protocol.crypto.rng import system_rng
from protocol.crypto.transcript import PROTOCOL
from protocol.crypto.words import words_for
from protocol.faults import ProtocolError
from protocol.net.noise import (
    KEY_BYTES,
    TAG_BYTES,
    Handshake,
    KeyPair,
    NoiseRefused,
    Transport,
    generate_key_pair,
)

# --- SPEC §7.2, §N3: constants of the protocol ---------------------------------------------------

PREAMBLE: Final = PROTOCOL + b"\n"
"""First bytes in either direction, and the prologue of the handshake: name and version."""

LABEL_COMMITMENT: Final = PROTOCOL + b"/link-commitment\0"
LABEL_SIGNATURE: Final = PROTOCOL + b"/link-signature\0"
LABEL_WORDS: Final = PROTOCOL + b"/link-words\0"

NONCE_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64
_HELLO_BYTES: Final = NONCE_BYTES + KEY_BYTES + SIGNATURE_BYTES
# Sizes of the three handshake messages; no other is read.
MESSAGE_BYTES: Final = (
    KEY_BYTES + 32,
    KEY_BYTES + (KEY_BYTES + TAG_BYTES) + (_HELLO_BYTES + TAG_BYTES),
    (KEY_BYTES + TAG_BYTES) + (_HELLO_BYTES + TAG_BYTES),
)

MAX_FRAME_BYTES: Final = 65535
MAX_PAYLOAD_BYTES: Final = 256 * 1024
CHUNK_BYTES: Final = MAX_FRAME_BYTES - TAG_BYTES - 1

# --- our own choices ----------------------------------------------------------------------------

HANDSHAKE_LIMIT_S: Final = 5.0
PING_EVERY_S: Final = 5.0
DEAD_AFTER_S: Final = 15.0
GOODBYE_LIMIT_S: Final = 1.0

# What a peer may send us before we only read as fast as the rate: slowed, not dropped, because an
# honest peer brings a late one up to date in one burst. Each frame also costs a fixed amount, so
# that a flood of tiny frames is no cheaper for the sender than for us.
RATE_BYTES_PER_S: Final = 2 * 1024 * 1024
BURST_BYTES: Final = 4 * 1024 * 1024
FRAME_COST_BYTES: Final = 1024


class FrameKind(IntEnum):
    """First byte of every decrypted frame."""

    LAST = 0  # the last, or only, chunk of a payload
    MORE = 1  # a chunk of a payload that goes on in the next frame
    PING = 2
    GOODBYE = 3  # followed by one byte, a Goodbye


class Goodbye(IntEnum):
    """Why a peer closes the link, told in its last frame."""

    LEFT = 0
    NOT_ADMITTED = 1
    DUPLICATE = 2
    MISBEHAVED = 3


class HandshakeFault(StrEnum):
    """Why no link came about."""

    TIMED_OUT = "timed out"
    CUT = "cut"
    NOT_P2PCARDS = "not p2pcards"
    OTHER_VERSION = "other version"
    GARBLED = "garbled"
    BAD_IDENTITY = "bad identity"
    BAD_COMMITMENT = "bad commitment"
    WRONG_PEER = "wrong peer"
    OURSELVES = "ourselves"


class CloseReason(StrEnum):
    """Why a link ended."""

    HERE = "closed here"
    LEFT = "peer left"
    NOT_ADMITTED = "not admitted"
    DUPLICATE = "duplicate"
    MISBEHAVED = "refused for misbehaving"
    CUT = "cut"
    SILENT = "silent"
    GARBLED = "garbled"
    OVERFLOW = "peer too slow"


# Exceptions here are dataclasses but not frozen: the interpreter hangs tracebacks on them, and
# `contextlib` does so by plain assignment.


@dataclass(eq=False)
class HandshakeFailed(ProtocolError):
    """No link came about; the stream is closed.

    Args:
        fault: What was wrong.
        peer: The identity that the other side proved, where it got that far.
    """

    fault: HandshakeFault
    peer: bytes | None = None

    def __str__(self) -> str:
        return self.fault.value


@dataclass(eq=False)
class LinkClosed(ProtocolError):
    """The link has ended, for the reason given; nothing more goes through it."""

    reason: CloseReason

    def __str__(self) -> str:
        return self.reason.value


_REASON_OF_GOODBYE: Final = {
    Goodbye.LEFT: CloseReason.LEFT,
    Goodbye.NOT_ADMITTED: CloseReason.NOT_ADMITTED,
    Goodbye.DUPLICATE: CloseReason.DUPLICATE,
    Goodbye.MISBEHAVED: CloseReason.MISBEHAVED,
}


class Link:
    """A live channel to one proven peer. Made by `handshake`; whoever holds it must close it.

    One task may `receive` at a time; any number may `send`. Somebody must run `keep_alive`, or the
    other side takes us for dead after `DEAD_AFTER_S`.
    """

    def __init__(
        self,
        stream: trio.abc.Stream,
        reader: _Reader,
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
        self._closed: CloseReason | None = None
        self._ended = trio.Event()

    def __repr__(self) -> str:
        return f"<Link to {self.peer.hex()[:16]} {self._closed or 'open'}>"

    @property
    def closed(self) -> CloseReason | None:
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
                        raise await self._end(CloseReason.GARBLED)
                    self._chunks += body
                    if len(self._chunks) >= MAX_PAYLOAD_BYTES:
                        raise await self._end(CloseReason.GARBLED)
                case FrameKind.LAST:
                    if self._chunks and not body:
                        raise await self._end(CloseReason.GARBLED)
                    payload = bytes(self._chunks + body)
                    self._chunks.clear()
                    if len(payload) > MAX_PAYLOAD_BYTES:
                        raise await self._end(CloseReason.GARBLED)
                    return payload
                case FrameKind.PING if not body:
                    pass
                case FrameKind.GOODBYE if len(body) == 1 and body[0] in _REASON_OF_GOODBYE:
                    raise await self._end(_REASON_OF_GOODBYE[Goodbye(body[0])])
                case _:
                    raise await self._end(CloseReason.GARBLED)

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
        await self._end(CloseReason.HERE)

    async def abort(self, reason: CloseReason) -> None:
        """Close at once, without a word, because of `reason`."""
        await self._end(reason)

    async def _send_frame(self, kind: FrameKind, body: bytes) -> None:
        if self._closed is not None:
            raise LinkClosed(self._closed)
        sealed = self._sending.encrypt(bytes([kind]) + body)
        is_sent = False
        try:
            with trio.move_on_after(DEAD_AFTER_S):
                await self._stream.send_all(_framed(sealed))
                is_sent = True
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            raise await self._end(CloseReason.CUT) from None
        except BaseException:
            # Cancelled half-way: part of a frame is out, nothing can follow it.
            await self._end(CloseReason.HERE)
            raise
        if not is_sent:
            raise await self._end(CloseReason.SILENT)
        self._sent_at = trio.current_time()

    async def _receive_frame(self) -> bytes:
        if self._closed is not None:
            raise LinkClosed(self._closed)
        await self._fill(2)
        length = int.from_bytes(self._reader.peek(2), "big")
        if length <= TAG_BYTES:
            raise await self._end(CloseReason.GARBLED)
        await self._fill(2 + length)
        await self._allowance.wait()
        sealed = self._reader.take(2 + length)[2:]
        self._allowance.spend(length + FRAME_COST_BYTES)
        try:
            return self._receiving.decrypt(sealed)
        except NoiseRefused:
            raise await self._end(CloseReason.GARBLED) from None

    async def _fill(self, count: int) -> None:
        try:
            while not self._reader.has(count):
                with trio.move_on_after(DEAD_AFTER_S) as scope:
                    await self._reader.fill()
                if scope.cancelled_caught:
                    raise await self._end(CloseReason.SILENT)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            raise await self._end(CloseReason.CUT) from None

    async def _end(self, reason: CloseReason) -> LinkClosed:
        """Close the stream; returned for raising. The first reason stands."""
        if self._closed is None:
            self._closed = reason
            self._ended.set()
            await trio.aclose_forcefully(self._stream)
        return LinkClosed(self._closed)


async def handshake(
    stream: trio.abc.Stream,
    identity: Identity,
    *,
    is_initiator: bool,
    expected_peer: bytes | None,
) -> Link:
    """Make the stream a `Link` to a peer that has proved its identity (SPEC §7.2).

    Args:
        stream: A fresh connection; it belongs to the link from now on.
        identity: Our own key.
        is_initiator: Whether we dialled.
        expected_peer: The only identity key wanted, or None for whoever it is.

    Raises:
        HandshakeFailed: For any fault, and after HANDSHAKE_LIMIT_S. The stream is closed.
    """
    try:
        with trio.fail_after(HANDSHAKE_LIMIT_S):
            if is_initiator:
                return await _initiate(stream, identity, expected_peer)
            return await _respond(stream, identity, expected_peer)
    except BaseException as error:
        await trio.aclose_forcefully(stream)
        match error:
            case trio.TooSlowError():
                raise HandshakeFailed(HandshakeFault.TIMED_OUT) from None
            case NoiseRefused():
                raise HandshakeFailed(HandshakeFault.GARBLED) from None
            case trio.BrokenResourceError() | trio.ClosedResourceError():
                raise HandshakeFailed(HandshakeFault.CUT) from None
            case _:
                raise


async def _initiate(stream: trio.abc.Stream, identity: Identity, expected: bytes | None) -> Link:
    static = generate_key_pair()
    noise = _noise(static, is_initiator=True)
    reader = _Reader(stream)
    nonce = system_rng(NONCE_BYTES)
    committed = commitment(nonce, identity.public, static.public)
    await stream.send_all(PREAMBLE + _framed(noise.write(committed)))

    await _read_preamble(reader)
    bound = noise.hash
    their_nonce, peer, signature = _open_hello(noise.read(await _read_message(reader, 1)))
    _check_peer(identity, expected, peer)
    _check_signature(peer, signature, b"R", noise.remote_static, bound)

    hello = nonce + identity.public + _sign(identity, b"I", static.public, noise.hash)
    await stream.send_all(_framed(noise.write(hello)))
    words = comparison_words(identity.public, peer, nonce, their_nonce)
    link = Link(stream, reader, noise.split(), peer=peer, words=words, is_initiator=True)
    # The responder's first frame, an empty payload, says that it has accepted us.
    try:
        accepted = await link.receive()
    except LinkClosed as closed:
        is_garbled = closed.reason is CloseReason.GARBLED
        fault = HandshakeFault.GARBLED if is_garbled else HandshakeFault.CUT
        raise HandshakeFailed(fault, peer) from None
    if accepted != b"":
        raise HandshakeFailed(HandshakeFault.GARBLED, peer)
    return link


async def _respond(stream: trio.abc.Stream, identity: Identity, expected: bytes | None) -> Link:
    static = generate_key_pair()
    noise = _noise(static, is_initiator=False)
    reader = _Reader(stream)
    try:
        await _read_preamble(reader)
    except HandshakeFailed:
        # Said once before hanging up, so that another version of us can tell its player why.
        await stream.send_all(PREAMBLE)
        raise
    committed = noise.read(await _read_message(reader, 0))

    nonce = system_rng(NONCE_BYTES)
    hello = nonce + identity.public + _sign(identity, b"R", static.public, noise.hash)
    await stream.send_all(PREAMBLE + _framed(noise.write(hello)))

    bound = noise.hash
    their_nonce, peer, signature = _open_hello(noise.read(await _read_message(reader, 2)))
    _check_peer(identity, expected, peer)
    _check_signature(peer, signature, b"I", noise.remote_static, bound)
    if committed != commitment(their_nonce, peer, noise.remote_static):
        raise HandshakeFailed(HandshakeFault.BAD_COMMITMENT, peer)

    words = comparison_words(peer, identity.public, their_nonce, nonce)
    link = Link(stream, reader, noise.split(), peer=peer, words=words, is_initiator=False)
    try:
        await link.send(b"")
    except LinkClosed:
        raise HandshakeFailed(HandshakeFault.CUT, peer) from None
    return link


def commitment(nonce: bytes, identity: bytes, static: bytes) -> bytes:
    """What the initiator binds itself to before it sees the responder's nonce (SPEC §7.2)."""
    return hashlib.blake2b(LABEL_COMMITMENT + nonce + identity + static, digest_size=32).digest()


def comparison_words(
    initiator: bytes, responder: bytes, nonce_i: bytes, nonce_r: bytes
) -> tuple[str, ...]:
    """Three words of 8 bits each; either nonce is fixed before the other is known (SPEC §7.2)."""
    digest = hashlib.blake2b(
        LABEL_WORDS + initiator + responder + nonce_i + nonce_r, digest_size=32
    ).digest()
    return words_for(digest[:3])


def _noise(static: KeyPair, *, is_initiator: bool) -> Handshake:
    # Both keys live for one link only: the identity signs the static key together with the
    # handshake so far, so nothing is gained by keeping it, and nothing is lost when it leaks later.
    return Handshake(
        is_initiator=is_initiator,
        static=static,
        prologue=PREAMBLE,
        ephemeral=generate_key_pair(),
    )


def _sign(identity: Identity, role: bytes, static: bytes, bound: bytes) -> bytes:
    return identity.sign(LABEL_SIGNATURE + role + static + bound)


def _check_signature(
    peer: bytes, signature: bytes, role: bytes, static: bytes, bound: bytes
) -> None:
    try:
        verify_signature(peer, LABEL_SIGNATURE + role + static + bound, signature)
    except ProofRefused:
        raise HandshakeFailed(HandshakeFault.BAD_IDENTITY) from None


def _check_peer(identity: Identity, expected: bytes | None, peer: bytes) -> None:
    if peer == identity.public:
        raise HandshakeFailed(HandshakeFault.OURSELVES)
    if expected is not None and peer != expected:
        raise HandshakeFailed(HandshakeFault.WRONG_PEER)


def _open_hello(payload: bytes) -> tuple[bytes, bytes, bytes]:
    # The message's size was checked, so this is exactly _HELLO_BYTES.
    nonce, rest = payload[:NONCE_BYTES], payload[NONCE_BYTES:]
    return nonce, rest[:KEY_BYTES], rest[KEY_BYTES:]


def _own_end(stream: trio.abc.Stream) -> tuple[Any, ...] | None:
    if isinstance(stream, trio.SocketStream):
        with suppress(OSError):  # cut already: then reading says so
            name: tuple[Any, ...] = stream.socket.getsockname()
            return name
    return None


def _framed(message: bytes) -> bytes:
    return len(message).to_bytes(2, "big") + message


async def _read_preamble(reader: _Reader) -> None:
    theirs = await reader.read(len(PREAMBLE))
    if theirs != PREAMBLE:
        name = PREAMBLE.partition(b"/")[0] + b"/"
        is_ours = theirs.startswith(name)
        raise HandshakeFailed(
            HandshakeFault.OTHER_VERSION if is_ours else HandshakeFault.NOT_P2PCARDS
        )


async def _read_message(reader: _Reader, step: int) -> bytes:
    length = int.from_bytes(await reader.read(2), "big")
    if length != MESSAGE_BYTES[step]:
        raise HandshakeFailed(HandshakeFault.GARBLED)
    return await reader.read(length)


class _Reader:
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
            raise trio.BrokenResourceError("end of stream")
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
