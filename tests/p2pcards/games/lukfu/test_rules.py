"""Every numbered rule of Luk Fu, in the order of the rule book."""

from dataclasses import replace

import pytest

from p2pcards.engine import (
    Acted,
    AwaitCoin,
    AwaitDeck,
    AwaitOpening,
    AwaitShow,
    BadOptions,
    Cause,
    CoinTossed,
    DeckReady,
    Done,
    IllegalAction,
    Opened,
    Out,
)
from p2pcards.games.lukfu import GAME
from p2pcards.games.lukfu.combinations import combination_of, old_cards
from p2pcards.games.lukfu.settling import payments, value
from p2pcards.games.lukfu.state import MOST_REDEALS, Phase
from tests.p2pcards.games.lukfu.scripted import Table, cards, text_of
from tests.told import in_words

L6 = ("C12 S259 M49 T45679", "C3579 S147 M136 T18", "C468 S368 M2578 T23")
L7 = ("C2 S234 M13459 T159", "C1349 S56789 M7 T37", "C5678 S1 M268 T2468")


def fresh(**options):
    return GAME.new_match(GAME.options(options), 3)


def after_redeals(count, master="A"):
    """A table at which all three have passed so many times running."""
    table = Table(master=master)
    letters = "ABCABC"["ABC".index(master) :][:3]
    for _ in range(count):
        table.say(", ".join(f"{letter} pass" for letter in letters))
        table.happen(DeckReady()).open()
    return table


# --- 1.1 pack, seats, deal ----------------------------------------------------------------------


def test_rule_1_thirty_six_cards_in_four_suits_twelve_each():
    assert len(GAME.pack.cards) == 36
    assert [GAME.pack.text(card) for card in GAME.pack.cards[:2]] == ["C1", "C2"]
    assert GAME.pack.suits == "CSMT"
    assert (GAME.least_seats, GAME.most_seats) == (3, 3)
    assert [len(hand) for hand in Table().state.hands] == [12, 12, 12]


def test_rule_2_play_goes_to_the_next_seat():
    table = Table(*L7, calls="A play")
    assert table.act("A", "S234").to_act == "B"
    assert table.act("B", "S567").to_act == "C"
    assert Table(master="C").say("C pass").to_act == "A"


def test_rule_3_a_coin_chooses_the_first_master():
    state = GAME.open_deal(fresh(), (0, 1, 2))
    state = GAME.apply(state, DeckReady())
    assert GAME.waiting(state) == AwaitCoin((0, 1, 2))
    assert GAME.apply(state, CoinTossed((2, 0, 1))).master == 2


# --- 1.2 play or pass ---------------------------------------------------------------------------


def test_rule_4_the_first_to_say_play_is_the_caller_and_the_asking_stops():
    table = Table(calls="A pass")
    assert (table.to_act, table.legal("B")) == ("B", ["pass", "play"])
    table.say("B play")
    assert (table.state.caller, table.state.phase) == (1, Phase.LEAD)
    with pytest.raises(IllegalAction, match="lukfu 8"):
        GAME.apply(table.state, Acted(2, GAME.parse_action("play")))
    assert "lukfu 4" in Table().refused("B", "play")


def test_rule_5_slots_go_round_from_the_master_who_also_leads_first():
    state = GAME.open_deal(fresh(), (0, 1, 2))
    state = GAME.apply(GAME.apply(state, DeckReady()), CoinTossed((1, 2, 0)))
    waiting = GAME.waiting(state)
    assert isinstance(waiting, AwaitOpening)
    assert waiting.seats == (0, 1, 2)
    assert waiting.shown == ()
    assert waiting.dealt == tuple((slot, (1 + slot) % 3) for slot in range(36))
    assert Table(calls="A pass, B pass, C play").to_act == "A"


def test_rule_6_three_passes_and_the_cards_are_dealt_anew_with_the_same_master():
    table = Table(master="B", calls="B pass, C pass, A pass")
    assert GAME.waiting(table.state) == AwaitDeck((0, 1, 2))
    assert table.state.opened == ()
    assert table.state.hands == ((), (), ())
    table.happen(DeckReady()).open()
    assert (table.to_act, table.state.deal, table.state.decks) == ("B", 1, 2)


