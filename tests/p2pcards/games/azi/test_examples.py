"""The worked examples of the rule book, chip for chip (SPEC §9.1)."""

import pytest

from tests.p2pcards.games.azi.scripted import Table

E13_HANDS = {"A": "AH KH AD", "B": "QH 9S 6D", "C": "JH 10S 7D"}
E10_HANDS = {"A": "AS 7H 6D", "B": "QS 8H 9H", "C": "QD 10S 6H", "D": "KH 9S 8D"}


def test_example_1_plain_win_in_two_tricks():
    table = Table(100, 100).deal("10S", A="AH KS 7D", B="9S QD 8H")
    table.bid("A bet 10, B call")
    assert (table.pot, table.leader) == (40, "A")
    table.trick("A KS, B 9S").trick("A AH, B 8H")
    assert table.is_done
    assert table.stacks == (120, 80)


def test_example_2_the_raiser_leads_and_a_void_seat_must_trump():
    table = Table(200, 200, 200).deal("8D", A="AH 9D 7S", B="KH JS 6D", C="QS KD 10D")
    table.bid("A bet 10, B raise 20, C call, A call")
    assert (table.pot, table.leader) == (120, "B")
    table.trick("B KH")
    assert table.refused("C", "play QS").startswith("azi 6.3")
    table.trick("C 10D")
    assert table.refused("A", "play 9D") == "azi 6.2: hearts were led and you hold {AH}"
    table.trick("A AH").trick("C KD, A 9D, B 6D")
    assert table.stacks == (160, 160, 280)


def test_example_3_everyone_folds_to_a_bet():
    hands = {"A": "AH 9D 7S", "B": "KH JS 6D", "C": "QS KD 10D", "D": "6H 7H 8H"}
    table = Table(100, 100, 100, 100, opener="C").deal("8D", **hands)
    table.bid("C bet 30, D fold, A fold, B fold")
    assert table.is_done
    assert table.stacks == (90, 90, 130, 90)
    assert table.next_opener == "D"


def test_example_3b_nobody_bets_and_the_last_is_not_asked():
    table = Table(100, 100, 100).deal("8D", A="AH 9D 7S", B="KH JS 6D", C="QS KD 10D")
    table.bid("A fold, B fold")
    assert table.is_done
    assert table.stacks == (90, 90, 120)
    assert table.next_opener == "A"


def example_4(turn_up):
    table = Table(100, 100, 100, opener="B")
    table.deal(turn_up, A="6D 10H 8S", B="KD QD AS", C="9H JH 7S")
    table.bid("B bet 20, C call, A call")
    assert (table.pot, table.leader) == (90, "B")
    return table.trick("B KD, C 9H, A 6D")


def test_example_4_six_on_stage():
    table = example_4("AD")
    assert table.leader == "A"
    table.trick("A 10H, B QD, C JH").trick("B AS, C 7S, A 8S")
    assert table.stacks == (70, 160, 70)


def test_example_4_without_an_ace_on_the_stage_the_king_takes_the_trick():
    assert example_4("8D").leader == "B"


def test_example_5_four_cards():
    table = Table(100, 100, 100, opener="C", ante=5, max_bid=50, cards=4)
    table.deal("8S", A="7H 9S JS AD", B="6S KS 8D QH", C="10S AH 6D 7D")
    table.bid("A discard 7H, B discard 8D, C discard 6D")
    table.bid("C bet 5, A raise 10, B raise 10, C fold, A call")
    assert table.state.payments == (30, 30, 10)
    assert table.leader == "B"
    table.trick("B KS, A 9S").trick("B QH, A JS").trick("A AD, B 6S")
    assert table.stacks == (70, 140, 90)


def test_example_6_one_all_in_winner():
    table = Table(300, 40, 300).deal("KD", A="KH 9S 7D", B="AH JD 8D", C="QH 10S AS")
    table.bid("A bet 50, B all-in, C call")
    assert table.state.payments == (60, 40, 60)
    assert table.leader == "A"
    table.trick("A KH, B AH, C QH").trick("B JD, C 10S, A 7D")
    assert table.stacks == (260, 120, 260)
    assert table.next_opener == "C"


