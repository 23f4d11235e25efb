"""The one hash outside the proofs: labelled and length-framed, so that no two uses collide (SPEC §4.1)."""

from __future__ import annotations

import hashlib

from protocol.crypto.transcript import HASH_SIZE, PROTOCOL


def digest(label: str, *parts: bytes) -> bytes:
    """32 bytes: SHA-512, cut to its first half, over the protocol's name, label and parts.

    Each is preceded by its length (4 bytes, big-endian).
    """
    state = hashlib.sha512()
    for part in (PROTOCOL, label.encode(), *parts):
        state.update(len(part).to_bytes(4, "big"))
        state.update(part)
    return state.digest()[:HASH_SIZE]
