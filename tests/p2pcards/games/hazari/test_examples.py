"""The worked examples of the rule book, E1 to E10."""

import pytest

from cli.words.en.games.hazari import name_of
from p2pcards.games.hazari import GAME
from p2pcards.games.hazari.arrange import appraise, is_legal
from p2pcards.games.hazari.combos import key_of
from p2pcards.games.hazari.scoring import trick_points, trick_winner
from p2pcards.games.hazari.state import winner_of_match
from tests.p2pcards.games.hazari.scripted import (
    E5,
    E5_FOUL,
    Table,
    cards,
    groups,
    holding,
    one_trick,
    played,
)
from tests.told import in_words, reneges

SIGNS = {"left": 1, "right": -1, "tie": 0}


@pytest.mark.parametrize(
    ("left", "right", "result"),
    [
        ("Jd 9d 2d", "Js 8s 7s", "left"),
        ("2s 2h 2d", "As Ks Qs", "left"),
        ("4s 3s 2s", "Ah Ks Qd", "left"),
        ("As 2s 3s", "Kh Qh Jh", "left"),
        ("Ah 2c 3d", "Kh Qd Jc", "left"),
        ("Ac 3d 2s", "Ah Kd Qh", "right"),
        ("4h 3d 2c", "Ad Kd Jd", "left"),
        ("5c 3c 2c", "Ah Ad Kc", "left"),
        ("2h 2d 3c", "Ah Kd Jc", "left"),
        ("Kh Ad 2c", "Qh Jd Tc", "right"),
        ("Kh Ah 2h", "Qd Jc Td", "right"),
        ("5h 5d As", "5c 5s Kd", "left"),
        ("As 4s 2s", "Ks Qs Ts", "left"),
        ("Ah Kd Qc", "As Kc Qh", "tie"),
    ],
)
def test_e1_comparisons(left, right, result):
    one, other = key_of(cards(left)), key_of(cards(right))
    assert (one > other) - (one < other) == SIGNS[result]


@pytest.mark.parametrize(
    ("four", "name"),
    [
        ("As 2d 3c 4h", "Run A-2-3"),
        ("As 2d 3c Kh", "Run A-2-3"),
        ("Ah Kh Qd Jh", "Run A-K-Q"),
        ("Ks 9s 4s Kh", "Colour K-9-4"),
        ("5s 5h 6d 7c", "Run 7-6-5"),
        ("2s 2h 3d 3c", "Pair 3-3-2"),
        ("Ks Kh Kd Kc", "Troy K-K-K"),
        ("As Ks 2s 3s", "Colour Run A-2-3"),
        ("Kh Ad 2c Th", "Indi A-K-10"),
    ],
)
def test_e2_four_card_groups(four, name):
    assert name_of(cards(four)) == name


@pytest.mark.parametrize(
    ("arrangement", "verdict"),
    [
        ("Ah Kh Qh | Js Ts 9d | 8c 8d 4s | Kc 7d 5h 2c", None),
        (
            "Qh Qd 5c | 8c 7c 6d | Th 6h 4h | Kc Js 9d 2s",
            "hazari 9: group 2 (Run 8-7-6) ranks above group 1 (Pair Q-Q-5)",
        ),
        (
            "Ah Kh Qh | 9c 8c 6c | Qs Qd 5h | As 2d 3c Kd",
            "hazari 10: group 4 (Run A-2-3) ranks above group 3 (Pair Q-Q-5)",
        ),
        ("Ah Kh Qh | As Ks Qs | 9d 8d 2d | 7c 6d 4s 3c", None),
        ("9h 9d 4c | 9c 9s 4d | Ah Jd 7s | Ac Jh 7d 2s", None),
        (
            "9h 9d 4c | 9c 9s 4d | Ah Jd 7s | Ac Jh 8d 2s",
            "hazari 10: group 4 (Indi A-J-8) ranks above group 3 (Indi A-J-7)",
        ),
        (
            "Kh Qd Jc | Ah 2c 3d | Ts Tc 4d | As 9c 7h 5d",
            "hazari 9: group 2 (Run A-2-3) ranks above group 1 (Run K-Q-J)",
        ),
        ("Ah 2c 3d | Kh Qd Jc | Ts Tc 4d | As 9c 7h 5d", None),
        ("Ks Kh Kd | Qs Qh Qd | Js Jh Jd | Ts Th Td 2c", None),
    ],
)
def test_e3_legal_or_foul(arrangement, verdict):
    table = holding(arrangement)
    rule = GAME.why_not(table.view(0), table.action(0, arrangement))
    assert (rule and in_words(rule)) == verdict
    assert is_legal(groups(arrangement)) == (verdict is None)


def test_e3_hand_value():
    four_troys = groups("Ks Kh Kd | Qs Qh Qd | Js Jh Jd | Ts Th Td 2c")
    assert appraise(four_troys).own_points == (30, 30, 30, 35)


def test_e4_a_trick_with_a_tie():
    state = one_trick("Ah Kh Qh", "6s 7s 8s", "Ad Kd Qd", "5s 5h Jc")
    assert (trick_winner(state, 1), trick_points(state, 1)) == (2, 95)