def test_rule_6_after_ten_new_deals_in_a_row_the_master_is_the_caller_unasked():
    assert after_redeals(MOST_REDEALS - 1).legal("A") == ["pass", "play"]
    state = after_redeals(MOST_REDEALS).state
    assert (state.phase, state.caller, state.leader) == (Phase.LEAD, 0, 0)


def test_rule_7_the_caller_differs_in_single_leads_and_in_what_it_pays():
    calling, passing = Table(*L7, calls="A play"), Table(*L7, calls="A pass, B play")
    assert calling.singles("A") == "C2 S234 M13459 T159"
    assert passing.singles("A") == "T5"
    assert payments(0, 0, 7) == (4, -2, -2)
    assert payments(0, 1, 7) == (4, -4, 0)


# --- 1.3 what may be played ---------------------------------------------------------------------


@pytest.mark.parametrize("text", ["C1", "C1 S1 M1", "C1 S1 M1 T1", "C123", "T123456789"])
def test_rule_8_singles_sets_and_runs_may_be_led(text):
    assert combination_of(cards(text)) is not None


@pytest.mark.parametrize(
    "text", ["C1 S1", "C12", "C891", "C124", "C12 S3", "C1 S1 M2", "C1234 S1", "M35 T4"]
)
def test_rule_8_nothing_else_may(text):
    assert combination_of(cards(text)) is None
    assert combination_of([]) is None


def test_rule_8_a_lead_that_is_none_of_them_is_refused_by_everybody():
    table = Table(*L7, calls="A play")
    for text in ("S23", "S24 M3"):
        assert "lukfu 8" in table.refused("A", text)
        with pytest.raises(IllegalAction, match="lukfu 8"):
            table.happen(table.acted("A", table.action("A", text)))
    foreign = GAME.parse_action(f"lead {table.state.hands[1][0]}")
    rule = GAME.why_not(table.view("A"), foreign)
    assert in_words(rule) == f"lukfu 8: slot {foreign.slots[0]} is not in this hand"
    assert "lukfu 8" in str(GAME.why_not(table.view("A"), GAME.parse_action("pass")))


# --- 1.5 following ------------------------------------------------------------------------------


def test_rule_9_a_follower_must_beat_the_best_play_not_the_lead():
    table = Table(*L7, calls="A play").trick("A S234, B S789")
    assert table.legal("C")[0].startswith("-")
    assert "lukfu 11" in table.refused("C", "M268")


def test_rule_9_a_follower_may_take_three_of_four_or_a_part_of_a_run_or_old_cards():
    table = Table("C5 S5 M5", "C6 S6 M6 T6", calls="A play").act("A", "C5 S5 M5")
    assert table.legal("B") == ["C6 S6 M6", "C6 S6 T6", "C6 M6 T6", "S6 M6 T6"]
    table = Table("C123", "T6789", calls="A play").act("A", "C123")
    assert {"T678", "T789"} <= set(table.legal("B"))


def test_rule_10_who_cannot_beat_puts_the_same_number_face_down_unseen():
    table = Table(*L7, calls="A play").act("A", "M345")
    assert len(table.legal("B")) == 12 * 11 * 10 // 6
    assert "lukfu 10" in table.refused("B", "-C34")
    with pytest.raises(IllegalAction, match="lukfu 10"):
        table.happen(table.acted("B", table.action("B", "-C34")))
    table.act("B", "-C34 T3")
    assert text_of(card for _, card in table.state.opened) == "M345"
    assert table.state.plays[-1].cards == ()
    assert len(table.state.face_down[1]) == 3


def test_rule_10_when_the_deal_is_over_all_hands_and_discards_are_opened():
    table = Table(*L7, calls="A play").trick("A M345, B -C34 T3, C -C56 S1").act("A", "declare")
    assert isinstance(GAME.waiting(table.state), AwaitShow)
    table.show()
    assert sorted(card for _, card in table.state.opened) == list(GAME.pack.cards)


