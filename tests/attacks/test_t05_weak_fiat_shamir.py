"""T5: something is left out of the hash, so it can be changed when the proof is already made."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from protocol.crypto.errors import ProofRefused
from protocol.crypto.group import H1, PublicSum, Q, Scalar
from protocol.crypto.keys import verify_key
from protocol.crypto.masking import Ciphertext
from protocol.crypto.rng import SeededRng
from protocol.crypto.shares import make_shares, verify_shares
from protocol.crypto.shuffle_proof import verify_shuffle
from protocol.crypto.suits import prove_suits, verify_suits
from protocol.crypto.transcript import Context
from protocol.faults import Code
from tests.protocol.crypto.world import CONTEXT, OTHER_CONTEXTS, make_world
from tests.vectors.make.recorder import recorded

WORLD = make_world(b"weak")
RNG = SeededRng(b"verifier")
HIDDEN = WORLD.hidden(0)

START = ["protocol", "purpose", "context"]
HASHED = {
    "key": [*START, "number_of_commitments", "commitment", "commitment", "public_key", "A", "c"],
    "shares": [
        *START,
        *("public_key", "number_of_slots"),
        *("slot", "c1", "D", "slot", "c1", "D"),
        *("w", "A", "B", "c"),
    ],
    "shuffle": [
        *START,
        *("generators", "N", "position", "joint_key", "old", "new"),
        *("C", "C_d", "E", "t"),
        *("f", "Z", "lambda", "y"),
        *("C_e", "C_1", "C_x", "x"),
    ],
    "suits": [
        *START,
        *("public_key", "number_of_suits", "suit", "suit", "number_of_slots", "slot", "c1", "rest"),
        *("A", "B", "A", "B", "c"),
    ],
}
"""The table of SPEC §3: what goes into each proof's hash, in order, and what is drawn."""


def verify_nonsense(kind: str) -> None:
    """Offer the verifier of this kind a proof that is well-formed and wrong."""
    masked = [(slot, WORLD.new[slot]) for slot in (0, 1)]
    public = WORLD.keys[1].public
    proof = Scalar.of(2).encoded + Scalar.of(3).encoded
    match kind:
        case "key":
            verify_key(CONTEXT, (bytes(32), bytes(32)), public, proof)
        case "shares":
            verify_shares(CONTEXT, public, masked, (H1, H1), proof)
        case "shuffle":
            bad = WORLD.proof[:-32] + Scalar.of(7).encoded
            verify_shuffle(CONTEXT, WORLD.statement, bad, RNG)
        case "suits":
            branch = (5).to_bytes(16, "little") + proof
            verify_suits(CONTEXT, public, HIDDEN, (1, 2), branch + branch)


@pytest.mark.parametrize("kind", HASHED)
def test_exactly_the_specified_fields_are_hashed_in_order(kind: str) -> None:
    with recorded() as steps, pytest.raises(ProofRefused):
        verify_nonsense(kind)
    assert [step.split(".")[-1] for step in steps] == HASHED[kind]


def test_every_field_of_the_context_is_tried_below() -> None:
    assert {field.name for field in fields(Context)} <= set(OTHER_CONTEXTS)


@pytest.mark.parametrize("field", OTHER_CONTEXTS)
def test_a_changed_context_refuses_every_kind_of_proof(field: str) -> None:
    key, other = WORLD.keys[1], OTHER_CONTEXTS[field]
    masked = [(0, WORLD.new[0])]
    shares, shares_proof = make_shares(CONTEXT, key, masked, RNG)
    hidden = WORLD.hidden(0)
    suits_proof = prove_suits(CONTEXT, key, hidden, (1, 2, 3), RNG)
    with pytest.raises(ProofRefused):
        verify_shuffle(other, WORLD.statement, WORLD.proof, RNG)
    with pytest.raises(ProofRefused):
        verify_shares(other, key.public, masked, shares, shares_proof)
    with pytest.raises(ProofRefused):
        verify_suits(other, key.public, hidden, (1, 2, 3), suits_proof)


def test_two_cards_changed_so_that_the_equation_still_holds_are_refused() -> None:
    """Against a published shuffle this worked: add D to one card, take (f_0/f_1)·D from another.

    The sum of f_i·new[i] stays as it was, so only the hash of the decks stands in the way.
    """
    f = [int.from_bytes(WORLD.proof[at : at + 32], "little") for at in (128, 160)]
    ratio = Scalar.of(f[0] * pow(f[1], -1, Q))
    first, second = WORLD.new[0], WORLD.new[1]
    changed = (
        Ciphertext(first.c1, first.c2 + H1),
        Ciphertext(second.c1, second.c2 - ratio * H1),
        *WORLD.new[2:],
    )
    unchanged_sum = PublicSum()
    for f_i, before, after in zip(f, WORLD.new, changed, strict=False):
        unchanged_sum.add(f_i, before.c2)
        unchanged_sum.add(-f_i, after.c2)
    assert unchanged_sum.is_zero()
    with pytest.raises(ProofRefused, match=Code.SHUFFLE_PROOF):
        verify_shuffle(CONTEXT, replace(WORLD.statement, new=changed), WORLD.proof, RNG)
