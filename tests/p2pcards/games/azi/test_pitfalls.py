"""What an implementer gets wrong: the thirty pitfalls of azi 13, one test each."""

from dataclasses import replace

import pytest

from p2pcards.engine import AwaitOpening, View
from p2pcards.games.azi import GAME
from p2pcards.games.azi.bot import card_worth
from p2pcards.games.azi.legal import held_cards
from p2pcards.games.azi.state import Phase
from tests.p2pcards.games.azi.scripted import Table

THREE = {"A": "AH 9D 7S", "B": "KH JS 6D", "C": "QS KD 10D"}
AZI = {"A": "AS 7H 6D", "B": "KH 9S 8D", "C": "QD 10S 8H", "D": "6H 7S 9H"}


def three(*stacks, **options):
    return Table(*(stacks or (200, 200, 200)), **options).deal("8D", **THREE)


def texts(table, letter):
    return [GAME.format_action(action) for action in GAME.legal_actions(table.view(letter))]


def plays(table, letter):
    """The cards the seat may play."""
    held = held_cards(table.view(letter))
    return [GAME.pack.text(held[action.slot]) for action in GAME.legal_actions(table.view(letter))]


def azi_tricks(table):
    """A, B and C take a trick each."""
    table.trick("A 7H, B KH, C 8H").trick("B 9S, C 10S, A AS")
    return table.trick("A 6D, B 8D, C QD")


def azi(*stacks, bets="A bet 20, B call, C call, D fold", **options):
    table = Table(*(stacks or (200, 200, 200, 200)), **options).deal("10D", **AZI).bid(bets)
    return azi_tricks(table)


def test_pitfall_1_a_void_seat_must_trump_but_need_not_overtrump():
    table = Table(200, 200, 200).deal("8D", A="AH 9S 7S", B="KD JS 6S", C="QS AD 10D")
    table.bid("A bet 10, B call, C call").trick("A AH, B KD")
    assert plays(table, "C") == ["AD", "10D"]


def test_pitfall_2_the_led_suit_binds_after_a_trump_and_forbids_trumping():
    table = three(opener="B").bid("B bet 10, C call, A call").trick("B KH, C 10D")
    assert plays(table, "A") == ["AH"]


def test_pitfall_3_a_discarded_side_ace_does_not_win():
    table = Table(200, 200).deal("8D", A="6H 9S 7S", B="AS JS KS").bid("A bet 10, B call")
    assert table.trick("A 6H, B AS").leader == "A"


def test_pitfall_4_six_on_stage_is_the_trump_six_alone_by_the_turn_up_and_for_one_deal():
    on_stage = replace(three().state, turn_up=GAME.pack.card("AD"))
    in_hand = three().state
    six_of_trumps, side_six = GAME.pack.card("6D"), GAME.pack.card("6H")
    assert on_stage.strength(six_of_trumps) > on_stage.strength(GAME.pack.card("KD"))
    assert on_stage.strength(side_six) == in_hand.strength(six_of_trumps) == 1
    assert card_worth(on_stage, six_of_trumps) > card_worth(on_stage, GAME.pack.card("KD"))
    table = Table(200, 200).deal("AD", A="6D KD 9H", B="KH 7H 8H").bid("A bet 10, B fold")
    table.deal("9D", A="6D KD 9H", B="KH 7H 8H")
    assert not table.state.is_six_on_stage


def test_pitfall_5_the_turn_up_is_not_dealt_and_not_playable():
    waiting = GAME.waiting(Table(200, 200, 200).open().state)
    assert waiting.shown[0] not in dict(waiting.dealt)


def test_pitfall_6_the_reference_seat_after_a_fold_out_and_after_an_azi():
    assert three().bid("A bet 10, B raise 10, C fold, A fold").next_opener == "C"
    table = Table(200, 200, 200, 200, opener=None).open()
    table.coin("BACD").show("10D", **AZI).bid("B bet 20, C call, D fold, A call")
    table.trick("B KH, C 8H, A 7H").trick("B 9S, C 10S, A AS").trick("A 6D, B 8D, C QD")
    table.bid("D stay-out").open()
    assert table.waits_for(AwaitOpening)
    assert table.state.opener == 1


def test_pitfall_7_calls_do_not_count_as_bids_and_bids_are_counted_by_the_deal():
    table = three().bid("A bet 10, B call, C raise 10, A call, B call")
    assert table.state.bids == (1, 0, 1)
    table = azi(bets="A bet 10, B raise 10, C call, D fold, A raise 10, B call, C call")
    assert table.bid("D stay-out").open().state.bids == (0, 0, 0, 0)


