"""T16: a wrong decryption share, alone or among many, to show others a wrong card."""

from __future__ import annotations

import pytest

from protocol.crypto.errors import ProofRefused
from protocol.crypto.group import H1, H2, G, Scalar
from protocol.crypto.masking import card_point, unmask
from protocol.crypto.rng import SeededRng
from protocol.crypto.shares import _begin, make_shares, verify_shares
from protocol.faults import Code
from tests.protocol.crypto.world import CARDS, CONTEXT, make_world

WORLD = make_world(b"wrong share")
RNG = SeededRng(b"wrong share")
KEY = WORLD.keys[1]
MASKED = [(slot, WORLD.new[slot]) for slot in range(len(CARDS))]
SHARES, PROOF = make_shares(CONTEXT, KEY, MASKED, RNG)


def test_a_share_shifted_to_show_another_card_would_show_it_and_is_refused() -> None:
    slot = 2
    shares = WORLD.shares_of_slot(slot)
    true_card = unmask(WORLD.new[slot], shares, CARDS)
    wished = next(card for card in CARDS if card != true_card)
    shifted = shares[1] + (card_point(*true_card) - card_point(*wished))
    assert unmask(WORLD.new[slot], [shares[0], shifted, shares[2]], CARDS) == wished
    wrong = [*SHARES[:slot], shifted, *SHARES[slot + 1 :]]
    with pytest.raises(ProofRefused, match=Code.SHARES_PROOF):
        verify_shares(CONTEXT, KEY.public, MASKED, wrong, PROOF)


@pytest.mark.parametrize("slot", range(len(CARDS)))
def test_one_wrong_share_spoils_the_message_wherever_it_is(slot: int) -> None:
    wrong = [*SHARES[:slot], SHARES[slot] + H2, *SHARES[slot + 1 :]]
    with pytest.raises(ProofRefused, match=Code.SHARES_PROOF):
        verify_shares(CONTEXT, KEY.public, MASKED, wrong, PROOF)


def forged(errors: list[int]) -> None:
    """Prove as the owner of x, over shares with the given multiples of H1 added, and verify."""
    masked = MASKED[: len(errors)]
    shares = [
        KEY.secret * card.c1 if error == 0 else KEY.secret * card.c1 + Scalar.of(error) * H1
        for (_, card), error in zip(masked, errors, strict=True)
    ]
    transcript, w = _begin(CONTEXT, KEY.public, masked, shares)
    k = Scalar.random(RNG)
    transcript.append_points(b"A", (k * G,))
    folded = [Scalar.of(w_i) * card.c1 for w_i, (_, card) in zip(w, masked, strict=True)]
    base = folded[0]
    for point in folded[1:]:
        base = base + point
    transcript.append_points(b"B", (k * base,))
    c = transcript.challenge(b"c")
    proof = c.encoded + (k + c * KEY.secret).encoded
    verify_shares(CONTEXT, KEY.public, masked, shares, proof)


def test_a_prover_who_knows_the_key_cannot_slip_in_errors_that_cancel() -> None:
    forged([0, 0])
    for errors in ([1, -1], [1, 0], [5, -2, -3]):
        with pytest.raises(ProofRefused, match=Code.SHARES_PROOF):
            forged(errors)


def test_every_weight_depends_on_every_share_of_the_message() -> None:
    """Else a cheat could tabulate errors pair by pair and find sums that cancel (Wagner)."""
    _, base = _begin(CONTEXT, KEY.public, MASKED, SHARES)
    for slot in range(len(SHARES)):
        changed = [*SHARES[:slot], SHARES[slot] + G, *SHARES[slot + 1 :]]
        _, other = _begin(CONTEXT, KEY.public, MASKED, changed)
        assert base[0] == other[0] == 1
        assert all(a != b for a, b in zip(base[1:], other[1:], strict=True))


def test_a_share_of_another_key_or_slot_is_refused() -> None:
    others, other_proof = make_shares(CONTEXT, WORLD.keys[0], MASKED, RNG)
    for shares, proof in (
        (others, PROOF),
        (others, other_proof),
        ((SHARES[1], SHARES[0], *SHARES[2:]), PROOF),
    ):
        with pytest.raises(ProofRefused, match=Code.SHARES_PROOF):
            verify_shares(CONTEXT, KEY.public, MASKED, shares, proof)
