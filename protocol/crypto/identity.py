"""Long-term identities: Ed25519 keys, strict signatures, and names that people can compare.

The one rule: a signature has one verdict everywhere. Ed25519's definitions leave room (cofactor,
small orders, unreduced numbers), and a log that one peer accepts and another refuses would split a
table.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from nacl import bindings as sodium
from nacl.exceptions import BadSignatureError

from protocol.crypto.errors import BadEncoding, BadSignature
from protocol.crypto.group import Point, Scalar
from protocol.crypto.rng import Rng
from protocol.crypto.transcript import PROTOCOL, frame
from protocol.crypto.words import words_for
from protocol.faults import Code

SEED_SIZE: Final = 32
SIGNATURE_SIZE: Final = 64

_IDENTITY: Final = (1).to_bytes(32, "little")


@dataclass(frozen=True, slots=True)
class Identity:
    """A player's signing key, by RFC 8032's 32-byte seed; it never shows itself."""

    seed: bytes = field(repr=False)
    public: bytes
    _secret: bytes = field(repr=False, compare=False)

    @classmethod
    def generate(cls, rng: Rng) -> Identity:
        """A new identity."""
        return cls.from_seed(rng(SEED_SIZE))

    @classmethod
    def from_seed(cls, seed: bytes) -> Identity:
        """The identity of a stored seed; BadEncoding unless it is 32 bytes."""
        if len(seed) != SEED_SIZE:
            raise BadEncoding(Code.SEED_LENGTH)
        public, secret = sodium.crypto_sign_seed_keypair(seed)
        return cls(seed, public, secret)

    def sign(self, message: bytes) -> bytes:
        """The 64 bytes of Ed25519's deterministic signature."""
        return sodium.crypto_sign(message, self._secret)[:SIGNATURE_SIZE]


@lru_cache(maxsize=1024)
def check_identity_key(public: bytes) -> None:
    """Make sure that a public key is a point of the prime-order group, canonically encoded.

    A key with a part of small order has signatures that some verifiers take and others refuse.

    Raises:
        BadEncoding: it is not.
    """
    Point(public)


def verify_signature(public: bytes, message: bytes, signature: bytes) -> None:
    """Check a signature strictly (SPEC §3.9).

    The key passes `check_identity_key`; S < q; R is not the identity; and S·G - h·A, with h =
    SHA-512(R || A || message), encodes to exactly the bytes R, without multiplying by the cofactor.

    Raises:
        BadSignature: one of these does not hold.
    """
    if len(signature) != SIGNATURE_SIZE:
        raise BadSignature(Code.SIGNATURE_LENGTH)
    try:
        check_identity_key(public)
    except BadEncoding as error:
        raise BadSignature(Code.IDENTITY_KEY) from error
    try:
        Scalar(signature[32:])
    except BadEncoding as error:
        raise BadSignature(Code.SIGNATURE_NOT_REDUCED) from error
    # The equation alone would let R be the identity; every other R of small order fails it, since
    # A has prime order.
    if signature[:32] == _IDENTITY:
        raise BadSignature(Code.SIGNATURE_OF_SMALL_ORDER)
    try:
        sodium.crypto_sign_open(signature + message, public)
    except BadSignatureError as error:
        raise BadSignature(Code.SIGNATURE) from error


def _hash(purpose: bytes, public: bytes) -> bytes:
    return hashlib.sha512(frame(PROTOCOL + b" " + purpose) + frame(public)).digest()


def fingerprint(public: bytes) -> str:
    """8 lower-case base32 letters of a key, to tell peers apart in names; not proof of anything."""
    return base64.b32encode(_hash(b"fingerprint", public)[:5]).decode().lower()


def key_words(public: bytes) -> tuple[str, ...]:
    """Three words for a key, to recognise a peer by; 24 bits, so not proof against forgery."""
    return words_for(_hash(b"key words", public)[:3])
