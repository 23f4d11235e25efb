"""Cards, decks and unmasking (SPEC §3.2)."""

from __future__ import annotations

import pytest

from protocol.crypto.errors import BadEncoding, ProofRefused
from protocol.crypto.group import H1, H2, G, Scalar
from protocol.crypto.masking import (
    Ciphertext,
    card_point,
    deck_digest,
    decode_deck,
    encode_deck,
    start_deck,
    unmask,
)
from protocol.faults import Code
from tests.protocol.crypto.world import CARDS, World, flipped


def test_a_card_is_its_suit_and_its_rank() -> None:
    assert card_point(1, 1) == H1 + H2
    assert card_point(3, 7) == Scalar.of(3) * H1 + Scalar.of(7) * H2


@pytest.mark.parametrize(("suit", "rank"), [(0, 1), (1, 0), (-1, 2)])
def test_suits_and_ranks_count_from_one(suit: int, rank: int) -> None:
    with pytest.raises(ValueError):
        card_point(suit, rank)


def test_all_cards_of_the_largest_pack_are_different_points() -> None:
    assert len({card_point(s, r) for s in range(1, 5) for r in range(1, 14)}) == 52


def test_the_start_deck_masks_each_card_with_one(world: World) -> None:
    assert start_deck(CARDS, world.joint) == tuple(
        Ciphertext(G, card_point(*card) + world.joint) for card in CARDS
    )


def test_a_deck_survives_encoding(world: World) -> None:
    encoded = encode_deck(world.new)
    assert len(encoded) == 64 * len(CARDS)
    assert decode_deck(encoded, len(CARDS)) == world.new


@pytest.mark.parametrize("n", [0, 5, 7, 10**6])
def test_a_deck_of_another_size_is_refused(world: World, n: int) -> None:
    with pytest.raises(BadEncoding, match=Code.DECK_LENGTH):
        decode_deck(encode_deck(world.new), n)


@pytest.mark.parametrize("field", range(2 * len(CARDS)))
def test_a_deck_with_one_point_outside_the_group_is_refused(world: World, field: int) -> None:
    encoded = encode_deck(world.new)
    for bad in (bytes(32), (1).to_bytes(32, "little"), b"\xff" * 32):
        with pytest.raises(BadEncoding, match=Code.NOT_A_POINT):
            decode_deck(encoded[: 32 * field] + bad + encoded[32 * field + 32 :], len(CARDS))


def test_the_digest_of_a_deck_depends_on_every_card_and_the_order(world: World) -> None:
    digests = {deck_digest(world.new), deck_digest(world.old), deck_digest(world.new[::-1])}
    digests.add(deck_digest(world.new[:-1]))
    assert len(digests) == 4
    assert {len(digest) for digest in digests} == {32}


def test_all_shares_together_unmask_the_whole_pack(world: World) -> None:
    found = [
        unmask(world.new[slot], world.shares_of_slot(slot), CARDS) for slot in range(len(CARDS))
    ]
    assert sorted(found) == sorted(CARDS)


def test_a_share_missing_doubled_or_of_another_slot_gives_no_card(world: World) -> None:
    shares = world.shares_of_slot(2)
    for wrong in (
        shares[:2],
        [*shares, shares[0]],
        [shares[0], shares[1], shares[1]],
        world.shares_of_slot(3),
    ):
        with pytest.raises(ProofRefused, match=Code.NOT_A_CARD):
            unmask(world.new[2], wrong, CARDS)


def test_a_card_of_another_pack_is_refused(world: World) -> None:
    card = unmask(world.new[0], world.shares_of_slot(0), CARDS)
    rest = tuple(other for other in CARDS if other != card)
    with pytest.raises(ProofRefused, match=Code.NOT_A_CARD):
        unmask(world.new[0], world.shares_of_slot(0), rest)


def test_flipping_a_bit_of_a_deck_changes_it_or_is_refused(world: World) -> None:
    encoded = encode_deck(world.new)
    for at in range(0, len(encoded), 5):
        try:
            deck = decode_deck(flipped(encoded, at), len(CARDS))
        except BadEncoding:
            continue
        assert deck != world.new
