"""Seats that fall silent, leave, cheat or declare a foul, phase by phase (SPEC §9.2, §10)."""

from dataclasses import replace

import pytest

from p2pcards.engine import AwaitDecisions, AwaitShow, Cause, ClaimCount, Out
from p2pcards.games.hazari import GAME
from p2pcards.games.hazari.scoring import all_trick_points, trick_winner
from p2pcards.games.hazari.state import Phase
from tests.p2pcards.games.hazari.scripted import E5, E5_FOUL, Table, one_trick
from tests.told import reneges

every_cause = pytest.mark.parametrize("cause", list(Cause))

E5_SWAPPED_LATE = ("Ah Kh Qh | Qs Js Ts | As Kc 4h | 9c 8c 7s 6c", *E5[1:])
"""Seat 0 hides a run in its last group."""


def arranging(dealer=0, arrangements=E5):
    return Table(dealer).deal(*arrangements)


def in_tricks(dealer=0, arrangements=E5, fouls=()):
    return arranging(dealer).declare_all(*arrangements, fouls=fouls)


# --- before the cards are open (B3: dealing round) ------------------------------------------------


@every_cause
@pytest.mark.parametrize("phase", ["coin", "opening"])
def test_out_before_the_cards_are_open_scores_0_and_the_others_share(cause, phase):
    table = Table(None if phase == "coin" else 1).open()
    assert table.state.phase == phase
    table.out(0, cause=cause)
    assert table.scores == (0, 120, 120, 120)


def test_two_or_three_silent_in_the_dealing_round():
    table = Table(1).open().out(0, 2)
    assert table.scores == (0, 180, 0, 180)
    assert GAME.standings(table.state) == (0, 180, 0, 180)
    assert Table(1).open().out(0, 2, 3).scores == (0, 360, 0, 0)


def test_all_four_silent_in_the_dealing_round_is_void():
    table = Table(1, totals=(5, 10, 15, 20)).open().out(0, 1, 2, 3)
    assert table.state.is_void
    assert GAME.standings(table.state) == (5, 10, 15, 20)
    assert table.next_dealer == 1


def test_a_coin_that_was_not_tossed_is_tossed_in_the_next_deal():
    table = Table().open().out(0)
    assert (table.scores, table.next_dealer) == ((0, 120, 120, 120), None)
    assert table.open().state.phase is Phase.COIN


def test_the_deal_passes_on_after_a_dealing_round_that_failed():
    assert Table(1).open().out(3).next_dealer == 2


def test_out_while_the_deck_is_awaited():
    table = Table(1)
    table.state = GAME.open_deal(table.state, (0, 1, 2, 3))
    assert table.out(2).scores == (120, 120, 0, 120)


# --- arranging -------------------------------------------------------------------------------------


@every_cause
def test_out_while_arranging_the_others_play_on_and_the_hand_is_spread(cause):
    table = arranging().out(0, cause=cause)
    assert GAME.waiting(table.state) == AwaitDecisions((1, 2, 3))
    table.declare_all(*E5)
    assert table.state.leaders == (1,)
    table.play()
    # Seat 0 holds A K Q Q J 10 A K and five small ones: 105 points in 13 cards.
    assert all_trick_points(table.state) == (75 + 20, 60 + 20, 50 + 20, 70 + 45)
    assert table.state.winners == (2, 1, 1, 3)
    assert table.scores == (0, 150, 95, 115)
    assert GAME.reneges(table.state) == ()


def test_out_of_the_last_to_declare_begins_the_tricks():
    table = arranging()
    for seat in (0, 1, 3):
        table.declare(seat, E5[seat])
    assert table.out(2).waits_for(AwaitShow)


def test_a_seat_that_declared_and_goes_out_before_the_tricks_opens_nothing():
    table = arranging().declare(0, E5[0]).out(0).declare_all(None, *E5[1:])
    assert [seat for seat, _ in GAME.waiting(table.state).slots] == [1, 2, 3]
    assert table.play().scores == (0, 150, 95, 115)


def test_a_seat_out_while_arranging_does_not_lead():
    # Dealer 3: seat 0 would lead.
    table = arranging(3).out(0).declare_all(*E5)
    assert table.state.leaders == (1,)


# --- tricks ----------------------------------------------------------------------------------------


@every_cause
def test_example_of_b3_seat_0_vanishes_after_opening_its_first_group(cause):
    table = in_tricks().trick()
    assert (table.state.winners, table.state.leaders) == ((0,), (1, 0))
    for seat in (1, 2, 3):
        table.show(seat)
    table.out(0, cause=cause)
    assert (table.state.winners, table.state.leaders) == ((2, 1), (1, 2, 1))
    table.play()
    assert all_trick_points(table.state) == (105, 80, 70, 105)
    assert table.scores == (0, 150, 105, 105)


def test_it_makes_no_difference_whether_others_open_before_or_after_a_seat_goes_out():
    late = in_tricks().trick().trick(0).play()
    early = in_tricks().trick().out(0).play()
    assert late.scores == early.scores == (0, 150, 105, 105)
    assert late.state.leaders == early.state.leaders


def test_the_order_of_a_trick_already_led_stays():
    # Dealer 3: seat 0 leads and opens, then vanishes; seats 1 2 3 follow in this order all the same.
    table = in_tricks(3).show(0).out(0)
    assert table.state.leaders == (0,)
    assert table.trick().state.winners == (2,)


def test_a_leader_that_vanishes_before_leading_is_replaced_by_the_next_good_seat():
    table = in_tricks(3).out(0)
    assert table.state.leaders == (1,)
    table = in_tricks(2).out(3)
    assert table.state.leaders == (0,)


