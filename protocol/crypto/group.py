"""The group: the prime-order subgroup of edwards25519, by libsodium (SPEC §3.1).

The one rule: a `Point` that exists is canonical, of prime order and not the identity, and a
`Scalar` that exists is below q; so everything received is checked exactly once, here, and no other
module of the proofs touches the curve. A faster implementation of the same group replaces this
file and nothing else.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Final, overload

from nacl import bindings as sodium

from protocol.crypto.errors import BadEncoding, IdentityPoint, UnsafeLibrary
from protocol.crypto.rng import Rng
from protocol.faults import Code


def _require_group() -> None:
    if not (sodium.has_crypto_core_ed25519 and sodium.has_crypto_scalarmult_ed25519):
        raise UnsafeLibrary(Code.LIBRARY_WITHOUT_GROUP)


_require_group()  # Before the generators below are made, so that this is what is said.

Q: Final = 2**252 + 27742317777372353535851937790883648493
"""Order of the group."""

POINT_SIZE: Final = 32
SCALAR_SIZE: Final = 32

_IDENTITY: Final = (1).to_bytes(32, "little")
_ZERO: Final = bytes(32)

_TORSION: Final = tuple(
    bytes.fromhex(text)
    for text in (
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    )
)
"""The seven points of order 2, 4, 4, 8, 8, 8, 8: added to a card they would mark it."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the group, not the identity, by its 32 bytes as RFC 8032 encodes it.

    Raises:
        BadEncoding: the bytes are not such a point's one encoding.
    """

    encoded: bytes

    def __post_init__(self) -> None:
        if len(self.encoded) != POINT_SIZE:
            raise BadEncoding(Code.POINT_LENGTH)
        if not sodium.crypto_core_ed25519_is_valid_point(bytes(self.encoded)):
            raise BadEncoding(Code.NOT_A_POINT)

    def __add__(self, other: Point) -> Point:
        return _believed(sodium.crypto_core_ed25519_add(self.encoded, other.encoded))

    def __sub__(self, other: Point) -> Point:
        return _believed(sodium.crypto_core_ed25519_sub(self.encoded, other.encoded))

    def __repr__(self) -> str:
        return f"Point({self.encoded.hex()})"


def _believed(encoded: bytes) -> Point:
    """The Point of bytes that libsodium made of valid points; IdentityPoint if they cancelled."""
    if encoded == _IDENTITY:
        raise IdentityPoint
    point = object.__new__(Point)
    object.__setattr__(point, "encoded", encoded)
    return point


@dataclass(frozen=True, slots=True, eq=False)
class Scalar:
    """A number modulo q, as 32 bytes, little-endian. May be secret: it never shows itself.

    Arithmetic runs in libsodium, in constant time; Python's own integers are for public numbers.

    Raises:
        BadEncoding: not 32 bytes, or not below q.
    """

    encoded: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.encoded) != SCALAR_SIZE:
            raise BadEncoding(Code.SCALAR_LENGTH)
        if int.from_bytes(self.encoded, "little") >= Q:
            raise BadEncoding(Code.SCALAR_NOT_REDUCED)

    @classmethod
    def of(cls, number: int) -> Scalar:
        """The scalar of a public number, reduced modulo q."""
        return _scalar((number % Q).to_bytes(SCALAR_SIZE, "little"))

    @classmethod
    def wide(cls, data: bytes) -> Scalar:
        """64 uniform bytes reduced modulo q: the result's bias is below 2^-250."""
        return _scalar(sodium.crypto_core_ed25519_scalar_reduce(data))

    @classmethod
    def random(cls, rng: Rng) -> Scalar:
        """A uniform scalar other than 0."""
        while (drawn := cls.wide(rng(64))).is_zero():
            pass
        return drawn

    def __int__(self) -> int:
        """The number, for scalars that are public."""
        return int.from_bytes(self.encoded, "little")

    def is_zero(self) -> bool:
        return self.encoded == _ZERO

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Scalar):
            return NotImplemented
        return hmac.compare_digest(self.encoded, other.encoded)

    def __hash__(self) -> int:
        return hash(self.encoded)

    def __add__(self, other: Scalar) -> Scalar:
        return _scalar(sodium.crypto_core_ed25519_scalar_add(self.encoded, other.encoded))

    def __sub__(self, other: Scalar) -> Scalar:
        return _scalar(sodium.crypto_core_ed25519_scalar_sub(self.encoded, other.encoded))

    def __neg__(self) -> Scalar:
        return _scalar(sodium.crypto_core_ed25519_scalar_negate(self.encoded))

    @overload
    def __mul__(self, other: Scalar) -> Scalar: ...
    @overload
    def __mul__(self, other: Point) -> Point: ...
    def __mul__(self, other: Scalar | Point) -> Scalar | Point:
        if isinstance(other, Scalar):
            return _scalar(sodium.crypto_core_ed25519_scalar_mul(self.encoded, other.encoded))
        return _believed(_times(self.encoded, other.encoded))


def _scalar(encoded: bytes) -> Scalar:
    """The Scalar of bytes that are known to be reduced."""
    scalar = object.__new__(Scalar)
    object.__setattr__(scalar, "encoded", encoded)
    return scalar


