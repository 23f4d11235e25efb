"""T3: card points with relations that a player can use, such as card i = i times a point.

Here cards do have a relation among themselves, (suit, rank) being coefficients of H1 and H2; what
must not be known is a relation to the key, and the masks must hide the multiples.
"""

from __future__ import annotations

from itertools import product

from protocol.crypto.group import H1, H2, G, Scalar, hash_to_group
from protocol.crypto.masking import card_point
from tests.protocol.crypto.world import AZI, CARDS, make_world

WORLD = make_world(b"relations")


def test_the_generators_are_hashed_and_nothing_more() -> None:
    assert hash_to_group(b"p2pcards/1 generator H1") == H1
    assert hash_to_group(b"p2pcards/1 generator H2") == H2


def test_no_card_is_a_small_multiple_of_the_base() -> None:
    multiples = {Scalar.of(k) * G for k in range(1, 60)}
    assert not multiples & {card_point(*card) for card in AZI}


def test_some_cards_are_multiples_of_others_so_only_masked_cards_are_ever_sent() -> None:
    assert Scalar.of(2) * card_point(1, 1) == card_point(2, 2)


def test_masked_cards_do_not_keep_the_relations_of_their_cards() -> None:
    """The attack on plain multiplication: look for pairs with c2' = k·c2 or equal differences."""
    deck = WORLD.new
    for a, b in product(deck, deck):
        for k in range(2, 4):
            assert Scalar.of(k) * a.c2 != b.c2
    differences = [(a.c2 - b.c2).encoded for a, b in product(deck, deck) if a != b]
    assert len(set(differences)) == len(differences)


def test_two_shuffles_of_one_deck_have_no_point_in_common() -> None:
    first, second = make_world(b"one"), make_world(b"two")
    seen = {point for card in first.new for point in (card.c1, card.c2)}
    assert len(seen) == 2 * len(CARDS)
    assert not seen & {point for card in second.new for point in (card.c1, card.c2)}