def test_rule_11_face_down_when_able_to_beat_and_a_play_that_does_not_beat_are_illegal():
    table = Table(*L7, calls="A play").act("A", "S234")
    assert "lukfu 9" in table.refused("B", "-C19 M7")
    assert "lukfu 11" in table.refused("B", "C134")
    with pytest.raises(IllegalAction, match="lukfu 11"):
        table.happen(table.acted("B", table.action("B", "C134")))
    assert "lukfu 9" in str(GAME.why_not(table.view("B"), GAME.parse_action("pass")))


def test_rule_12_the_best_play_wins_its_own_cards_and_leads():
    table = Table(*L7, calls="A play").trick("A S234, B S567, C -C78 M2")
    assert table.state.fu == (0, 3, 0)
    assert table.to_act == "B"
    assert table.state.trick == 2


# --- 1.6 Old cards and leading ------------------------------------------------------------------


def test_rule_13_the_nines_and_two_ones_are_always_old():
    assert text_of(old_cards(cards("C19 S19 M19 T19"), [])) == "C19 S9 M9 T19"


def test_rule_14_old_if_every_higher_card_is_in_hand_or_was_face_up_beaten_or_not():
    assert text_of(old_cards(cards("M79"), [])) == "M9"
    table = Table("C12 S259 M49 T45679", "M56", "M8", calls="A play").act("A", "M4")
    table.act("B", "M5").act("C", "M8")
    assert text_of(old_cards(cards("M79"), table.state.seen)) == "M79"


def test_rule_15_cards_face_down_are_not_seen_not_even_ones_own():
    hands = ("C1 T1 S1", "M89 C23 S2345 T2345")
    table = Table(*hands, calls="A play").trick("A C1, B -M9, C -T6")
    assert table.old("B") == 0
    table = Table(*hands, calls="A play", own_discards_count_as_seen="true")
    assert table.trick("A C1, B -M9, C -T6").old("B") == 1
    # Somebody else's face-down cards never count.
    table = Table(*hands, calls="A play", own_discards_count_as_seen="true")
    assert table.trick("A C1, B -C2, C -T9").old("C") == table.old("C")
    assert "T8" not in text_of(old_cards(cards("T8"), table.state.seen))


def test_rule_16_old_is_relative_to_the_holder():
    assert cards("M8")[0] in old_cards(cards("M89"), [])
    assert cards("M8")[0] not in old_cards(cards("M8"), [])


def test_rule_17_an_old_card_can_be_beaten_in_a_run():
    table = Table("M789", "T678", calls="A play").act("A", "M789")
    assert "T678" in table.legal("B")
    table = Table("M789", "T678", calls="A play").act("A", "M8")
    assert table.legal("B")[0].startswith("-")


def test_rule_18_who_is_not_the_caller_leads_singles_of_the_highest_suit_not_old():
    table = Table(*L6, calls="A pass, B play")
    assert table.singles("A") == "T4567"
    all_old = Table("C19 S9 M6789 T16789", calls="A pass, B play")
    assert len(all_old.singles("A").replace(" ", "")) == 12 + 4


def test_rule_19_the_caller_leads_any_single_at_any_time():
    table = Table(*L7, calls="A play").trick("A C2, B C9, C -C5")
    assert table.singles("B") == "T37"
    table = Table(*L7, master="B", calls="B play").trick("B C9, C -C5, A -C2")
    assert table.singles("B") == "C134 S56789 M7 T37"


def test_rule_20_the_restriction_holds_for_every_lead_but_not_for_sets_and_runs():
    table = Table(*L6, calls="A pass, B play").trick("A T567, B -C35 S1, C -C4 S3 T2")
    assert table.singles("A") == "T4"
    assert "S9 M9 T9" in table.legal("A")