def test_example_6b_the_last_chips_bet_and_matched():
    table = Table(60, 200).deal("KD", A="AH KH 7D", B="9H 8H JS")
    table.bid("A bet 50, B call")
    assert table.leader == "A"
    table.trick("A AH, B 9H").trick("A KH, B 8H")
    assert table.stacks == (120, 140)


def test_example_7_two_all_ins():
    table = Table(500, 60, 30, 500)
    table.deal("KD", A="KH 9S 7D", B="AH JD 8D", C="QH 10S AS", D="6H 7S 9D")
    table.bid("A bet 90, B all-in, C all-in, D call")
    assert table.leader == "A"
    table.trick("A KH, B AH, C QH, D 6H").trick("B JD, C 10S, D 9D, A 7D")
    assert table.stacks == (440, 210, 0, 440)


def test_example_8_three_all_ins_folded_money_and_an_odd_chip():
    table = Table(300, 25, 45, 70, 300, 300, opener="E")
    table.deal(
        "8D",
        A="KH 9S 7D",
        B="AH QD 8S",
        C="QH 10S 6D",
        D="6H 7S 9D",
        E="JH JS QS",
        F="10H KS 6S",
    )
    table.bid("E bet 42, F raise 48, A call, B all-in, C all-in, D all-in, E fold")
    assert table.state.payments == (100, 25, 45, 70, 52, 100)
    assert table.leader == "F"
    table.trick("F 10H, A KH, B AH, C QH, D 6H").trick("B QD, C 6D, D 9D, F 6S, A 7D")
    assert table.stacks == (282, 150, 25, 53, 248, 282)


def test_example_9_azi_with_a_buy_in():
    table = Table(200, 200, 200, 200, opener="B")
    table.deal("10D", A="AS 7H 6D", B="KH 9S 8D", C="QD 10S 8H", D="6H 7S 9H")
    table.bid("B bet 20, C call, D call, A call")
    assert (table.pot, table.leader) == (120, "B")
    table.trick("B KH, C 8H, D 6H, A 7H").trick("B 9S, C 10S, D 7S, A AS")
    table.trick("A 6D, B 8D, C QD, D 9H")
    assert (table.state.price, table.to_act) == (60, "D")
    table.bid("D buy-in")
    assert table.is_done
    assert (table.pot, table.stacks) == (180, (170, 170, 170, 110))
    table.deal("8D", A="AH 7D 9D", B="QH 10H 6S", C="KS JS 8H", D="AD KD 7S")
    assert table.to_act == "B"
    table.bid("B fold, C bet 10, D raise 30, A fold, C call")
    table.trick("D AD, C 8H").trick("D KD, C JS")
    assert table.stacks == (170, 170, 130, 330)
    assert table.next_opener == "A"


def example_10():
    table = Table(300, 300, 30, 300).deal("10D", **E10_HANDS)
    table.bid("A bet 20, B call, C call, D raise 20, A call, B call")
    assert table.state.payments == (50, 50, 30, 50)
    return table.trick("D KH, A 7H, B 8H, C 6H")


def test_example_10_an_all_in_trick_taker_in_an_azi():
    table = example_10().trick("D 9S, A AS, B QS, C 10S").trick("A 6D, B 9H, C QD, D 8D")
    assert table.layers == [(120, "ACD"), (60, "AD")]
    assert table.state.price == 90
    table.bid("B buy-in")
    assert table.layers == [(180, "ABCD"), (90, "ABD")]
    table.deal("9D", A="KS 9H 7D", B="QS 10H 6S", C="AS AH 8D", D="JS 8H 6H")
    table.bid("A bet 30, B call, D fold")
    assert table.leader == "A"
    table.trick("A KS, B 6S, C AS").trick("C AH, A 9H, B 10H")
    assert table.stacks == (295, 205, 180, 250)


def test_example_of_fates_b1_a_trick_taker_vanishes_and_later_another():
    table = example_10().out("D")
    assert table.leader == "A"
    table.trick("A AS, B QS, C 10S").trick("A 6D, B 9H, C QD")
    assert table.layers == [(120, "AC"), (60, "A")]
    assert (table.state.price, table.to_act) == (90, "B")
    table.bid("B stay-out")
    table.open(present="ABD")
    assert table.is_done
    assert table.stacks == (430, 250, 0, 250)


