"""Fiat-Shamir: one running hash of all that both sides know, and the challenges drawn from it.

The one rule: every proof begins with the same `Context`, then its whole statement, and every
message goes in before the challenge that depends on it (SPEC §3.3). What is left out can be
changed after the proof is made.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from protocol.crypto.group import Point, Scalar
from protocol.crypto.rng import Rng

PROTOCOL: Final = b"p2pcards/1"
"""Name and version; goes first into every hash, so no proof survives a change of protocol."""

HASH_SIZE: Final = 32
"""Bytes of table ids, heads, commitments and digests."""

CHALLENGE_LIMIT: Final = 2**128
"""Short challenges and weights are below this."""


def frame(data: bytes) -> bytes:
    """`data` after its length, 4 bytes little-endian: framed pieces can be cut in one way only."""
    return len(data).to_bytes(4, "little") + data


@dataclass(frozen=True, slots=True)
class Context:
    """Where in the world a proof belongs; a proof is refused anywhere else.

    Args:
        table: The table's id, 32 bytes.
        game: The game's name.
        pack: The pack's id.
        deal: Number of the deal.
        attempt: Number of the attempt at its deck.
        seats: The seats of the deck, in order.
        chain: Name of the chain of entries.
        seat: Whose proof it is.
        head: Head of the log that the proof extends, 32 bytes.

    Raises:
        ValueError: a field is out of range; a caller's mistake, never a peer's.
    """

    table: bytes
    game: str
    pack: str
    deal: int
    attempt: int
    seats: tuple[int, ...]
    chain: str
    seat: int
    head: bytes

    def __post_init__(self) -> None:
        if len(self.table) != HASH_SIZE or len(self.head) != HASH_SIZE:
            raise ValueError("table and head are 32 bytes")
        if not all(0 <= seat < 256 for seat in (*self.seats, self.seat)):
            raise ValueError("seats are numbered 0..255")
        if len(set(self.seats)) != len(self.seats):
            raise ValueError("a seat is listed twice")

    def encode(self) -> bytes:
        """The fields in the order above, each framed: numbers as 8 bytes, a seat as 1 byte."""
        return b"".join(
            frame(field)
            for field in (
                self.table,
                self.game.encode(),
                self.pack.encode(),
                self.deal.to_bytes(8, "little"),
                self.attempt.to_bytes(8, "little"),
                bytes(self.seats),
                self.chain.encode(),
                bytes([self.seat]),
                self.head,
            )
        )


class Transcript:
    """The running hash of one proof or commitment.

    Args:
        purpose: What is being proved; keeps proofs of different kinds apart.
        context: Where it belongs.
    """

    __slots__ = ("_hash",)

    def __init__(self, purpose: bytes, context: Context) -> None:
        self._hash = hashlib.sha512()
        self.append(b"protocol", PROTOCOL)
        self.append(b"purpose", purpose)
        self.append(b"context", context.encode())

    def append(self, label: bytes, data: bytes) -> None:
        """Take in `data` under `label`, both framed."""
        self._hash.update(frame(label) + frame(data))

    def append_number(self, label: bytes, number: int) -> None:
        """Take in a count or position as 8 bytes, little-endian."""
        self.append(label, number.to_bytes(8, "little"))

    def append_points(self, label: bytes, points: Iterable[Point]) -> None:
        """Take in points, one after another, 32 bytes each."""
        self.append(label, b"".join(point.encoded for point in points))

    def append_scalars(self, label: bytes, scalars: Iterable[Scalar]) -> None:
        """Take in scalars, one after another, 32 bytes each."""
        self.append(label, b"".join(scalar.encoded for scalar in scalars))

    def draw(self, label: bytes) -> bytes:
        """64 bytes that depend on all taken in so far, and on `label`, which is taken in too.

        The running digest is hashed once more, so that no output is a state from which the hash
        could be continued.
        """
        self.append(b"draw", label)
        return hashlib.sha512(frame(PROTOCOL + b" draw") + self._hash.digest()).digest()

    def digest(self, label: bytes) -> bytes:
        """The first 32 bytes of `draw`: for commitments."""
        return self.draw(label)[:HASH_SIZE]

    def challenge(self, label: bytes) -> Scalar:
        """A challenge of full width."""
        return Scalar.wide(self.draw(label))

    def short_challenge(self, label: bytes) -> int:
        """One challenge below 2^128: the first 16 bytes of `draw`, little-endian."""
        return int.from_bytes(self.draw(label)[:16], "little")

    def short_challenges(self, label: bytes, count: int) -> tuple[int, ...]:
        """`count` challenges below 2^128 from one draw.

        Number i, from 0, is the first 16 bytes, little-endian, of SHA-512(draw || i), i as 8 bytes.
        """
        seed = self.draw(label)
        return tuple(
            int.from_bytes(hashlib.sha512(seed + i.to_bytes(8, "little")).digest()[:16], "little")
            for i in range(count)
        )

    def nonce(self, label: bytes, secrets: Iterable[Scalar], rng: Rng) -> Scalar:
        """A secret nonce from the transcript so far, the witness and fresh randomness.

        If the randomness repeats (a cloned machine, a poor source) then two different statements
        still get different nonces, so the witness stays hidden. Leaves the transcript unchanged.
        """
        hedge = hashlib.sha512(frame(PROTOCOL + b" nonce") + self._hash.digest() + frame(label))
        for secret in secrets:
            hedge.update(secret.encoded)
        hedge.update(rng(64))
        return Scalar.wide(hedge.digest())
