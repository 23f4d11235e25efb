"""The rule book's comparison tables and worked examples, L1 to L14."""

import pytest

from p2pcards.engine import AwaitDeck
from p2pcards.games.lukfu import GAME
from p2pcards.games.lukfu.combinations import beaters, beats, free_singles, old_cards
from tests.p2pcards.games.lukfu.scripted import Table, cards, combo, text_of

ONES, NINES, EIGHTS, SIXES = (f"C{n} S{n} M{n} T{n}" for n in "1986")


@pytest.mark.parametrize(
    ("best", "new", "expected"),
    [
        ("M4", "M6", True),
        ("M6", "M5", False),
        ("M4", "T9", False),
        ("C1", "C9", False),
        ("T1", "T9", False),
        ("S1", "S2", True),
        ("C5", "C1", False),
        ("S1 M1 T1", "C8 S8 M8", False),
        ("S1 M1 T1", "S9 M9 T9", True),
        ("C8 S8 M8", "S1 M1 T1", False),
        ("C8 S8 M8", "C9 S9 T9", True),
        (ONES, "C9 S9 M9", False),
        (ONES, NINES, True),
        ("C7 S7 M7", EIGHTS, False),
        ("C345", "C456", True),
        ("C345", "C567", True),
        ("C789", "S123", True),
        ("S123", "C789", False),
        ("C3456", "T123", False),
        ("C3456", "T1234", True),
        ("T1234", "T2345", True),
        ("C345", "S5 M5 T5", False),
        ("M789", "T123", True),
    ],
)
def test_l1_beats(best, new, expected):
    assert beats(combo(new), combo(best)) is expected


@pytest.mark.parametrize(
    ("best", "hand", "expected"),
    [
        ("M4", "M26", ["M6"]),
        ("M6", "M57 T9", ["M7"]),
        ("M6", "M789", ["M7", "M8", "M9"]),
        ("C9", "C8 T9", []),
        ("C1", "C23456789", []),
        ("S1 M1 T1", "C89 S8 M8", []),
        ("S1 M1 T1", "C1 S9 M9 T9", ["S9 M9 T9"]),
        ("M567", "M4569 C123", []),
        ("M567", "M6789", ["M678", "M789"]),
        ("C234", "S23 M789", ["M789"]),
        ("T789", "T123456", []),
        ("C5 S5 M5", SIXES, ["C6 S6 M6", "C6 S6 T6", "C6 M6 T6", "S6 M6 T6"]),
    ],
)
def test_l2_must_beat_or_discard(best, hand, expected):
    assert [text_of(found.cards) for found in beaters(cards(hand), combo(best))] == expected


@pytest.mark.parametrize(
    ("hand", "seen", "expected"),
    [
        ("M789", "", "M789"),
        ("M79", "", "M9"),
        ("M79", "M8", "M79"),
        ("M67", "M89", "M67"),
        ("M67", "M9", ""),
        ("C1234", "", "C1"),
        ("T8", "T9", "T8"),
        ("T68", "T79", "T68"),
        ("S68", "S9", "S8"),
        ("M5", "M6789", "M5"),
        ("S5", "S789", ""),
        ("C18 T1", "", "C1 T1"),
        ("M69 T57", "M78 T89", "M69 T7"),
    ],
)
def test_l3_old(hand, seen, expected):
    assert text_of(old_cards(cards(hand), cards(seen))) == expected


@pytest.mark.parametrize(
    ("hand", "seen", "expected"),
    [
        ("C59 M9 T9", "", "C5"),
        ("M34 T9", "", "M34"),
        ("M389 S7", "", "M3"),
        ("T89 M9 C1", "", "T89 M9 C1"),
        ("T89 C2", "", "C2"),
        ("T7 M2", "T89", "M2"),
        ("S56789 C4", "", "C4"),
        ("T1 M1 S1 C3", "", "M1"),
    ],
)
def test_l4_single_leads_of_a_seat_that_is_not_the_caller(hand, seen, expected):
    assert sorted(free_singles(cards(hand), cards(seen))) == sorted(cards(expected))


def test_l5_caller_wins_with_a_run():
    table = Table("C14 S456 M259 T3589", "C2356 S178 M167 T16", "C789 S239 M348 T247")
    table.say("A play").trick("A S456, B -C235, C -C78 S2")
    assert table.state.fu == (3, 0, 0)
    assert (table.old("A"), table.fu("A")) == (4, 7)
    table.act("A", "declare").show()
    assert table.scores == (4, -2, -2)


L6 = ("C12 S259 M49 T45679", "C3579 S147 M136 T18", "C468 S368 M2578 T23")


def test_l6_passed_master_wins_and_the_caller_pays_for_both():
    table = Table(*L6, calls="A pass, B play")
    assert table.legal("A") == ["T4", "T5", "T6", "T7", "S9 M9 T9", "T456", "T567"]
    assert "lukfu 21" in table.refused("A", "T4567")
    assert "lukfu 18" in table.refused("A", "T9")
    assert "lukfu 18" in table.refused("A", "C1")
    assert "lukfu 18" in table.refused("A", "M4")
    table.trick("A T567, B -C35 S1, C -C4 S3 T2")
    assert (table.state.fu[0], table.fu("A")) == (3, 7)
    table.act("A", "declare").show()
    assert table.scores == (4, -4, 0)


