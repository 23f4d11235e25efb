"""How a stream becomes a link: both sides prove their keys, and agree on words to compare.

The one rule: whatever the other side sends, only `HandshakeFailed` leaves this module; the stream is
then closed, and nobody has waited longer than HANDSHAKE_LIMIT_S. (SPEC §7.2)
"""

from __future__ import annotations

import hashlib
from typing import Final

import trio

from protocol.crypto.errors import ProofRefused
from protocol.crypto.identity import Identity, verify_signature
from protocol.crypto.rng import system_rng
from protocol.crypto.transcript import PROTOCOL
from protocol.crypto.words import words_for
from protocol.faults import Code, CodedError
from protocol.net.links.frames import framed
from protocol.net.links.link import Link, LinkClosed, Reader
from protocol.net.links.noise import (
    KEY_BYTES,
    TAG_BYTES,
    Handshake,
    KeyPair,
    NoiseRefused,
    generate_key_pair,
)

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

HANDSHAKE_LIMIT_S: Final = 5.0


class HandshakeFailed(CodedError):
    """No link came about; the stream is closed.

    Args:
        code: What was wrong.
        peer: The identity that the other side proved, where it got that far.
    """

    def __init__(self, code: Code, peer: bytes | None = None) -> None:
        super().__init__(code)
        self.peer = peer


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
                raise HandshakeFailed(Code.HANDSHAKE_TIMED_OUT) from None
            case NoiseRefused():
                raise HandshakeFailed(Code.HANDSHAKE_GARBLED) from None
            case trio.BrokenResourceError() | trio.ClosedResourceError():
                raise HandshakeFailed(Code.HANDSHAKE_CUT) from None
            case _:
                raise


async def _initiate(stream: trio.abc.Stream, identity: Identity, expected: bytes | None) -> Link:
    static = generate_key_pair()
    noise = _noise(static, is_initiator=True)
    reader = Reader(stream)
    nonce = system_rng(NONCE_BYTES)
    committed = commitment(nonce, identity.public, static.public)
    await stream.send_all(PREAMBLE + framed(noise.write(committed)))

    await _read_preamble(reader)
    bound = noise.hash
    their_nonce, peer, signature = _open_hello(noise.read(await _read_message(reader, 1)))
    _check_peer(identity, expected, peer)
    _check_signature(peer, signature, b"R", noise.remote_static, bound)

    hello = nonce + identity.public + _sign(identity, b"I", static.public, noise.hash)
    await stream.send_all(framed(noise.write(hello)))
    words = comparison_words(identity.public, peer, nonce, their_nonce)
    link = Link(stream, reader, noise.split(), peer=peer, words=words, is_initiator=True)
    # The responder's first frame, an empty payload, says that it has accepted us.
    try:
        accepted = await link.receive()
    except LinkClosed as closed:
        is_garbled = closed.code is Code.LINK_GARBLED
        fault = Code.HANDSHAKE_GARBLED if is_garbled else Code.HANDSHAKE_CUT
        raise HandshakeFailed(fault, peer) from None
    if accepted != b"":
        raise HandshakeFailed(Code.HANDSHAKE_GARBLED, peer)
    return link


async def _respond(stream: trio.abc.Stream, identity: Identity, expected: bytes | None) -> Link:
    static = generate_key_pair()
    noise = _noise(static, is_initiator=False)
    reader = Reader(stream)
    try:
        await _read_preamble(reader)
    except HandshakeFailed:
        # Said once before hanging up, so that another version of us can tell its player why.
        await stream.send_all(PREAMBLE)
        raise
    committed = noise.read(await _read_message(reader, 0))

    nonce = system_rng(NONCE_BYTES)
    hello = nonce + identity.public + _sign(identity, b"R", static.public, noise.hash)
    await stream.send_all(PREAMBLE + framed(noise.write(hello)))

    bound = noise.hash
    their_nonce, peer, signature = _open_hello(noise.read(await _read_message(reader, 2)))
    _check_peer(identity, expected, peer)
    _check_signature(peer, signature, b"I", noise.remote_static, bound)
    if committed != commitment(their_nonce, peer, noise.remote_static):
        raise HandshakeFailed(Code.BAD_COMMITMENT, peer)

    words = comparison_words(peer, identity.public, their_nonce, nonce)
    link = Link(stream, reader, noise.split(), peer=peer, words=words, is_initiator=False)
    try:
        await link.send(b"")
    except LinkClosed:
        raise HandshakeFailed(Code.HANDSHAKE_CUT, peer) from None
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
        raise HandshakeFailed(Code.BAD_IDENTITY) from None


def _check_peer(identity: Identity, expected: bytes | None, peer: bytes) -> None:
    if peer == identity.public:
        raise HandshakeFailed(Code.OURSELVES)
    if expected is not None and peer != expected:
        raise HandshakeFailed(Code.WRONG_PEER)


def _open_hello(payload: bytes) -> tuple[bytes, bytes, bytes]:
    # The message's size was checked, so this is exactly _HELLO_BYTES.
    nonce, rest = payload[:NONCE_BYTES], payload[NONCE_BYTES:]
    return nonce, rest[:KEY_BYTES], rest[KEY_BYTES:]


async def _read_preamble(reader: Reader) -> None:
    theirs = await reader.read(len(PREAMBLE))
    if theirs != PREAMBLE:
        name = PREAMBLE.partition(b"/")[0] + b"/"
        is_ours = theirs.startswith(name)
        raise HandshakeFailed(Code.OTHER_VERSION if is_ours else Code.NOT_P2PCARDS)


async def _read_message(reader: Reader, step: int) -> bytes:
    length = int.from_bytes(await reader.read(2), "big")
    if length != MESSAGE_BYTES[step]:
        raise HandshakeFailed(Code.HANDSHAKE_GARBLED)
    return await reader.read(length)
