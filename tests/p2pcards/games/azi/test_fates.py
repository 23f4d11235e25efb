"""Seats that fall silent, leave or cheat, phase by phase (SPEC §9.1, §10)."""

import pytest

from p2pcards.chips import Layer
from p2pcards.engine import AwaitCoin, AwaitDeck, AwaitOpening, Cause
from p2pcards.games.azi import GAME
from p2pcards.games.azi.settling import keep_claims
from p2pcards.games.azi.state import Phase
from tests.p2pcards.games.azi.scripted import Table

HANDS = {"A": "AS 7H 6D", "B": "KH 9S 8D", "C": "QD 10S 8H", "D": "6H 7S 9H"}
"""With 10D turned up, A, B and C take a trick each, if A leads 7H."""

every_cause = pytest.mark.parametrize("cause", list(Cause))


def four(*stacks, **options):
    return Table(*(stacks or (200, 200, 200, 200)), **options).deal("10D", **HANDS)


def in_tricks(*stacks):
    return four(*stacks).bid("A bet 20, B call, C call, D call")


def azi(*stacks):
    table = four(*stacks).bid("A bet 20, B call, C call, D fold")
    return table.trick("A 7H, B KH, C 8H").trick("B 9S, C 10S, A AS").trick("A 6D, B 8D, C QD")


# --- before the cards are open ----------------------------------------------------------------


@every_cause
def test_out_in_the_coin_costs_the_ante_and_the_deck_is_made_anew(cause):
    table = Table(200, 200, 200, opener=None).open()
    table.out("B", cause)
    assert GAME.waiting(table.state) == AwaitDeck((0, 2))
    assert (table.pot, table.state.payments) == (30, (10, 10, 10))
    assert GAME.waiting(table.deck().state) == AwaitCoin((0, 2))
    assert table.coin("CA").waits_for(AwaitOpening)


@every_cause
def test_out_in_the_opening_costs_the_ante_and_the_deck_is_made_anew(cause):
    table = Table(200, 200, 200).open().out("A", cause)
    assert GAME.waiting(table.state) == AwaitDeck((1, 2))
    waiting = GAME.waiting(table.deck().state)
    assert waiting.seats == (1, 2)
    assert waiting.dealt[:2] == ((0, 1), (1, 2))
    assert waiting.shown == (6,)
    table.show("8D", B="KH JS 6D", C="QS KD 10D")
    assert table.to_act == "B"
    assert table.pot == 30


def test_out_while_the_deck_is_made_makes_it_anew_again():
    table = Table(200, 200, 200, 200)
    table.state = GAME.open_deal(table.state, (0, 1, 2, 3))
    table.out("D").out("C")
    assert GAME.waiting(table.state) == AwaitDeck((0, 1))
    assert table.state.decks == 3


def test_the_coin_is_not_tossed_again_once_it_has_chosen():
    table = Table(200, 200, 200, opener=None).open().coin("CAB").out("C").deck()
    assert table.waits_for(AwaitOpening)
    assert table.state.opener == 0


def test_one_left_before_the_opening_wins_all_stakes():
    table = Table(200, 200, 200).open().out("A").deck().out("B")
    assert table.is_done
    assert table.stacks == (190, 190, 220)


@pytest.mark.parametrize(
    ("opener", "stacks"),
    [("A", (190, 190, 220)), ("B", (220, 190, 190)), ("C", (190, 220, 190))],
)
def test_of_all_that_go_out_at_once_the_last_from_the_opener_takes_the_pot(opener, stacks):
    table = Table(200, 200, 200, opener=opener).open().out("ABC")
    assert table.is_done
    assert table.stacks == stacks


def test_before_the_first_coin_places_are_counted_from_the_lowest_seat():
    assert Table(200, 200, 200, opener=None).open().out("ABC").stacks == (190, 190, 220)