def test_l6_had_the_master_called_all_leads_would_be_free():
    table = Table(*L6, calls="A play")
    assert len(table.singles("A").replace(" ", "")) == 12 + 4
    assert "T4567" in table.legal("A")


def test_l7_playing_on_and_losing():
    table = Table("C2 S234 M13459 T159", "C1349 S56789 M7 T37", "C5678 S1 M268 T2468")
    table.say("A play").trick("A M345, B -C34 T3, C -C56 S1")
    assert (table.state.fu[0], table.old("A"), table.fu("A")) == (3, 3, 6)
    assert "declare" in table.legal("A")
    table.act("A", "S234")
    assert table.legal("B") == ["S567", "S678", "S789"]
    assert "lukfu 9" in table.refused("B", "-C19 M7")
    table.trick("B S567, C -C78 M2")
    assert (table.state.fu[1], table.old("B"), table.fu("B")) == (3, 4, 7)
    table.act("B", "declare").show()
    assert table.scores == (-4, 4, 0)


def test_l8_declaring_before_any_lead():
    table = Table("C1789 S5 M1679 T178", calls="A play")
    assert table.fu("A") == 6
    table.act("A", "declare").show()
    assert table.scores == (2, -1, -1)


def test_l9a_caller_beaten_in_the_first_trick():
    table = Table("C69 S246 M567 T1235", "C1378 S57 M24 T4789", "C245 S1389 M1389 T6")
    table.say("A play").act("A", "C6 S6 M6")
    assert table.legal("B") == ["C7 S7 T7"]
    table.trick("B C7 S7 T7, C -C4 S1 T6")
    assert (table.old("B"), table.fu("B")) == (3, 6)
    table.act("B", "declare").show()
    assert table.scores == (-2, 2, 0)


def test_l9b_the_card_played_makes_another_one_old():
    table = Table("C125 S5 M1378 T2589", "C4689 S234 M25 T136", "C37 S16789 M469 T47")
    table.say("A play").trick("A C5 S5 T5, B -C46 S3, C C7 S7 T7")
    assert (table.old("C"), table.fu("C")) == (4, 7)
    table.act("C", "declare").show()
    assert table.scores == (-4, 0, 4)


def test_l10_draw():
    table = Table("C1359 S16 M167 T578", "C278 S45 M45 T12349", "C46 S23789 M2389 T6")
    table.say("A play").trick("A C1 S1 M1, B -S45 M5, C -C6 S3 M3", "A T7")
    assert table.legal("B") == ["T9"]
    table.trick("B T9, C -T6", "B T1234, C -C4 S2 M28, A -C35 M6 T5", "B M4")
    assert table.legal("C") == ["M9"]
    table.trick("C M9, A -M7", "C S789, A -C9 S6 T8, B -C278")
    assert table.state.fu == (3, 5, 4)
    table.show()
    assert table.scores == (0, 0, 0)
    assert table.state.result.winner is None


def test_l11_declined_earlier_still_wins_when_hands_are_empty():
    table = Table("C148 S13456 M12 T12", "C679 S29 M467 T3589", "C235 S78 M3589 T467")
    table.say("A play").trick("A C1 S1 M1 T1, B -C6 M7 T35, C -C2 S78 M3")
    table.trick("A S3456, B -C7 S2 M46, C -C5 M5 T47")
    assert table.fu("A") == 8
    table.trick("A T2, B T8, C -T6", "B C9 S9 T9, C -C3 M89, A -C48 M2")
    assert table.state.fu == (8, 4, 0)
    table.show()
    assert table.scores == (6, -3, -3)


def test_l12_six_each():
    table = Table("C13 S679 M23789 T45", "C256789 S234 M4 T29", "C4 S158 M156 T13678")
    table.say("A play").trick("A M789, B -S24 T2, C T678")
    assert (table.state.fu[2], table.fu("C")) == (3, 6)
    table.trick("C S1 M1 T1, A -C3 M3 T5, B -C2 S3 M4")
    assert (table.state.fu[2], table.fu("C")) == (6, 8)
    table.act("C", "T3")
    assert table.legal("A") == ["T4"]
    table.trick("A T4, B T9")
    assert (table.state.fu[1], table.fu("B")) == (1, 6)
    table.trick("B C56789, C -C4 S58 M56, A -C1 S679 M2")
    assert table.state.fu == (0, 6, 6)
    table.show()
    assert table.scores == (-2, 2, 0)


def test_l13_calls():
    table = Table(calls="A pass, B pass, C pass")
    assert GAME.waiting(table.state) == AwaitDeck((0, 1, 2))
    assert (table.state.master, table.scores) == (0, (0, 0, 0))
    table = Table(*L6, calls="A pass, B pass, C play")
    assert (table.state.caller, table.to_act) == (2, "A")
    assert "lukfu 18" in table.refused("A", "M4")
    assert "lukfu 21" in table.refused("A", "T4567")
    assert Table(calls="A play").to_act == "A"


def test_l14_loss_of_old_by_own_discard():
    def left(discard):
        return text_of(old_cards(set(cards("M89 C23")) - set(cards(discard)), []))

    assert left("C2") == "M89"
    assert left("M9") == ""
