"""`hard` does what nobody would ask it to explain: it keeps what is won, and lets go what is lost."""

import random

import pytest

from p2pcards.games.azi import GAME, search
from p2pcards.games.azi.actions import BuyIn
from p2pcards.games.azi.search import hard, is_certain
from tests.p2pcards.games.azi.scripted import Table

HOPELESS = "6H 7S 8H"


@pytest.fixture(autouse=True)
def _few_playouts(monkeypatch):
    """How well it plays is measured elsewhere; what is tested here is beyond doubt with few, too."""
    monkeypatch.setattr(search, "PLAYOUTS", 300)


def chosen(table, letter, seed=1):
    return GAME.format_action(hard(table.view(letter), random.Random(seed).randrange))


def play(table, letter, card):
    return GAME.format_action(table.action(letter, f"play {card}"))


def test_a_hopeless_hand_is_folded_when_a_big_raise_is_asked_of_it():
    table = Table(500, 500, 500).deal("8D", A="AD KD AH", B="QD JD AS", C=HOPELESS)
    table.bid("A bet 100, B raise 100")
    folds = sum(chosen(table, "C", seed) == "fold" for seed in range(30))
    assert folds >= 29


@pytest.mark.parametrize("bids", ["A bet 10", "A bet 100", "A bet 100, B raise 100, A raise 100"])
def test_a_hand_that_cannot_lose_never_folds(bids):
    table = Table(500, 500).deal("8D", A="QD JD AH", B="AD KD 7S").bid(bids)
    assert all(chosen(table, "B", seed) != "fold" for seed in range(10))


def test_it_goes_all_in_with_a_hand_that_cannot_lose():
    table = Table(500, 40).deal("8D", A="QD JD AH", B="AD KD 7S").bid("A bet 100")
    assert chosen(table, "B") == "all-in"


@pytest.mark.parametrize("seed", range(10))
def test_the_card_that_wins_the_deal_is_played(seed):
    # A has a trick and leads: AD is the highest trump, KS a card that may be beaten.
    table = Table(200, 200, 200).deal("8D", A="KD KS AD", B="9H QH 9D", C="6H 10D QS")
    table.bid("A bet 10, B call, C call").trick("A KD, B 9D, C 10D")
    assert chosen(table, "A", seed) == play(table, "A", "AD")


def test_the_last_to_play_takes_the_trick_that_wins_the_deal():
    table = Table(200, 200).deal("8D", A="9H 6S 7H", B="JH 10H QS").bid("A bet 10, B call")
    table.trick("A 9H, B JH").trick("B QS, A 6S")
    assert table.is_done
    table = Table(200, 200, 200).deal("8D", A="9H 6S 7S", B="JH 10H QS", C="AH KS 8S")
    table.bid("A bet 10, B call, C call").trick("A 9H, B JH, C AH")
    table.trick("C 8S, A 7S")
    assert chosen(table, "B") == play(table, "B", "QS")


def test_a_card_is_certain_if_nothing_unseen_beats_it():
    table = Table(200, 200).deal("8D", A="AD KD AH", B="9H QH 7S").bid("A bet 10, B call")
    view = table.view("A")
    assert is_certain(view, table.slot("A", "AD"))
    assert is_certain(view, table.slot("A", "KD"))
    assert not is_certain(view, table.slot("A", "AH"))


def test_with_the_six_on_stage_the_ace_before_it_is_not_certain():
    table = Table(200, 200).deal("AD", A="KD 6D AH", B="9H QH 7S").bid("A bet 10, B call")
    assert is_certain(table.view("A"), table.slot("A", "6D"))
    table = Table(200, 200).deal("AD", A="KD 7D AH", B="9H QH 7S").bid("A bet 10, B call")
    assert not is_certain(table.view("A"), table.slot("A", "KD"))


def test_a_card_that_does_not_beat_the_table_is_not_certain():
    table = Table(200, 200).deal("8D", A="AH 6S 7S", B="JH 7H QS").bid("A bet 10, B call")
    table.trick("A AH")
    assert not is_certain(table.view("B"), table.slot("B", "JH"))


def test_a_good_hand_is_bet_and_a_bad_one_is_not():
    good = Table(200, 200).deal("8D", A="AD KD AH", B="9H QH 7S")
    assert chosen(good, "A").startswith("bet")
    bad = Table(200, 200, 200, 200, 200).deal(
        "8D", A=HOPELESS, B="9H QH 7H", C="KH 6S QS", D="9D 9S 10S", E="AD AH AS"
    )
    assert sum(chosen(bad, "A", seed) == "fold" for seed in range(10)) >= 9


@pytest.mark.parametrize("hand", ["9D AH AS 6H", "KD AH AS 6H", "9D 10D AH 6H"])
def test_it_discards_what_it_cannot_use(hand):
    table = Table(200, 200, cards=4).deal("8D", A=hand, B="7S QS 9S 10S")
    assert chosen(table, "A") == GAME.format_action(table.action("A", "discard 6H"))


def test_it_does_not_buy_in_against_three_for_half_the_pot():
    table = Table(200, 200, 200, 200).deal(
        "8D", A="AS 6H 7H", B="AH 6S 9S", C="AD 7S 10H", D="9H JH QH"
    )
    table.bid("A bet 10, B call, C call, D fold")
    table.trick("A AS, B 6S, C 7S").trick("A 6H, B AH, C 10H").trick("B 9S, C AD, A 7H")
    assert table.to_act == "D"
    assert not isinstance(hard(table.view("D"), random.Random(1).randrange), BuyIn)
