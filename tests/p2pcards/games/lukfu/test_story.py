"""The sentences that people read."""

import pytest

from p2pcards.engine import Cause, CoinTossed, DeckReady, Out
from p2pcards.games.lukfu import GAME
from tests.p2pcards.games.lukfu.scripted import Table
from tests.told import story

L5 = ("C14 S456 M259 T3589", "C2356 S178 M167 T16", "C789 S239 M348 T247")
L7 = ("C2 S234 M13459 T159", "C1349 S56789 M7 T37", "C5678 S1 M268 T2468")
SIX_OLD = "C1789 S5 M1679 T178"


def test_a_deal_as_it_is_told():
    table = Table(*L5, calls="A play").trick("A S456, B -C235, C -C78 S2").act("A", "declare")
    assert table.show().told == [
        "Deal 1. A is the Master.",
        "A says play: A is the caller.",
        "A leads {S4} {S5} {S6}.",
        "B cannot beat it: three face down, to be shown at the end.",
        "C cannot beat it: three face down, to be shown at the end.",
        "A takes the trick: 3 fu.",
        "A declares 7 fu: the hand is shown and counted.",
        "B opens 12 cards.",
        "C opens 12 cards.",
        "All hands are open: two claims, all true.",
        "A wins deal 1 with 7 fu: A +4, B -2, C -2.",
    ]


def test_the_first_master_is_chosen_by_a_coin():
    state = GAME.open_deal(GAME.new_match(GAME.options({}), 3), (0, 1, 2))
    told = []
    for event in (DeckReady(), CoinTossed((1, 2, 0))):
        before, state = state, GAME.apply(state, event)
        told += story(GAME, before, event, state, "ABC")
    assert told == [
        "Deal 1. A coin says who is the Master.",
        "The coin falls on B, who is the Master.",
    ]


def test_passes_and_a_new_deal():
    table = Table(calls="A pass, B pass, C pass").happen(DeckReady())
    assert table.told[-3:] == [
        "C passes.",
        "All three have passed: nothing is scored.",
        "The cards are dealt anew; A stays the Master.",
    ]


def test_a_caller_that_is_not_the_master_does_not_lead():
    assert Table(calls="A pass, B play").told[-1] == "B says play: B is the caller. A leads."


def test_a_play_that_beats_and_one_face_down():
    table = Table(*L7, calls="A play").trick("A S234, B S567, C -C78 M2")
    assert table.told[-3:-1] == [
        "B beats it with {S5} {S6} {S7}.",
        "C cannot beat it: three face down, to be shown at the end.",
    ]


def test_a_caller_that_loses_pays_alone():
    table = Table(SIX_OLD, calls="A pass, B play").act("A", "declare").show()
    assert table.told[-1] == "A wins deal 1 with 6 fu: A +2, B -2, C 0."


def test_a_draw():
    table = Table("C1359 S16 M167 T578", "C278 S45 M45 T12349", "C46 S23789 M2389 T6")
    table.say("A play").trick("A C1 S1 M1, B -S45 M5, C -C6 S3 M3", "A T7, B T9, C -T6")
    table.trick("B T1234, C -C4 S2 M28, A -C35 M6 T5", "B M4, C M9, A -M7")
    table.trick("C S789, A -C9 S6 T8, B -C278").show()
    assert table.told[-2:] == [
        "All hands are open: nine claims, all true.",
        "Nobody has six fu: deal 1 is drawn.",
    ]


def test_a_renege_is_named_with_the_cards_that_prove_it():
    table = Table(*L7, calls="A play").act("A", "S234").cheat("B", "-C9 M7 T7")
    table.trick("C -C78 M2").act("A", "declare").show()
    assert table.told[-2:] == [
        "B has reneged: {S5} {S6} {S7} beats {S2} {S3} {S4}, in trick 1.",
        "B pays for deal 1: A +7, C +7, B -14.",
    ]


@pytest.mark.parametrize(
    ("cause", "sentence"),
    [
        (Cause.SILENT, "B is absent and out of this deal."),
        (Cause.LEFT, "B leaves and is out of this deal."),
        (Cause.CAUGHT, "B is out of this deal: what B sent breaks the rules."),
    ],
)
def test_a_seat_that_goes_out(cause, sentence):
    table = Table(*L7, calls="A play").out("B", cause)
    assert table.told[-1] == sentence
    assert table.show().told[-1] == "B pays for deal 1: A +7, C +7, B -14."


def test_a_seat_that_does_not_open_and_whose_win_is_void():
    table = Table(
        "C148 S13456 M12 T12", "C679 S29 M467 T3589", "C235 S78 M3589 T467", calls="A play"
    )
    table.trick("A C1 S1 M1 T1, B -C6 M7 T35, C -C2 S78 M3")
    table.trick("A S3456, B -C7 S2 M46, C -C5 M5 T47")
    table.trick("A T2, B T8, C -T6", "B C9 S9 T9, C -C3 M89, A -C48 M2")
    assert table.show("BC").out("A").told[-4:] == [
        "A is absent and out of this deal.",
        "A's cards stay closed, so what A claimed counts as false.",
        "A's win is void.",
        "A pays for deal 1: B +7, C +7, A -14.",
    ]


def test_several_offenders():
    table = Table(*L7, calls="A play").out("A").out("B")
    assert table.show().told[-1] == "A and B pay for deal 1: C +28, A -14, B -14."
    table = Table(*L7, calls="A play").out("A").out("B").out("C")
    assert table.told[-1] == "Nobody is left to be paid."


def test_an_event_that_changes_nothing_is_not_told():
    table = Table(SIX_OLD, calls="A play").act("A", "declare").show()
    count = len(table.told)
    assert len(table.happen(Out(((0, Cause.LEFT),))).told) == count
