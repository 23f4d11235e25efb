"""Arrangements: the search finds what looking at all splits finds, and says why."""

import random
from itertools import combinations
from math import isqrt

import pytest

from p2pcards.games.hazari import GAME
from p2pcards.games.hazari.arrange import (
    MOST_PROPOSALS,
    appraise,
    best,
    even,
    greedy,
    is_legal,
    proposals,
)
from p2pcards.games.hazari.chances import MEAN_OTHERS, chances_by_rung
from p2pcards.games.hazari.combos import points
from p2pcards.games.hazari.ladder import ladder, rung_of
from tests.p2pcards.games.hazari.scripted import groups


def hands(seed, count):
    rng = random.Random(seed)
    return [tuple(rng.sample(GAME.pack.cards, 13)) for _ in range(count)]


def all_splits(hand):
    """Rungs and points of every legal split of the hand: slow and plain."""
    hand = sorted(hand)
    rungs = {three: rung_of(three) for three in combinations(hand, 3)}
    worth = {three: sum(map(points, three)) for three in rungs}
    for four in combinations(hand, 4):
        last = max(rungs[three] for three in combinations(four, 3))
        four_points = sum(map(points, four))
        nine = [card for card in hand if card not in four]
        for pair in combinations(nine[1:], 2):
            one = (nine[0], *pair)
            six = [card for card in nine if card not in one]
            for other in combinations(six[1:], 2):
                two = (six[0], *other)
                three = tuple(card for card in six if card not in two)
                upper = sorted((one, two, three), key=rungs.__getitem__, reverse=True)
                if rungs[upper[2]] >= last:
                    yield (
                        (*map(rungs.__getitem__, upper), last),
                        (*map(worth.__getitem__, upper), four_points),
                    )


def expected(rungs, own):
    return sum(
        row[rung] * (mine + others)
        for row, rung, mine, others in zip(chances_by_rung(), rungs, own, MEAN_OTHERS, strict=True)
    )


def spread(rungs):
    return sum(isqrt(1000 * row[rung]) for row, rung in zip(chances_by_rung(), rungs, strict=True))


@pytest.mark.heavy
@pytest.mark.parametrize("hand", hands(3, 2), ids=["one", "other"])
def test_the_search_finds_what_looking_at_all_splits_finds(hand):
    splits = list(all_splits(hand))
    by_strength = {}
    for rungs, own in splits:
        by_strength[rungs] = max(by_strength.get(rungs, 0), expected(rungs, own))
    highest = sorted(by_strength.values(), reverse=True)
    assert appraise(best(hand)).expected == highest[0]
    found = [appraise(one).expected for one in proposals(hand)]
    assert found[:MOST_PROPOSALS] == highest[:MOST_PROPOSALS]
    assert spread(map(rung_of, even(hand))) == max(map(spread, by_strength))


@pytest.mark.parametrize("arrange", [best, even, greedy])
def test_arrangements_are_legal_splits_of_the_hand(arrange):
    for hand in hands(4, 60):
        arrangement = arrange(hand)
        assert [len(group) for group in arrangement] == [3, 3, 3, 4]
        assert sorted(card for group in arrangement for card in group) == sorted(hand)
        assert is_legal(arrangement)


def test_proposals_are_bounded_different_and_sorted():
    for hand in hands(5, 30):
        found = proposals(hand)
        assert 1 <= len(found) <= MOST_PROPOSALS + 2
        worths = [appraise(one).expected for one in found]
        assert worths == sorted(worths, reverse=True)
        as_sets = {tuple(frozenset(group) for group in one) for one in found}
        assert len(as_sets) == len(found)
        for other in (best(hand), even(hand), greedy(hand)):
            assert tuple(frozenset(group) for group in other) in as_sets


def test_the_best_does_not_depend_on_the_order_of_the_cards():
    (hand,) = hands(6, 1)
    assert best(hand) == best(hand[::-1])
    assert even(hand) == even(hand[::-1])


def test_chances_never_fall_with_strength_and_lie_between_0_and_1():
    for row in chances_by_rung():
        assert len(row) == len(ladder().below)
        assert list(row) == sorted(row)
        assert (row[0], row[-1] <= 1000) == (0, True)


@pytest.mark.heavy
def test_the_table_of_chances_is_what_the_players_come_to():
    """Where all take the best arrangement, groups win as often as the table says."""
    rng = random.Random(7)
    told, won, count = [0] * 3, [0] * 3, [0] * 3
    for _ in range(200):
        deck = rng.sample(GAME.pack.cards, 52)
        arrangements = [best(deck[13 * seat : 13 * seat + 13]) for seat in range(4)]
        appraisals = [appraise(arrangement) for arrangement in arrangements]
        for trick in range(4):
            rungs = [rung_of(arrangement[trick]) for arrangement in arrangements]
            top = [rung == max(rungs) for rung in rungs]
            for seat, appraisal in enumerate(appraisals):
                chance = appraisal.chances[trick]
                kind = (chance > 300) + (chance > 700)
                told[kind] += chance / 1000
                won[kind] += top[seat] / sum(top)
                count[kind] += 1
    for kind in range(3):
        assert count[kind] > 100
        assert abs(told[kind] - won[kind]) / count[kind] < 0.05


def test_an_appraisal():
    appraisal = appraise(groups("Ah Kh Qh | Qs Js Ts | 9c 8c 7s | As Kc 6c 4h"))
    assert appraisal.beats[:3] == (997, 996, 976)
    assert appraisal.own_points == (30, 30, 15, 30)
