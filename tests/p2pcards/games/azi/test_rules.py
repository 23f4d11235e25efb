"""Rule by rule: each test is named after the number of the rule it holds the engine to."""

from dataclasses import replace

import pytest

from p2pcards.cards import Card
from p2pcards.engine import (
    Acted,
    AwaitCoin,
    AwaitDeck,
    AwaitOpening,
    BadOptions,
    DeckReady,
    IllegalAction,
    Shown,
    SuitClaim,
)
from p2pcards.games import GAMES
from p2pcards.games.azi import GAME
from p2pcards.games.azi.actions import BlindBet, RaiseBy, amounts
from p2pcards.games.azi.state import Phase
from tests.p2pcards.games.azi.scripted import LETTERS, Table, cards, seat
from tests.told import in_words

THREE = {"A": "AH 9D 7S", "B": "KH JS 6D", "C": "QS KD 10D"}
"""With 8D turned up: hearts for A and B, C void in hearts."""
FOUR_CARDS = {"A": "7H 9S JS AD", "B": "6S KS 8D QH", "C": "10S AH 6D 7D"}


def three(*stacks, turn_up="8D", **options):
    return Table(*(stacks or (200, 200, 200)), **options).deal(turn_up, **THREE)


# --- 0 settings -------------------------------------------------------------------------------


def test_rule_0_defaults_follow_the_ante():
    assert GAME.options({}) == {
        "ante": 10,
        "min_bid": 10,
        "max_bid": 100,
        "stack": 200,
        "cards": 3,
        "blind": "off",
        "payout": "matched",
    }
    assert GAME.options({"ante": 5})["min_bid"] == 5
    assert GAME.options({"ante": 5})["max_bid"] == 50


def test_rule_0_options_are_read_from_text_and_reading_again_changes_nothing():
    once = GAME.options({"ante": "5", "cards": "4", "blind": "chain", "payout": "fraction"})
    assert once["ante"] == 5
    assert GAME.options(once) == once


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ante", 0),
        ("ante", -5),
        ("ante", "ten"),
        ("ante", "1_0"),
        ("ante", "+10"),
        ("ante", " 10"),
        ("ante", "²"),
        ("ante", "9" * 5000),
        ("ante", 10.0),
        ("ante", True),
        ("ante", None),
        ("min_bid", 0),
        ("max_bid", 9),
        ("max_bid", 10**9),
        ("stack", 9),
        ("stack", 10**9),
        ("cards", 2),
        ("cards", 5),
        ("blind", "yes"),
        ("blind", 1),
        ("payout", "all"),
        ("payout", ["matched"]),
        ("trumpFrom", "dealer"),
        ("deadline", 30),
        ("", 1),
    ],
)
def test_rule_0_other_options_are_refused(name, value):
    with pytest.raises(BadOptions) as refused:
        GAME.options({name: value})
    assert refused.value.option == name


@pytest.mark.parametrize(("seats", "count"), [(n, k) for n in range(2, 7) for k in (3, 4)])
def test_rule_0_two_cards_at_least_are_never_dealt(seats, count):
    table = Table(*[100] * seats, cards=count).open()
    (turn_up,) = GAME.waiting(table.state).shown
    assert turn_up == seats * count
    assert len(GAME.pack.cards) - (turn_up + 1) >= 2


# --- 1 cards ----------------------------------------------------------------------------------


def test_rule_1_1_the_pack_has_27_cards_of_three_suits():
    pack = GAME.pack
    assert (pack.id, len(pack.cards), pack.suits) == ("azi27", 27, "HDS")
    assert " ".join(pack.text(card) for card in pack.cards[:9]) == "6H 7H 8H 9H 10H JH QH KH AH"


def test_rule_1_2_the_ace_is_high():
    table = Table(200, 200).deal("8D", A="KH 9D 7S", B="AH JS 6D").bid("A bet 10, B call")
    assert table.trick("A KH, B AH").leader == "B"


def test_rule_1_3_a_side_card_of_another_suit_never_wins():
    table = Table(200, 200).deal("8D", A="6H 9S 7S", B="AS JS KS").bid("A bet 10, B call")
    assert table.trick("A 6H, B AS").leader == "A"


def test_rule_1_3_the_lowest_trump_beats_every_side_card():
    table = Table(200, 200).deal("8D", A="AH 9S 7S", B="6D JS KS").bid("A bet 10, B call")
    assert table.trick("A AH, B 6D").leader == "B"


# --- 2 seating and ante -----------------------------------------------------------------------


def test_rule_2_1_everyone_with_an_ante_pays_it_and_nobody_else_is_dealt_in():
    table = Table(200, 9, 10).open()
    assert table.stacks == (190, 9, 0)
    assert (table.pot, table.state.participants) == (20, (0, 2))


@pytest.mark.parametrize("present", [{0}, set()])
def test_rule_2_1_fewer_than_two_payers_end_the_match(present):
    table = Table(200, 9, 10)
    assert GAME.seats_of_next_deal(table.state, frozenset(present)) == ()


def test_rule_2_1_absent_seats_are_not_dealt_in():
    assert GAME.seats_of_next_deal(Table(200, 200, 200).state, frozenset({0, 2})) == (0, 2)