def _times(scalar: bytes, point: bytes) -> bytes:
    """scalar·point as bytes. Zero gives the identity, which libsodium would refuse to return."""
    if scalar == _ZERO:
        return _IDENTITY
    if point == G.encoded:
        return sodium.crypto_scalarmult_ed25519_base_noclamp(scalar)
    return sodium.crypto_scalarmult_ed25519_noclamp(scalar, point)


def weighted_sum(terms: Iterable[tuple[Scalar, Point]]) -> Point:
    """The sum of scalar·point over the terms, safe for secret scalars.

    Raises:
        IdentityPoint: the sum is the identity.
    """
    total = _IDENTITY
    for scalar, point in terms:
        term = _times(scalar.encoded, point.encoded)
        total = term if total == _IDENTITY else sodium.crypto_core_ed25519_add(total, term)
    return _believed(total)


def point_sum(points: Iterable[Point]) -> Point:
    """The sum of the points; IdentityPoint if it is the identity (or there are none)."""
    total = _IDENTITY
    for point in points:
        total = (
            point.encoded
            if total == _IDENTITY
            else sodium.crypto_core_ed25519_add(total, point.encoded)
        )
    return _believed(total)


class PublicSum:
    """A sum of number·point being collected, for public data only.

    Numbers for the same point are added up first, so that what several equations share (decks,
    generators) is multiplied once. The identity inside the sum is legal.
    """

    __slots__ = ("_numbers",)

    def __init__(self) -> None:
        # By encodings and not by points, for bytes know their hash.
        self._numbers: dict[bytes, int] = {}

    def add(self, number: int, point: Point) -> None:
        """Add number·point; any integer, reduced modulo q at the end."""
        numbers, encoded = self._numbers, point.encoded
        numbers[encoded] = numbers.get(encoded, 0) + number

    def is_zero(self) -> bool:
        """Whether the whole sum is the identity."""
        return self._total() == _IDENTITY

    def point(self) -> Point:
        """The sum; IdentityPoint if it is the identity."""
        return _believed(self._total())

    def _total(self) -> bytes:
        total = _IDENTITY
        for point, number in self._numbers.items():
            scalar = (number % Q).to_bytes(SCALAR_SIZE, "little")
            term = _times(scalar, point)
            if term != _IDENTITY:
                total = term if total == _IDENTITY else sodium.crypto_core_ed25519_add(total, term)
        return total


def public_sum(*terms: tuple[int, Point]) -> Point:
    """The sum of number·point over public terms; IdentityPoint if it is the identity."""
    total = PublicSum()
    for number, point in terms:
        total.add(number, point)
    return total.point()


def hash_to_group(label: bytes) -> Point:
    """A point of which nobody knows any relation to others: two Elligator maps of SHA-512(label).

    One map alone reaches only half of the group. Not RFC 9380's suite: SPEC prints the results.
    """
    digest = hashlib.sha512(label).digest()
    first = sodium.crypto_core_ed25519_from_uniform(digest[:32])
    second = sodium.crypto_core_ed25519_from_uniform(digest[32:])
    return _believed(sodium.crypto_core_ed25519_add(first, second))


G: Final = Point(bytes.fromhex("5866666666666666666666666666666666666666666666666666666666666666"))
"""The standard generator."""

H1: Final = hash_to_group(b"p2pcards/1 generator H1")
"""Generator of suits."""

H2: Final = hash_to_group(b"p2pcards/1 generator H2")
"""Generator of ranks."""


@cache
def pedersen(n: int) -> tuple[Point, ...]:
    """P_0 (for blinding) to P_n: `p2pcards/1 generator P` and the number in decimal.

    From fixed labels, never from a peer: whoever chose one could open a commitment two ways.
    """
    return tuple(hash_to_group(b"p2pcards/1 generator P%d" % i) for i in range(n + 1))


@cache
def generators_digest(n: int) -> bytes:
    """SHA-512 of G, H1, H2, P_0..P_n one after another, for the shuffle's transcript."""
    encoded = b"".join(point.encoded for point in (G, H1, H2, *pedersen(n)))
    return hashlib.sha512(encoded).digest()


def self_test() -> None:
    """Make sure that the libsodium in use refuses points outside the group.

    Older versions take G + T for a point of the group where T has order 2, which would mark a card
    through every later shuffle (CVE-2025-69277). PyNaCl may have been built on whatever the system
    has, so it is the behaviour that is tested, not the version.

    Raises:
        UnsafeLibrary: with the first thing found wrong.
    """
    _require_group()
    for torsion in _TORSION:
        shifted = sodium.crypto_core_ed25519_add(G.encoded, torsion)
        for point in (torsion, shifted):
            if sodium.crypto_core_ed25519_is_valid_point(point):
                raise UnsafeLibrary(Code.LIBRARY_TAKES_BAD_POINTS)
            try:
                sodium.crypto_scalarmult_ed25519_noclamp(Scalar.of(3).encoded, point)
            except RuntimeError:
                continue
            raise UnsafeLibrary(Code.LIBRARY_MULTIPLIES_BAD_POINTS)
    if _times(Scalar.of(-1).encoded, H1.encoded) != sodium.crypto_core_ed25519_sub(
        _IDENTITY, H1.encoded
    ):
        raise UnsafeLibrary(Code.LIBRARY_MULTIPLIES_WRONGLY)
