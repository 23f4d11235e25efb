"""T1: the last seat chooses its key so that the others' keys cancel and it alone can unmask."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol.crypto.errors import ProofRefused
from protocol.crypto.group import G, Scalar, point_sum
from protocol.crypto.keys import SeatKey, commit_key, new_key, open_key, prove_key, verify_key
from protocol.crypto.rng import SeededRng
from protocol.faults import Code
from tests.protocol.crypto.world import CONTEXT

RNG = SeededRng(b"rogue")
HONEST = [new_key(RNG) for _ in range(2)]
OWN = new_key(RNG)
ROGUE = OWN.public - point_sum([key.public for key in HONEST])
COMMITMENTS = tuple(bytes([seat]) * 32 for seat in range(3))


def test_the_rogue_key_would_give_the_cheat_the_joint_key() -> None:
    assert point_sum([*(key.public for key in HONEST), ROGUE]) == OWN.public


def test_no_forged_proof_for_the_rogue_key_is_accepted() -> None:
    of_own = prove_key(CONTEXT, COMMITMENTS, OWN, RNG)
    lying = prove_key(CONTEXT, COMMITMENTS, SeatKey(OWN.secret, ROGUE), RNG)
    honest = [prove_key(CONTEXT, COMMITMENTS, key, RNG) for key in HONEST]
    answers = [Scalar(proof[32:]) for proof in (of_own, *honest)]
    combined = of_own[:32] + (answers[0] - answers[1] - answers[2]).encoded
    for proof in (of_own, lying, *honest, combined, of_own[32:] + of_own[:32]):
        with pytest.raises(ProofRefused):
            verify_key(CONTEXT, COMMITMENTS, ROGUE, proof)


def test_a_key_proof_copied_from_another_seat_or_table_is_refused() -> None:
    proof = prove_key(CONTEXT, COMMITMENTS, HONEST[0], RNG)
    verify_key(CONTEXT, COMMITMENTS, HONEST[0].public, proof)
    for context in (replace(CONTEXT, seat=0), replace(CONTEXT, table=bytes(32))):
        with pytest.raises(ProofRefused, match=Code.KEY_PROOF):
            verify_key(context, COMMITMENTS, HONEST[0].public, proof)


def test_a_key_chosen_after_seeing_the_others_is_not_the_one_committed_to() -> None:
    coin, nonce = bytes(32), RNG(32)
    commitment = commit_key(CONTEXT, OWN.public, coin, nonce)
    open_key(CONTEXT, commitment, OWN.public, coin, nonce)
    for key in (ROGUE, G):
        with pytest.raises(ProofRefused, match=Code.KEY_NOT_COMMITTED):
            open_key(CONTEXT, commitment, key, coin, nonce)


def test_a_commitment_copied_from_another_seat_does_not_open_for_the_copier() -> None:
    coin, nonce = bytes(32), RNG(32)
    commitment = commit_key(CONTEXT, HONEST[0].public, coin, nonce)
    with pytest.raises(ProofRefused, match=Code.KEY_NOT_COMMITTED):
        open_key(replace(CONTEXT, seat=2), commitment, HONEST[0].public, coin, nonce)
