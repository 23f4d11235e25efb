"""What an implementer of Hazari gets wrong, one by one; the numbers are the rule book's list."""

from itertools import combinations, permutations

import pytest

from p2pcards.engine import Acted, AwaitDecisions, AwaitShow, IllegalAction
from p2pcards.games.hazari import GAME
from p2pcards.games.hazari.combos import Category, best_three, key_of, points
from p2pcards.games.hazari.scoring import all_trick_points, trick_winner
from tests.p2pcards.games.hazari.scripted import (
    E5,
    E5_FOUL,
    Table,
    card,
    cards,
    holding,
    one_trick,
    played,
)


def test_1_a_2_3_is_second_not_lowest():
    assert key_of(cards("As 2h 3d")) > key_of(cards("Ks Qh Jd"))
    assert key_of(cards("As 2h 3d")) < key_of(cards("As Kh Qd"))


def test_2_k_a_2_is_no_run():
    assert key_of(cards("Ks Ah 2d")) == (Category.INDI, 13, 12, 1)


def test_3_four_cards_from_ace_to_four_are_a_2_3():
    for order in permutations(("As", "2d", "3c", "4h")):
        assert key_of(cards(" ".join(order))) == (Category.RUN, 11)


def test_4_a_run_is_found_behind_a_pair_and_a_colour():
    assert key_of(cards("5s 5h 6d 7c"))[0] == Category.RUN
    assert key_of(cards("2s 9s 3s 4h"))[0] == Category.RUN


def test_5_the_spare_card_is_no_kicker():
    assert key_of(cards("9d 9h 7c 2c")) == key_of(cards("9s 9c 7d 6d"))


def test_6_the_last_of_equals_wins():
    assert trick_winner(one_trick("9h 8d 7c", "9s 8h 7h", "2d 2h 4c", "3d 5h 7s"), 1) == 1


def test_7_ties_go_by_playing_order_not_by_seat_or_suit():
    winners = {played(dealer, *E5).state.winners[0] for dealer in range(4)}
    assert winners == {0, 2}


def test_8_the_group_of_four_always_comes_last():
    arrangement = "9h 9d 4c | 9c 9s 4d | Ah Jd 7s | Ac Jh 7d 2s"
    table = holding(arrangement).declare(0, arrangement)
    assert [len(group) for group in table.state.groups[0]] == [3, 3, 3, 4]


def test_9_runs_do_not_go_by_their_highest_card():
    assert key_of(cards("As 2h 3d")) != key_of(cards("As Kh Qd"))
    assert key_of(cards("As 2h 3d"))[1] == 11


def test_10_each_three_has_its_highest_category():
    for three in ("2s 3s 4s", "As 2s 3s", "As Ks Qs"):
        assert key_of(cards(three))[0] == Category.COLOUR_RUN
    assert key_of(cards("2s 2h 2d"))[0] == Category.TROY


def test_11_the_spare_cards_are_counted():
    table = played(0, *E5)
    assert sum(table.scores) == sum(all_trick_points(table.state)) == 360


def test_12_ten_is_worth_10_and_nine_5():
    assert (points(card("Ts")), points(card("9s"))) == (10, 5)


def test_13_a_match_is_decided_by_the_highest_total_after_the_deal():
    table = Table(3, totals=(915, 985, 0, 0)).deal(*E5).declare_all(*E5)
    for _ in range(4):
        assert table.told[-1] != "The match is over: A 1005."
        table.trick()
    assert GAME.standings(table.state) == (1005, 1050, 105, 100)
    assert table.told[-1] == "The match is over: B 1050."


def test_14_right_of_the_dealer_is_the_next_in_play_and_the_next_dealer():
    table = played(1, *E5)
    assert table.state.leaders[0] == table.next_dealer == 2
    assert GAME.waiting(Table(1).open().state).dealt[0] == (0, 2)


def test_15_a_foul_of_four_is_found_whichever_card_is_spare():
    for four in permutations(("As", "2d", "3c", "Kd")):
        text = f"Ah Kh Qh | 9c 8c 6c | Qs Qd 5h | {' '.join(four)}"
        assert holding(text).refused(0, text).startswith("hazari 10")


def test_16_a_declaration_cannot_be_changed_until_the_fourth_is_there():
    table = Table(0).deal(*E5).declare(0, E5[0])
    with pytest.raises(IllegalAction):
        GAME.apply(table.state, Acted(0, table.action(0, E5[0])))


def test_17_hidden_groups_are_in_no_state_until_they_are_open():
    table = Table(0).deal(*E5)
    twin = Table(0).deal(*E5_FOUL)
    for seat in (1, 2, 3):
        table.declare(seat, E5[seat])
        twin.declare(seat, E5[seat])
    table.declare(0, E5[0])
    twin.declare_foul(0, E5_FOUL[0])
    # The two deals put the same ranks into different slots; nobody can see that before group 2.
    assert table.state.opened == twin.state.opened == ()
    assert GAME.public(table.state)["fouls"] == GAME.public(twin.state)["fouls"] == [0] * 4
    assert GAME.waiting(table.state) == AwaitShow(
        tuple((seat, table.state.groups[seat][0]) for seat in range(4))
    )


def test_the_best_three_of_four_is_the_best_of_all_threes():
    four = cards("Ks 9s 4s Kh")
    assert key_of(best_three(four)) == max(key_of(three) for three in combinations(four, 3))


def test_all_seats_are_asked_at_once_and_nobody_twice():
    assert GAME.waiting(Table(2).deal(*E5).state) == AwaitDecisions((0, 1, 2, 3))