def test_pitfall_8_bidding_ends_when_all_have_answered_and_not_before():
    table = three()
    assert table.state.phase is Phase.BIDDING
    table.bid("A bet 10, B call")
    assert table.to_act == "C"
    assert three().bid("A fold, B fold").is_done


def test_pitfall_9_the_last_raiser_leads():
    assert three().bid("A bet 10, B raise 10, C call, A call").leader == "B"


def test_pitfall_10_short_seats_do_not_lead_but_matched_last_chips_do():
    assert three(15, 200, 200).bid("A all-in, B call, C call").leader == "B"
    assert three(60, 200, 200).bid("A bet 50, B call, C fold").leader == "A"


def test_pitfall_11_an_all_in_seat_leads_trick_two_after_winning_trick_one():
    table = Table(300, 40).deal("KD", A="KH 9S 7D", B="AH JD 8D").bid("A bet 50, B all-in")
    assert table.trick("A KH, B AH").leader == "B"


def test_pitfall_12_no_lead_is_not_a_limited_claim():
    table = three(15, 200, 200).bid("A all-in, B call, C call")
    assert table.state.no_lead == (0,)
    table.trick("B KH, C 10D, A AH").trick("C KD, A 9D, B 6D")
    assert table.stacks == (0, 185, 230)


def test_pitfall_13_a_limited_winner_gets_its_part_and_losers_win_no_side_pot():
    table = Table(300, 40, 300).deal("KD", A="KH 9S 7D", B="AH JD 8D", C="QH 10S AS")
    table.bid("A bet 50, B all-in, C raise 50, A fold")
    table.trick("C QH, B AH").trick("B JD, C 10S")
    # B takes 40 from each and its own; A's 20 above that are C's alone, and A has folded.
    assert table.stacks == (240, 120, 280)


def test_pitfall_14_odd_chips_go_whole_to_claimants_left_of_the_winner():
    hands = {"A": "KH 9S 7D", "B": "AH JD 8D", "C": "QH 10S AS", "D": "6H 7S 9D"}
    table = Table(300, 40, 300, 300, opener="D").deal("KD", **hands)
    table.bid("D bet 31, A call, B all-in, C raise 10, D fold, A call")
    table.trick("C QH, A KH, B AH").trick("B JD, C 10S, A 7D")
    # 11 from A and from C and 1 from D lie above B's stake: of these 23 C gets 12, A 11.
    assert table.stacks == (260, 160, 261, 259)


def test_pitfall_15_layers_count_the_ante_and_folded_chips():
    table = three(200, 200, 200).bid("A bet 10, B raise 20, C call, A fold")
    table.trick("B KH, C 10D").trick("C KD, B 6D")
    assert table.stacks == (180, 160, 260)


def test_pitfall_16_the_uncalled_part_is_not_in_the_price_of_a_re_deal():
    table = azi(200, 30, 30, 200, bets="A bet 90, B all-in, C all-in, D fold")
    assert (table.pot, table.state.price) == (100, 50)


def test_pitfall_17_two_tricks_of_three_win_and_nothing_is_played_after_two_nil():
    table = Table(200, 200).deal("8D", A="AH 9S 7S", B="KH JS 6S").bid("A bet 10, B call")
    table.trick("A AH, B KH").trick("A 9S, B JS").trick("B 6S, A 7S")
    assert table.stacks == (220, 180)
    table = Table(200, 200).deal("8D", A="AH AS 7S", B="KH JS 6S").bid("A bet 10, B call")
    assert table.trick("A AH, B KH").trick("A AS, B JS").is_done


def test_pitfall_18_one_price_for_all_no_short_buy_ins_no_newcomers():
    hands = {**AZI, "E": "JH QH AH"}
    table = Table(200, 200, 200, 200, 200, 200).open("ABCDE").show("10D", **hands)
    table.bid("A bet 20, B call, C call, D fold, E fold")
    azi_tricks(table)
    assert (table.to_act, table.state.price) == ("D", 55)
    table.bid("D buy-in")
    assert (table.to_act, table.state.price) == ("E", 55)
    table.bid("E buy-in")
    assert table.state.participants == (0, 1, 2, 3, 4)
    assert azi(200, 200, 200, 59).is_done


