"""Seats that fall silent, leave or cheat, phase by phase (SPEC §9.3, §10)."""

import pytest

from p2pcards.engine import (
    Acted,
    AwaitDeck,
    AwaitOpening,
    AwaitShow,
    Cause,
    CoinTossed,
    DeckReady,
    Done,
    IllegalAction,
    Out,
)
from p2pcards.games.lukfu import GAME
from tests.p2pcards.games.lukfu.scripted import Table

L5 = ("C14 S456 M259 T3589", "C2356 S178 M167 T16", "C789 S239 M348 T247")
L7 = ("C2 S234 M13459 T159", "C1349 S56789 M7 T37", "C5678 S1 M268 T2468")
L10 = ("C1359 S16 M167 T578", "C278 S45 M45 T12349", "C46 S23789 M2389 T6")
SIX_OLD = "C1789 S5 M1679 T178"

every_cause = pytest.mark.parametrize("cause", list(Cause))


def before_the_cards(*events):
    state = GAME.open_deal(GAME.new_match(GAME.options({}), 3), (0, 1, 2))
    for event in events:
        state = GAME.apply(state, event)
    return state


def played_out():
    """Example L10 to its end: hands empty, 3 / 5 / 4 fu, closing due."""
    table = Table(*L10, calls="A play")
    table.trick("A C1 S1 M1, B -S45 M5, C -C6 S3 M3", "A T7, B T9, C -T6")
    table.trick("B T1234, C -C4 S2 M28, A -C35 M6 T5", "B M4, C M9, A -M7")
    return table.trick("C S789, A -C9 S6 T8, B -C278")


# --- B0 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_b0_6_a_game_for_three_waits_for_nobody_else_and_ends_without_one(missing):
    state = GAME.new_match(GAME.options({}), 3)
    assert GAME.seats_of_next_deal(state, frozenset({0, 1, 2})) == (0, 1, 2)
    assert GAME.seats_of_next_deal(state, frozenset({0, 1, 2}) - {missing}) == ()


def test_b0_1_all_shares_come_in_one_round_and_nothing_is_shown():
    state = before_the_cards(DeckReady(), CoinTossed((0, 1, 2)))
    waiting = GAME.waiting(state)
    assert isinstance(waiting, AwaitOpening)
    assert (waiting.seats, waiting.shown) == ((0, 1, 2), ())
    assert len(waiting.dealt) == 36


# --- B2, B5: before the cards are dealt ---------------------------------------------------------


@every_cause
@pytest.mark.parametrize(
    "events",
    [(), (DeckReady(),), (DeckReady(), CoinTossed((0, 1, 2)))],
    ids=["deck", "coin", "shares"],
)
def test_b5_out_in_coin_or_shares_costs_fourteen_and_there_is_nothing_to_close(events, cause):
    state = GAME.apply(before_the_cards(*events), Out(((1, cause),)))
    assert isinstance(GAME.waiting(state), Done)
    assert GAME.standings(state) == (7, -14, 7)
    assert GAME.reneges(state) == ()


def test_b2_two_offenders_of_one_round_pay_fourteen_each_and_three_nothing():
    before = before_the_cards(DeckReady())
    two = GAME.apply(before, Out(((0, Cause.CAUGHT), (2, Cause.SILENT))))
    assert GAME.standings(two) == (-14, 28, -14)
    three = GAME.apply(before, Out(tuple((seat, Cause.SILENT) for seat in range(3))))
    assert GAME.standings(three) == (0, 0, 0)
    assert three.result.offenders == (0, 1, 2)


def test_b5_out_while_the_deck_is_made_after_three_passes_costs_the_same():
    table = Table(calls="A pass, B pass, C pass")
    assert GAME.waiting(table.state) == AwaitDeck((0, 1, 2))
    table.out("C")
    assert table.is_done
    assert table.scores == (7, 7, -14)


# --- several at once -------------------------------------------------------------------------------

SLOTS = (
    "T1 C1 C2 T2 C3 C4 T3 C5 C6 T4 C7 C8 T5 S1 S2 T6 S3 S4"
    " T7 S5 S6 T8 S7 S8 T9 M1 M2 C9 M3 M4 S9 M5 M6 M9 M7 M8"
)
"""The Master's hand is T1-9 C9 S9 M9; all of it is Old."""


def last_trick(master, followers=0):
    """The Master has led the last card, and so many have followed it; played to one that puts down."""
    table = Table(master=master)
    table.deck = [GAME.pack.card(text) for text in SLOTS.split()]
    letters = "ABC"[table.master :] + "ABC"[: table.master]
    table.act(letters[0], "play")
    for card in [*(f"T{rank}" for rank in range(1, 10)), "C9", "S9"]:
        table.act(letters[0], card)
        table.fill()
    table.act(letters[0], "M9")
    for letter in letters[1 : 1 + followers]:
        table.happen(table.acted(letter, GAME.default_action(table.view(letter))))
    return table, letters


