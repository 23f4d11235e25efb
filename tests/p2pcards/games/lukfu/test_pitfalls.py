"""What an implementer of Luk Fu gets wrong: the rule book's list, number by number.

What is tested as a rule or an example already is only named here.
"""

from dataclasses import replace

import pytest

from p2pcards.engine import Acted, DeckReady, IllegalAction
from p2pcards.games.lukfu import GAME
from p2pcards.games.lukfu.combinations import beaters, beats, combinations_in, old_cards
from p2pcards.games.lukfu.state import Phase
from tests.p2pcards.games.lukfu.scripted import Table, cards, combo, text_of

L6 = ("C12 S259 M49 T45679", "C3579 S147 M136 T18", "C468 S368 M2578 T23")
L7 = ("C2 S234 M13459 T159", "C1349 S56789 M7 T37", "C5678 S1 M268 T2468")


def test_1_what_must_be_beaten_is_the_best_play_not_the_lead():
    table = Table("M4", "M6", "M5 C4", calls="A play").trick("A M4, B M6")
    assert "M5" not in table.legal("C")
    assert table.legal("C")[0][0] != "-" or "M7" not in table.hand("C")


def test_2_an_able_follower_may_not_discard_and_need_not_play_the_lowest():
    table = Table(*L7, calls="A play").act("A", "S234")
    assert table.legal("B") == ["S567", "S678", "S789"]
    table.act("B", "S789")


def test_3_beating_plays_hide_in_larger_groups():
    assert [text_of(b.cards) for b in beaters(cards("S12345"), combo("C789"))] == [
        "S123",
        "S234",
        "S345",
    ]
    assert len(beaters(cards("C6 S6 M6 T6"), combo("C5 S5 M5"))) == 4


def test_4_a_higher_suit_beats_only_in_runs():
    assert not beats(combo("T9"), combo("C2"))
    assert beats(combo("S123"), combo("C789"))
    assert not beats(combo("S2 M2 T2"), combo("C3 S3 M3"))


def test_5_a_run_of_a_higher_suit_needs_no_higher_top():
    assert beats(combo("T123"), combo("M789"))


def test_6_the_ones_of_coins_and_tens_beat_nothing_and_those_between_are_ordinary():
    assert not beats(combo("T1"), combo("C9"))
    assert not beats(combo("C9"), combo("C1"))
    assert beats(combo("M2"), combo("M1"))
    assert text_of(old_cards(cards("S1 M1"), [])) == ""
    assert text_of(old_cards(cards("S1"), cards("S23456789"))) == "S1"


def test_7_sets_of_ones_eights_and_nines():
    assert not beats(combo("C8 S8 M8"), combo("C1 S1 M1"))
    assert not beats(combo("C1 S1 M1"), combo("C2 S2 M2"))
    assert not beats(combo("C9 S9 M9"), combo("C1 S1 M1 T1"))


def test_8_old_changes_with_cards_face_up_and_never_with_cards_face_down():
    table = Table("C1 T1 S1", "M9", "M68", calls="A play")
    table.act("A", "C1").act("B", "-M9")
    assert text_of(old_cards(cards("M8"), table.state.seen)) == ""
    shown = Table("M1", "M9", "M68", calls="A play").trick("A M1, B M9")
    assert text_of(old_cards(cards("M8"), shown.state.seen)) == "M8"


def test_9_cards_face_up_but_beaten_are_public():
    table = Table(*L7, calls="A play").trick("A S234, B S567, C -C78 M2")
    assert set(cards("S234567")) <= set(table.state.seen)


def test_10_a_gap_is_bridged_by_a_public_card_only():
    assert text_of(old_cards(cards("M79"), cards("M8"))) == "M79"
    assert text_of(old_cards(cards("M79"), [])) == "M9"


def test_11_old_cards_count_only_on_lead_and_nothing_is_declared_by_itself():
    table = Table("C1789 S5 M1679 T178", calls="A play")
    assert table.state.phase is Phase.LEAD
    table.act("A", "M1")
    assert table.fu("A") == 6
    with pytest.raises(IllegalAction, match="lukfu"):
        GAME.apply(table.state, Acted(0, GAME.parse_action("declare")))


def test_12_fu_can_fall():
    table = Table("M789 C9 S9 T9", "T678", calls="A play")
    before = table.fu("A")
    table.trick("A M789, B T678").fill()
    assert table.fu("A") < before


def test_13_the_highest_suit_is_taken_over_the_cards_that_are_not_old():
    assert Table("T79 M2 C1", calls="A pass, B play").refused("A", "M2").startswith("lukfu 18")
    seen = Table("T789 M2 C123456 S12", calls="A pass, B play")
    assert seen.singles("A") == "M2"


def test_14_the_restriction_is_for_single_leads_of_every_trick():
    table = Table(*L6, calls="A pass, B play").trick("A T567").fill()
    assert "S9 M9 T9" in table.legal("A")
    assert "lukfu 18" in table.refused("A", "C2")


def test_15_the_callers_freedom_is_not_the_masters():
    assert "lukfu 18" in Table(*L6, calls="A pass, B play").refused("A", "M4")


def test_16_the_limit_is_not_for_a_master_who_called_nor_for_others():
    assert "T4567" in Table(*L6, calls="A play").legal("A")
    table = Table("C1", "M4567", calls="A pass, B pass, C play")
    assert replace(table.state, leader=1).longest_lead(1) == 12
    assert table.state.longest_lead(0) == 3


def test_17_the_master_leads_whoever_called():
    assert Table(*L6, calls="A pass, B pass, C play").to_act == "A"


def test_18_fu_are_the_winners_own_cards():
    table = Table(*L7, calls="A play").trick("A S234, B S567, C -C78 M2")
    assert table.state.fu == (0, 3, 0)


def test_19_the_caller_alone_pays_the_whole_win():
    table = Table("C1789 S5 M1679 T178", calls="A pass, B play").act("A", "declare").show()
    assert table.scores == (2, -2, 0)


def test_20_a_new_deal_is_no_deal_and_keeps_the_master():
    table = Table(calls="A pass, B pass, C pass")
    table.happen(DeckReady())
    assert (table.state.deal, table.state.master) == (1, 0)


def test_21_six_fu_won_count_at_the_end_for_a_seat_that_is_not_on_lead():
    """Example L11."""


def test_22_with_two_cards_left_only_singles_can_be_made():
    assert [text_of(c.cards) for c in combinations_in(cards("C12"))] == ["C1", "C2"]
    assert [text_of(c.cards) for c in combinations_in(cards("C1 S1"))] == ["C1", "S1"]


def test_23_discards_are_in_no_state_and_no_other_view():
    table = Table("C1 T1 S1", "M9", calls="A play").trick("A C1, B -M9").fill()
    assert "M9" not in str(GAME.public(table.state))
    assert set(table.view("A").hand.values()) == set(cards(table.hand("A")))
    assert cards("M9")[0] in table.view("B").hand.values()
    assert not any("M9" in sentence for sentence in table.told)