def test_in_the_tricks_and_the_discards_it_is_the_same():
    assert in_tricks().trick("A 7H").out("ABCD").stacks == (170, 170, 170, 290)
    table = Table(100, 100, 100, cards=4, opener="B")
    table.deal("8S", A="7H 9S JS AD", B="6S KS 8D QH", C="10S AH 6D 7D")
    assert table.out("ABC").stacks == (120, 90, 90)


def test_who_takes_a_second_trick_as_it_goes_out_does_not_win_the_pot():
    hands = {"A": "7H 7S 6D", "B": "8H 8S 7D", "C": "9H 9S 8D", "D": "AH AS KD"}
    table = Table(200, 200, 200, 200, opener="D").deal("10D", **hands)
    table.bid("D bet 20, A call, B call, C call")
    table.trick("D AH, A 7H, B 8H, C 9H").trick("D AS, A 7S, B 8S").out("CD")
    assert not table.is_done
    assert (table.to_act, table.state.trick_winners) == ("A", (3, 3))


def test_what_nobody_called_does_not_go_back_to_one_that_goes_out_with_the_last_asked():
    table = four(30, 200, 200, 30).bid("A bet 20, B call, C raise 50, D all-in").out("BC")
    assert table.state.phase is Phase.TRICKS
    assert table.stacks == (0, 170, 120, 0)


# --- blind phase ------------------------------------------------------------------------------


@every_cause
def test_an_opener_out_before_answering_bets_no_blind_and_the_next_opens(cause):
    table = Table(200, 200, 200, blind="open").open().out("A", cause).deck()
    assert table.waits_for(AwaitOpening)
    table.show("8D", B="KH JS 6D", C="QS KD 10D")
    assert table.to_act == "B"
    assert "bet 10" in [GAME.format_action(a) for a in GAME.legal_actions(table.view("B"))]


@every_cause
def test_out_when_asked_for_a_blind_bet_ends_the_chain_and_bets_stand(cause):
    table = Table(200, 200, 200, blind="chain").open().bid("A blind 10").out("B", cause).deck()
    assert table.waits_for(AwaitOpening)
    assert table.state.level == 10
    table.show("8D", A="KH JS 6D", C="QS KD 10D")
    assert table.to_act == "C"
    table.bid("C call")
    assert table.leader == "A"


def test_a_blind_bettor_who_goes_out_loses_the_blind_and_the_level_stands():
    table = Table(200, 200, 200, blind="open").open().bid("A blind 50").out("A").deck()
    assert table.waits_for(AwaitOpening)
    table.show("8D", B="KH JS 6D", C="QS KD 10D")
    assert (table.state.high, table.state.level, table.to_act) == (None, 50, "B")
    table.bid("B call, C call")
    assert table.leader == "B"
    assert table.pot == 180


def test_out_of_a_seat_that_is_not_asked_leaves_the_question_open():
    table = Table(200, 200, 200, 200, blind="chain").open().bid("A blind 10").out("D").deck()
    assert table.to_act == "B"
    table.bid("B blind 20, C blind 40")
    assert table.waits_for(AwaitOpening)


def test_nobody_is_asked_for_a_blind_bet_that_nobody_is_left_to_answer():
    table = Table(40, 10, 27, opener="C", blind="open").open()
    assert table.to_act == "C"
    table.out("A").deck()
    assert table.waits_for(AwaitOpening)
    assert (table.state.pending, table.state.is_blind_over) == ((), True)
    # Nothing is due in the bidding either, for the only other survivor is all-in.
    assert table.show("8D", B="KH JS 6D", C="QS KD 10D").leader == "C"


def test_the_same_in_a_chain():
    table = Table(40, 60, 10, 30, opener="A", blind="chain").open().bid("A blind 20")
    assert table.to_act == "B"
    table.out("AD").deck()
    assert table.waits_for(AwaitOpening)


def test_the_asked_seat_out_while_the_deck_is_made_anew_has_refused():
    table = Table(200, 200, 200, 200, blind="chain").open().bid("A blind 10")
    table.out("D").out("B").deck()
    assert table.waits_for(AwaitOpening)
    assert table.state.level == 10