def test_pitfall_19_no_second_ante_and_the_carried_pot_goes_to_the_last_in_a_re_deal():
    table = azi().bid("D buy-in")
    stacks = table.stacks
    table.deal("8D", A="AS AH 9D", B="KH JS 6D", C="QS KD 10D", D="6H 7S 9H")
    assert table.stacks == stacks
    table.bid("A fold, B fold, C fold")
    assert table.stacks == (170, 170, 170, 190 - 50 + 150)


def test_pitfall_20_an_all_in_trick_taker_stays_unasked_with_its_limited_claim():
    table = azi(200, 200, 25, 200, bets="A bet 20, B call, C all-in, D fold").bid("D stay-out")
    assert table.layers == [(85, "ABC"), (10, "AB")]
    table.deal("10D", **{letter: AZI[letter] for letter in "ABC"})
    table.bid("A bet 10, B call")
    azi_tricks(table)
    assert table.to_act == "D"
    table.bid("D stay-out")
    assert table.layers == [(85, "ABC"), (30, "AB")]


def test_pitfall_21_a_buyer_claims_all_layers_and_keeps_their_proportion():
    table = azi(200, 200, 30, 200, bets="A bet 50, B call, C all-in, D fold")
    assert table.layers == [(100, "ABC"), (60, "AB")]
    table.bid("D buy-in")
    assert table.layers == [(150, "ABCD"), (90, "ABD")]


def test_pitfall_22_a_layer_nobody_can_win_is_returned():
    hands = {"A": "KH QD 7D", "B": "6H 8D 9H", "C": "AH KD JD", "D": "7H AD 10S", "E": "8H 6D KS"}
    table = Table(500, 500, 30, 30, 40).deal("9S", **hands)
    table.bid("A bet 90, B call, C all-in, D all-in, E all-in")
    table.trick("A KH, B 6H, C AH, D 7H, E 8H").trick("C KD, D AD, E 6D, A 7D, B 8D")
    table.trick("D 10S, E KS, A QD, B 9H, C JD")
    assert "What none of them could win goes back: 60 each to A and B." in table.told


@pytest.mark.parametrize("stacks", [(200, 10, 10), (10, 10, 200), (10, 10, 10), (15, 15, 15)])
def test_pitfall_23_bidding_never_hangs_on_empty_stacks(stacks):
    table = three(*stacks)
    for _ in range(3):
        if table.state.phase is Phase.BIDDING:
            table.act(table.to_act, texts(table, table.to_act)[1])
    assert table.state.phase is Phase.TRICKS


def test_pitfall_24_a_leavers_card_stays_its_turn_is_skipped_and_its_trick_is_nobodys():
    table = Table(200, 200, 200, 200).deal("10D", **AZI)
    table.bid("A bet 20, B call, C call, D call").trick("A 7H, B KH").out("B").out("C")
    assert table.to_act == "D"
    table.trick("D 6H")
    assert (table.state.tricks_of(1), table.leader) == (0, "D")


def test_pitfall_25_no_bid_before_all_discards_and_six_seats_with_four_cards_fit():
    table = Table(200, 200, cards=4).deal("8S", A="7H 9S JS AD", B="6S KS 8D QH")
    table.bid("A discard 7H")
    assert table.refused("A", "bet 10").startswith("azi 4.1")
    assert table.told[-1] == "A has discarded."
    assert GAME.waiting(Table(*[50] * 6, cards=4).open().state).shown == (24,)


def test_pitfall_26_a_blind_bet_comes_before_the_trump_counts_and_makes_high():
    table = Table(200, 200, blind="open").open()
    assert table.state.turn_up is None
    table.bid("A blind 10")
    assert (table.state.bids, table.state.high) == ((1, 0), 0)


def test_pitfall_27_the_public_state_names_no_hidden_card():
    table = three()
    named = {text for _, text in GAME.public(table.state)["opened"]}
    assert named == {"8D"}
    blind = View(table.state, 0, {})
    assert len(GAME.legal_actions(blind)) == 92


def test_pitfall_28_raise_is_by_and_its_limit_is_on_the_step_alone():
    table = three(900, 900, 900).bid("A bet 100, B raise 100")
    assert table.state.level == 200
    assert texts(table, "C")[-1] == "raise 100"


def test_pitfall_29_less_than_the_ante_is_not_dealt_in_and_no_chip_is_made():
    table = Table(200, 9, 200).open()
    assert (table.stacks, table.pot) == ((190, 9, 190), 20)


def test_pitfall_30_a_short_fold_out_winner_takes_everything():
    table = three(15, 200, 200).bid("A all-in, B raise 10").out("B").bid("C fold")
    assert table.stacks == (50, 175, 190)