@pytest.mark.parametrize("master", "ABC")
@pytest.mark.parametrize("followers", [0, 1])
@pytest.mark.parametrize(("first", "second"), [(0, 1), (0, 2), (1, 2)])
def test_two_that_go_out_at_once_pay_the_same_whatever_their_numbers(
    master, followers, first, second
):
    """A leader that has played all its cards face up has nothing left to open, and pays all the same."""
    table, letters = last_trick(master, followers)
    table.out(letters[first] + letters[second])
    if not table.is_done:
        table.show()
    points = dict(zip("ABC", table.scores, strict=True))
    expected = dict.fromkeys(letters, 28)
    expected.update({letters[first]: -14, letters[second]: -14})
    assert points == expected


@pytest.mark.parametrize("master", "ABC")
def test_who_has_nothing_to_open_owes_the_closing_nothing(master):
    table, letters = last_trick(master)
    table.out(letters[1]).out(letters[0]).show()
    points = dict(zip("ABC", table.scores, strict=True))
    # Eleven fu won by the leader: 12 of them.
    assert points == {letters[0]: 12, letters[1]: -19, letters[2]: 7}


# --- B2, B5: call, lead, follow -----------------------------------------------------------------


@every_cause
@pytest.mark.parametrize("letter", "ABC")
@pytest.mark.parametrize(
    "script",
    [
        lambda table: table,
        lambda table: table.say("A pass"),
        lambda table: table.say("A play"),
        lambda table: table.say("A play").trick("A S234"),
        lambda table: table.say("A play").trick("A S234, B S567, C -C78 M2"),
    ],
    ids=["call", "second call", "lead", "follow", "later lead"],
)
def test_b5_out_ends_the_deal_and_the_others_still_open_all(script, letter, cause):
    table = script(Table(*L7))
    table.out(letter, cause)
    waiting = GAME.waiting(table.state)
    assert isinstance(waiting, AwaitShow)
    others = [seat for seat in range(3) if "ABC"[seat] != letter]
    assert [seat for seat, _ in waiting.slots] == others
    table.show()
    assert table.is_done
    assert table.scores == tuple(-14 if seat not in others else 7 for seat in range(3))
    assert GAME.reneges(table.state) == ()
    assert table.state.result.winner is None


def test_b2_an_illegal_action_is_refused_and_its_seat_then_out():
    table = Table(*L7, calls="A play")
    with pytest.raises(IllegalAction):
        GAME.apply(table.state, Acted(0, GAME.parse_action("pass")))
    assert table.out("A", Cause.CAUGHT).show().scores == (-14, 7, 7)


def test_b2_declaring_with_fewer_than_six_fu_is_illegal():
    table = Table(*L7, calls="A play")
    with pytest.raises(IllegalAction, match="lukfu 22 too_few_fu"):
        table.happen(table.acted("A", table.action("A", "declare")))
    assert table.out("A", Cause.CAUGHT).show().scores == (-14, 7, 7)


def test_b2_example_ten_fu_won_are_worth_ten():
    """B has ten fu, player C leads T1 to the last trick, A is silent."""
    hands = ("C14567 M5678 T678", "C239 M9 T9 S3456789", "C8 T1 M1234 S12 T2345")
    table = Table(*hands, master="B", calls="B play")
    table.trick("B C9 M9 T9, C -M123, A -M567")
    table.trick("B S3456789, C -M4 S12 T2345, A -C4567 M8 T67")
    table.trick("B C2, C C8, A -T8").trick("C T1")
    assert (table.state.fu, table.to_act) == ((0, 10, 1), "A")
    assert table.out("A").show().scores == (-17, 10, 7)


def test_b2_fu_won_by_an_offender_protect_nobody():
    table = Table("", "S123456789 C9 M9 T9", "T12 C1", master="B", calls="B play")
    table.trick("B C9 M9 T9").fill().trick("B S3456789").fill()
    assert table.out("B").show().scores == (7, -14, 7)


@every_cause
def test_b2_undeclared_old_cards_do_not_count(cause):
    assert Table(SIX_OLD, calls="A play").out("B", cause).show().scores == (7, -14, 7)


# --- declaring ----------------------------------------------------------------------------------


def test_b2_a_declarer_owes_nothing_more_and_may_vanish():
    table = Table(*L5, calls="A play").trick("A S456, B -C235, C -C78 S2").act("A", "declare")
    before = table.state
    assert table.out("A").state == before
    assert table.show().scores == (4, -2, -2)