# --- discards and bidding ---------------------------------------------------------------------


@every_cause
def test_out_in_the_discards_is_a_fold_and_the_bidding_begins_without_it(cause):
    table = Table(100, 100, 100, cards=4)
    table.deal("8S", A="7H 9S JS AD", B="6S KS 8D QH", C="10S AH 6D 7D")
    table.bid("B discard 8D, C discard 6D").out("A", cause)
    assert (table.state.phase, table.to_act) == (Phase.BIDDING, "B")
    assert table.state.folded == (0,)


@every_cause
def test_out_in_the_bidding_is_a_fold_and_the_level_stands(cause):
    table = four().bid("A bet 20, B raise 30").out("B", cause)
    assert (table.state.level, table.state.high, table.to_act) == (50, None, "C")
    table.bid("C call, D fold, A call")
    assert table.leader == "A"


def test_nothing_is_returned_to_a_seat_that_is_out_its_excess_joins_the_top_layer():
    table = four(200, 200, 50, 40).bid("A bet 100").out("A")
    table.bid("B fold, C all-in, D all-in")
    assert table.state.phase is Phase.TRICKS
    assert table.state.payments == (110, 10, 50, 40)
    assert table.stacks == (90, 190, 0, 0)


def test_high_out_and_raised_again_gives_the_lead_to_the_new_raiser():
    table = four().bid("A bet 20, B raise 30").out("B")
    assert table.bid("C raise 10, D fold, A call").leader == "C"


def test_out_of_a_folded_seat_changes_nothing_but_its_way_back():
    table = four().bid("A bet 20, B call, C call, D fold").out("D")
    assert table.state.folded == (3,)
    table.trick("A 7H, B KH, C 8H").trick("B 9S, C 10S, A AS").trick("A 6D, B 8D, C QD")
    assert table.is_done
    assert table.state.participants == (0, 1, 2)


def test_out_of_a_folded_seat_during_the_bidding():
    table = four().bid("A fold, B bet 20").out("A")
    assert (table.state.folded, table.state.out, table.to_act) == ((0,), (0,), "C")


def test_one_left_in_the_bidding_takes_the_pot():
    table = four().bid("A bet 20, B fold, C fold").out("D")
    assert table.stacks == (230, 190, 190, 190)


# --- tricks -----------------------------------------------------------------------------------


@every_cause
def test_out_in_the_tricks_is_a_fold_without_refund(cause):
    table = four(200, 200, 30, 200).bid("A bet 50, B call, C all-in, D call")
    table.out("B", cause).trick("A 7H, C 8H, D 6H")
    assert table.state.survivors == (0, 2, 3)
    table.trick("C 10S, D 7S, A AS").trick("A 6D, C QD, D 9H")
    # C wins 30 from each; B's 30 above that are in the upper layer, which A and D share.
    assert table.stacks == (140 + 45, 140, 120, 140 + 45)


def test_cards_on_the_table_keep_their_power_and_bind_the_led_suit():
    table = in_tricks().trick("A 7H").out("A")
    assert table.refused("B", "play 9S").startswith("azi 6.2")
    table.trick("B KH").out("B").trick("C 8H, D 9H")
    assert table.told[-1] == "Trick 1 counts for nobody, for B is out."
    assert table.leader == "C"


def test_two_tricks_of_an_out_seat_do_not_win():
    table = in_tricks().trick("A 7H, B KH, C 8H, D 6H").trick("B 9S").out("B")
    table.trick("C 10S, D 7S, A AS")
    assert table.leader == "A"
    hands = {"A": "AS 7H 6D", "B": "KH AD 8D", "C": "QD 10S 8H", "D": "6H 7S 9H"}
    table = Table(200, 200, 200, 200).deal("10D", **hands)
    table.bid("A bet 20, B call, C call, D call").trick("A 7H, B KH, C 8H, D 6H")
    table.trick("B AD").out("B").trick("C QD, D 7S, A 6D")
    assert table.state.trick_winners == (1, 1)
    assert table.leader == "C"