def test_rule_2_2_a_seat_whose_last_chips_were_the_ante_is_all_in_and_not_asked():
    table = three(10, 100, 100)
    assert table.to_act == "B"
    table.bid("B bet 10, C call")
    assert table.leader == "B"


def test_rule_2_3_newcomers_join_only_between_cycles():
    table = azi_of_three(absent="D")
    assert GAME.seats_of_next_deal(table.state, frozenset(range(4))) == (0, 1, 2)


# --- 3 deal and trump -------------------------------------------------------------------------


def test_rule_3_1_cards_are_dealt_one_at_a_time_from_the_opener():
    table = Table(100, 100, 100, opener="B").open()
    waiting = GAME.waiting(table.state)
    assert waiting == AwaitOpening(
        (0, 1, 2),
        ((0, 1), (1, 2), (2, 0), (3, 1), (4, 2), (5, 0), (6, 1), (7, 2), (8, 0)),
        (9,),
    )


def test_rule_3_3_the_turned_up_card_belongs_to_nobody():
    table = three()
    assert table.state.turn_up == GAME.pack.card("8D")
    assert all(9 not in GAME.hand_slots(table.state, seat) for seat in range(3))


def test_rule_3_4_the_order_of_trumps_with_the_six_on_stage():
    state = replace(three().state, turn_up=GAME.pack.card("AD"))
    trumps = sorted((card for card in GAME.pack.cards if card.suit == 2), key=state.strength)
    assert " ".join(map(GAME.pack.text, trumps)) == "7D 8D 9D 10D JD QD KD AD 6D"


def test_rule_3_4_side_suit_sixes_stay_the_lowest():
    state = replace(three().state, turn_up=GAME.pack.card("AD"))
    assert state.strength(GAME.pack.card("6H")) == 1


# --- 4 four cards -----------------------------------------------------------------------------


def four(**options):
    return Table(100, 100, 100, opener="C", cards=4, **options).deal("8S", **FOUR_CARDS)


def test_rule_4_1_each_seat_discards_one_card_before_the_bidding():
    table = four()
    assert table.to_act == "ABC"
    assert len(GAME.legal_actions(table.view("A"))) == 4
    assert table.refused("C", "bet 10").startswith("azi 4.1")
    table.bid("B discard 8D, A discard 7H, C discard 6D")
    assert table.to_act == "C"


def test_rule_4_2_discards_are_independent_final_and_never_shown():
    table = four().bid("B discard 8D")
    assert table.to_act == "AC"
    assert table.refused("B", "discard 6S").startswith("azi 4.1")
    assert GAME.shows(table.state, 0, table.action("A", "discard 7H")) == ()
    assert table.state.discards[1] is not None
    assert [slot for slot, _ in table.state.opened] == [12]


@pytest.mark.parametrize(
    ("hand", "turn_up", "expected"),
    [
        ("7H 9S JS AD", "8S", "7H"),
        ("7D 7H JS AD", "8S", "7H"),
        ("AH 6S JS 9S", "8S", "AH"),
        ("6S KS JS 9S", "8S", "6S"),
        ("6S KS JS 9S", "AS", "9S"),
    ],
)
def test_rule_4_2_time_out_discards_the_weakest(hand, turn_up, expected):
    table = Table(100, 100, cards=4).deal(turn_up, A=hand, B="6D 7D 8D 9D")
    view = table.view("A")
    assert GAME.default_action(view) == table.action("A", f"discard {expected}")


def test_rule_4_3_nobody_drops_out_before_discarding():
    assert four().refused("A", "fold").startswith("azi 4.1")


# --- 5.1 who opens ----------------------------------------------------------------------------


def test_rule_5_1_left_of_the_winner_opens_and_empty_seats_are_passed():
    table = Table(100, 100, 5, 100, opener="B").deal(
        "8D", A="AH 9D 7S", B="KH JS 6D", D="QS KD 10D"
    )
    table.bid("B bet 10, D fold, A fold")
    assert table.next_opener == "D"


def test_rule_5_1_the_first_opener_is_chosen_by_a_coin():
    table = Table(100, 100, 100, opener=None).open()
    assert GAME.waiting(table.state) == AwaitCoin((0, 1, 2))
    assert table.coin("CAB").state.opener == seat("C")


def test_rule_5_1_a_coin_that_falls_on_a_seat_not_dealt_in_passes_to_the_next_in_its_order():
    table = Table(100, 5, 100, opener=None).open()
    assert table.coin("BCA").state.opener == seat("C")


def test_rule_5_1_an_all_in_winner_of_a_part_counts_as_the_winner():
    table = Table(300, 40, 300).deal("KD", A="KH 9S 7D", B="AH JD 8D", C="QH 10S AS")
    table.bid("A bet 50, B all-in, C call")
    table.trick("A KH, B AH, C QH").trick("B JD, C 10S, A 7D")
    assert table.next_opener == "C"


# --- 5.3 bidding ------------------------------------------------------------------------------


def test_rule_5_3_before_a_bet_one_bets_or_folds():
    actions = GAME.legal_actions(three().view("A"))
    assert [GAME.format_action(action) for action in actions[:2]] == ["fold", "bet 10"]
    assert GAME.format_action(actions[-1]) == "bet 100"
    assert len(actions) == 92