def test_rule_21_a_master_who_passed_leads_nothing_long_in_the_whole_deal():
    table = Table(*L6, calls="A pass, B play")
    assert "lukfu 21" in table.refused("A", "T4567")
    with pytest.raises(IllegalAction, match="lukfu 21"):
        table.happen(table.acted("A", table.action("A", "T4567")))
    table = Table("S1234567 T789 C1", calls="A pass, B play").trick("A T789").fill()
    assert table.to_act == "A"
    assert "lukfu 21" in table.refused("A", "S1234")
    assert "S123" in table.legal("A")
    fours = Table("C2 S2 M2 T2", calls="A pass, B play")
    assert "lukfu 21" in fours.refused("A", "C2 S2 M2 T2")
    assert "C2 S2 M2" in fours.legal("A")


def test_rule_21_following_a_passed_master_may_and_must_use_long_plays():
    table = Table("M4567 T1", "T9 C2345", "S13579 M13 T357 C17", calls="A pass, B play")
    table.state = replace(table.state, leader=1)
    table.act("B", "C2345")
    while table.to_act != "A":
        table.happen(table.acted("C", GAME.default_action(table.view("C"))))
    assert "M4567" in table.legal("A")
    assert "lukfu 9" in table.refused("A", "-M456 T1")


def test_rule_21_other_seats_that_passed_may_lead_them():
    table = Table("C1", "M4567", calls="A pass, B pass, C play")
    table.state = replace(table.state, leader=1)
    assert "M4567" in table.legal("B")


def test_rule_21_by_option_only_the_opening_lead_is_limited():
    option = {"passed_master_limit": "opening_lead_only"}
    table = Table("S1234567 T789 C1", calls="A pass, B play", **option)
    assert "lukfu 21" in table.refused("A", "S1234")
    assert "S1234" in table.trick("A T789").fill().legal("A")


# --- 1.7 winning, scoring, draws ----------------------------------------------------------------


def test_rule_22_only_the_seat_on_lead_declares_and_only_with_six_fu():
    table = Table(*L7, calls="A play")
    assert "lukfu 22" in table.refused("A", "declare")
    with pytest.raises(IllegalAction, match="lukfu 22 too_few_fu"):
        table.happen(table.acted("A", table.action("A", "declare")))
    table.trick("A S234")
    assert "lukfu 22" in table.refused("B", "declare")


def test_rule_22_declaring_opens_the_whole_hand_and_the_own_discards_in_one_action():
    table = Table(*L7, calls="A play").trick("A M345, B -C34 T3, C -C56 S1")
    table.trick("A S234, B S567, C -C78 M2").act("B", "declare")
    assert set(GAME.closed_slots(table.state, 1)) == set()
    shown = text_of(card for slot, card in table.state.opened[-9:])
    assert shown == "C1349 S89 M7 T37"
    assert [who for who, _ in GAME.waiting(table.state).slots] == [0, 2]


def test_rule_23_a_master_dealt_six_old_cards_may_declare_at_once_even_after_passing():
    table = Table("C1789 S5 M1679 T178", calls="A pass, B play").act("A", "declare").show()
    assert table.scores == (2, -2, 0)


def test_rule_24_declaring_is_optional_and_f_is_always_the_full_count():
    table = Table("C1789 S5 M1679 T178", calls="A play")
    assert len(table.legal("A")) > 1
    table.trick("A M1").fill()
    # Led and lost, for any M beats it; the six Old cards are still there.
    assert table.to_act != "A"
    assert table.fu("A") == 6


def test_rule_25_with_empty_hands_the_winner_of_the_last_trick_counts_as_on_lead():
    """Six each is example L12, declined earlier L11, a draw L10."""
    table = Table("T123456789 C9 S9 M9", calls="A play")
    table.trick("A C9 S9 M9").fill().trick("A T123456789").fill()
    assert table.state.phase is Phase.CLOSING
    assert not any(table.state.hands)
    table.show()
    assert (table.state.result.winner, table.state.result.fu) == (0, 12)
    assert table.scores == (14, -7, -7)


