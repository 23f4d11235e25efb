"""Cutting a proof's bytes into points, scalars and short challenges.

The one rule: a proof is read by `ProofReader` to its last byte, and zero is refused where a proof
carries a challenge or response.
"""

from __future__ import annotations

from typing import Final

from protocol.crypto.errors import BadEncoding
from protocol.crypto.group import POINT_SIZE, SCALAR_SIZE, Point, Scalar
from protocol.faults import Code

SHORT_SIZE: Final = 16


class ProofReader:
    """Reads fields of `data` in order; it must be exactly `size` bytes.

    Raises:
        BadEncoding: here and in every method, where the bytes are not what they should be.
    """

    __slots__ = ("_at", "_data")

    def __init__(self, data: bytes, size: int) -> None:
        if len(data) != size:
            raise BadEncoding(Code.PROOF_LENGTH)
        self._data = data
        self._at = 0

    def _take(self, size: int) -> bytes:
        self._at += size
        return self._data[self._at - size : self._at]

    def point(self) -> Point:
        """A point of the group, not the identity."""
        return Point(self._take(POINT_SIZE))

    def scalar(self) -> Scalar:
        """A challenge or response: reduced, not zero."""
        scalar = Scalar(self._take(SCALAR_SIZE))
        if scalar.is_zero():
            raise BadEncoding(Code.ZERO_SCALAR)
        return scalar

    def scalars(self, count: int) -> tuple[Scalar, ...]:
        """`count` challenges or responses."""
        return tuple(self.scalar() for _ in range(count))

    def short(self) -> int:
        """A challenge of 128 bits, not zero."""
        number = int.from_bytes(self._take(SHORT_SIZE), "little")
        if number == 0:
            raise BadEncoding(Code.ZERO_CHALLENGE)
        return number


def decode_points(data: bytes, count: int) -> tuple[Point, ...]:
    """Exactly `count` points, 32 bytes each; BadEncoding if they are not."""
    if len(data) != count * POINT_SIZE:
        raise BadEncoding(Code.NUMBER_OF_POINTS)
    return tuple(Point(data[at : at + POINT_SIZE]) for at in range(0, len(data), POINT_SIZE))
