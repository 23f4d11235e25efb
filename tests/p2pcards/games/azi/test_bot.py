"""The players without a person: sensible, and only as clever as their view."""

import random
from itertools import repeat

import pytest

from p2pcards.games.azi import GAME
from p2pcards.games.azi.bot import card_worth, worth
from p2pcards.practice import play_deal
from tests.p2pcards.games.azi.scripted import Table

GOOD, BAD = "AD KD AH", "6H 7S 8H"


def normal(table, letter, roll=lambda n: n // 2):
    return GAME.format_action(GAME.bot("normal")(table.view(letter), roll))


def two(a, b="QH JS 9S", **options):
    return Table(200, 200, **options).deal("8D", A=a, B=b)


@pytest.mark.parametrize("level", ["perfect", "", "EASY"])
def test_there_are_three_levels(level):
    assert all(callable(GAME.bot(known)) for known in ("easy", "normal", "hard"))
    with pytest.raises(KeyError):
        GAME.bot(level)


def test_normal_bets_a_good_hand_and_folds_a_bad_one():
    assert normal(two(GOOD), "A").startswith("bet")
    assert normal(two(BAD), "A") == "fold"


def test_normal_answers_a_bet_by_the_worth_of_its_hand():
    assert normal(two(BAD, b=BAD.replace("H", "S")).bid("A bet 100"), "B") == "fold"
    assert normal(two("6H 7H 8S", b="10D QH JH").bid("A bet 10"), "B") == "call"
    assert normal(two("6H 7H 8S", b=GOOD).bid("A bet 10"), "B").startswith("raise")


def test_normal_goes_all_in_with_a_good_hand_and_a_short_stack():
    table = Table(200, 30).deal("8D", A="6H 7H 8S", B=GOOD).bid("A bet 50")
    assert normal(table, "B") == "all-in"
    table = Table(15, 200).deal("8D", A=GOOD, B="6H 7H 8S")
    assert normal(table, "A") == "all-in"


def test_normal_bluffs_now_and_then():
    table = two("9H 10H QS")
    rng = random.Random(1)
    bids = [normal(table, "A", rng.randrange) for _ in range(200)]
    assert 0 < sum(bid != "fold" for bid in bids) < 100


def test_normal_values_trumps_and_the_six_on_stage():
    state = Table(200, 200).deal("AD", A="6D KD AH", B="6H 7H 8S").state
    six, king, ace = (GAME.pack.card(text) for text in ("6D", "KD", "AH"))
    assert card_worth(state, six) > card_worth(state, king) > card_worth(state, ace)
    assert worth(two(GOOD).view("A")) > worth(two(BAD).view("A"))


def test_normal_discards_the_least_useful_card():
    table = Table(200, 200, cards=4).deal("8D", A="AD 6H AH 9D", B="6S 7S 9S 10S")
    assert normal(table, "A") == GAME.format_action(table.action("A", "discard 6H"))


def test_normal_takes_a_trick_as_cheaply_as_it_can_when_it_plays_last():
    table = two("9H 6S 7S", b="JH AH QS").bid("A bet 10, B call").trick("A 9H")
    assert normal(table, "B") == GAME.format_action(table.action("B", "play JH"))


def test_normal_throws_its_lowest_card_when_it_cannot_win():
    table = two("AH 6S 7S", b="JH 7H QS").bid("A bet 10, B call").trick("A AH")
    assert normal(table, "B") == GAME.format_action(table.action("B", "play 7H"))


def test_normal_leads_its_strongest_card():
    table = two("9H AD 7S").bid("A bet 10, B call")
    assert normal(table, "A") == GAME.format_action(table.action("A", "play AD"))


def test_bots_decide_the_same_with_the_same_dice():
    view = two("9H AD 7S").view("A")
    for level in ("easy", "normal", "hard"):
        choices = [GAME.bot(level)(view, random.Random(3).randrange) for _ in range(3)]
        assert len(set(choices)) == 1


@pytest.mark.heavy
def test_normal_wins_chips_from_easy_players():
    rng = random.Random(5)
    bots = [GAME.bot("normal"), GAME.bot("easy"), GAME.bot("easy")]
    won = 0
    for _ in range(300):
        state = GAME.new_match(GAME.options({"stack": 1000}), 3)
        while not state.deal or state.participants:
            deck, order = rng.sample(GAME.pack.cards, 27), rng.sample(range(3), 3)
            state = play_deal(
                GAME, state, repeat(deck), lambda v: bots[v.seat](v, rng.randrange), order
            )
        won += state.stacks[0] - 1000
    assert won > 0