@pytest.mark.parametrize(
    ("fu", "points", "wins", "loses"),
    [
        (6, 1, (2, -1, -1), (2, -2, 0)),
        (7, 2, (4, -2, -2), (4, -4, 0)),
        (8, 3, (6, -3, -3), (6, -6, 0)),
        (9, 4, (8, -4, -4), (8, -8, 0)),
        (10, 5, (10, -5, -5), (10, -10, 0)),
        (11, 6, (12, -6, -6), (12, -12, 0)),
        (12, 7, (14, -7, -7), (14, -14, 0)),
    ],
)
def test_rules_26_and_27_value_and_payments(fu, points, wins, loses):
    assert value(fu) == points
    assert payments(0, 0, fu) == wins
    assert payments(0, 1, fu) == loses
    assert payments(1, 1, fu) == (wins[1], wins[0], wins[2])
    assert payments(2, 0, fu) == (loses[1], 0, loses[0])


# --- 1.8 match ----------------------------------------------------------------------------------


def play_out(table, calls):
    """The caller's side of a deal that a dealt six decides."""
    table.say(calls)
    return table.act(table.to_act, "declare").show()


def test_rule_28_the_next_seat_is_master_after_each_deal_and_scores_add_up():
    six = "C1789 S5 M1679 T178"
    table = play_out(Table(six), "A play")
    assert isinstance(GAME.waiting(table.state), Done)
    table.deal("", six)
    assert (table.state.deal, table.state.master) == (2, 1)
    play_out(table, "B play")
    assert table.scores == (1, 1, -2)
    assert GAME.standings(table.state) == (1, 1, -2)


def test_rule_28_a_match_of_agreed_length_is_over_then():
    table = play_out(Table("C1789 S5 M1679 T178", match_deals=1), "A play")
    assert GAME.seats_of_next_deal(table.state, frozenset({0, 1, 2})) == ()
    table = play_out(Table("C1789 S5 M1679 T178", match_deals=2), "A play")
    assert GAME.seats_of_next_deal(table.state, frozenset({0, 1, 2})) == (0, 1, 2)
    assert GAME.may_end(table.state)


def test_rule_28_new_deals_after_three_passes_do_not_count():
    table = after_redeals(3)
    assert (table.state.deal, table.state.master) == (1, 0)


# --- options and actions ------------------------------------------------------------------------


def test_options_are_filled_in_and_read_again():
    options = GAME.options({})
    assert options == {
        "ones_set_beats_2_to_8": "false",
        "passed_master_limit": "all_leads",
        "own_discards_count_as_seen": "false",
        "match_deals": 0,
    }
    assert GAME.options(options) == options
    assert GAME.options({"match_deals": "6"})["match_deals"] == 6
    assert list(GAME.option_names) == list(options)


@pytest.mark.parametrize(
    "given",
    [
        {"ante": 10},
        {"ones_set_beats_2_to_8": "yes"},
        {"ones_set_beats_2_to_8": 1},
        {"own_discards_count_as_seen": True},
        {"passed_master_limit": "none"},
        {"passed_master_limit": 3},
        {"match_deals": -1},
        {"match_deals": 1001},
        {"match_deals": True},
        {"match_deals": "six"},
        {"match_deals": "٣"},
    ],
)
def test_other_options_are_refused(given):
    with pytest.raises(BadOptions) as refused:
        GAME.options(given)
    assert refused.value.option in given


@pytest.mark.parametrize(
    "text", ["pass", "play", "declare", "lead 0", "lead 3 7 35", "beat 1 2 3", "discard 10"]
)
def test_actions_are_read_as_they_are_written(text):
    assert GAME.format_action(GAME.parse_action(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Pass",
        "pass 1",
        "lead",
        "lead ",
        "lead  3",
        "lead 03",
        "lead 3 3",
        "lead 7 3",
        "lead -1",
        "lead 3,4",
        "lead 3 4 ",
        "lead 100",
        "beat x",
        "discard " + " ".join(map(str, range(13))),
        "declare 3",
        "lead ٣",
    ],
)
def test_any_other_text_is_no_action(text):
    with pytest.raises(ValueError):
        GAME.parse_action(text)