@pytest.mark.parametrize(
    ("dealer", "winners", "scores"),
    [
        (0, (0, 0, 1, 3), (195, 65, 0, 100)),
        (1, (0, 0, 1, 3), (195, 65, 0, 100)),
        (2, (2, 0, 1, 3), (90, 65, 105, 100)),
        (3, (2, 0, 1, 3), (90, 65, 105, 100)),
    ],
)
def test_e5_the_dealer_decides_trick_1(dealer, winners, scores):
    table = played(dealer, *E5)
    assert table.state.winners == winners
    assert [trick_points(table.state, trick) for trick in (1, 2, 3, 4)] == [105, 90, 65, 100]
    assert table.scores == scores
    assert table.state.leaders == ((dealer + 1) % 4, *winners[:3])


@pytest.mark.parametrize(("dealer", "scores"), [(0, (90, 0, 180, 90)), (3, (0, 0, 270, 90))])
def test_e6_two_ties_with_different_outcomes(dealer, scores):
    table = played(
        dealer,
        "Ah Kh Qh | Th 9c 8d | 5c 4h 3s | Qs 7d 7h 3d",
        "9s 8s 7s | Js Td 9d | Ac Kc Tc | Jh 6d 5s 3c",
        "Ad Kd Qd | Jc Ts 9h | 6h 5d 4c | Ks 4s 2h 2s",
        "8c 7c 6c | As 3h 2d | 6s 5h 4d | Qc Jd 8h 2c",
    )
    assert table.state.winners == ((0 if dealer == 0 else 2), 3, 2, 2)
    assert [trick_points(table.state, trick) for trick in (1, 2, 3, 4)] == [90, 90, 75, 105]
    assert table.scores == scores


@pytest.mark.parametrize("dealer", range(4))
def test_e7_four_different_winners(dealer):
    table = played(
        dealer,
        "Qd Qh Qs | 8s 7h 6h | Jd 6d 5d | Ah Ts 8c 3d",
        "Ac Kc Qc | Jc Td 9h | 5c 4c 3h | Ad Ks Tc 8h",
        "2d 2h 2s | Jh Th 9c | Kd 9d 7d | 6s 4h 3c 3s",
        "9s 8d 7s | 7c 6c 5h | As Js 5s | Kh 4d 4s 2c",
    )
    assert table.state.winners == (0, 2, 1, 3)
    assert table.scores == (90, 80, 80, 110)


@pytest.mark.parametrize("dealer", range(4))
def test_e8_a_clean_sweep(dealer):
    table = played(
        dealer,
        "Ah Kh Qh | 8h 7d 6s | Jc Tc 7c | Js 5c 3s 2d",
        "Ad Ks Qc | 8c 6c 3c | 6d 5d 3d | 9h 9s 8s 2h",
        "4c 4h 4s | Ac Kc Qd | As Kd Qs | Th 7s 5h 3h",
        "Jd Td 9d | Jh Ts 9c | 8d 7h 6h | 5s 4d 2c 2s",
    )
    assert [trick_points(table.state, trick) for trick in (1, 2, 3, 4)] == [100, 85, 85, 90]
    assert table.scores == (0, 0, 360, 0)


def test_e9_a_foul_that_is_found_when_the_second_group_is_open():
    table = Table(0).deal(*E5_FOUL)
    assert table.refused(0, E5_FOUL[0]) == (
        "hazari 9: group 2 (Colour Run A-K-Q) ranks above group 1 (Colour Run Q-J-10)"
    )
    table.declare_all(*E5_FOUL, fouls=[0]).play()
    assert table.state.winners == (2, 1, 1, 3)
    assert table.scores == (0, 155, 105, 100)
    assert reneges(GAME, table.state) == ((0, "hazari 26: group 2 ranks above group 1"),)


@pytest.mark.parametrize(
    ("before", "scores", "after", "winner"),
    [
        ((820, 905, 640, 875), (90, 100, 0, 170), (910, 1005, 640, 1045), 3),
        ((990, 960, 650, 640), (95, 265, 0, 0), (1085, 1225, 650, 640), 1),
        ((910, 900, 700, 730), (95, 105, 60, 100), (1005, 1005, 760, 830), None),
        ((1005, 1005, 760, 830), (0, 0, 360, 0), (1005, 1005, 1120, 830), 2),
        ((1000, 800, 840, 600), (0, 0, 0, 0), (1000, 800, 840, 600), 0),
        ((995, 985, 900, 720), (0, 0, 0, 0), (995, 985, 900, 720), None),
    ],
)
def test_e10_the_end_of_a_match(before, scores, after, winner):
    totals = tuple(sum(both) for both in zip(before, scores, strict=True))
    state = Table(0, totals=totals).state
    assert state.totals == after
    assert winner_of_match(state) == winner
    assert bool(GAME.seats_of_next_deal(state, frozenset(range(4)))) == (winner is None)


def test_e10_there_is_no_stop_after_trick_1():
    table = Table(0, totals=(900, 0, 0, 0)).deal(*E5).declare_all(*E5)
    table.trick()
    assert table.state.winners == (0,)
    assert not table.is_done
    assert GAME.standings(table.state) == (900, 0, 0, 0)