def test_rule_5_3_after_a_bet_one_folds_calls_or_raises():
    actions = GAME.legal_actions(three().bid("A bet 20").view("B"))
    texts = [GAME.format_action(action) for action in actions]
    assert texts[:3] == ["fold", "call", "raise 10"]
    assert texts[-1] == "raise 100"


@pytest.mark.parametrize(
    ("stack", "bids", "action", "rule"),
    [
        (200, "", "raise 10", "azi 5.3: nobody has bet yet, so there is nothing to raise"),
        (200, "A bet 20", "bet 30", "azi 5.3: there is a bet already; call it, raise it or fold"),
        (25, "A bet 20", "call", "azi 5.3: a call costs 20, more than this stack"),
        (
            35,
            "A bet 20",
            "raise 10",
            "azi 5.3: the smallest step is 10, more than this stack allows",
        ),
        (200, "A bet 20", "raise 101", "azi 5.3.4: the step is 10 to 100"),
    ],
)
def test_rule_5_3_a_refused_bid_says_why(stack, bids, action, rule):
    table = three(200, stack, 200)
    if bids:
        table.bid(bids)
    assert table.refused(table.to_act, action) == rule


def test_rule_5_3_a_short_stack_goes_all_in_with_a_call():
    actions = GAME.legal_actions(three(200, 25, 200).bid("A bet 20").view("B"))
    assert [GAME.format_action(action) for action in actions] == ["fold", "all-in"]


def test_rule_5_3_1_there_is_no_check():
    assert three().refused("A", "call").startswith("azi 5.3.1")


def test_rule_5_3_2_a_seat_that_has_used_its_bids_can_still_call():
    table = three().bid("A bet 10, B raise 10, C raise 10, A raise 10, B raise 10, C raise 10")
    table.bid("A raise 10, B call, C raise 10")
    assert table.refused("A", "raise 10").startswith("azi 5.3.2")
    table.bid("A call, B raise 10, C call, A call")
    assert table.state.phase is Phase.TRICKS


def test_rule_5_3_3_a_caller_may_raise_later():
    table = three().bid("A bet 10, B call, C raise 10, A call, B raise 10")
    assert table.to_act == "C"


@pytest.mark.parametrize(
    ("amount", "is_legal"), [(9, False), (10, True), (100, True), (101, False)]
)
def test_rule_5_3_4_the_first_bet_and_each_step_have_limits(amount, is_legal):
    table = three(900, 900, 900)
    assert (GAME.why_not(table.view("A"), table.action("A", f"bet {amount}")) is None) == is_legal
    table.bid("A bet 50")
    raised = table.action("B", f"raise {amount}")
    assert (GAME.why_not(table.view("B"), raised) is None) == is_legal


def test_rule_5_3_a_stack_of_exactly_the_smallest_bet_can_bet_it():
    table = three(20, 200, 200)
    assert [GAME.format_action(a) for a in GAME.legal_actions(table.view("A"))] == [
        "fold",
        "bet 10",
    ]
    assert table.bid("A bet 10, B call, C call").leader == "A"


def test_rule_5_3_5_more_than_a_call_but_less_than_a_raise_is_a_call():
    table = three(200, 45, 200).bid("A bet 30")
    assert table.refused("B", "raise 5").startswith("azi 5.3")
    assert table.refused("B", "all-in").startswith("azi 5.3.5")
    table.bid("B call")
    assert table.stacks[1] == 5


def test_rule_5_3_6_a_raise_needs_somebody_with_chips():
    table = three(200, 60, 60).bid("A bet 50, B call, C call")
    assert table.state.phase is Phase.TRICKS
    table = three(60, 200, 10).bid("A bet 50")
    assert table.refused("B", "raise 10").startswith("azi 5.3.6")


def test_rule_5_3_6_who_owes_nothing_and_has_no_rival_with_chips_is_not_asked():
    table = three(200, 10, 10)
    assert table.state.phase is Phase.TRICKS


def test_rule_5_3_7_seats_without_chips_are_skipped_but_survive_and_do_not_lead():
    table = three(200, 10, 200)
    table.bid("A bet 10, C call")
    assert table.state.survivors == (0, 1, 2)
    assert table.state.no_lead == (1,)


# --- 5.4, 5.5 end and lead --------------------------------------------------------------------


def test_rule_5_4_a_the_last_survivor_takes_the_pot_and_shows_nothing():
    table = three().bid("A bet 10, B fold, C fold")
    assert table.is_done
    assert [slot for slot, _ in table.state.opened] == [9]
    assert table.told[-1] == "All others have folded: A takes 40. No card is shown."


def test_rule_5_4_b_what_nobody_called_goes_back():
    table = three(200, 40, 200).bid("A bet 50, B all-in, C fold")
    assert table.state.payments == (40, 40, 10)
    assert table.stacks == (160, 0, 190)
    assert "20 that nobody called go back to A." in table.told


def test_rule_5_4_b_folded_seats_count_for_the_second_highest_payment():
    table = three(200, 40, 200).bid("A bet 50, B all-in, C call")
    assert table.state.payments == (60, 40, 60)
    table = three(200, 20, 60).bid("A bet 20, B all-in, C raise 20, A raise 50, C fold")
    assert table.state.payments == (50, 20, 50)


