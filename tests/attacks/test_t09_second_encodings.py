"""T9: a second encoding of the same value, so that one proof has two byte strings."""

from __future__ import annotations

import pytest

from protocol.crypto.errors import BadEncoding
from protocol.crypto.group import H1, Point, Q, Scalar
from protocol.crypto.keys import prove_key, verify_key
from protocol.crypto.rng import SeededRng
from protocol.crypto.shares import make_shares, verify_shares
from protocol.crypto.shuffle_proof import verify_shuffle
from protocol.crypto.suits import prove_suits, verify_suits
from protocol.faults import Code
from tests.protocol.crypto.world import CARDS, CONTEXT, make_world

RNG = SeededRng(b"encodings")
WORLD = make_world(b"encodings")
N = len(CARDS)
KEY = WORLD.keys[1]


def lifted(data: bytes, at: int) -> bytes:
    """The scalar at `at` written as itself plus q."""
    number = int.from_bytes(data[at : at + 32], "little") + Q
    return data[:at] + number.to_bytes(32, "little") + data[at + 32 :]


def test_every_scalar_of_a_shuffle_proof_has_one_encoding() -> None:
    points = (N + 1) * 32 + 128
    for at in (*range(128, points, 32), *range(points + 96, len(WORLD.proof), 32)):
        with pytest.raises(BadEncoding, match=Code.SCALAR_NOT_REDUCED):
            verify_shuffle(CONTEXT, WORLD.statement, lifted(WORLD.proof, at), RNG)


@pytest.mark.parametrize("at", [0, 32])
def test_every_scalar_of_the_short_proofs_has_one_encoding(at: int) -> None:
    masked = [(0, WORLD.new[0])]
    shares, shares_proof = make_shares(CONTEXT, KEY, masked, RNG)
    with pytest.raises(BadEncoding, match=Code.SCALAR_NOT_REDUCED):
        verify_key(CONTEXT, (), KEY.public, lifted(prove_key(CONTEXT, (), KEY, RNG), at))
    with pytest.raises(BadEncoding, match=Code.SCALAR_NOT_REDUCED):
        verify_shares(CONTEXT, KEY.public, masked, shares, lifted(shares_proof, at))


@pytest.mark.parametrize("at", [16, 48, 96, 128])
def test_every_scalar_of_a_suits_proof_has_one_encoding(at: int) -> None:
    hidden = WORLD.hidden(0)
    suits = (1, 2, 3)
    proof = prove_suits(CONTEXT, KEY, hidden, suits, RNG)
    with pytest.raises(BadEncoding, match=Code.SCALAR_NOT_REDUCED):
        verify_suits(CONTEXT, KEY.public, hidden, suits, lifted(proof, at))


@pytest.mark.parametrize("bit", [252, 253, 254, 255])
def test_the_unused_bits_of_a_scalar_are_not_ignored(bit: int) -> None:
    with pytest.raises(BadEncoding, match=Code.SCALAR_NOT_REDUCED):
        Scalar(
            (Q - 1 | 1 << bit | 1 << 252).to_bytes(32, "little") if bit > 252 else bytes([255] * 32)
        )


def test_a_point_with_unreduced_y_or_signed_zero_is_refused() -> None:
    p = 2**255 - 19
    for number in (p, p + 1, p + 18, 1 | 1 << 255, p - 1 | 1 << 255):
        with pytest.raises(BadEncoding, match=Code.NOT_A_POINT):
            Point(number.to_bytes(32, "little"))


def test_the_sign_bit_makes_another_point_not_the_same() -> None:
    other = Point(H1.encoded[:31] + bytes([H1.encoded[31] ^ 0x80]))
    assert other != H1
    assert other == Scalar.of(-1) * H1