# --- hands empty --------------------------------------------------------------------------------


def test_b5_with_empty_hands_the_fu_won_decide_without_any_action():
    table = played_out()
    assert isinstance(GAME.waiting(table.state), AwaitShow)
    assert table.show().scores == (0, 0, 0)


def test_b2_silent_with_a_card_due_in_the_last_trick_is_an_offence():
    table = Table(*L10, calls="A play")
    table.trick("A C1 S1 M1, B -S45 M5, C -C6 S3 M3", "A T7, B T9, C -T6")
    table.trick("B T1234, C -C4 S2 M28, A -C35 M6 T5", "B M4, C M9, A -M7", "C S789, A -C9 S6 T8")
    assert table.out("B").show().scores == (7, -14, 7)


# --- closing ------------------------------------------------------------------------------------


@every_cause
def test_b5_not_opened_at_the_closing_counts_as_refuted(cause):
    table = Table(*L5, calls="A play").trick("A S456, B -C235, C -C78 S2").act("A", "declare")
    table.show("C").out("B", cause)
    assert table.is_done
    assert table.scores == (7, -14, 7)
    assert table.state.result.offenders == (1,)
    # Barred is only whom open cards convict; a silent seat may play the next deal.
    assert GAME.reneges(table.state) == ()


def test_b5_the_winner_keeps_a_win_worth_more_than_seven():
    table = Table("T123456789 C9 S9 M9", calls="A play").trick("A C9 S9 M9").fill()
    table.act("A", "declare")
    # Three fu won, and nine Old cards: the run of Tens, from the top down.
    assert table.state.declared == 12
    table.show("B").out("C")
    assert table.scores == (14, 7, -21)


def test_b5_an_own_win_is_void_for_a_seat_that_does_not_open():
    table = Table("T123456789 C9 S9 M9", calls="A play")
    table.trick("A C9 S9 M9").fill().trick("A T123456789").fill()
    # The winner has put nothing face down and has nothing to open.
    assert [seat for seat, _ in GAME.waiting(table.state).slots] == [1, 2]
    table = Table(
        "C148 S13456 M12 T12", "C679 S29 M467 T3589", "C235 S78 M3589 T467", calls="A play"
    )
    table.trick("A C1 S1 M1 T1, B -C6 M7 T35, C -C2 S78 M3")
    table.trick("A S3456, B -C7 S2 M46, C -C5 M5 T47")
    table.trick("A T2, B T8, C -T6", "B C9 S9 T9, C -C3 M89, A -C48 M2")
    table.show("BC").out("A")
    assert (table.state.result.winner, table.scores) == (0, (-14, 7, 7))


def test_b5_out_in_the_closing_after_opening_changes_nothing():
    table = played_out().show("A")
    before = table.state
    assert table.out("A", Cause.LEFT).state == before
    assert table.show().scores == (0, 0, 0)


def test_b2_two_that_do_not_open_pay_fourteen_each_to_the_third():
    assert played_out().show("A").out("B").out("C").scores == (28, -14, -14)


def test_b2_a_seat_that_does_not_open_does_not_keep_the_others_from_being_judged():
    """Hands played out, so that only face-down cards are opened."""
    table = Table(*L10, calls="A play")
    table.trick("A C1 S1 M1, B -S45 M5, C -C6 S3 M3", "A T7, B T9, C -T6")
    table.trick("B T1234, C -C4 S2 M28, A -C35 M6 T5", "B M4").cheat("C", "-S7").trick("A M7")
    table.trick("A C9, B -C2, C -S8", "A S6, B -C7, C S9", "C M9, A -T8, B -C8")
    assert not any(table.state.hands)
    table.show("BC").out("A")
    assert [seat for seat, _ in GAME.reneges(table.state)] == [2]
    assert table.scores == (-14, 28, -14)


def test_b2_nobody_opens():
    table = played_out().out("A").out("B").out("C")
    assert table.is_done
    assert table.scores == (0, 0, 0)


def test_b5_nothing_is_opened_after_three_passes():
    table = Table(calls="A pass, B pass, C pass")
    assert table.state.opened == ()
    assert table.state.claims == ()


@every_cause
def test_b5_a_result_stands(cause):
    table = played_out().show()
    before = table.state
    assert table.out("B", cause).state == before


def test_the_next_deal_begins_clean():
    table = played_out().show("A").out("B").out("C").deal()
    state = table.state
    assert (state.offenders, state.result, state.opened, state.claims) == ((), None, (), ())
    assert (state.scores, state.master, state.deal) == ((28, -14, -14), 1, 2)