def test_a_trick_won_before_going_out_counts_for_nobody():
    table = in_tricks().trick("A 7H, B KH, C 8H, D 6H").out("B")
    assert table.leader == "C"
    assert table.state.tricks_of(1) == 0


def test_if_the_out_seat_has_to_lead_the_next_survivor_does():
    table = in_tricks().out("A")
    assert (table.leader, table.to_act) == ("B", "B")


def test_out_of_the_last_seat_to_play_ends_the_trick():
    table = in_tricks().trick("A 7H, B KH, C 8H").out("D")
    assert (table.leader, len(table.state.trick_winners)) == ("B", 1)


def test_the_last_survivor_takes_everything_at_once():
    table = in_tricks().trick("A 7H").out("A").out("B").out("C")
    assert table.is_done
    assert table.stacks == (170, 170, 170, 290)
    assert table.told[-1] == "Only D is left and takes 120. No card is shown."


# --- azi --------------------------------------------------------------------------------------


def test_an_azi_with_one_taker_who_plays_alone_gives_it_the_pot():
    table = in_tricks().trick("A 7H, B KH, C 8H, D 6H").trick("B 9S, C 10S, D 7S, A AS")
    table.out("B").trick("A 6D, C QD, D 9H")
    # A and C are the takers; D has none and is asked, B is out and is not.
    assert (table.to_act, table.state.participants) == ("D", (0, 2))
    table.bid("D stay-out").open(present="A")
    assert table.is_done
    assert table.stacks == (290, 170, 170, 170)


def test_a_third_trick_of_an_out_seat_leaves_one_taker_and_asks_the_rest():
    table = in_tricks().trick("A 7H, B KH, C 8H, D 6H").out("B")
    table.trick("C 10S, D 7S, A AS").trick("A 6D, C QD").out("C").trick("D 9H")
    assert (table.state.participants, table.to_act) == ((0,), "D")
    assert "Azi: only A has a trick. The pot of 120 stays." in table.told
    table.bid("D buy-in")
    assert table.state.participants == (0, 3)


def test_an_azi_without_a_taker_is_replayed_free_by_all_survivors():
    table = Table(200, 200, 200, 200, 200).deal("10D", **HANDS, E="JH 8S QH")
    table.bid("A bet 20, B call, C call, D call, E call")
    table.trick("A 7H, B KH, C 8H, D 6H, E JH").out("B")
    table.trick("C 10S, D 7S, E 8S, A AS").out("A").trick("C QD").out("C").trick("D 9H, E QH")
    assert table.is_done
    assert table.state.participants == (3, 4)
    assert table.layers == [(150, "DE")]
    assert "Azi: nobody still here has a trick. The pot of 150 stays." in table.told


def test_two_seats_can_reach_an_azi_when_a_third_has_gone_out():
    table = in_tricks().trick("A 7H, B KH, C 8H, D 6H").out("B").out("D")
    table.trick("C 10S, A AS").trick("A 6D, C QD")
    assert table.told[-2] == "Azi: A and C have a trick each. The pot of 120 stays."
    assert table.is_done
    assert table.state.participants == (0, 2)


def test_an_out_seat_neither_replays_nor_buys_in():
    table = in_tricks().out("D")
    table.trick("A 7H, B KH, C 8H").trick("B 9S, C 10S, A AS").trick("A 6D, B 8D, C QD")
    assert table.is_done
    assert table.state.participants == (0, 1, 2)