def test_the_longest_action_fits_an_entry():
    assert len("discard " + " ".join(map(str, range(24, 36)))) <= 128


# --- what everybody refuses, and what cannot happen ---------------------------------------------


def test_a_refused_action_changes_nothing_and_says_who_what_and_why():
    table = Table(*L7, calls="A play")
    before = GAME.public(table.state)
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(table.state, Acted(1, GAME.parse_action("play")))
    assert (refused.value.seat, refused.value.action) == (1, "play")
    assert str(refused.value) == "seat 1, play: lukfu 8 not_its_turn"
    assert GAME.public(table.state) == before


def test_a_card_put_face_down_cannot_be_played_again():
    table = Table("C1 T1 S1", "M89 C23", calls="A play").trick("A C1, B -M9, C -T2")
    slot = table.state.face_down[1][0]
    table.trick("A T1, B -C2, C -T3").act("A", "S1")
    assert slot in GAME.closed_slots(table.state, 1)
    rule = GAME.why_not(table.view("B"), GAME.parse_action(f"beat {slot}"))
    assert in_words(rule).endswith("not in this hand")
    with pytest.raises(IllegalAction, match="not_in_hand"):
        GAME.apply(
            table.state, Acted(1, GAME.parse_action(f"beat {slot}"), ((slot, table.deck[slot]),))
        )


def test_nothing_can_be_decided_when_nothing_is_asked():
    table = Table("C1789 S5 M1679 T178", calls="A play").act("A", "declare")
    for letter in "ABC":
        assert GAME.legal_actions(table.view(letter)) == ()
    with pytest.raises(IllegalAction, match="nothing_to_decide"):
        GAME.apply(table.state, Acted(0, GAME.parse_action("declare")))


@pytest.mark.parametrize(
    "event",
    [DeckReady(), CoinTossed((0, 1, 2)), Opened(())],
    ids=lambda event: type(event).__name__,
)
def test_events_that_do_not_fit_are_a_bug_of_the_caller(event):
    with pytest.raises(AssertionError):
        GAME.apply(Table().state, event)


def test_default_actions_are_pass_and_the_first_play_in_canonical_order():
    table = Table(*L7)
    assert GAME.default_action(table.view("A")) == GAME.parse_action("pass")
    table.say("A play")
    assert GAME.default_action(table.view("A")) == table.action("A", "C2")
    table.act("A", "S234")
    assert GAME.default_action(table.view("B")) == table.action("B", "S567")
    table.act("B", "S567")
    assert GAME.default_action(table.view("C")) == table.action("C", "-C567")
    six = Table("C1789 S5 M1679 T178", calls="A play")
    assert six.legal("A")[-1] == "declare"
    assert GAME.default_action(six.view("A")) == six.action("A", "C1")


def test_a_set_of_ones_beats_lower_sets_by_option_only():
    hands = ("C8 S8 M8", "C1 S1 M1")
    assert Table(*hands, calls="A play").act("A", "C8 S8 M8").legal("B")[0][0] == "-"
    by_option = Table(*hands, calls="A play", ones_set_beats_2_to_8="true")
    assert by_option.act("A", "C8 S8 M8").legal("B") == ["C1 S1 M1"]
    nines = Table("C9 S9 M9", "C1 S1 M1", calls="A play", ones_set_beats_2_to_8="true")
    assert nines.act("A", "C9 S9 M9").legal("B")[0][0] == "-"
    ones = Table("C1 S1 M1", "C8 S8 M8", "C9 S9 T9", calls="A play", ones_set_beats_2_to_8="true")
    assert ones.act("A", "C1 S1 M1").legal("B")[0][0] == "-"
    assert "C9 S9 T9" in ones.act("B", ones.legal("B")[0]).legal("C")


def test_out_before_the_first_deal_changes_nothing():
    state = fresh()
    assert GAME.apply(state, Out(((1, Cause.LEFT),))) == state
