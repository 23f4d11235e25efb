"""Where random bytes come from, and fair numbers made of them.

The one rule: this is the only module of the proofs that asks the operating system for randomness;
all others are handed an `Rng`, so that a test can hand them one that repeats.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from typing import TypeAlias

Rng: TypeAlias = Callable[[int], bytes]
"""`rng(n)` gives n random bytes."""

system_rng: Rng = secrets.token_bytes
"""The operating system's randomness: what every real table uses."""


class SeededRng:
    """The same bytes for the same seed: SHA-512(seed || counter), counter 8 bytes, little-endian.

    For vectors, tests and seeded simulation only: who knows the seed knows every card.
    """

    __slots__ = ("_buffer", "_counter", "_seed")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._counter = 0
        self._buffer = b""

    def __call__(self, n: int) -> bytes:
        while len(self._buffer) < n:
            block = hashlib.sha512(self._seed + self._counter.to_bytes(8, "little")).digest()
            self._buffer += block
            self._counter += 1
        taken, self._buffer = self._buffer[:n], self._buffer[n:]
        return taken


def below(rng: Rng, n: int) -> int:
    """A uniform number in [0, n), n >= 1.

    Draws as few bits as n needs and rejects what is too large: a remainder would favour the low
    numbers.
    """
    if n < 1:
        raise ValueError("nothing is below 1")
    bits = (n - 1).bit_length()
    size = (bits + 7) // 8
    while True:
        drawn = int.from_bytes(rng(size), "little") & ((1 << bits) - 1)
        if drawn < n:
            return drawn


def permutation(rng: Rng, n: int) -> tuple[int, ...]:
    """A uniform permutation of 0..n-1 (Fisher-Yates).

    Each place may keep its own number: leaving that case out (Sattolo's variant) gives single
    cycles only, which two colluders can tell from chance.
    """
    order = list(range(n))
    for last in range(n - 1, 0, -1):
        chosen = below(rng, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)