def test_a_silent_seat_may_buy_in_at_the_next_azi_but_one_that_left_may_not():
    for cause, asked in ((Cause.SILENT, "D"), (Cause.LEFT, ""), (Cause.CAUGHT, "")):
        table = in_tricks().out("D", cause)
        table.trick("A 7H, B KH, C 8H").trick("B 9S, C 10S, A AS").trick("A 6D, B 8D, C QD")
        hands = {letter: HANDS[letter] for letter in "ABC"}
        table.deal("10D", **hands).bid("A bet 10, B call, C call")
        table.trick("A 7H, B KH, C 8H").trick("B 9S, C 10S, A AS").trick("A 6D, B 8D, C QD")
        assert table.to_act == asked


@every_cause
def test_out_when_asked_to_buy_in_is_a_refusal(cause):
    table = azi().out("D", cause)
    assert table.is_done
    assert table.state.participants == (0, 1, 2)
    assert table.pot == 100


@every_cause
def test_a_trick_taker_out_during_the_buy_ins_loses_its_claim(cause):
    table = azi().out("B", cause)
    assert table.to_act == "D"
    table.bid("D stay-out")
    assert table.layers == [(100, "AC")]


def test_a_buyer_who_goes_out_loses_claim_and_price():
    table = Table(200, 200, 200, 200, 200).deal("10D", **HANDS, E="JH QH AH")
    table.bid("A bet 20, B call, C call, D fold, E fold")
    table.trick("A 7H, B KH, C 8H").trick("B 9S, C 10S, A AS").trick("A 6D, B 8D, C QD")
    table.bid("D buy-in").out("D").bid("E stay-out")
    assert table.layers == [(110 + 55, "ABC")]
    assert table.stacks[3] == 135


def test_when_all_participants_go_out_a_later_buyer_takes_the_pot():
    table = azi().out("A").out("B").out("C")
    assert table.to_act == "D"
    table.bid("D buy-in")
    assert table.is_done
    assert table.stacks == (170, 170, 170, 290)


def test_when_all_go_out_and_nobody_buys_in_the_last_of_them_takes_the_pot():
    table = azi().out("A").out("C").out("B").bid("D stay-out")
    assert table.is_done
    assert table.stacks == (170, 270, 170, 190)


def test_a_layer_whose_claimants_are_all_out_joins_the_bottom_layer():
    pot = (Layer(120, (0, 2, 3)), Layer(60, (0, 3)), Layer(30, (3,)))
    assert keep_claims(pot, {0, 2}) == (Layer(150, (0, 2)), Layer(60, (0,)))


@pytest.mark.parametrize("present", ["ABC", "ACD"])
def test_a_participant_missing_in_the_preparation_has_lost_claim_and_buy_in(present):
    table = azi().bid("D buy-in")
    assert table.pot == 150
    seats = GAME.seats_of_next_deal(table.state, frozenset("ABCD".index(x) for x in present))
    table.open(present=present)
    assert table.state.participants == seats
    assert table.layers == [(150, present)]
    assert table.waits_for(AwaitOpening)


def test_if_nobody_is_there_for_the_re_deal_the_last_in_seat_order_takes_the_pot():
    table = azi().bid("D stay-out").open(present="")
    assert table.is_done
    assert table.stacks == (170, 170, 270, 190)


def test_out_in_a_re_deal_before_the_opening_leaves_the_stakes():
    table = azi().bid("D buy-in").open().out("A")
    assert GAME.waiting(table.state) == AwaitDeck((1, 2, 3))
    assert table.pot == 150
    table.deck().show("8D", B="KH JS 6D", C="QS KD 10D", D="6H 7H 9H")
    table.bid("B fold, C fold")
    assert table.stacks == (170, 170, 170, 290)


# --- after the result -------------------------------------------------------------------------


@every_cause
def test_a_result_stands_whoever_goes_out_after_it(cause):
    table = four().bid("A bet 20, B fold, C fold, D fold")
    before = table.state
    table.out("A", cause)
    assert table.state == before
    assert table.told.count("All others have folded: A takes 60. No card is shown.") == 1


def test_out_twice_is_out_once():
    table = in_tricks().out("D")
    before = table.state
    assert table.out("D").state == before
