"""The sentences of Hazari."""

import pytest

from p2pcards.engine import Cause
from tests.p2pcards.games.hazari.scripted import E5, E5_FOUL, Table


def told(table, do):
    """The sentences that `do` adds."""
    count = len(table.told)
    do(table)
    return table.told[count:]


def in_tricks(dealer=0, arrangements=E5, fouls=(), totals=(0, 0, 0, 0)):
    table = Table(dealer, totals).deal(*arrangements)
    return table.declare_all(*arrangements, fouls=fouls)


def test_the_beginning():
    assert Table().open().coin(2, 1, 0, 3).deal(*E5).told == [
        "Deal 1. A coin says who deals.",
        "The coin falls on C, who deals; D leads trick 1.",
        "Thirteen cards each, to be put into four groups: 3, 3, 3 and 4.",
    ]
    assert Table(2).open().told == ["Deal 1. C deals, D leads the first trick."]


def test_being_up():
    table = Table(0).deal(*E5)
    assert told(table, lambda t: t.declare_all(*E5)) == [
        "A is up.",
        "B is up.",
        "C is up.",
        "D is up.",
        "All four are up; the groups fall in order.",
    ]


def test_a_trick_is_told_in_playing_order():
    assert told(in_tricks(), Table.trick) == [
        "B leads {5S} {4S} {3S}, a Colour Run.",
        "C shows {AD} {KD} {QD}, a Colour Run.",
        "D shows {QC} {JC} {10H}, a Run.",
        "A shows {AH} {KH} {QH}, a Colour Run.",
        "Of equals the last played wins: A takes trick 1, 105 points.",
    ]


def test_the_last_trick_and_the_result():
    table = in_tricks(totals=(10, 0, 0, 0)).trick().trick().trick()
    assert told(table, Table.trick) == [
        "B leads {KS} {8D} {5D} {4C}, an Indi.",
        "C shows {10C} {8S} {3D} {2S}, an Indi.",
        "D shows {9D} {9H} {7C} {2C}, a Pair.",
        "A shows {AS} {KC} {6C} {4H}, an Indi.",
        "D takes trick 4, 100 points.",
        "Deal 1: A 195, B 65, C 0 and D 100.",
        "Totals: A 205, B 65, C 0 and D 100.",
    ]


def test_a_run_of_a_2_3_is_read_out_from_the_ace():
    assert "B shows {AC} {2D} {3H}, a Run." in in_tricks().trick().trick().told


@pytest.mark.parametrize(
    ("cause", "first"),
    [
        (Cause.SILENT, "A is absent and out of this deal."),
        (Cause.LEFT, "A leaves and is out of this deal."),
        (Cause.CAUGHT, "A is out of this deal: what A sent breaks the rules."),
    ],
)
def test_out_in_the_tricks(cause, first):
    assert told(in_tricks().trick(), lambda t: t.out(0, cause=cause)) == [
        first,
        "A scores 0.",
        "Trick 1 goes to C instead.",
        "C leads trick 2.",
    ]


def test_a_trick_with_a_closed_group_has_no_sum_yet():
    table = in_tricks().trick()
    assert told(table, lambda t: t.trick(0)) == [
        "A is absent and out of this deal.",
        "A scores 0.",
        "Trick 1 goes to C instead.",
        "C leads {JD} {10D} {6D}, a Colour.",
        "D shows {7D} {6S} {5C}, a Run.",
        "B shows {AC} {2D} {3H}, a Run.",
        "B takes trick 2.",
    ]
    assert told(table, Table.play)[-2:] == [
        "What never opened is counted evenly over the tricks.",
        "Deal 1: A 0, B 150, C 105 and D 105.",
    ]


def test_a_foul():
    table = in_tricks(arrangements=E5_FOUL, fouls=[0]).trick()
    assert told(table, lambda t: t.show(0)) == [
        "A's group 2 is above group 1: Colour Run A-K-Q after Colour Run Q-J-10.",
        "That is a foul: A scores 0.",
    ]


def test_a_foul_gives_tricks_away():
    late = ("Ah Kh Qh | Qs Js Ts | As Kc 4h | 9c 8c 7s 6c", *E5[1:])
    table = in_tricks(arrangements=late, fouls=[0]).trick().trick().trick()
    assert told(table, lambda t: t.show(0)) == [
        "A's group 4 is above group 3: Run 9-8-7 after Indi A-K-4.",
        "That is a foul: A scores 0.",
        "Trick 1 goes to C instead.",
        "Trick 2 goes to B instead.",
    ]


def test_a_dealing_round_that_fails():
    assert Table(1).open().out(0).told[1:] == [
        "A is absent and out of this deal.",
        "A scores 0.",
        "The deal ends here; those who are left share its 360 points.",
        "Deal 1: A 0, B 120, C 120 and D 120.",
    ]


def test_the_last_one_left():
    assert told(in_tricks().trick(), lambda t: t.trick(0, 1, 2))[-2:] == [
        "Only D is left and takes all 360 points.",
        "Deal 1: A 0, B 0, C 0 and D 360.",
    ]


def test_a_void_deal():
    assert told(in_tricks().trick(), lambda t: t.trick(0, 1, 2, 3))[-2:] == [
        "Deal 1 is void: nobody is left who could win it.",
        "A deals again.",
    ]


def test_the_end_of_the_match():
    assert in_tricks(totals=(805, 0, 0, 0)).play().told[-1] == "The match is over: A 1000."
    assert in_tricks(totals=(805, 935, 0, 0)).play().told[-1] == (
        "A and B are level at 1000: another deal decides."
    )
