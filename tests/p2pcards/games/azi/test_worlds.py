"""Imagined deals of Azi: what has been seen is certain in them, and the rest is open."""

import random

import pytest

from p2pcards.games.azi.codes import TRUMPS, code_of, worth_of
from p2pcards.games.azi.worlds import Imagination
from tests.p2pcards.games.azi.scripted import Table, cards, seat


def worlds(table, letter, count=200):
    imagination = Imagination(table.view(letter), table.state.survivors, is_bidding=True)
    rng = random.Random(7)
    return [imagination.world(rng.randrange) for _ in range(count)]


def codes(table, text):
    return [code_of(card, table.state.turn_up) for card in cards(text)]


def three(**options):
    return Table(200, 200, 200, **options).deal("8D", A="AD KD AH", B="9H QH 7S", C="6H 10D QS")


def test_no_card_is_dealt_that_has_been_seen_and_none_twice():
    table = three().bid("A bet 10, B call, C call").trick("A AD, B 9H, C 10D")
    seen = codes(table, "8D AD KD AH 9H 10D")
    for world in worlds(table, "A"):
        dealt = [code for hand in world.hands for code in hand]
        assert len(dealt) == len(set(dealt)) == 6
        assert sorted(world.hands[0]) == sorted(codes(table, "KD AH"))
        assert not set(world.hands[1] + world.hands[2]) & set(seen)


def test_who_did_not_follow_has_neither_that_suit_nor_trumps():
    # B had to follow a trump with a heart, so it has no trump; C followed, which says nothing.
    table = three().bid("A bet 10, B call, C call").trick("A AD, B 9H, C 10D")
    drawn = worlds(table, "A")
    assert all(code < TRUMPS for world in drawn for code in world.hands[seat("B")])
    assert any(code >= TRUMPS for world in drawn for code in world.hands[seat("C")])


def test_what_the_first_trick_showed_is_still_known_in_the_last():
    table = Table(200, 200, 200).deal("8D", A="AD 9S AH", B="9H QH AS", C="6H 10D QS")
    table.bid("A bet 10, B call, C call").trick("A AD, B 9H, C 10D").trick("A 9S, B AS, C QS")
    assert all(world.hands[1][0] < TRUMPS for world in worlds(table, "A"))
    assert any(world.hands[2][0] >= TRUMPS for world in worlds(table, "A"))


def test_who_has_raised_is_thought_to_hold_more_than_who_is_yet_to_bid():
    table = three().bid("A bet 10, B raise 100")
    drawn = worlds(table, "A")
    mean = [sum(worth_of(world.hands[s]) for world in drawn) / len(drawn) for s in (1, 2)]
    assert mean[0] > mean[1] + 30


def test_a_blind_bet_tells_nothing_of_the_hand():
    table = (
        Table(200, 200, blind="open")
        .open()
        .bid("A blind 100")
        .show("8D", A="AD KD AH", B="9H QH 7S")
    )
    drawn = worlds(table, "B")
    assert any(worth_of(world.hands[0]) < 30 for world in drawn)


@pytest.mark.parametrize("count", [3, 4])
def test_before_the_cards_are_opened_all_of_them_are_imagined(count):
    table = Table(200, 200, cards=count, blind="open").open()
    drawn = worlds(table, "A", 20)
    assert all([len(hand) for hand in world.hands] == [3, 3] for world in drawn)
    assert len({tuple(world.hands[0]) for world in drawn}) > 10


def test_of_four_cards_the_others_keep_their_best_three():
    table = Table(200, 200, cards=4).deal("8D", A="AD 6H AH 9D", B="6S 7S 9S 10S")
    assert all(len(world.hands[1]) == 3 for world in worlds(table, "A", 20))
    assert all(len(world.hands[0]) == 4 for world in worlds(table, "A", 20))


def test_cards_that_fit_nobody_are_dealt_all_the_same():
    """So few are left that a random deal may get stuck; the player must not."""
    table = three().bid("A bet 10, B call, C call").trick("A AD, B 9H, C 10D")
    imagination = Imagination(table.view("A"), table.state.survivors, is_bidding=True)
    rng = random.Random(1)
    imagination._unseen = codes(table, "9D 10D 6S JD")
    world = imagination.world(rng.randrange)
    assert sorted(map(len, world.hands)) == [2, 2, 2]
