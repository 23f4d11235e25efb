"""The sentences of Azi."""

import pytest

from p2pcards.engine import Cause
from tests.p2pcards.games.azi.scripted import Table

THREE = {"A": "AH 9D 7S", "B": "KH JS 6D", "C": "QS KD 10D"}
AZI = {"A": "AS 7H 6D", "B": "KH 9S 8D", "C": "QD 10S 8H", "D": "6H 7S 9H"}


def three(*stacks, turn_up="8D", **options):
    return Table(*(stacks or (200, 200, 200)), **options).deal(turn_up, **THREE)


def told(table, do):
    """The sentences that `do` adds."""
    count = len(table.told)
    do(table)
    return table.told[count:]


def test_the_beginning():
    assert three().told == [
        "Deal 1. Three seats pay the ante of 10; A opens.",
        "{8D} is turned up: diamonds are trump.",
    ]


def test_the_coin():
    assert Table(200, 200, opener=None).open().coin("BA").told == [
        "Deal 1. Two seats pay the ante of 10; a coin says who opens.",
        "The coin falls on B, who opens.",
    ]


def test_six_on_stage():
    assert three(turn_up="AD").told[1] == "{AD} is turned up: six on stage, {6D} is the top card."


def test_the_bidding():
    table = three(200, 200, 35)
    assert told(table, lambda t: t.bid("A bet 20, B raise 30, C all-in, A call")) == [
        "A bets 20.",
        "B raises by 30; the bid is 50.",
        "C is all-in with 25 and cannot lead trick 1.",
        "A calls.",
        "B leads trick 1.",
    ]


@pytest.mark.parametrize(
    ("stacks", "bids", "expected"),
    [
        ((40, 200, 200), "A bet 30", "A bets 30 and is all-in."),
        ((200, 40, 200), "A bet 30, B call", "B calls and is all-in."),
        ((200, 60, 200), "A bet 30, B raise 20", "B raises by 20, all-in; the bid is 50."),
        ((200, 200, 200), "A fold", "A folds."),
    ],
)
def test_bids_of_the_last_chips_say_so(stacks, bids, expected):
    assert three(*stacks).bid(bids).told[-1] == expected


def test_blind_bets():
    table = Table(200, 200, 200, 200, blind="chain").open()
    assert told(table, lambda t: t.bid("A blind 10, B blind 20, C no-blind")) == [
        "A bets 10 blind: nobody has seen a card yet.",
        "B doubles it to 20, blind too.",
        "C does not double it.",
    ]
    assert Table(200, 200, blind="open").open().bid("A no-blind").told[-1] == (
        "A does not bet blind."
    )


def test_tricks():
    table = three(opener="B").bid("B bet 10, C call, A call")
    assert told(table, lambda t: t.trick("B KH, C 10D, A AH").trick("C QS, A 7S, B JS")) == [
        "B leads {KH}.",
        "C trumps with {10D}; no heart left.",
        "A follows with {AH}.",
        "C takes trick 1.",
        "C leads {QS}.",
        "A follows with {7S}.",
        "B follows with {JS}.",
        "C takes trick 2.",
        "C wins deal 1 and the whole pot of 60.",
    ]


def test_a_thrown_card_says_what_is_missing():
    table = Table(200, 200).deal("8D", A="9H 9D 7S", B="KS 6S QS").bid("A bet 10, B call")
    assert table.trick("A 9H, B 6S").told[-2] == "B throws {6S}; no heart and no diamond left."
    table = Table(200, 200).deal("8D", A="9D 9H 7S", B="KS 6S QS").bid("A bet 10, B call")
    assert table.trick("A 9D, B 6S").told[-2] == "B throws {6S}; no diamond left."


def test_a_short_winner():
    table = Table(300, 40, 300).deal("KD", A="KH 9S 7D", B="AH JD 8D", C="QH 10S AS")
    table.bid("A bet 50, B all-in, C call")
    table.trick("A KH, B AH, C QH").trick("B JD, C 10S, A 7D")
    assert table.told[-2:] == [
        "B wins deal 1: 120 of 160.",
        "40 go back, for B had paid 40: 20 each to A and C.",
    ]