def test_rule_5_5_1_the_last_raiser_leads():
    assert three().bid("A bet 10, B raise 10, C call, A call").leader == "B"


def test_rule_5_5_2_if_nobody_raised_the_first_bettor_leads():
    assert three().bid("A fold, B bet 10, C call").leader == "B"


def test_rule_5_5_3_without_a_full_bet_the_first_who_is_not_short_leads():
    table = Table(15, 14, 100).deal("8D", **THREE).bid("A all-in, B all-in, C call")
    assert table.leader == "C"


def test_rule_5_5_3_if_all_are_short_the_first_survivor_leads():
    table = Table(13, 15, 14, opener="B").deal("8D", **THREE)
    table.bid("B all-in, C all-in, A all-in")
    assert table.leader == "B"


def test_rule_5_5_4_a_bet_of_the_last_chips_leads():
    assert three(60, 200, 200).bid("A bet 50, B call, C call").leader == "A"


def test_rule_5_5_4_but_not_once_it_has_been_raised():
    table = three(60, 200, 200).bid("A bet 50, B raise 10, C call")
    assert table.leader == "B"
    assert table.state.no_lead == (0,)


# --- 5.6 blind bets ---------------------------------------------------------------------------


def test_rule_5_6_open_asks_the_opener_once_before_anyone_sees_a_card():
    table = Table(200, 200, 200, blind="open").open()
    assert table.state.phase is Phase.BLIND
    assert table.to_act == "A"
    assert table.state.turn_up is None
    table.bid("A blind 30")
    assert table.waits_for(AwaitOpening)
    table.show("8D", **THREE)
    assert table.to_act == "B"
    assert (table.state.high, table.state.bids) == (0, (1, 0, 0))


def test_rule_5_6_no_means_ordinary_bidding():
    table = Table(200, 200, 200, blind="open").open().bid("A no-blind").show("8D", **THREE)
    assert table.to_act == "A"
    table.bid("A bet 10, B raise 10")


def test_rule_5_6_off_asks_nobody():
    assert Table(200, 200).open().waits_for(AwaitOpening)


@pytest.mark.parametrize("amount", [9, 101])
def test_rule_5_6_a_blind_bet_has_the_limits_of_a_bet(amount):
    table = Table(200, 200, blind="open").open()
    assert table.refused("A", f"blind {amount}").startswith("azi 5.6")


def test_rule_5_6_a_chain_doubles_exactly_and_never_passes_the_opener():
    table = Table(200, 200, 200, blind="chain").open().bid("A blind 10")
    assert [GAME.format_action(a) for a in GAME.legal_actions(table.view("B"))] == [
        "no-blind",
        "blind 20",
    ]
    assert table.refused("B", "blind 30").startswith("azi 5.6")
    table.bid("B blind 20, C blind 40")
    assert table.waits_for(AwaitOpening)
    assert table.state.payments == (20, 30, 50)


def test_rule_5_6_lack_of_chips_ends_the_chain_unasked():
    table = Table(200, 25, 200, blind="chain").open().bid("A blind 10")
    assert table.waits_for(AwaitOpening)


def test_rule_5_6_an_opener_too_short_for_a_bet_is_not_asked():
    assert Table(15, 200, blind="open").open().waits_for(AwaitOpening)


def test_rule_5_6_refusing_is_not_folding():
    table = Table(200, 200, 200, blind="chain").open().bid("A blind 10, B no-blind")
    table.show("8D", **THREE)
    assert (table.state.folded, table.to_act) == ((), "B")


def test_rule_5_6_a_blind_bet_of_the_last_chips_is_not_short():
    table = Table(60, 200, 200, blind="open").open().bid("A blind 50").show("8D", **THREE)
    assert (table.state.high, table.state.no_lead) == (0, ())
    assert table.bid("B call, C call").leader == "A"


def test_rule_5_6_a_raise_must_double_a_blind_bet_and_the_limit_is_lifted():
    table = Table(900, 900, 900, 900, blind="chain").open()
    table.bid("A blind 100, B blind 200, C no-blind").show("8D", **THREE, D="6H 7H 8H")
    texts = [GAME.format_action(action) for action in GAME.legal_actions(table.view("C"))]
    assert texts == ["fold", "call", "raise 200"]
    table.bid("C raise 200")
    texts = [GAME.format_action(action) for action in GAME.legal_actions(table.view("D"))]
    assert texts[:3] == ["fold", "call", "raise 10"]
    assert texts[-1] == "raise 100"


def test_rule_5_6_there_are_no_blind_bets_in_a_re_deal():
    table = azi_of_three(blind="chain")
    assert table.open().waits_for(AwaitOpening)


def test_rule_5_6_a_blind_bet_comes_before_the_discards():
    table = Table(200, 200, 200, blind="open", cards=4).open().bid("A blind 10")
    table.show("8S", **FOUR_CARDS)
    assert table.state.phase is Phase.DISCARD
    table.bid("A discard 7H, B discard 8D, C discard 6D")
    assert table.to_act == "B"


