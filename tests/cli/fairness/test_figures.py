"""Figures against counts that are known, and against fair and chosen hands."""

from __future__ import annotations

import math
import random

import pytest

from cli.fairness.figures import Farthest, Figure, farthest, figures, measures
from cli.fairness.seen import SeenDeal
from p2pcards.games import GAMES

KEYS = tuple(bytes([seat]) * 32 for seat in range(4))
HAZARI, LUKFU, AZI = (GAMES[name].pack for name in ("hazari", "lukfu", "azi"))


def deal(game, hands, *, turned_up=(), choosers=(), number=1):
    return SeenDeal("t", number, game, hands, tuple(turned_up), frozenset(choosers))


def fair_hazari(number, rng):
    cards = list(HAZARI.cards)
    rng.shuffle(cards)
    hands = {key: tuple(cards[13 * seat : 13 * seat + 13]) for seat, key in enumerate(KEYS)}
    return deal("hazari", hands, number=number)


def figure(game="hazari", key=KEYS[0], *, observed=24, expected=24.0, spread=2.0, cards=100):
    return Figure(game, key, "J to A", 6, cards, observed, expected, spread)


def test_measures_are_the_upper_third_of_the_ranks_and_the_highest():
    assert [one.name for one in measures("hazari")] == ["J to A", "A"]
    assert [one.name for one in measures("lukfu")] == ["7 to 9", "9"]
    high, highest = measures("azi")
    assert (high.name, highest.name) == ("Q to A", "A")
    assert [AZI.text(card) for card in AZI.cards if highest.counts(card)] == ["AH", "AD", "AS"]
    assert sum(map(high.counts, AZI.cards)) == 9


def test_a_hand_is_compared_with_a_draw_without_putting_back():
    """Thirteen of 52 cards, 16 of them high: the hypergeometric mean and variance."""
    suits = {key: HAZARI.cards[13 * seat : 13 * seat + 13] for seat, key in enumerate(KEYS)}
    found = figures([deal("hazari", suits)])
    assert [(one.key, one.measure) for one in found[:2]] == [(KEYS[0], "J to A"), (KEYS[0], "A")]
    high, aces = found[:2]
    assert (high.deals, high.cards, high.observed, high.expected) == (1, 13, 4, 4.0)
    assert high.spread == pytest.approx(math.sqrt(13 * 16 / 52 * 36 / 52 * 39 / 51))
    assert (aces.observed, aces.expected) == (1, 1.0)


def test_deals_add_up():
    rng = random.Random(1)
    one, other = (fair_hazari(number, rng) for number in (1, 2))
    both = figures([one, other])[0]
    alone = [figures([each])[0] for each in (one, other)]
    assert both.observed == alone[0].observed + alone[1].observed
    assert both.expected == 8.0
    assert both.spread == pytest.approx(math.hypot(alone[0].spread, alone[1].spread))


def test_hands_of_those_who_chose_the_deck_are_not_counted_and_the_others_drew_from_the_rest():
    """The chooser holds all nines: the two others could get none, and are not to blame for it."""
    nines = [card for card in LUKFU.cards if card.rank == 9]
    rest = [card for card in LUKFU.cards if card.rank != 9]
    hands = {
        KEYS[0]: (*nines, *rest[:8]),
        KEYS[1]: tuple(rest[8:20]),
        KEYS[2]: tuple(rest[20:]),
    }
    found = figures([deal("lukfu", hands, choosers=[KEYS[0]])])
    assert {one.key for one in found} == {KEYS[1], KEYS[2]}
    of_nines = [one for one in found if one.measure == "9"]
    assert [(one.observed, one.expected, one.spread) for one in of_nines] == [(0, 0.0, 0.0)] * 2
    assert all(one.z is None for one in of_nines)
    high = [one for one in found if one.measure == "7 to 9"]
    left = sum(card.rank in (7, 8) for card in rest[8:])
    assert [one.expected for one in high] == [left / 2] * 2
    assert sum(one.observed for one in high) == left


def test_where_two_chose_the_third_hand_is_certain_and_has_no_z():
    hands = {key: LUKFU.cards[12 * seat : 12 * seat + 12] for seat, key in enumerate(KEYS[:3])}
    found = figures([deal("lukfu", hands, choosers=KEYS[:2])])
    assert [(one.key, one.spread, one.z) for one in found] == [(KEYS[2], 0.0, None)] * 2
    assert all(one.observed == one.expected for one in found)


def test_a_deal_of_which_one_hand_stayed_closed_is_not_counted():
    rng = random.Random(2)
    whole = fair_hazari(1, rng)
    closed = deal("hazari", {**fair_hazari(2, rng).hands, KEYS[3]: None}, number=2)
    assert figures([whole, closed]) == figures([whole])


def test_in_azi_only_what_is_turned_up_is_counted():
    cards = [AZI.card(text) for text in ("AH", "6D", "KH")]
    deals = [
        deal("azi", {KEYS[0]: AZI.cards[:3], KEYS[1]: None}, turned_up=[card], number=number)
        for number, card in enumerate(cards)
    ]
    found = {one.measure: one for one in figures(deals)}
    assert list(found) == ["suit H", "suit D", "suit S", "Q to A", "A"]
    assert all(one.key is None and one.deals == 3 for one in found.values())
    assert [one.observed for one in found.values()] == [2, 1, 0, 2, 1]
    assert found["suit H"].expected == pytest.approx(1.0)
    assert found["suit H"].spread == pytest.approx(math.sqrt(3 * 1 / 3 * 2 / 3))


def test_a_z_needs_five_cards_expected_on_either_side():
    assert figure(expected=4.9, observed=9).z is None
    assert figure(expected=96.0, observed=99).z is None
    assert figure(expected=5.0, observed=9, spread=2.0).z == 2.0
    assert figure(spread=0.0).z is None
    assert figure(expected=4.9).chance is None


def test_a_chance_is_that_of_the_bell_curve_on_both_sides():
    assert figure(observed=24).chance == 1.0
    assert figure(observed=28).chance == pytest.approx(0.0455, abs=1e-4)
    assert figure(observed=20).chance == figure(observed=28).chance


def test_the_farthest_is_judged_as_the_farthest_of_so_many():
    near, far = figure(observed=25), figure(observed=18)
    judged = farthest([near, far, figure(expected=1.0)])
    assert judged == Farthest(far, 2)
    alone = far.chance
    assert judged.chance == pytest.approx(1 - (1 - alone) ** 2)
    assert Farthest(figure(observed=24), 5).chance == 1.0
    assert farthest([figure(expected=1.0)]) is None


def test_fair_decks_look_fair_and_a_marked_one_does_not():
    rng = random.Random(3)
    fair = [fair_hazari(number, rng) for number in range(200)]
    judged = farthest(figures(fair))
    assert judged.among == 8
    assert judged.chance > 0.05
    marked = []
    for one in fair:  # one seat changes its lowest card for the next seat's highest
        mine, next_ = (sorted(one.hands[key], key=lambda card: card.rank) for key in KEYS[:2])
        mine[0], next_[-1] = next_[-1], mine[0]
        hands = {**one.hands, KEYS[0]: tuple(mine), KEYS[1]: tuple(next_)}
        marked.append(deal("hazari", hands, number=one.number))
    caught = farthest(figures(marked))
    assert caught.figure.key in KEYS[:2]
    assert caught.chance < 1e-6


def test_without_deals_there_are_no_figures():
    assert figures([]) == ()