def test_unequal_refunds_are_named_one_by_one():
    table = Table(500, 60, 30, 500)
    table.deal("KD", A="KH 9S 7D", B="QH 6D 8D", C="AH 10D AS", D="6H 7S 9D")
    table.bid("A bet 90, B all-in, C all-in, D call")
    table.trick("A KH, B QH, C AH, D 6H").trick("C 10D, D 9D, A 7D, B 6D")
    assert table.told[-1] == "170 go back, for C had paid 30: 70 to A, 30 to B and 70 to D."


def test_a_short_winner_of_a_re_deal_has_no_claim_to_the_rest():
    hands = {"A": "AS 7H 6D", "B": "KH 9S 8D", "C": "QD 10S 8H"}
    table = Table(200, 200, 30).deal("10D", **hands).bid("A bet 20, B call, C call")
    table.trick("A 7H, B KH, C 8H").trick("B 9S, C 10S, A AS").trick("A 6D, B 8D, C QD")
    table.deal("9D", A="KS 9H 7D", B="QS 10H 6S", C="AS AH 8D").bid("A bet 30, B call")
    table.trick("A KS, B QS, C AS").trick("C AH, A 9H, B 10H")
    assert table.told[-2:] == [
        "C wins deal 2: 90 of 150.",
        "60 go back, for C has no claim to them: 30 each to A and B.",
    ]


def test_a_fold_out_of_two():
    table = Table(100, 100).deal("8D", A="AH 9D 7S", B="KH JS 6D").bid("A bet 10, B fold")
    assert table.told[-1] == "B has folded: A takes 30. No card is shown."


def test_azi_and_buy_ins():
    table = Table(200, 200, 200, 200, 200, 200).open("ABCDE")
    table.show("10D", **AZI, E="JH QH AH").bid("A bet 20, B call, C call, D fold, E fold")
    table.trick("A 7H, B KH, C 8H").trick("B 9S, C 10S, A AS")
    assert told(table, lambda t: t.trick("A 6D, B 8D, C QD").bid("D buy-in, E stay-out")) == [
        "A leads {6D}.",
        "B follows with {8D}.",
        "C follows with {QD}.",
        "C takes trick 3.",
        "Azi: A, B and C have a trick each. The pot of 110 stays.",
        "To buy in costs 55.",
        "D buys in for 55; the pot is 165.",
        "E stays out.",
        "A, B, C and D play on for 165.",
    ]
    assert table.open().told[-1] == "Deal 2. The pot of 165 is played for again; A opens."


@pytest.mark.parametrize(
    ("cause", "first"),
    [
        (Cause.SILENT, "B is absent and out of this deal."),
        (Cause.LEFT, "B leaves and is out of this deal."),
        (Cause.CAUGHT, "B is out of this deal: what B sent breaks the rules."),
    ],
)
def test_out(cause, first):
    assert told(three(), lambda t: t.out("B", cause)) == [first, "B's 10 stay in the pot."]


def test_out_before_the_opening_makes_the_deck_anew():
    table = Table(200, 200, 200).open().out("B").deck()
    assert table.told[-1] == (
        "The deck is made anew among the rest; what was paid stays in the pot."
    )


def test_out_of_a_claimant_during_the_buy_ins():
    table = Table(200, 200, 200, 200).deal("10D", **AZI).bid("A bet 20, B call, C call, D fold")
    table.trick("A 7H, B KH, C 8H").trick("B 9S, C 10S, A AS").trick("A 6D, B 8D, C QD")
    assert told(table, lambda t: t.out("B").out("C").bid("D stay-out")) == [
        "B is absent and out of this deal.",
        "B has no claim to the pot any more.",
        "C is absent and out of this deal.",
        "C has no claim to the pot any more.",
        "D stays out.",
        "A alone plays on and takes 100.",
    ]