# --- 6 tricks ---------------------------------------------------------------------------------


def in_tricks():
    return three().bid("A bet 10, B call, C call")


def test_rule_6_1_the_leader_plays_any_card_and_the_others_follow_round():
    table = in_tricks()
    assert len(GAME.legal_actions(table.view("A"))) == 3
    assert table.trick("A AH").to_act == "B"
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(table.state, Acted(2, table.action("C", "play QS")))
    assert in_words(refused.value.rule) == "azi 6.1: it is not this seat's turn"


def test_rule_6_2_the_led_suit_must_be_followed_even_after_a_trump():
    table = three(opener="B").bid("B bet 10, C call, A call").trick("B KH, C 10D")
    assert table.refused("A", "play 9D") == "azi 6.2: hearts were led and you hold {AH}"
    assert table.refused("A", "play 7S").startswith("azi 6.2")


def test_rule_6_2_any_card_of_the_led_suit_will_do():
    table = Table(200, 200).deal("8D", A="9H 9D 7S", B="KH 6H 6D").bid("A bet 10, B call")
    table.trick("A 9H")
    assert len(GAME.legal_actions(table.view("B"))) == 2


def test_rule_6_3_without_the_led_suit_a_trump_must_be_played_any_trump():
    table = in_tricks().trick("A AH, B KH")
    assert (
        table.refused("C", "play QS") == "azi 6.3: you have no hearts and must trump; you hold {KD}"
    )
    assert len(GAME.legal_actions(table.view("C"))) == 2


def test_rule_6_4_without_both_any_card_may_be_played():
    table = Table(200, 200).deal("8D", A="9H 9D 7S", B="KS 6S QS").bid("A bet 10, B call")
    assert len(GAME.legal_actions(table.trick("A 9H").view("B"))) == 3


def test_rule_6_5_the_highest_trump_takes_the_trick():
    table = Table(200, 200, 200).deal("8D", A="9H 9D 7S", B="KD 6S QS", C="6D 7D AS")
    table.bid("A bet 10, B call, C call")
    assert table.trick("A 9H, B KD, C 7D").leader == "B"


def test_rule_6_6_an_all_in_seat_leads_after_it_has_won_a_trick():
    table = Table(300, 40, 300).deal("KD", A="KH 9S 7D", B="AH JD 8D", C="QH 10S AS")
    table.bid("A bet 50, B all-in, C call").trick("A KH, B AH, C QH")
    assert (table.leader, table.to_act) == ("B", "B")


def test_rule_6_7_two_tricks_end_the_deal_at_once():
    table = Table(100, 100).deal("10S", A="AH KS 7D", B="9S QD 8H").bid("A bet 10, B call")
    table.trick("A KS, B 9S").trick("A AH, B 8H")
    assert table.is_done
    assert len(table.state.opened) == 1 + 4


def test_rule_6_8_three_winners_of_one_trick_each_make_an_azi():
    table = azi_of_three()
    assert table.told[-2:] == [
        "Azi: A, B and C have a trick each. The pot of 90 stays.",
        "A, B and C play on for 90.",
    ]


@pytest.mark.parametrize(
    ("hand", "expected"), [("9D 7S 8H", "8H"), ("9S 7S KS", "7S"), ("8D 9D 6D", "6D")]
)
def test_rule_6_9_time_out_plays_the_lowest_legal_card(hand, expected):
    table = Table(200, 200).deal("10D", A="AH AD AS", B=hand).bid("A bet 10, B call")
    table.trick("A AH")
    assert GAME.default_action(table.view("B")) == table.action("B", f"play {expected}")


def test_rule_6_9_time_out_folds_in_the_bidding():
    assert GAME.format_action(GAME.default_action(three().view("A"))) == "fold"


def test_rule_6_9_time_out_refuses_a_blind_bet_and_a_buy_in():
    table = Table(200, 200, blind="open").open()
    assert GAME.format_action(GAME.default_action(table.view("A"))) == "no-blind"
    table = azi_of_three(buyer="D")
    assert GAME.format_action(GAME.default_action(table.view("D"))) == "stay-out"


# --- claims -----------------------------------------------------------------------------------


def claim_of(table, letter, card):
    action = table.action(letter, f"play {card}")
    shown = ((table.slot(letter, card), GAME.pack.card(card)),)
    return GAME.claim(table.state, seat(letter), action, shown)


def left(table, letter, card):
    slot = table.slot(letter, card)
    return tuple(held for held in table.state.hands[seat(letter)] if held != slot)


HEARTS, DIAMONDS, SPADES = 1, 2, 3


def test_claim_leading_and_following_claim_nothing():
    table = in_tricks()
    assert claim_of(table, "A", "AH") is None
    assert claim_of(table.trick("A AH"), "B", "KH") is None


def test_claim_a_trump_on_another_suit_says_that_no_led_suit_is_left():
    table = in_tricks().trick("A AH, B KH")
    expected = SuitClaim(left(table, "C", "10D"), (DIAMONDS, SPADES))
    assert claim_of(table, "C", "10D") == expected


