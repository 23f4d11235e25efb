"""Who takes a trick, and what binds a hand."""

import pytest

from p2pcards.cards import Card
from p2pcards.tricks import binding_suit, trick_winner


def rank(card):
    return card.rank


@pytest.mark.parametrize(
    ("cards", "trump", "winner"),
    [
        ([(1, 5), (1, 9), (1, 7)], 2, 1),
        ([(1, 5), (3, 9), (1, 4)], 2, 0),
        ([(1, 9), (2, 1), (1, 8)], 2, 1),
        ([(1, 9), (2, 1), (2, 2)], 2, 2),
        ([(2, 3), (2, 2), (1, 9)], 2, 0),
        ([(1, 5), (2, 9)], None, 0),
        ([(1, 5)], 1, 0),
    ],
)
def test_the_highest_trump_or_else_the_highest_of_the_led_suit_wins(cards, trump, winner):
    assert trick_winner([Card(*card) for card in cards], trump, rank) == winner


@pytest.mark.parametrize(
    ("suits", "expected"), [([1, 2, 3], 1), ([2, 3], 2), ([3, 3], None), ([], None), ([1], 1)]
)
def test_follow_suit_else_trump_else_anything(suits, expected):
    assert binding_suit(suits, led=1, trump=2) == expected


def test_without_a_trump_suit_only_the_led_suit_binds():
    assert binding_suit([2, 3], led=1, trump=None) is None
