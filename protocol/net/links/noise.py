"""Noise_XX_25519_ChaChaPoly_BLAKE2b, revision 34 of the Noise Protocol Framework, and nothing else.

The one rule: no I/O and no policy. Bytes go in, bytes come out; who is on the other side, what the
payloads mean and how frames are cut is decided by `link`. After the first refusal a handshake is
dead: there is no way to go on with half of it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import nacl.bindings as sodium
from nacl.exceptions import CryptoError

from protocol.faults import Code, CodedError

PROTOCOL_NAME: Final = b"Noise_XX_25519_ChaChaPoly_BLAKE2b"

KEY_BYTES: Final = 32
TAG_BYTES: Final = 16
HASH_BYTES: Final = 64
MAX_MESSAGE_BYTES: Final = 65535
_LAST_NONCE: Final = 2**64 - 1  # reserved by the framework for rekeying, never for a message

# Pattern XX: what each message carries before its payload. The keys named in a DH token are
# (initiator's, responder's), so that both sides read the same table.
_Tokens: TypeAlias = tuple[str, ...]
_XX: Final[tuple[_Tokens, ...]] = (("e",), ("e", "ee", "s", "es"), ("s", "se"))


class NoiseRefused(CodedError):
    """The bytes are not what an honest peer holding the right keys would have sent."""


@dataclass(frozen=True, slots=True)
class KeyPair:
    """An X25519 key pair; `secret` stays out of `repr`."""

    public: bytes
    secret: bytes = field(repr=False)


def key_pair(secret: bytes) -> KeyPair:
    """The key pair of 32 secret bytes (clamped by the curve arithmetic itself, RFC 7748 §5)."""
    return KeyPair(sodium.crypto_scalarmult_base(secret), secret)


def generate_key_pair() -> KeyPair:
    """A fresh key pair from the operating system's randomness."""
    return key_pair(sodium.randombytes(KEY_BYTES))


class CipherState:
    """One direction of an encrypted channel: a key and a counter that never repeats."""

    __slots__ = ("_key", "_nonce")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._nonce = 0

    def encrypt(self, plaintext: bytes, ad: bytes = b"") -> bytes:
        """The ciphertext with its 16-byte tag; the counter moves on."""
        nonce = self._next_nonce()
        return sodium.crypto_aead_chacha20poly1305_ietf_encrypt(plaintext, ad, nonce, self._key)

    def decrypt(self, ciphertext: bytes, ad: bytes = b"") -> bytes:
        """The plaintext; raises NoiseRefused if forged, changed, replayed or out of order."""
        if len(ciphertext) < TAG_BYTES:
            raise NoiseRefused(Code.TOO_SHORT)
        nonce = self._next_nonce()
        try:
            return sodium.crypto_aead_chacha20poly1305_ietf_decrypt(
                ciphertext, ad, nonce, self._key
            )
        except CryptoError:
            raise NoiseRefused(Code.NOT_AUTHENTIC) from None

    def _next_nonce(self) -> bytes:
        if self._nonce >= _LAST_NONCE:
            raise NoiseRefused(Code.NONCES_USED_UP)
        nonce = bytes(4) + self._nonce.to_bytes(8, "little")
        self._nonce += 1
        return nonce


@dataclass(frozen=True, slots=True)
class Transport:
    """What a finished handshake leaves: a cipher for each direction and the hash that binds it."""

    sending: CipherState
    receiving: CipherState
    handshake_hash: bytes
    """64 bytes, the same on both sides and on no other link: the channel binding."""
    remote_static: bytes


