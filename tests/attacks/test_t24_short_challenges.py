"""T24: a challenge so short that it can be guessed."""

from __future__ import annotations

import pytest

from protocol.crypto.errors import ProofRefused
from protocol.crypto.group import G, Q, Scalar
from protocol.crypto.keys import _begin, prove_key, verify_key
from protocol.crypto.rng import SeededRng
from protocol.crypto.shares import make_shares
from protocol.crypto.suits import BRANCH_SIZE, prove_suits
from protocol.crypto.transcript import Transcript
from protocol.faults import Code
from tests.protocol.crypto.world import CONTEXT, make_world

WORLD = make_world(b"short")
RNG = SeededRng(b"short")


def test_challenges_of_keys_and_shares_have_the_full_width() -> None:
    most = 0
    for slot in range(6):
        _, proof = make_shares(CONTEXT, WORLD.keys[0], [(slot, WORLD.new[slot])], RNG)
        most = max(most, int.from_bytes(proof[:32], "little"))
        proof = prove_key(CONTEXT, (bytes([slot]),), WORLD.keys[0], RNG)
        most = max(most, int.from_bytes(proof[:32], "little"))
    assert Q // 4 < most < Q


def test_short_challenges_have_128_bits() -> None:
    numbers = Transcript(b"test", CONTEXT).short_challenges(b"t", 200)
    assert max(number.bit_length() for number in numbers) == 128
    seen = 0
    for number in numbers:
        seen |= number
    assert seen == 2**128 - 1


def test_a_claims_challenges_have_128_bits() -> None:
    proof = prove_suits(CONTEXT, WORLD.keys[1], WORLD.hidden(*range(6)), (1, 2, 3), RNG)
    challenges = [proof[at : at + 16] for at in range(0, len(proof), BRANCH_SIZE)]
    assert max(int.from_bytes(c, "little").bit_length() for c in challenges) >= 124


def test_guessing_the_challenge_does_not_work() -> None:
    """Fix c and s first, compute A from them, and hope that the hash gives c: 500 tries."""
    public = WORLD.keys[0].public
    for guess in range(1, 501):
        c, s = Scalar.of(guess), Scalar.random(RNG)
        transcript = _begin(CONTEXT, (), public)
        transcript.append_points(b"A", (s * G - c * public,))
        assert transcript.challenge(b"c") != c
    with pytest.raises(ProofRefused, match=Code.KEY_PROOF):
        verify_key(CONTEXT, (), public, c.encoded + s.encoded)
