"""Cards and packs."""

import pytest

from p2pcards.cards import Card, Pack

FRENCH = Pack("small", "HS", ("9", "10", "A"))
MONEY = Pack("money", "CS", ("1", "2"), suit_first=True)


def test_a_pack_lists_its_cards_suit_by_suit():
    assert " ".join(map(FRENCH.text, FRENCH.cards)) == "9H 10H AH 9S 10S AS"


def test_money_cards_are_written_suit_first():
    assert " ".join(map(MONEY.text, MONEY.cards)) == "C1 C2 S1 S2"


@pytest.mark.parametrize("pack", [FRENCH, MONEY])
def test_every_card_is_read_as_it_is_written(pack):
    assert [pack.card(pack.text(card)) for card in pack.cards] == list(pack.cards)


@pytest.mark.parametrize("text", ["", "10", "H10", "10h", "KH", " 9H"])
def test_other_text_is_no_card(text):
    with pytest.raises(KeyError):
        FRENCH.card(text)


def test_cards_are_ordered_by_suit_then_rank():
    assert sorted([Card(2, 1), Card(1, 2)]) == [Card(1, 2), Card(2, 1)]