def test_example_11_three_bid_limit():
    table = Table(500, 500).deal("8D", A="AH 9D 7S", B="KH JS 6D")
    table.bid("A bet 10, B raise 10, A raise 10, B raise 10, A raise 10, B raise 10")
    assert table.refused("A", "raise 10").startswith("azi 5.3.2")
    table.bid("A call")
    assert table.state.payments == (70, 70)
    assert table.leader == "B"
    table.trick("B JS, A 7S").trick("B KH, A AH").trick("A 9D, B 6D")
    assert table.stacks == (570, 430)


def test_example_12_blind_chain():
    table = Table(200, 200, 200, 200, blind="chain").open()
    table.bid("A blind 10, B blind 20, C no-blind")
    table.show("QS", A="9H 7D 8S", B="KH 10S 6D", C="AH QH 7S", D="6S 8H JH")
    assert table.to_act == "C"
    assert table.refused("C", "raise 19").startswith("azi 5.6")
    table.bid("C raise 20, D fold, A fold, B call")
    assert table.state.payments == (20, 50, 50, 10)
    assert table.leader == "C"
    table.trick("C AH, B KH").trick("C QH, B 10S").trick("B 6D, C 7S")
    assert table.stacks == (180, 150, 280, 190)


def test_example_13_short_opener():
    table = Table(15, 100, 100).deal("8S", **E13_HANDS)
    assert table.refused("A", "bet 5").startswith("azi 5.3")
    table.bid("A all-in, B call, C call")
    assert table.leader == "B"
    table.trick("B QH, C JH, A KH").trick("A AH, B 9S, C 10S").trick("C 7D, A AD, B 6D")
    assert table.stacks == (45, 85, 85)


def test_example_14_nobody_to_bid_against():
    table = Table(10, 100, 10).deal("8S", **E13_HANDS)
    assert table.leader == "B"
    table.trick("B 6D, C 7D, A AD").trick("A AH, B QH, C JH")
    assert table.stacks == (30, 90, 0)


def test_example_15_an_unclaimable_layer_returned_and_an_odd_chip_in_a_refund():
    table = Table(500, 500, 30, 30, 40)
    table.deal("9S", A="KH QD 7D", B="6H 8D 9H", C="AH KD JD", D="7H AD 10S", E="8H 6D KS")
    table.bid("A bet 90, B call, C all-in, D all-in, E all-in")
    table.trick("A KH, B 6H, C AH, D 7H, E 8H").trick("C KD, D AD, E 6D, A 7D, B 8D")
    table.trick("D 10S, E KS, A QD, B 9H, C JD")
    assert table.state.returned == (60, 60, 0, 0, 0)
    assert table.layers == [(150, "CDE"), (30, "E")]
    assert (table.state.price, table.to_act) == (90, "A")
    table.bid("A buy-in, B stay-out")
    assert table.layers == [(225, "ACDE"), (45, "AE")]
    table.deal("6H", A="KS 9D 7D", C="8S 10D JH", D="AS AH 6S", E="7S QD 8D")
    assert table.leader == "A"
    table.trick("A KS, C 8S, D AS, E 7S").trick("D AH, E QD, A 7D, C JH")
    assert table.stacks == (392, 460, 0, 225, 23)


@pytest.mark.parametrize("winner", "AB")
def test_the_reason_of_fates_b1_7_leaving_never_refunds(winner):
    # A and C have paid 100, B is all-in for 40. Every legal line gives A the pot. If C vanishes
    # instead of trumping, B wins its 120, and all that lies above B's stake is A's: C gets nothing.
    hands = {"A": "KH QD KS", "B": "10S KD 8D", "C": "10H 8H 7S"}
    table = Table(100, 40, 100).deal("7H", **hands)
    table.bid("A bet 90, B all-in, C call")
    table.trick("A KH, B 10S, C 10H").trick("A QD, B KD")
    if winner == "A":
        table.trick("C 8H").trick("C 7S, A KS, B 8D")
        assert table.stacks == (240, 0, 0)
    else:
        table.out("C").trick("B 8D, A KS")
        assert table.stacks == (120, 120, 0)