def test_a_trick_of_a_bad_seat_goes_to_the_later_of_equal_good_ones():
    state = one_trick("Kh Qh Jh", "Kd Qd Jd", "Ks Qs Js", "As Ah Ad")
    assert trick_winner(state, 1) == 3
    assert trick_winner(replace(state, out=(3,)), 1) == 2
    assert trick_winner(replace(state, out=(3, 2)), 1) == 1
    assert trick_winner(replace(state, out=(3,), fouls=(0, 0, 2, 0)), 1) == 1
    assert trick_winner(replace(state, out=(0, 1, 2, 3)), 1) is None


def test_the_last_good_seat_takes_360_at_once():
    table = in_tricks().trick(0, 1, 3)
    assert table.scores == (0, 0, 360, 0)
    assert table.next_dealer == 1


def test_four_that_vanish_in_one_round_leave_a_void_deal():
    table = in_tricks().trick(0, 1, 2, 3)
    assert table.state.is_void
    assert table.state.scores == (0, 0, 0, 0)
    assert table.next_dealer == 0


def test_two_that_vanish_in_one_round_both_lose():
    table = in_tricks().trick().trick(0, 1).play()
    assert table.scores[:2] == (0, 0)
    assert table.state.good == (2, 3)


def test_out_in_the_last_trick():
    table = in_tricks().trick().trick().trick().trick(3)
    assert table.is_done
    # The pair of nines stays closed, and of the others A-K-6 is the best.
    assert table.state.winners[3] == 0
    assert table.scores == (195 + 100, 65, 0, 0)


def test_a_result_stands_whatever_happens_after_it():
    table = in_tricks().play()
    before = table.state
    assert table.out(1).state == before
    assert table.told[-1] != "B scores 0."


# --- fouls -----------------------------------------------------------------------------------------


def test_a_foul_seat_still_opens_its_groups_and_the_cards_count():
    table = in_tricks(0, E5_FOUL, [0]).trick().trick()
    assert [seat for seat, _ in GAME.waiting(table.state).slots] == [0, 1, 2, 3]
    assert table.play().scores == (0, 155, 105, 100)
    assert len(table.state.opened) == 52


def test_a_foul_in_the_last_group_gives_all_tricks_back():
    table = in_tricks(0, E5_SWAPPED_LATE, [0]).trick().trick().trick()
    assert table.state.winners[:2] == (0, 0)
    table.trick()
    assert table.state.fouls == (4, 0, 0, 0)
    assert table.state.winners == (2, 1, 1, 3)
    assert table.scores[0] == 0
    assert reneges(GAME, table.state) == ((0, "hazari 26: group 4 ranks above group 3"),)


def test_a_foul_of_a_leader_that_has_led_does_not_change_the_order():
    # Dealer 3: seat 0 leads tricks 1 and 2 and is found foul by opening group 2.
    table = in_tricks(3, E5_FOUL, [0]).trick()
    leaders = table.state.leaders
    table.show(0)
    assert table.state.fouls[0] == 2
    assert table.state.leaders[:1] == leaders[:1]
    table.play()
    assert table.scores[0] == 0


def test_a_foul_seat_that_then_vanishes_is_convicted_all_the_same():
    table = in_tricks(0, E5_FOUL, [0]).trick().trick().trick(0).play()
    assert table.scores[0] == 0
    assert [seat for seat, _ in GAME.reneges(table.state)] == [0]


def test_a_foul_that_never_comes_to_light_convicts_nobody():
    table = in_tricks(0, E5_FOUL, [0]).trick().trick(0).play()
    assert table.scores[0] == 0
    assert GAME.reneges(table.state) == ()


def test_fouls_of_all_that_are_left_make_the_deal_void():
    swapped = [" | ".join((b, a, *rest)) for a, b, *rest in (e.split(" | ") for e in E5)]
    table = arranging().out(3).declare_all(*swapped, fouls=(0, 1, 2)).trick().trick()
    assert table.state.is_void


def test_one_good_seat_among_fouls_gets_360_at_the_end():
    swapped = [" | ".join((b, a, *rest)) for a, b, *rest in (e.split(" | ") for e in E5)]
    table = arranging().declare_all(*swapped[:3], E5[3], fouls=(0, 1, 2)).trick().trick()
    assert not table.is_done
    assert table.play().scores == (0, 0, 0, 360)


# --- the match -------------------------------------------------------------------------------------


def test_a_missing_seat_ends_the_match_with_the_standings():
    state = in_tricks().play().state
    assert GAME.seats_of_next_deal(state, frozenset({0, 1, 2})) == ()
    assert GAME.standings(state) == (195, 65, 0, 100)


def test_out_before_the_first_deal_changes_nothing():
    state = GAME.new_match(GAME.options({}), 4)
    assert GAME.apply(state, Out(((1, Cause.LEFT),))) == state


def test_claims_are_settled_one_by_one_as_groups_are_opened():
    table = Table(0).deal(*E5)
    assert GAME.claim_count(table.state) == ClaimCount()
    table.declare_all(*E5_FOUL, fouls=(0,))
    assert GAME.claim_count(table.state) == ClaimCount(made=12)
    table.trick()
    assert GAME.claim_count(table.state) == ClaimCount(made=12)
    table.trick()
    assert GAME.claim_count(table.state) == ClaimCount(made=12, settled=3, refuted=1)
    table.play()
    assert GAME.claim_count(table.state) == ClaimCount(made=12, settled=11, refuted=1)


def test_claims_of_a_seat_that_goes_out_stay_open():
    table = Table(0).deal(*E5).declare_all(*E5).trick().trick(3).play()
    assert GAME.claim_count(table.state) == ClaimCount(made=12, settled=9)