class Handshake:
    """One side of pattern XX: three messages, read and written in turn.

    Args:
        is_initiator: Whether this side sends the first and third message.
        static: This side's static key pair.
        prologue: Bytes both sides must agree on; a difference makes the second message fail.
        ephemeral: Fresh for each handshake; passed in so that published vectors can be replayed.
    """

    def __init__(
        self, *, is_initiator: bool, static: KeyPair, prologue: bytes, ephemeral: KeyPair
    ) -> None:
        self._is_initiator = is_initiator
        self._static = static
        self._ephemeral = ephemeral
        self._remote_static: bytes | None = None
        self._remote_ephemeral: bytes | None = None
        self._cipher: CipherState | None = None
        self._step = 0
        self._is_dead = False
        self._chaining_key = PROTOCOL_NAME.ljust(HASH_BYTES, b"\0")
        self._hash = self._chaining_key
        self._mix_hash(prologue)

    @property
    def hash(self) -> bytes:
        """The running hash over prologue and all messages so far, payloads included."""
        return self._hash

    @property
    def remote_static(self) -> bytes:
        """The other side's static key; known once the message that carries it has been read."""
        assert self._remote_static is not None, "the static key has not been read yet"
        return self._remote_static

    def write(self, payload: bytes) -> bytes:
        """The next message, carrying `payload`.

        Raises:
            NoiseRefused: If the other side's keys are of low order.
        """
        tokens = self._begin(writing=True)
        message = b""
        for token in tokens:
            match token:
                case "e":
                    message += self._ephemeral.public
                    self._mix_hash(self._ephemeral.public)
                case "s":
                    message += self._encrypt_and_hash(self._static.public)
                case _:
                    self._mix_dh(token)
        message += self._encrypt_and_hash(payload)
        assert len(message) <= MAX_MESSAGE_BYTES
        self._end()
        return message

    def read(self, message: bytes) -> bytes:
        """The payload of the next message; raises NoiseRefused if it is not an honest one."""
        tokens = self._begin(writing=False)
        rest = message
        for token in tokens:
            match token:
                case "e":
                    self._remote_ephemeral, rest = _cut(rest, KEY_BYTES)
                    self._mix_hash(self._remote_ephemeral)
                case "s":
                    sealed, rest = _cut(rest, KEY_BYTES + TAG_BYTES)
                    self._remote_static = self._decrypt_and_hash(sealed)
                case _:
                    self._mix_dh(token)
        payload = self._decrypt_and_hash(rest)
        self._end()
        return payload

    def split(self) -> Transport:
        """The transport ciphers, after the third message."""
        assert not self._is_dead
        assert self._step == len(_XX)
        first, second = _hkdf(self._chaining_key, b"")
        outward, inward = CipherState(first[:KEY_BYTES]), CipherState(second[:KEY_BYTES])
        if not self._is_initiator:
            outward, inward = inward, outward
        return Transport(outward, inward, self._hash, self.remote_static)

    def _begin(self, *, writing: bool) -> Sequence[str]:
        # Taken as dead until the message is through: an exception on the way leaves it so.
        assert not self._is_dead
        assert self._step < len(_XX)
        assert writing == (self._is_initiator == (self._step % 2 == 0)), "not this side's turn"
        self._is_dead = True
        return _XX[self._step]

    def _end(self) -> None:
        self._is_dead = False
        self._step += 1

    def _mix_hash(self, data: bytes) -> None:
        self._hash = hashlib.blake2b(self._hash + data).digest()

    def _mix_dh(self, token: str) -> None:
        mine, theirs = (token[0], token[1]) if self._is_initiator else (token[1], token[0])
        secret = (self._ephemeral if mine == "e" else self._static).secret
        public = self._remote_ephemeral if theirs == "e" else self._remote_static
        assert public is not None
        try:
            shared = sodium.crypto_scalarmult(secret, public)
        except RuntimeError:
            # libsodium refuses the all-zero result: the peer sent a point of low order, which
            # would make the secret the same whatever our key is.
            raise NoiseRefused(Code.LOW_ORDER_POINT) from None
        self._chaining_key, key = _hkdf(self._chaining_key, shared)
        self._cipher = CipherState(key[:KEY_BYTES])

    def _encrypt_and_hash(self, plaintext: bytes) -> bytes:
        ciphertext = plaintext
        if self._cipher is not None:
            ciphertext = self._cipher.encrypt(plaintext, self._hash)
        self._mix_hash(ciphertext)
        return ciphertext

    def _decrypt_and_hash(self, ciphertext: bytes) -> bytes:
        plaintext = ciphertext
        if self._cipher is not None:
            plaintext = self._cipher.decrypt(ciphertext, self._hash)
        self._mix_hash(ciphertext)
        return plaintext


def _cut(data: bytes, length: int) -> tuple[bytes, bytes]:
    if len(data) < length:
        raise NoiseRefused(Code.TOO_SHORT)
    return data[:length], data[length:]


def _hkdf(chaining_key: bytes, material: bytes) -> tuple[bytes, bytes]:
    # The framework's two-output HKDF (its §4.3), on HMAC-BLAKE2b.
    base = hmac.new(chaining_key, material, hashlib.blake2b).digest()
    first = hmac.new(base, b"\x01", hashlib.blake2b).digest()
    second = hmac.new(base, first + b"\x02", hashlib.blake2b).digest()
    return first, second
