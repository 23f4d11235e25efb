"""Decryption shares (SPEC §3.7)."""

from __future__ import annotations

import pytest

from protocol.crypto.errors import BadEncoding, IdentityPoint, ProofRefused
from protocol.crypto.group import G, Point, Scalar
from protocol.crypto.rng import SeededRng
from protocol.crypto.shares import (
    SHARES_PROOF_SIZE,
    decode_shares,
    encode_shares,
    make_shares,
    verify_shares,
)
from protocol.faults import Code
from tests.protocol.crypto.world import CONTEXT, OTHER_CONTEXTS, World, flipped, make_world

WORLD = make_world(b"shares")
KEY = WORLD.keys[1]
MASKED = [(slot, WORLD.new[slot]) for slot in (0, 2, 5)]
SHARES, PROOF = make_shares(CONTEXT, KEY, MASKED, SeededRng(b"proof"))


def test_honest_shares_are_accepted_one_or_many() -> None:
    assert len(PROOF) == SHARES_PROOF_SIZE
    verify_shares(CONTEXT, KEY.public, MASKED, SHARES, PROOF)
    for one in MASKED:
        shares, proof = make_shares(CONTEXT, KEY, [one], SeededRng(b"one"))
        assert shares == (KEY.secret * one[1].c1,)
        verify_shares(CONTEXT, KEY.public, [one], shares, proof)


def test_no_slots_need_no_shares_and_no_proof() -> None:
    assert make_shares(CONTEXT, KEY, [], SeededRng(b"none")) == ((), b"")
    verify_shares(CONTEXT, KEY.public, [], (), b"")
    with pytest.raises(BadEncoding):
        verify_shares(CONTEXT, KEY.public, [], (), PROOF)


@pytest.mark.parametrize("at", range(0, SHARES_PROOF_SIZE, 7))
def test_a_changed_shares_proof_is_refused(at: int) -> None:
    with pytest.raises(ProofRefused):
        verify_shares(CONTEXT, KEY.public, MASKED, SHARES, flipped(PROOF, at))


@pytest.mark.parametrize("field", OTHER_CONTEXTS)
def test_shares_are_refused_in_another_context(field: str) -> None:
    with pytest.raises(ProofRefused, match=Code.SHARES_PROOF):
        verify_shares(OTHER_CONTEXTS[field], KEY.public, MASKED, SHARES, PROOF)


@pytest.mark.parametrize("wrong", range(3))
def test_one_wrong_share_among_many_is_refused(wrong: int) -> None:
    shares = list(SHARES)
    shares[wrong] = shares[wrong] + G
    with pytest.raises(ProofRefused, match=Code.SHARES_PROOF):
        verify_shares(CONTEXT, KEY.public, MASKED, shares, PROOF)


def test_shares_in_another_order_of_another_slot_or_another_seat_are_refused(world: World) -> None:
    renamed = [(slot + 1, card) for slot, card in MASKED]
    for public, masked, shares in (
        (KEY.public, MASKED, SHARES[::-1]),
        (KEY.public, MASKED[::-1], SHARES[::-1]),
        (KEY.public, renamed, SHARES),
        (WORLD.keys[0].public, MASKED, SHARES),
        (KEY.public, [(slot, world.new[slot]) for slot, _ in MASKED], SHARES),
    ):
        with pytest.raises(ProofRefused, match=Code.SHARES_PROOF):
            verify_shares(CONTEXT, public, masked, shares, PROOF)


def test_a_missing_or_surplus_share_is_refused() -> None:
    for shares in (SHARES[:-1], (*SHARES, SHARES[0]), ()):
        with pytest.raises(ProofRefused, match=Code.NUMBER_OF_SHARES):
            verify_shares(CONTEXT, KEY.public, MASKED, shares, PROOF)


def test_zero_answers_and_wrong_lengths_are_refused() -> None:
    for proof in (bytes(32) + PROOF[32:], PROOF[:32] + bytes(32), b"", PROOF[:-1], PROOF + b"\0"):
        with pytest.raises(BadEncoding):
            verify_shares(CONTEXT, KEY.public, MASKED, SHARES, proof)


def test_a_proof_whose_commitment_is_the_identity_is_refused() -> None:
    c = Scalar.of(5)
    proof = c.encoded + (c * KEY.secret).encoded
    with pytest.raises(IdentityPoint):
        verify_shares(CONTEXT, KEY.public, MASKED, SHARES, proof)


def test_shares_survive_encoding_and_their_number_is_checked() -> None:
    data = encode_shares(SHARES)
    assert decode_shares(data, 3) == SHARES
    for count in (2, 4, 10**6):
        with pytest.raises(BadEncoding, match=Code.NUMBER_OF_POINTS):
            decode_shares(data, count)
    with pytest.raises(BadEncoding, match=Code.NOT_A_POINT):
        decode_shares(bytes(96), 3)


def test_the_same_randomness_twice_does_not_give_the_key_away() -> None:
    """Nonces are hedged: two statements with one random stream still get two nonces."""

    def answers(masked: list[tuple[int, object]]) -> tuple[Scalar, Scalar]:
        _, proof = make_shares(CONTEXT, KEY, masked, lambda n: bytes(n))  # type: ignore[arg-type]
        return Scalar(proof[:32]), Scalar(proof[32:])

    def commitment(c: Scalar, s: Scalar) -> Point:
        return s * G - c * KEY.public

    assert commitment(*answers(MASKED[:1])) != commitment(*answers(MASKED[1:2]))  # type: ignore[arg-type]
