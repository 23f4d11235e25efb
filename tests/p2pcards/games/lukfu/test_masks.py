"""The fast form of hands says the same about cards as the readable one."""

import random

import pytest

from p2pcards.games.lukfu import GAME
from p2pcards.games.lukfu.combinations import (
    Kind,
    beaters,
    combinations_in,
    free_singles,
    old_cards,
)
from p2pcards.games.lukfu.masks import (
    beating,
    can_beat,
    cards_of,
    free_in,
    grouped_in,
    many_in,
    mask_of,
    old_in,
    play_of,
)

CARDS = GAME.pack.cards


def draws(seed, count):
    """Random hands with random cards seen besides."""
    rng = random.Random(seed)
    for _ in range(count):
        cards = rng.sample(CARDS, 30)
        size = rng.randrange(1, 13)
        yield cards[:size], cards[size : size + rng.randrange(18)]


def named(combinations):
    """What makes a difference between plays: kind, size and rank or top card."""
    return sorted(play_of(combination)[:3] for combination in combinations)


def test_a_mask_is_its_cards():
    for hand, _ in draws(1, 50):
        assert cards_of(mask_of(hand)) == tuple(sorted(hand))


def test_old_and_free_cards_are_the_same():
    for hand, seen in draws(2, 300):
        assert cards_of(old_in(mask_of(hand), mask_of(seen))) == tuple(
            sorted(old_cards(hand, seen))
        )
        free = tuple(sorted(free_singles(hand, seen)))
        assert cards_of(free_in(mask_of(hand), mask_of(seen))) == free


def test_sets_and_runs_are_the_same():
    for hand, _ in draws(3, 300):
        many = [c for c in combinations_in(hand) if c.kind is not Kind.SINGLE]
        found = many_in(mask_of(hand))
        assert sorted(play[:3] for play in found) == sorted(set(named(many)))
        assert {play_of(c)[3] for c in many} >= {play[3] for play in found}
        grouped = {card for c in many for card in c.cards}
        assert cards_of(grouped_in(mask_of(hand))) == tuple(sorted(grouped))


@pytest.mark.parametrize("ones", [False, True])
def test_what_beats_is_the_same(ones):
    rng = random.Random(4)
    leads = tuple(combinations_in(CARDS))
    for hand, _ in draws(5, 600):
        best = rng.choice(leads)
        mask = mask_of(hand) & ~mask_of(best.cards)
        expected = beaters(cards_of(mask), best, ones)
        found = beating(mask, play_of(best), ones)
        assert sorted(play[:3] for play in found) == sorted(set(named(expected)))
        assert {play_of(c)[3] for c in expected} >= {play[3] for play in found}
        assert can_beat(mask, play_of(best), ones) == bool(expected)
