"""Who gets what: the tables of azi 8.2 and 8.3, and the consequences drawn in 8.1.6."""

from dataclasses import replace

import pytest

from p2pcards.chips import Layer
from p2pcards.games.azi import GAME
from p2pcards.games.azi.settling import pot_layers, settle
from p2pcards.games.azi.state import Phase
from tests.p2pcards.games.azi.scripted import LETTERS, seat


def showdown(payments, folded="", carried=(), **options):
    """A state in the tricks with nothing left in the stacks."""
    seats = tuple(range(len(payments)))
    state = GAME.new_match(GAME.options(options), len(payments))
    return replace(
        state,
        phase=Phase.TRICKS,
        opener_from=0,
        stacks=(0,) * len(payments),
        participants=seats,
        members=seats,
        payments=tuple(payments),
        folded=tuple(map(seat, folded)),
        carried=carried,
    )


def settled(state, winner):
    return dict(zip(LETTERS, settle(state, seat(winner)).stacks, strict=False))


def layers(state):
    return [
        (layer.amount, "".join(LETTERS[seat] for seat in layer.claimants))
        for layer in pot_layers(state)
    ]


ONE = showdown((60, 40, 60))
TWO = showdown((100, 60, 30, 100))
THREE = showdown((100, 25, 45, 70, 52, 100), folded="E")


def test_table_8_2_layers():
    assert layers(ONE) == [(120, "ABC"), (40, "AC")]
    assert layers(TWO) == [(120, "ABCD"), (90, "ABD"), (80, "AD")]
    assert layers(THREE) == [(150, "ABCDF"), (100, "ACDF"), (82, "ADF"), (60, "AF")]


@pytest.mark.parametrize(
    ("state", "winner", "expected"),
    [
        (ONE, "B", {"A": 20, "B": 120, "C": 20}),
        (ONE, "A", {"A": 160, "B": 0, "C": 0}),
        (ONE, "C", {"A": 0, "B": 0, "C": 160}),
        (TWO, "B", {"A": 40, "B": 210, "C": 0, "D": 40}),
        (TWO, "C", {"A": 70, "B": 30, "C": 120, "D": 70}),
        (TWO, "A", {"A": 290, "B": 0, "C": 0, "D": 0}),
        (TWO, "D", {"A": 0, "B": 0, "C": 0, "D": 290}),
        (THREE, "B", {"A": 82, "B": 150, "C": 25, "D": 53, "E": 0, "F": 82}),
        (THREE, "C", {"A": 57, "B": 0, "C": 250, "D": 28, "E": 0, "F": 57}),
        (THREE, "D", {"A": 30, "B": 0, "C": 0, "D": 332, "E": 0, "F": 30}),
        (THREE, "A", {"A": 392, "B": 0, "C": 0, "D": 0, "E": 0, "F": 0}),
        (THREE, "F", {"A": 0, "B": 0, "C": 0, "D": 0, "E": 0, "F": 392}),
    ],
)
def test_table_8_2_matched(state, winner, expected):
    assert settled(state, winner) == expected


@pytest.mark.parametrize(
    ("payments", "folded", "winner", "expected"),
    [
        ((60, 40, 60), "", "B", {"A": 27, "B": 106, "C": 27}),
        ((100, 60, 30, 100), "", "B", {"A": 50, "B": 174, "C": 15, "D": 51}),
        ((100, 60, 30, 100), "", "C", {"A": 78, "B": 47, "C": 87, "D": 78}),
        (
            (100, 25, 45, 70, 52, 100),
            "E",
            "B",
            {"A": 93, "B": 98, "C": 42, "D": 66, "E": 0, "F": 93},
        ),
        (
            (100, 25, 45, 70, 52, 100),
            "E",
            "C",
            {"A": 73, "B": 19, "C": 176, "D": 51, "E": 0, "F": 73},
        ),
        (
            (100, 25, 45, 70, 52, 100),
            "E",
            "D",
            {"A": 44, "B": 11, "C": 19, "D": 274, "E": 0, "F": 44},
        ),
        # Of equal remainders the first on the winner's left gets the chip.
        ((110, 20, 110), "", "B", {"A": 98, "B": 43, "C": 99}),
        ((60, 40, 60), "", "A", {"A": 160, "B": 0, "C": 0}),
    ],
)
def test_table_8_3_fraction(payments, folded, winner, expected):
    assert settled(showdown(payments, folded, payout="fraction"), winner) == expected


def test_rule_8_1_3_a_winner_takes_folded_chips_of_its_layers():
    assert settled(showdown((50, 50, 50), folded="C"), "A") == {"A": 150, "B": 0, "C": 0}


def test_rule_8_1_1_what_a_folded_seat_paid_on_top_joins_the_top_layer():
    state = showdown((40, 60, 80), folded="C")
    assert layers(state) == [(120, "AB"), (60, "B")]


def test_rule_8_1_1_if_no_survivor_paid_all_chips_are_one_layer_of_all():
    assert layers(showdown((0, 0, 30), folded="C")) == [(30, "AB")]


def test_rule_8_1_2_carried_layers_keep_their_claimants_and_merge_with_equal_ones():
    carried = (Layer(100, (0, 1, 2)), Layer(30, (0, 1)))
    assert layers(showdown((20, 20, 0), carried=carried)) == [(100, "ABC"), (70, "AB")]


def test_rule_8_1_4_a_layer_without_claimants_goes_to_the_winner():
    state = showdown((0, 0, 0), folded="C", carried=(Layer(100, (0, 1, 2)), Layer(30, (2,))))
    assert settled(state, "A") == {"A": 130, "B": 0, "C": 0}


def test_rule_8_1_5_odd_chips_go_round_from_the_winners_left():
    state = showdown((50, 10, 50, 50), carried=(Layer(5, (0, 2, 3)),))
    assert layers(state) == [(125, "ACD"), (40, "ABCD")]
    assert settled(state, "B") == {"A": 41, "B": 40, "C": 42, "D": 42}


def test_rule_7_everything_goes_to_the_winner_and_every_chip_to_somebody():
    state = showdown((50, 50, 20), folded="C")
    assert settled(state, "B") == {"A": 0, "B": 120, "C": 0}


@pytest.mark.parametrize("winner", "ABCDF")
def test_rule_8_1_6_no_survivor_loses_more_than_the_winner_has_put_in(winner):
    got = settled(THREE, winner)
    for letter in "ABCDF":
        paid = THREE.payments[seat(letter)]
        assert paid - got[letter] <= min(paid, THREE.payments[seat(winner)])


def test_rule_8_1_7_a_claim_depends_on_amounts_alone():
    state = replace(showdown((15, 15, 15)), no_lead=(0,))
    assert settled(state, "A") == {"A": 45, "B": 0, "C": 0}


def test_fraction_leaves_carried_claims_as_they_are():
    # C plays on for free with nothing to stake: it wins what it has a claim to, and no new bids.
    carried = (Layer(180, (0, 1, 2)), Layer(60, (0, 1)))
    state = showdown((30, 30, 0), carried=carried, payout="fraction")
    assert settled(state, "C") == {"A": 60, "B": 60, "C": 180}
    assert settled(state, "A") == {"A": 300, "B": 0, "C": 0}


def test_fraction_without_new_bids_pays_the_carried_pot():
    state = showdown((0, 0, 0), carried=(Layer(90, (0, 1, 2)),), payout="fraction")
    assert settled(state, "B") == {"A": 0, "B": 90, "C": 0}
