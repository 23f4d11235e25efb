"""Layers and divisions (SPEC: chips)."""

import pytest

from p2pcards.chips import (
    Layer,
    layers,
    merge,
    restrict,
    split_equally,
    split_in_proportion,
    uncalled,
)


def test_layers_end_where_a_survivors_payment_ends():
    assert layers({0: 60, 1: 40, 2: 60}, (0, 1, 2)) == (Layer(120, (0, 1, 2)), Layer(40, (0, 2)))


def test_layers_hold_folded_payments_up_to_their_height():
    assert layers({0: 60, 1: 40, 2: 50}, (0, 1)) == (Layer(120, (0, 1)), Layer(30, (0,)))


def test_what_a_folded_seat_paid_above_everyone_joins_the_top_layer():
    assert layers({0: 10, 1: 10, 2: 90}, (0, 1)) == (Layer(110, (0, 1)),)


def test_survivors_who_paid_nothing_claim_all_there_is():
    assert layers({0: 0, 1: 0, 2: 7}, (0, 1)) == (Layer(7, (0, 1)),)


def test_no_payments_make_no_layers():
    assert layers({0: 0, 1: 0}, (0, 1)) == ()


def test_a_survivor_who_paid_nothing_claims_nothing_that_others_paid():
    assert layers({0: 20, 1: 20, 2: 0}, (0, 1, 2)) == (Layer(40, (0, 1)),)


def test_restrict_keeps_amounts_and_drops_claims():
    assert restrict((Layer(5, (0, 1)), Layer(6, (2,))), {1}) == (Layer(5, (1,)), Layer(6, ()))


def test_merge_joins_equal_claimants_in_the_lower_place_and_drops_empty_layers():
    pot = (Layer(5, (0, 1)), Layer(0, (2,)), Layer(6, (1,)), Layer(7, (0, 1)))
    assert merge(pot) == (Layer(12, (0, 1)), Layer(6, (1,)))


def test_odd_chips_go_to_the_first_seats_named():
    assert split_equally(11, (3, 0, 2)) == {3: 4, 0: 4, 2: 3}


def test_shares_in_proportion_round_down_and_largest_remainders_get_the_rest():
    assert split_in_proportion(116, [(2, 30), (3, 100), (0, 100)]) == {2: 15, 3: 51, 0: 50}


@pytest.mark.parametrize(
    ("payments", "expected"),
    [
        ({0: 60, 1: 40, 2: 10}, (0, 20)),
        ({0: 60, 1: 60, 2: 10}, None),
        ({0: 0, 1: 0}, None),
        ({0: 9}, None),
    ],
)
def test_uncalled_is_what_one_seat_alone_paid_above_the_second(payments, expected):
    assert uncalled(payments) == expected
