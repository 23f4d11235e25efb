"""Keys, their commitments and proofs (SPEC §3.4)."""

from __future__ import annotations

import pytest

from protocol.crypto.errors import BadEncoding, IdentityPoint, ProofRefused
from protocol.crypto.group import G, Q, Scalar
from protocol.crypto.keys import (
    KEY_PROOF_SIZE,
    SeatKey,
    commit_key,
    joint_key,
    new_key,
    open_key,
    prove_key,
    verify_key,
)
from protocol.crypto.rng import SeededRng
from protocol.faults import Code
from tests.protocol.crypto.world import CONTEXT, OTHER_CONTEXTS, flipped

KEY = new_key(SeededRng(b"key"))
COMMITMENTS = (b"a" * 32, b"b" * 32, b"c" * 32)
PROOF = prove_key(CONTEXT, COMMITMENTS, KEY, SeededRng(b"proof"))
COIN, NONCE = b"k" * 32, b"n" * 32


def test_a_key_survives_being_written_down() -> None:
    assert SeatKey.decode_secret(KEY.encode_secret()) == KEY


@pytest.mark.parametrize("data", [b"", bytes(31), bytes(32), Q.to_bytes(32, "little")])
def test_what_is_no_secret_key_is_not_read(data: bytes) -> None:
    with pytest.raises(BadEncoding):
        SeatKey.decode_secret(data)


def test_a_seat_key_does_not_show_its_secret() -> None:
    assert KEY.secret.encoded.hex() not in repr(KEY)
    assert repr(KEY.secret.encoded) not in repr(KEY)


def test_an_honest_key_proof_is_accepted() -> None:
    assert len(PROOF) == KEY_PROOF_SIZE
    verify_key(CONTEXT, COMMITMENTS, KEY.public, PROOF)


@pytest.mark.parametrize("at", range(0, KEY_PROOF_SIZE, 7))
def test_a_changed_key_proof_is_refused(at: int) -> None:
    with pytest.raises(ProofRefused):
        verify_key(CONTEXT, COMMITMENTS, KEY.public, flipped(PROOF, at))


@pytest.mark.parametrize("field", OTHER_CONTEXTS)
def test_a_key_proof_is_refused_in_another_context(field: str) -> None:
    with pytest.raises(ProofRefused, match=Code.KEY_PROOF):
        verify_key(OTHER_CONTEXTS[field], COMMITMENTS, KEY.public, PROOF)


def test_a_key_proof_is_refused_for_another_key_or_other_commitments() -> None:
    other = new_key(SeededRng(b"other")).public
    for commitments, public in (
        (COMMITMENTS, other),
        (COMMITMENTS[:2], KEY.public),
        (COMMITMENTS[::-1], KEY.public),
        ((b"a" * 31, b"a" + b"b" * 32, b"c" * 32), KEY.public),
    ):
        with pytest.raises(ProofRefused, match=Code.KEY_PROOF):
            verify_key(CONTEXT, commitments, public, PROOF)


@pytest.mark.parametrize("proof", [b"", PROOF[:-1], PROOF + b"\0"])
def test_a_key_proof_has_its_length(proof: bytes) -> None:
    with pytest.raises(BadEncoding, match=Code.PROOF_LENGTH):
        verify_key(CONTEXT, COMMITMENTS, KEY.public, proof)


def test_a_zero_challenge_or_response_is_refused() -> None:
    for proof in (bytes(32) + PROOF[32:], PROOF[:32] + bytes(32)):
        with pytest.raises(BadEncoding, match=Code.ZERO_SCALAR):
            verify_key(CONTEXT, COMMITMENTS, KEY.public, proof)


def test_a_proof_whose_commitment_is_the_identity_is_refused() -> None:
    c = Scalar.of(5)
    proof = c.encoded + (c * KEY.secret).encoded
    with pytest.raises(IdentityPoint):
        verify_key(CONTEXT, COMMITMENTS, KEY.public, proof)


def test_a_commitment_opens_to_what_was_committed() -> None:
    commitment = commit_key(CONTEXT, KEY.public, COIN, NONCE)
    assert len(commitment) == 32
    open_key(CONTEXT, commitment, KEY.public, COIN, NONCE)


def test_a_commitment_opens_to_nothing_else() -> None:
    commitment = commit_key(CONTEXT, KEY.public, COIN, NONCE)
    for public, coin, nonce in (
        (G, COIN, NONCE),
        (KEY.public, NONCE, NONCE),
        (KEY.public, COIN, COIN),
    ):
        with pytest.raises(ProofRefused, match=Code.KEY_NOT_COMMITTED):
            open_key(CONTEXT, commitment, public, coin, nonce)
    for context in OTHER_CONTEXTS.values():
        with pytest.raises(ProofRefused, match=Code.KEY_NOT_COMMITTED):
            open_key(context, commitment, KEY.public, COIN, NONCE)


@pytest.mark.parametrize(("coin", "nonce"), [(b"", NONCE), (COIN, b""), (COIN + b"\0", NONCE)])
def test_a_commitment_takes_32_bytes_of_each(coin: bytes, nonce: bytes) -> None:
    with pytest.raises(BadEncoding, match=Code.COMMITMENT_LENGTH):
        commit_key(CONTEXT, KEY.public, coin, nonce)


def test_the_joint_key_is_the_sum_and_never_the_identity() -> None:
    minus = Scalar.of(-1) * KEY.public
    assert joint_key([KEY.public, G]) == KEY.public + G
    with pytest.raises(ProofRefused, match=Code.IDENTITY_POINT):
        joint_key([KEY.public, minus])
