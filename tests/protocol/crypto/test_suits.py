"""Claims about the suits of hidden cards (SPEC §3.8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol.crypto.errors import BadEncoding, ProofRefused
from protocol.crypto.group import H1, G, Point, Scalar
from protocol.crypto.masking import Suited, unmask
from protocol.crypto.rng import SeededRng
from protocol.crypto.suits import BRANCH_SIZE, HiddenCard, hidden_card, prove_suits, verify_suits
from protocol.faults import Code
from tests.protocol.crypto.world import CARDS, CONTEXT, OTHER_CONTEXTS, World, flipped, make_world

WORLD = make_world(b"suits")
KEY = WORLD.keys[1]
HANDS: dict[int, Suited] = {
    slot: unmask(WORLD.new[slot], WORLD.shares_of_slot(slot), CARDS) for slot in range(len(CARDS))
}
SLOTS = tuple(slot for slot, (suit, _) in HANDS.items() if suit in (1, 3))[:3]
HIDDEN = WORLD.hidden(*SLOTS)
PROOF = prove_suits(CONTEXT, KEY, HIDDEN, (1, 3), SeededRng(b"proof"))


def test_an_honest_claim_is_accepted() -> None:
    assert len(PROOF) == 3 * 2 * BRANCH_SIZE == 480
    verify_suits(CONTEXT, KEY.public, HIDDEN, (1, 3), PROOF)


@pytest.mark.parametrize("slot", HANDS)
def test_each_card_can_be_claimed_for_every_set_with_its_suit(slot: int) -> None:
    for suits in ((1,), (2,), (3,), (1, 2), (1, 3), (2, 3), (1, 2, 3)):
        hidden = WORLD.hidden(slot)
        if HANDS[slot][0] in suits:
            proof = prove_suits(CONTEXT, KEY, hidden, suits, WORLD.rng)
            verify_suits(CONTEXT, KEY.public, hidden, suits, proof)
        else:
            with pytest.raises(ValueError, match=f"slot {slot}"):
                prove_suits(CONTEXT, KEY, hidden, suits, WORLD.rng)


def test_a_claim_about_no_cards_holds_without_bytes() -> None:
    assert prove_suits(CONTEXT, KEY, [], (1,), WORLD.rng) == b""
    verify_suits(CONTEXT, KEY.public, [], (1,), b"")
    with pytest.raises(BadEncoding):
        verify_suits(CONTEXT, KEY.public, [], (1,), PROOF)


@pytest.mark.parametrize("at", range(0, len(PROOF), 9))
def test_a_changed_suits_proof_is_refused(at: int) -> None:
    with pytest.raises(ProofRefused):
        verify_suits(CONTEXT, KEY.public, HIDDEN, (1, 3), flipped(PROOF, at))


@pytest.mark.parametrize("field", OTHER_CONTEXTS)
def test_a_claim_is_refused_in_another_context(field: str) -> None:
    with pytest.raises(ProofRefused, match=Code.SUITS_PROOF):
        verify_suits(OTHER_CONTEXTS[field], KEY.public, HIDDEN, (1, 3), PROOF)


def test_any_changed_part_of_the_statement_is_refused() -> None:
    def changed(card: HiddenCard, **fields: object) -> list[HiddenCard]:
        return [replace(card, **fields), *HIDDEN[1:]]  # type: ignore[arg-type]

    first = HIDDEN[0]
    for public, hidden, suits in (
        (WORLD.keys[0].public, HIDDEN, (1, 3)),
        (KEY.public, HIDDEN, (1, 2)),
        (KEY.public, HIDDEN, (2, 3)),
        (KEY.public, HIDDEN[::-1], (1, 3)),
        (KEY.public, changed(first, slot=99), (1, 3)),
        (KEY.public, changed(first, c1=first.c1 + G), (1, 3)),
        (KEY.public, changed(first, rest=first.rest + G), (1, 3)),
        (KEY.public, changed(first, rest=first.rest + H1), (1, 3)),
    ):
        with pytest.raises(ProofRefused, match=Code.SUITS_PROOF):
            verify_suits(CONTEXT, public, hidden, suits, PROOF)


def test_a_claim_for_more_or_fewer_cards_or_suits_is_refused() -> None:
    for hidden, suits in ((HIDDEN[:2], (1, 3)), (HIDDEN, (1,)), (HIDDEN, (1, 2, 3))):
        with pytest.raises(BadEncoding, match=Code.PROOF_LENGTH):
            verify_suits(CONTEXT, KEY.public, hidden, suits, PROOF)


@pytest.mark.parametrize(("at", "size"), [(0, 16), (16, 32), (48, 32), (80, 16)])
def test_a_zero_challenge_or_response_is_refused(at: int, size: int) -> None:
    code = Code.ZERO_CHALLENGE if size == 16 else Code.ZERO_SCALAR
    with pytest.raises(BadEncoding, match=code):
        verify_suits(
            CONTEXT, KEY.public, HIDDEN, (1, 3), PROOF[:at] + bytes(size) + PROOF[at + size :]
        )


@pytest.mark.parametrize("suits", [(), (3, 1), (1, 1), (0, 1)])
def test_suits_are_distinct_in_order_from_one(suits: tuple[int, ...]) -> None:
    with pytest.raises(ValueError):
        verify_suits(CONTEXT, KEY.public, HIDDEN, suits, PROOF)


def test_challenges_that_do_not_add_up_are_refused() -> None:
    """A cheat who makes up both branches has no say in their sum."""
    card = WORLD.hidden(next(slot for slot, (suit, _) in HANDS.items() if suit == 2))
    made_up = b"".join(
        (7).to_bytes(16, "little") + Scalar.of(8).encoded + Scalar.of(9).encoded for _ in range(2)
    )
    with pytest.raises(ProofRefused, match=Code.SUITS_PROOF):
        verify_suits(CONTEXT, KEY.public, card, (1, 3), made_up)


@pytest.mark.heavy
def test_branches_carry_no_sign_of_the_true_one() -> None:
    """Challenges of true and made-up branches are alike in size: no byte is always zero."""
    tops = {True: 0, False: 0}
    slot = next(slot for slot, (suit, _) in HANDS.items() if suit == 1)
    for _ in range(60):
        proof = prove_suits(CONTEXT, KEY, WORLD.hidden(slot), (1, 2), WORLD.rng)
        tops[True] += proof[15] >> 7
        tops[False] += proof[BRANCH_SIZE + 15] >> 7
    assert all(15 < count < 45 for count in tops.values())


def test_a_hidden_card_is_the_card_point_plus_the_seats_own_share(world: World) -> None:
    shares: list[Point] = world.shares_of_slot(4)
    card = hidden_card(4, world.new[4], [shares[2], shares[0]])
    assert card.rest - shares[1] == world.new[4].c2 - shares[0] - shares[1] - shares[2]
    assert card.c1 == world.new[4].c1