def test_claim_a_third_suit_says_that_neither_led_suit_nor_trump_is_left():
    table = Table(200, 200).deal("8D", A="9H 9D 7S", B="KS 6S QS").bid("A bet 10, B call")
    table.trick("A 9H")
    assert claim_of(table, "B", "6S") == SuitClaim(left(table, "B", "6S"), (SPADES,))


def test_claim_not_following_a_led_trump_says_that_no_trump_is_left():
    table = Table(200, 200).deal("8D", A="9D 9H 7S", B="KS 6H QS").bid("A bet 10, B call")
    table.trick("A 9D")
    assert claim_of(table, "B", "6H") == SuitClaim(left(table, "B", "6H"), (HEARTS, SPADES))


def test_claim_of_a_last_card_is_empty_and_needs_no_proof():
    table = Table(200, 200, opener="B").deal("8S", A="9S JS AD", B="KS QH 6S")
    table.bid("B bet 10, A call").trick("B KS, A 9S").trick("B QH, A JS").trick("A AD")
    assert claim_of(table, "B", "6S") is None


def test_claim_leaves_out_the_discarded_card():
    table = Table(100, 100, cards=4).deal("8S", A="7H 9S JS AD", B="6H KS QS 8D")
    table.bid("A discard AD, B discard 6H, A bet 10, B call").trick("A 7H")
    discarded = table.state.discards[1]
    claim = claim_of(table, "B", "KS")
    assert discarded not in claim.slots
    assert len(claim.slots) == 2


# --- 9 azi ------------------------------------------------------------------------------------


def azi_of_three(*stacks, absent="", buyer="", **options):
    """A, B, C have a trick each; D has folded. A bets 10 of the default 20 each."""
    table = Table(*(stacks or (200, 200, 200, 200 if buyer or absent else 10)), **options)
    hands = {"A": "AS 7H 6D", "B": "KH 9S 8D", "C": "QD 10S 8H"}
    if absent or not buyer:
        present = "ABC"
    else:
        present = "ABCD"
        hands["D"] = "6H 7S 9H"
    table.open(present)
    if table.state.phase is Phase.BLIND:
        table.bid("A no-blind")
    table.show("10D", **hands)
    table.bid("A bet 20")
    table.bid("B call, C call, D fold" if present == "ABCD" else "B call, C call")
    table.trick("A 7H, B KH, C 8H").trick("B 9S, C 10S, A AS").trick("A 6D, B 8D, C QD")
    return table


def test_rule_9_1_everything_starts_again_but_the_pot():
    table = azi_of_three().deal("AH", A="AS 7H 6D", B="KH 9S 8D", C="QD 10S 8H")
    state = table.state
    assert (state.level, state.high, state.bids, state.no_lead) == (0, None, (0, 0, 0, 0), ())
    assert state.is_six_on_stage
    assert table.pot == 90


def test_rule_9_2_trick_takers_play_on_free_and_others_pay_half_the_pot():
    table = azi_of_three(buyer="D")
    assert (table.pot, table.state.price, table.to_act) == (100, 50, "D")
    table.bid("D buy-in")
    assert table.state.participants == (0, 1, 2, 3)
    assert table.stacks[3] == 200 - 10 - 50


def test_rule_9_2_the_price_is_rounded_up():
    table = azi_of_three(buyer="D", ante=3, max_bid=50)
    assert (table.pot, table.state.price) == (72, 36)
    table = azi_of_three(ante=3, max_bid=50)
    assert (table.pot, table.state.price) == (69, 35)


def test_rule_9_2_who_cannot_pay_in_full_is_not_asked():
    assert azi_of_three(200, 200, 200, 59, buyer="D").is_done
    assert azi_of_three(200, 200, 200, 60, buyer="D").to_act == "D"


def test_rule_9_2_buy_ins_are_offered_from_the_opener_on():
    hands = {"A": "6H 7S 9H", "B": "AS 7H 6D", "C": "KH 9S 8D", "D": "QD 10S 8H", "E": "JH QH AH"}
    table = Table(200, 200, 200, 200, 200, opener="E").deal("10D", **hands)
    table.bid("E fold, A fold, B bet 20, C call, D call")
    table.trick("B 7H, C KH, D 8H").trick("C 9S, D 10S, B AS").trick("B 6D, C 8D, D QD")
    assert table.to_act == "E"
    assert table.bid("E stay-out").to_act == "A"


def test_rule_9_4_2_odd_chips_of_a_refund_begin_with_the_opener():
    # As in example 15, but of what A and B get back F has paid one chip.
    hands = {"A": "KH QD 7D", "B": "6H 8D 9H", "C": "AH KD JD", "D": "7H AD 10S", "E": "8H 6D KS"}
    table = Table(500, 500, 30, 30, 40, 500, opener="F").deal("9S", **hands, F="JH QH 10H")
    table.bid("F bet 31, A raise 59, B call, C all-in, D all-in, E all-in, F fold")
    table.trick("A KH, B 6H, C AH, D 7H, E 8H").trick("C KD, D AD, E 6D, A 7D, B 8D")
    table.trick("D 10S, E KS, A QD, B 9H, C JD")
    assert table.state.returned == (61, 60, 0, 0, 0, 0)
    table = Table(500, 500, 30, 30, 40, 500, opener="B").deal("9S", **hands, F="JH QH 10H")
    table.bid("B bet 31, C all-in, D all-in, E all-in, F call, A raise 59, B call, F fold")
    table.trick("A KH, B 6H, C AH, D 7H, E 8H").trick("C KD, D AD, E 6D, A 7D, B 8D")
    table.trick("D 10S, E KS, A QD, B 9H, C JD")
    assert table.state.returned == (60, 61, 0, 0, 0, 0)


