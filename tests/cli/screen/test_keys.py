"""Keys at the table, without a terminal: what they do to what the player is doing, and what they want."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from cli.screen.intents import Advise, Click, Decide, DeclareAbsent, GoOn, Leave, Say
from cli.screen.table.doing import take_advised
from cli.screen.table.keys import press
from cli.screen.table.lines import lines_of
from cli.table.choosing import AtTable, Choosing, Panel, Situation, settle
from cli.table.sorting import Sorting
from p2pcards.games.azi import GAME
from p2pcards.games.azi.actions import Fold, Play
from tests.cli.screen.asked import ask, offers
from tests.cli.screen.azi_table import AziTable, Hands, bidding_table, second_trick_table


def does(text: str) -> Decide:
    """The intent to do what the log writes so."""
    return Decide(GAME.parse_action(text))


@pytest.fixture
def bidding() -> AziTable:
    return bidding_table()


@pytest.fixture
def second_trick() -> AziTable:
    return second_trick_table()


# --- bids ------------------------------------------------------------------------------------------


def test_bids_are_offered_as_the_mock_up_says(bidding):
    hands = Hands(bidding.situation())
    assert offers(hands) == "f fold   c call 50   r raise by 10–100   (all-in)"
    assert ask(hands) == "Call 50 and the pot is 190. The last to raise leads the first trick."


@pytest.mark.parametrize("keys", [("r", "3", "0"), ("3", "0"), ("b", "3", "0")])
def test_an_amount_is_typed_as_the_rule_speaks(bidding, keys):
    hands = Hands(bidding.situation()).press(*keys)
    assert offers(hands) == (
        "Enter raise by 30   ↑↓ 10   PgUp PgDn 50   Home 10   End 100   Esc back"
    )
    assert ask(hands) == "raise by [ 30 ]   the bid becomes 80; you pay 80 and keep 220"
    assert hands.press("enter").wanted == [does("raise 30")]


@pytest.mark.parametrize(
    ("keys", "typed"),
    [
        (("1", "up"), "11"),
        (("r", "up"), "10"),
        (("r", "home", "pageup"), "60"),
        (("r", "end", "pagedown"), "50"),
        (("r", "end", "up"), "100"),
        (("r", "3", "0", "backspace"), "3"),
        (("r", "0", "0", "5"), "5"),
    ],
)
def test_the_amount_moves_by_steps_within_its_bounds(bidding, keys, typed):
    assert Hands(bidding.situation()).press(*keys).choosing.typing.text == typed


def test_a_number_out_of_range_stays_and_enter_is_gone(bidding):
    hands = Hands(bidding.situation()).press("1", "2", "0")
    assert ask(hands) == "raise by [ 120 ]   10 to 100; 120 is too much"
    assert not offers(hands).startswith("Enter")
    assert hands.press("enter").wanted == []
    assert hands.choosing.typing.text == "120"
    assert ask(Hands(bidding.situation()).press("5")).endswith("10 to 100; 5 is too little")


def test_escape_closes_the_amount_and_nothing_is_sent(bidding):
    hands = Hands(bidding.situation()).press("3", "0", "escape", "enter")
    assert hands.choosing.typing is None
    assert hands.wanted == []


def test_enter_does_nothing_where_the_offers_do_not_begin_with_it(bidding):
    assert Hands(bidding.situation()).press("enter", "space").wanted == []


def test_call_and_fold_are_one_key(bidding):
    assert Hands(bidding.situation()).press("c").wanted == [does("call")]
    assert Hands(bidding.situation()).press("f").wanted == [does("fold")]


def test_asking_why_says_the_rule_of_what_is_closed(bidding):
    hands = Hands(bidding.situation()).press("w")
    assert ask(hands) == (
        "Only a stack too short for the bid can go all-in; raise it or call.  Azi rule 5.3.5"
    )
    click = Hands(bidding.situation()).press(Click("why:all-in"))
    assert ask(click).startswith("Only a stack")
    assert click.wanted == []


def test_a_stack_too_short_is_offered_all_in_and_asked_once():
    hands = ["QH 10D 7S", "8D 6S AS"]
    table = AziTable(hands, "9D", stack=60).opened().act("bet 50")
    assert table.state.stacks[0] == 50
    poor = replace(table.state, stacks=(30, *table.state.stacks[1:]))
    table.state = poor
    player = Hands(table.situation())
    assert offers(player) == "f fold   c call all-in 30   (raise)"
    assert player.press("c").wanted == []
    assert ask(player) == "That puts in all of your 30.  Enter yes, any other key no."
    assert offers(player) == "Enter yes   Esc no"
    assert player.press("enter").wanted == [does("all-in")]


@pytest.mark.parametrize("key", ["escape", "c", "x", "space", "f"])
def test_a_question_is_answered_by_enter_alone(key):
    player = Hands(bidding_table(stack=300).situation()).press("end", "r", "end", "enter")
    assert ask(player) == "That puts in 150 of your 290.  Enter yes, any other key no."
    assert player.press(key).wanted == []
    assert player.choosing.question is None
    assert ask(player).startswith("Nothing is done.")


def test_folding_after_an_own_bid_is_asked_about():
    table = AziTable(["QH 10D 7S", "8D 6S AS", "KS JD 8S"], "9D", opener=0).opened()
    table.act("bet 20", "raise 20", "call")
    player = Hands(table.situation()).press("f")
    assert player.wanted == []
    assert ask(player).startswith("You have bid in this deal; folding gives that up.")


def test_the_option_ask_means_always_or_never(bidding):
    assert Hands(bidding.situation(ask="always")).press("c").wanted == []
    never = Hands(bidding.situation(ask="never")).press("r", "end", "enter")
    assert never.wanted == [does("raise 100")]
    leaving = Hands(bidding.situation(ask="never", leave_price="It costs 10.")).press("q")
    assert leaving.wanted == [], "leaving in a deal is asked about all the same"


def test_the_key_for_the_clocks_choice_says_what_that_is_where_it_is_no_card(bidding):
    hands = Hands(bidding.situation()).press("a")
    assert ask(hands) == "No card is to be taken up now. When time is up, yours is: fold."
    assert hands.wanted == []


def test_blind_bets_are_yes_and_no():
    table = AziTable(["QH 10D 7S", "8D 6S AS"], "9D", opener=0, blind="open")
    player = Hands(table.situation())
    assert offers(player) == "y bet blind 10–100   n look at the cards"
    assert player.press("n").wanted == [does("no-blind")]
    player = Hands(table.situation()).press("y", "2", "0")
    assert ask(player) == "bet blind [ 20 ]   the bid becomes 20; you pay 20 and keep 270"
    assert player.press("enter").wanted == [does("blind 20")]


# --- the 250 ms rule ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("age_ms", "is_sent"), [(0, False), (249, False), (250, True)])
def test_a_key_pressed_as_the_turn_comes_is_dropped(bidding, age_ms, is_sent):
    player = Hands(bidding.situation(turn_age_ms=age_ms)).press("c")
    assert player.wanted == ([does("call")] if is_sent else [])
    assert is_sent or ask(player) == "The turn came just now. Press again."


# --- cards -------------------------------------------------------------------------------------------


def test_the_only_legal_card_is_taken_up_by_itself(second_trick):
    player = Hands(second_trick.situation())
    assert player.choosing.held.taken == (second_trick.slot("7S"),)
    assert offers(player) == "Enter play 7♠   (10♦)"
    assert ask(player) == ("10♦ must wait: spades were led and you hold 7♠.  Azi rule 6.2")
    assert player.press("enter").wanted == [does(f"play {second_trick.slot('7S')}")]


def test_a_forbidden_card_is_not_taken_up(second_trick):
    player = Hands(second_trick.situation()).press("1")
    assert player.choosing.held.taken == (second_trick.slot("7S"),)
    assert ask(player).startswith("10♦ must wait")
    assert player.press(Click(f"card:{second_trick.slot('10D')}"), "enter").wanted == [
        does(f"play {second_trick.slot('7S')}")
    ]


def leading() -> AziTable:
    table = AziTable(["QH 10D 7S", "8D 6S AS", "KS JD 8S"], "9D", opener=0).opened()
    return table.act("bet 20", "call", "call")


def test_a_card_is_taken_up_by_its_digit_and_played_by_the_same_or_enter():
    table = leading()
    order = Hands(table.situation()).choosing.held.order
    for keys in (("2", "2"), ("2", "enter"), ("right", "space", "enter")):
        player = Hands(table.situation()).press(*keys)
        assert player.wanted == [does(f"play {order[1]}")]


def test_nothing_is_taken_up_where_there_is_a_choice():
    player = Hands(leading().situation())
    assert player.choosing.held.taken == ()
    assert offers(player) == "1–3 choose a card   Tab suggest one"
    assert ask(player) == "You lead: any card."


def test_tab_goes_through_the_legal_cards_and_begins_with_what_the_clock_would_do():
    table = leading()
    player = Hands(table.situation()).press("tab")
    best = player.situation.moves.default.slot
    assert player.choosing.held.taken == (best,)
    seen = {best}
    for _ in range(2):
        seen |= set(player.press("tab").choosing.held.taken)
    assert len(seen) == 3
    assert player.press("tab").choosing.held.taken == (best,)
    assert player.press("s-tab", "s-tab", "s-tab").choosing.held.taken == (best,)
    assert Hands(table.situation()).press("a").choosing.held.taken == (best,)


def test_the_mouse_takes_up_with_one_click_and_plays_with_the_second():
    table = leading()
    click = Click(f"card:{table.slot('QH')}")
    player = Hands(table.situation()).press(click)
    assert player.wanted == []
    assert player.press(click).wanted == [does(f"play {table.slot('QH')}")]


def test_a_card_may_be_taken_up_before_the_turn_but_is_not_sent(second_trick):
    table = AziTable(["QH 10D 7S", "8D 6S AS", "KS JD 8S"], "9D").opened()
    table.act("bet 20", "call", "call")
    player = Hands(table.situation())
    assert not player.situation.is_turn
    order = player.choosing.held.order
    player.press("2", "enter", "2")
    assert player.wanted == []
    assert player.choosing.held.taken == (order[1],)
    table.act("play 8D", "play JD")
    player.now(table.situation())
    assert player.wanted == []
    assert player.choosing.held.taken == (table.slot("10D"),), "diamonds must be followed"


def test_undo_takes_back_step_by_step_and_redo_brings_them_again():
    player = Hands(leading().situation()).press("1", "2", "3")
    first = player.choosing.held.order
    player.press("u")
    assert player.choosing.held.taken == (first[1],)
    player.press("u", "u", "u")
    assert player.choosing.held.taken == ()
    assert player.press("U", "U", "U", "U").choosing.held.taken == (first[2],)


def test_the_hand_is_sorted_by_suit_by_rank_and_in_the_own_order():
    table = leading()
    names = lambda player: [GAME.pack.text(table.cards[s]) for s in player.choosing.held.order]  # noqa: E731
    player = Hands(table.situation())
    assert names(player) == ["10D", "QH", "7S"], "trumps first"
    player.press("s")
    assert player.choosing.sorting is Sorting.RANK
    assert names(player) == ["QH", "10D", "7S"]
    player.press("home", ">", ">")
    assert names(player) == ["10D", "7S", "QH"]
    assert player.choosing.sorting is Sorting.OWN
    assert names(player.press("<")) == ["10D", "QH", "7S"]


def test_digits_do_not_pick_cards_while_bids_are_made():
    table = AziTable(["QH 10D 7S", "8D 6S AS"], "9D").opened()
    player = Hands(table.situation())
    assert not player.situation.is_turn
    assert player.press("1", "2").choosing.held.taken == ()


# --- talk, panels, leaving ---------------------------------------------------------------------------


def test_talk_is_typed_with_all_keys_and_sent_with_enter(bidding):
    player = Hands(bidding.situation()).press("t", *"qc hi", "space", *"f!", "backspace")
    assert player.choosing.draft == "qc hi f"
    assert player.press("enter").wanted == [Say("qc hi f")]
    assert player.choosing.draft == ""


def test_the_draft_is_kept_while_it_is_my_turn(bidding):
    player = Hands(bidding.situation(left="0:24")).press("t", *"wait")
    assert offers(player) == "your turn 0:24, Esc to play"
    player.press("escape")
    assert player.choosing.draft == "wait"
    assert offers(player).startswith("f fold")
    assert player.press("t", "enter").wanted == [Say("wait")]


@pytest.mark.parametrize(
    ("key", "panel"),
    [
        ("?", Panel.KEYS),
        ("f1", Panel.KEYS),
        ("p", Panel.PROOFS),
        ("v", Panel.LAST),
        ("o", Panel.OPTIONS),
    ],
)
def test_panels_open_scroll_and_close_with_the_same_key_or_escape(bidding, key, panel):
    player = Hands(bidding.situation(left="0:24")).press(key)
    assert player.choosing.panel is panel
    assert ask(player) == "your turn 0:24, Esc to play"
    assert player.press("down", "pagedown", "up").choosing.scroll == 8
    assert player.press("escape").choosing.panel is Panel.NONE
    assert player.press(key, key).choosing.panel is Panel.NONE
    assert player.wanted == []


def test_play_goes_on_beneath_a_fault(bidding):
    player = Hands(bidding.situation(fault=True), Choosing(panel=Panel.FAULT))
    assert offers(player) == "Esc close   e evidence"
    assert player.press("c").wanted == [does("call")]
    assert player.press("e").choosing.panel is Panel.EVIDENCE
    assert Hands(bidding.situation(), Choosing(panel=Panel.FAULT)).press(
        "escape"
    ).choosing.panel is (Panel.NONE)


def test_leaving_a_deal_says_its_price_and_asks_once(bidding):
    price = "Leaving now folds: your 10 stay in the pot."
    player = Hands(bidding.situation(leave_price=price)).press("q")
    assert ask(player) == f"{price}  Enter yes, any other key no."
    assert player.press("enter").wanted == [Leave()]
    assert Hands(bidding.situation()).press("q").wanted == [Leave()]


def test_a_second_ctrl_c_leaves_at_once(bidding):
    player = Hands(bidding.situation(leave_price="It costs 10.")).press("c-c")
    assert player.wanted == []
    assert player.press("c-c").wanted == [Leave(at_once=True)]
    talking = Hands(bidding.situation(leave_price="It costs 10.")).press("t", "c-c", "escape")
    assert talking.wanted == []


def test_a_question_about_a_move_goes_with_the_turn_but_not_the_one_about_leaving():
    bidding = bidding_table(stack=300)
    player = Hands(bidding.situation(leave_price="It costs 10.")).press("r", "end", "enter")
    assert player.choosing.question is not None
    bidding.act("call")
    assert player.now(bidding.situation()).choosing.question is None
    player.now(bidding.situation(leave_price="It costs 10.")).press("q")
    later = player.now(bidding.situation(leave_price="It costs 60."))
    assert ask(later) == "It costs 60.  Enter yes, any other key no."
    assert player.now(bidding.situation()).choosing.question is None


def test_an_answer_about_the_turn_goes_with_the_turn():
    bidding = bidding_table()
    player = Hands(bidding.situation(turn_age_ms=100)).press("c")
    assert ask(player) == "The turn came just now. Press again."
    assert ask(player.now(bidding.situation())) == "The turn came just now. Press again."
    bidding.act("call")
    assert ask(player.now(bidding.situation())) == ""


def test_a_silent_seat_is_said_absent_after_one_question(bidding):
    bidding.act("call")
    player = Hands(bidding.situation(silent=("Ainura",), voters=5))
    assert offers(player) == "Enter say absent   Esc keep waiting"
    player.press("enter")
    assert ask(player).startswith("Is Ainura absent? More than half must say so.")
    assert player.press("enter").wanted == [DeclareAbsent()]


def test_space_goes_on_and_ctrl_l_redraws(bidding):
    bidding.act("call")
    assert Hands(bidding.situation(has_more_to_show=True)).press("space").wanted == [GoOn()]


def test_a_spectator_can_look_at_everything_and_play_nothing():
    player = Hands(Situation(GAME, is_watching=True))
    player.press("t", *"hi", "enter")
    assert player.wanted == [Say("hi")]
    player.wanted.clear()
    player.press("c", "f", "1", "enter", "space", "tab", "?", "escape", "p", "escape")
    assert player.wanted == []
    assert player.press("q").wanted == [Leave()]


# --- any keys at all ---------------------------------------------------------------------------------


ALL_KEYS = [
    *"abcdefghijklmnopqrstuvwxyz0123456789?<>UGX!ä♠",
    *("enter", "escape", "backspace", "space", "tab", "s-tab", "left", "right", "up", "down"),
    *("home", "end", "pageup", "pagedown", "c-c", "c-l", "c-u", "f1", "f5", "delete"),
    *(Click("card:0"), Click("card:5", is_why=True), Click("key:Enter"), Click("key:f")),
    *(Click("key:?"), Click("seat:1"), Click(""), Click("card:x"), Click("key:")),
]


@pytest.mark.heavy
def test_ten_thousand_random_keys_raise_nothing_and_want_only_what_is_legal(bidding, second_trick):
    chance = random.Random(4)
    tables = [leading(), AziTable(["QH 10D 7S", "8D 6S AS"], "9D", opener=0, blind="open")]
    situations = [table.situation(leave_price="It costs 10.") for table in (*tables, second_trick)]
    situations.append(Situation(GAME, is_watching=True))
    player = Hands(situations[0])
    for _ in range(10_000):
        player.press(chance.choice(ALL_KEYS))
        lines_of(player.choosing, player.situation)
        if chance.random() < 0.02:
            player.now(chance.choice(situations))
        for intent in player.wanted:
            if isinstance(intent, Decide):
                view = player.situation.view
                assert player.situation.is_turn
                assert GAME.why_not(view, intent.action) is None
        player.wanted.clear()


def test_what_the_player_is_doing_is_a_value_and_the_same_keys_give_the_same(bidding):
    first, second = Hands(bidding.situation()), Hands(bidding.situation())
    keys = ["3", "0", "up", "escape", "t", "h", "i", "escape", "s", ">", "w", "p", "down"]
    assert first.press(*keys).choosing == second.press(*keys).choosing
    assert settle(first.choosing, first.situation) == first.choosing
    assert press(first.choosing, "x", first.situation) == press(
        second.choosing, "x", second.situation
    )


# --- advice ----------------------------------------------------------------------------------------


def test_advice_is_asked_for_at_ones_turn_and_takes_its_card_up_without_playing_it(second_trick):
    hands = Hands(second_trick.situation()).press("h")
    assert hands.wanted == [Advise()]
    assert ask(hands) == "Thinking …"
    slot = second_trick.slot("7S")
    hands.choosing = take_advised(AtTable(hands.choosing, hands.situation), Play(slot), "Play it.")
    assert ask(hands) == "Play it."
    assert hands.choosing.held.taken == (slot,)
    assert hands.press("enter").wanted == [Advise(), Decide(Play(slot))]


def test_advice_that_comes_late_disturbs_nothing_that_is_typed(bidding):
    hands = Hands(bidding.situation()).press("r", "3")
    hands.choosing = take_advised(AtTable(hands.choosing, hands.situation), Fold(), "Fold.")
    assert hands.press("enter").wanted == []
    assert hands.choosing.typing is not None


def test_there_is_no_advice_out_of_turn(second_trick):
    hands = Hands(replace(second_trick.situation(), is_turn=False)).press("h")
    assert hands.wanted == []
    assert ask(hands) == "Advice is for your turn, and it is not."


# --- the story -------------------------------------------------------------------------------------


def test_the_story_is_scrolled_back_and_stands_at_its_end_again_when_the_moment_is_another(bidding):
    hands = Hands(bidding.situation(older=12)).press("pageup", "pageup", "pageup")
    assert hands.choosing.story_back == 12
    assert hands.press("pagedown").choosing.story_back == 7
    assert hands.now(replace(bidding.situation(), is_turn=False)).choosing.story_back == 0