def test_rule_9_2_who_stayed_out_is_asked_again_at_the_next_azi():
    table = (
        azi_of_three(buyer="D")
        .bid("D stay-out")
        .deal("10D", A="AS 7H 6D", B="KH 9S 8D", C="QD 10S 8H")
    )
    table.bid("A bet 10, B call, C call")
    table.trick("A 7H, B KH, C 8H").trick("B 9S, C 10S, A AS").trick("A 6D, B 8D, C QD")
    assert (table.to_act, table.state.price) == ("D", 65)


def test_rule_9_3_there_is_no_new_ante():
    table = azi_of_three()
    stacks = table.stacks
    assert table.open().stacks == stacks


def azi_with_a_short_taker():
    """C is all-in for 30; A and B have paid 60, D 10."""
    table = Table(200, 200, 30, 200).deal(
        "10D", A="AS 7H 6D", B="KH 9S 8D", C="QD 10S 8H", D="6H 7S 9H"
    )
    table.bid("A bet 50, B call, C all-in, D fold").trick("A 7H, B KH, C 8H")
    return table.trick("B 9S, C 10S, A AS").trick("A 6D, B 8D, C QD")


def test_rule_9_4_1_the_layers_are_those_of_the_finished_deal():
    assert azi_with_a_short_taker().layers == [(100, "ABC"), (60, "AB")]


def test_rule_9_4_1_and_of_the_deals_before_it():
    table = azi_with_a_short_taker().bid("D stay-out")
    table.deal("10D", A="AS 7H 6D", B="KH 9S 8D", C="QD 10S 8H").bid("A bet 10, B call")
    table.trick("A 7H, B KH, C 8H").trick("B 9S, C 10S, A AS").trick("A 6D, B 8D, C QD")
    assert table.layers == [(100, "ABC"), (80, "AB")]


def test_rule_9_4_2_a_layer_without_a_trick_taker_goes_back_at_once():
    # A and B are the only ones above 30, and take no trick.
    hands = {"A": "6H 8D 9H", "B": "7H 7D 10H", "C": "AH KD JD", "D": "8H AD 10S", "E": "KH 6D KS"}
    table = Table(200, 200, 30, 30, 30).deal("9S", **hands)
    table.bid("A bet 50, B call, C all-in, D all-in, E all-in")
    table.trick("A 6H, B 7H, C AH, D 8H, E KH").trick("C KD, D AD, E 6D, A 8D, B 7D")
    table.trick("D 10S, E KS, A 9H, B 10H, C JD")
    assert table.state.returned == (30, 30, 0, 0, 0)
    assert table.layers == [(150, "CDE")]


def test_rule_9_4_3_claims_are_those_of_the_trick_takers_and_the_price_half_their_sum():
    table = azi_of_three(buyer="D")
    assert (table.layers, table.state.price) == ([(100, "ABC")], 50)


def test_rule_9_4_4_a_buy_in_is_spread_over_the_layers_and_claims_them_all():
    table = azi_with_a_short_taker()
    assert (table.state.price, table.state.spread) == (80, (50, 30))
    assert table.bid("D buy-in").layers == [(150, "ABCD"), (90, "ABD")]


def test_rule_9_4_4_the_bottom_layer_takes_what_rounding_leaves():
    table = Table(200, 200, 25, 200).deal(
        "10D", A="AS 7H 6D", B="KH 9S 8D", C="QD 10S 8H", D="6H 7S 9H"
    )
    table.bid("A bet 50, B call, C all-in, D fold").trick("A 7H, B KH, C 8H")
    table.trick("B 9S, C 10S, A AS").trick("A 6D, B 8D, C QD")
    assert table.layers == [(85, "ABC"), (70, "AB")]
    assert (table.state.price, table.state.spread) == (78, (43, 35))


def test_rule_9_4_5_an_all_in_trick_taker_plays_on_and_has_no_claim_to_new_bids():
    table = azi_of_three(30, 200, 200).deal("8D", A="AS AH 9D", B="KH JS 6D", C="QS KD 10D")
    assert table.to_act == "B"
    table.bid("B bet 50, C call")
    assert table.leader == "B"
    table.trick("B KH, C KD, A AH").trick("C QS, A AS, B JS").trick("A 9D, B 6D, C 10D")
    assert table.stacks == (0, 120, 310)


def test_rule_9_2_buying_in_is_offered_from_the_opener_on_even_if_it_has_folded():
    hands = {"A": "KS AS 7D", "B": "KH JS 9S", "C": "8D JH JD", "D": "8H 6S KD", "E": "10H 9H AD"}
    table = Table(200, 200, 200, 200, 200).deal("10D", **hands)
    table.bid("A fold, B bet 10, C call, D call, E fold")
    table.trick("B KH, C JH, D 8H").trick("B JS, C 8D, D 6S").trick("C JD, D KD, B 9S")
    assert table.to_act == "A"
    assert table.bid("A stay-out").to_act == "E"


def test_rule_9_5_the_opener_of_the_cycle_stays_the_reference():
    table = azi_of_three().deal("8D", A="AS 7H 6D", B="KH 9S 8H", C="QD 10S JH")
    assert table.to_act == "A"


def test_rule_9_5_if_it_does_not_take_part_the_next_participant_opens():
    hands = {"A": "AS 7H 6D", "B": "KH 9S 8D", "C": "QD 10S 8H", "D": "6H 7S 9H"}
    table = Table(200, 200, 200, 200, opener="D").deal("10D", **hands)
    table.bid("D fold, A bet 20, B call, C call")
    table.trick("A 7H, B KH, C 8H").trick("B 9S, C 10S, A AS").trick("A 6D, B 8D, C QD")
    table.bid("D stay-out").deal("8D", A="AS 7H 6D", B="KH 9S JD", C="QD 10S 8H")
    assert table.to_act == "A"


def test_rule_9_6_the_only_participant_left_wins_without_a_deal():
    table = azi_of_three().open(present="B")
    assert table.is_done
    assert table.stacks == (170, 260, 170, 10)
    assert table.next_opener == "C"


def test_rule_9_7_with_chips_at_one_seat_only_there_is_no_bidding():
    table = azi_of_three(30, 60, 30).deal("8D", A="AS 7H 6D", B="KH 9S JD", C="QD 10S 8H")
    assert table.leader == "B"


def test_rule_9_7_with_no_chips_at_all_the_first_from_the_opener_leads():
    table = azi_of_three(30, 30, 30).deal("8D", A="AS 7H 6D", B="KH 9S JD", C="QD 10S 8H")
    assert table.leader == "A"


# --- 11 flow and the interface ----------------------------------------------------------------


def test_rule_11_a_deal_goes_from_the_stakes_to_the_cards():
    table = Table(200, 200, opener=None, blind="open")
    table.state = GAME.open_deal(table.state, (0, 1))
    assert GAME.waiting(table.state) == AwaitDeck((0, 1))
    assert table.deck().waits_for(AwaitCoin)
    assert table.coin("BA").to_act == "B"
    assert table.bid("B no-blind").waits_for(AwaitOpening)


def test_rule_11_nothing_private_is_in_the_public_state():
    table = three().bid("A bet 10, B call, C call")
    public = GAME.public(table.state)
    assert public["opened"] == [[9, "8D"]]
    assert public["hands"] == [[0, 3, 6], [1, 4, 7], [2, 5, 8]]


def test_rule_11_no_action_is_possible_between_deals():
    table = Table(200, 200)
    assert GAME.legal_actions(table.view("A")) == ()
    assert table.refused("A", "fold").startswith("azi 11")


def test_rule_11_azi_has_no_closing_check():
    with pytest.raises(AssertionError):
        GAME.apply(three().state, Shown(0, ()))


def test_an_event_that_does_not_fit_is_a_bug_of_the_caller():
    with pytest.raises(AssertionError):
        GAME.apply(three().state, DeckReady())


def test_a_slot_that_is_not_in_the_hand_is_refused():
    table = in_tricks()
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(table.state, Acted(0, GAME.parse_action("play 26"), ((26, Card(1, 1)),)))
    assert in_words(refused.value.rule) == "azi 6.1: slot 26 is not in this hand"


def test_the_registry_knows_azi_by_name():
    assert GAMES["azi"] is GAME
    assert GAME.least_seats == 2
    assert GAME.most_seats == len(LETTERS)


def test_the_match_may_end_between_cycles_only():
    assert not GAME.may_end(azi_of_three().state)
    assert GAME.may_end(three().bid("A fold, B fold").state)


@pytest.mark.parametrize(
    "text",
    [
        *("fold", "call", "all-in", "bet 10", "raise 30", "play 7", "discard 0"),
        *("no-blind", "blind 20", "buy-in", "stay-out"),
    ],
)
def test_actions_are_read_as_they_are_written(text):
    assert GAME.format_action(GAME.parse_action(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "Fold", "fold ", "fold 1", "bet", "bet ", "bet 010", "bet -1", "bet  10"),
        *("bet 10 ", "bet 10\n", "bet ten", "bet 1e3", "bet ١", "play 1234567890", "check"),
        *("call 10", "raise\t10"),
    ],
)
def test_any_other_text_is_not_an_action(text):
    with pytest.raises(ValueError, match="action"):
        GAME.parse_action(text)


@pytest.mark.parametrize(
    ("least", "most"), [(10, 100), (1, 1), (5, 4), (1, 0), (10, 128), (2, 9999)]
)
def test_amounts_are_all_from_the_least_to_the_most(least, most):
    listed = amounts(RaiseBy, least, most)
    assert [action.amount for action in listed] == list(range(least, most + 1))


def test_a_single_large_amount_is_listed_alone():
    assert amounts(BlindBet, 320_000, 320_000) == (BlindBet(320_000),)


def test_cards_helper_reads_the_pack():
    assert cards("6H AS") == [Card(1, 1), Card(3, 9)]
