"""Plays picked from a hand of Luk Fu with keys, without a terminal."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cli.screen.drawing.text import plain, width
from cli.screen.intents import Click, Decide
from cli.screen.table.keys import press
from cli.screen.table.lines import lines_of
from cli.table.choosing import Panel, Situation, settle
from cli.table.games import moves_of
from cli.table.games.lukfu.plays import plays_of, what_beats
from p2pcards.games.lukfu import GAME
from tests.cli.screen.asked import ask, offers
from tests.cli.screen.azi_table import Hands
from tests.p2pcards.games.lukfu.scripted import Table, cards, text_of

L7 = ("C2 S234 M13459 T159", "C1349 S56789 M7 T37", "C5678 S1 M268 T2468")
"""The rule book's deal of the mock-ups: A is Mei, B is Kwan, C is Siew."""


def does(text: str) -> Decide:
    """The intent to do what the log writes so."""
    return Decide(GAME.parse_action(text))


def situation_at(table: Table, letter: str, **more: Any) -> Situation:
    view = table.view(letter)
    is_turn = table.to_act == letter
    moves = moves_of(GAME).moves(view, is_turn=is_turn)
    return Situation(GAME, view, is_turn=is_turn, moves=moves, **more)


def player_at(table: Table, letter: str, **more: Any) -> Hands:
    return Hands(situation_at(table, letter, **more))


def second_lead() -> Table:
    """Mei has won the first trick and leads."""
    return Table(*L7, calls="A play").trick("A M345, B -C34 T3, C -C56 S1")


def second_follow() -> Table:
    """Mei has led §234; Kwan follows."""
    return second_lead().act("A", "S234")


def taken(player: Hands) -> str:
    hand = player.situation.hand
    return text_of(hand[slot] for slot in player.choosing.held.taken)


def played(player: Hands) -> str:
    """What was sent: `lead S234`."""
    (wanted,) = player.wanted
    assert isinstance(wanted, Decide)
    verb, _, slots = GAME.format_action(wanted.action).partition(" ")
    hand = player.situation.hand
    return f"{verb} {text_of(hand[int(slot)] for slot in slots.split())}".strip()


# --- the mock-ups --------------------------------------------------------------------------------


def test_a_lead_is_offered_as_the_mock_up_says():
    player = player_at(second_lead(), "A").press("tab")
    assert offers(player) == "Enter lead §234   Tab next play   d declare 6 fu"
    assert ask(player) == "§234 can be beaten by any run of 3 in ₥ or ₮, or a higher one in §."
    keys = lines_of(player.choosing, player.situation).keys
    line = "   ".join(f"{offer.key} {offer.label}" for offer in keys)
    assert line == "C S M T then digits: take by name   ? keys   h advice   t talk   q leave"
    assert player.press("enter").wanted
    assert played(player) == "lead S234"


def test_following_is_offered_as_the_mock_up_says():
    player = player_at(second_follow(), "B").press("tab")
    assert offers(player) == "Enter play §567   Tab §678, §789   (face down)"
    assert ask(player) == ("Face down must wait: §567, §678 and §789 beat §234.  Luk Fu rule 9")
    assert played(player.press("enter")) == "beat S567"


def test_the_hand_lies_in_the_order_of_runs():
    player = player_at(second_lead(), "A")
    hand = player.situation.hand
    order = [GAME.pack.text(hand[slot]) for slot in player.choosing.held.order]
    assert order == ["C2", "S2", "S3", "S4", "M1", "M9", "T1", "T5", "T9"]


# --- play or pass --------------------------------------------------------------------------------


def test_play_and_pass_are_y_and_n_and_p_is_proofs():
    player = player_at(Table(*L7), "A")
    assert offers(player) == "y say play   n pass"
    assert ask(player) == "You hold 3 Old cards. You lead. A caller who loses pays for both."
    assert player.press("p").choosing.panel is Panel.PROOFS
    assert player.press("escape", "y").wanted == [does("play")]
    assert player_at(Table(*L7), "A").press("n").wanted == [does("pass")]


def test_who_is_not_the_master_reads_that_the_master_leads_whoever_calls():
    player = player_at(Table(*L7, calls="A pass"), "B")
    assert ". The Master leads. A caller who loses pays for both." in ask(player)


# --- taking up -----------------------------------------------------------------------------------


def test_cards_are_taken_by_name():
    player = player_at(second_lead(), "A").press(*"S234")
    assert taken(player) == "S234"
    assert played(player.press("enter")) == "lead S234"


def test_names_of_several_suits_are_one_selection_and_a_new_name_begins_anew():
    table = Table("C2 S2 M2 T13579 C468 S9", calls="A play")
    player = player_at(table, "A").press(*"C2S2M2")
    assert taken(player) == "C2 S2 M2"
    assert offers(player).startswith("Enter lead ¢2§2₥2")
    player.press("left", *"T9")
    assert taken(player) == "T9"


def test_a_name_that_is_not_held_takes_nothing_and_says_so():
    player = player_at(second_lead(), "A").press(*"S5")
    assert ask(player) == "You do not hold §5."
    assert taken(player) == ""


def test_a_bare_digit_goes_to_the_next_card_of_that_rank():
    player = player_at(second_lead(), "A")

    def here() -> str:
        slot = player.choosing.at_cursor
        assert slot is not None
        return GAME.pack.text(player.situation.hand[slot])

    assert here() == "C2"
    seen = [here() for _ in range(3) if player.press("2")]
    assert seen == ["S2", "C2", "S2"]
    assert [here() for _ in range(2) if player.press("9")] == ["M9", "T9"]
    assert taken(player) == ""
    assert ask(player.press("8")) == "You hold no 8."


def test_space_and_clicks_take_up_and_put_back():
    player = player_at(second_lead(), "A").press("right", "space", "right", "space")
    assert taken(player) == "S23"
    assert player.press("space").choosing.held.taken == player.choosing.held.taken[:1]
    slot = player.choosing.held.order[1]
    assert taken(player.press(Click(f"card:{slot}"))) == ""
    assert taken(player.press(Click(f"card:{slot}"))) == "S2"
    assert player.press("escape").choosing.held.taken == ()
    assert taken(player.press("u")) == "S2"


def test_what_may_not_be_led_is_said_with_its_rule_and_never_offered():
    player = player_at(second_lead(), "A").press(*"S23")
    assert not offers(player).startswith("Enter")
    assert ask(player) == "§2 §3 is no single, set or run.  Luk Fu rule 8"
    assert player.press("enter").wanted == []
    assert taken(player) == "S23", "nothing is put back by itself"


def test_a_card_in_no_play_is_not_taken_up():
    player = player_at(second_follow(), "B").press(*"C9")
    assert taken(player) == ""
    assert ask(player).startswith("Face down must wait: §567")
    player.press(*"S56")
    assert taken(player) == "S56"
    assert ask(player) == "§5 §6 does not beat §2 §3 §4.  Luk Fu rule 11"


def test_the_only_play_is_taken_up_by_itself():
    table = Table("S234", "S567 M135 C1357 T13", calls="A play").act("A", "S234")
    assert taken(player_at(table, "B")) == "S567"
    assert taken(player_at(second_lead(), "A")) == ""


def test_tab_goes_through_all_plays_and_back():
    player = player_at(second_lead(), "A")
    plays = player.situation.moves.plays
    seen = []
    for _ in plays:
        player.press("tab")
        seen.append(tuple(sorted(player.choosing.held.taken)))
    assert seen == [play.slots for play in plays]
    assert len(set(seen)) == 10
    player.press("tab")
    assert tuple(sorted(player.choosing.held.taken)) == plays[0].slots
    player.press("s-tab")
    assert tuple(sorted(player.choosing.held.taken)) == plays[-1].slots
    first = player_at(second_lead(), "A").press("s-tab")
    assert tuple(sorted(first.choosing.held.taken)) == plays[-1].slots


def test_a_takes_up_what_the_clock_would_do():
    assert taken(player_at(second_lead(), "A").press("a")) == "C2"
    assert taken(player_at(second_follow(), "B").press("a")) == "S567"


# --- face down -----------------------------------------------------------------------------------


def test_cards_to_go_face_down_are_picked_likewise_and_what_can_be_spared_comes_first():
    table = second_follow().act("B", "S567")
    player = player_at(table, "C")
    assert offers(player) == "Tab what can be spared"
    assert ask(player) == (
        "You cannot beat §567: three cards go face down, to be shown at the end."
    )
    player.press("tab")
    assert offers(player).startswith("Enter put ")
    assert offers(player).endswith(" face down   Tab other cards")
    spared = taken(player)
    assert not set(cards(spared)) & set(cards("T8")), "Old cards are kept"
    player.press("escape", "space")
    assert not offers(player).startswith("Enter")
    assert ask(player) == "3 must go face down, as many as were led.  Luk Fu rule 10"
    player.press("escape", *"C7C8M2", "enter")
    assert played(player) == "discard C78 M2"


def test_every_way_to_put_cards_face_down_is_a_play():
    table = second_follow().act("B", "S567")
    view = table.view("C")
    legal = set(GAME.legal_actions(view))
    assert {play.action for play in plays_of(view)} == legal
    assert len(plays_of(view)) == len(legal)


# --- declaring -----------------------------------------------------------------------------------


def test_declaring_is_asked_once():
    player = player_at(second_lead(), "A").press("d")
    assert player.wanted == []
    assert ask(player).startswith("Declare 6 fu? All your cards are opened.")
    assert player.press("enter").wanted == [does("declare")]
    assert player_at(second_lead(), "A", ask="never").press("d").wanted == [does("declare")]


def test_declaring_too_early_is_closed_and_says_why():
    player = player_at(Table(*L7, calls="A play"), "A")
    assert "(declare)" in offers(player)
    assert player.press("d").wanted == []
    assert ask(player).endswith("Luk Fu rule 22")


# --- before the turn, leaving, why ---------------------------------------------------------------


def test_cards_are_taken_up_before_the_turn_and_never_sent_by_themselves():
    table = second_lead()
    player = player_at(table, "B").press(*"S567", "enter")
    assert (taken(player), player.wanted) == ("S567", [])
    table.act("A", "S234")
    player.now(situation_at(table, "B"))
    assert (taken(player), player.wanted) == ("S567", [])
    assert played(player.press("enter")) == "beat S567"


def test_what_cannot_be_played_when_the_turn_comes_is_put_back():
    table = second_lead()
    player = player_at(table, "B").press(*"C9S7")
    table.act("A", "S234")
    assert taken(player.now(situation_at(table, "B"))) == "S7"


def test_a_play_pressed_as_the_turn_comes_is_dropped():
    player = player_at(second_lead(), "A", turn_age_ms=249).press("tab", "enter")
    assert player.wanted == []
    assert ask(player) == "The turn came just now. Press again."


def test_leaving_costs_what_the_rules_say():
    assert moves_of(GAME).leave_price(second_lead().view("B")) == "Leaving now costs 14 points."


def test_why_says_the_rule():
    player = player_at(second_follow(), "B").press("w")
    assert "Luk Fu rule 9" in ask(player)
    assert ask(player_at(second_lead(), "B").press("w")) == "It is not your turn."
    player = player_at(second_follow(), "B").press(Click("why:face down"))
    assert "Luk Fu rule 9" in ask(player)


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ("S234", "§234 can be beaten by any run of 3 in ₥ or ₮, or a higher one in §."),
        ("C2", "¢2 can be beaten by a higher ¢."),
        ("T9", "Nothing that is still out can beat ₮9."),
        ("T1", "Nothing that is still out can beat ₮1."),
    ],
)
def test_what_could_beat_a_lead_is_said_from_what_this_seat_knows(play, words):
    assert what_beats(second_lead().view("A"), cards(play)) == words


# --- any keys at all -----------------------------------------------------------------------------


ALL_KEYS = [
    *"CSMTCSMT123456789012345adynuUws<>ghi",
    *("enter", "escape", "space", "tab", "tab", "s-tab", "left", "right", "up", "home", "end"),
    *(Click("card:3"), Click("card:7", is_why=True), Click("why:declare"), Click("key:Enter")),
]


@pytest.mark.slow
def test_ten_thousand_random_keys_want_only_what_is_legal():
    chance = random.Random(5)
    tables = (Table(*L7), Table(*L7, calls="A play"), second_lead(), second_follow())
    away = second_follow().act("B", "S567")
    seats = [situation_at(table, table.to_act) for table in (*tables, away)]
    seats.append(situation_at(second_lead(), "B"))
    player = Hands(seats[0])
    sent = set()
    for _ in range(10_000):
        player.press(chance.choice(ALL_KEYS))
        lines = lines_of(player.choosing, player.situation)
        assert width(plain(lines.ask.text)) <= 78
        assert settle(player.choosing, player.situation) == player.choosing
        for intent in player.wanted:
            if isinstance(intent, Decide):
                view = player.situation.view
                assert player.situation.is_turn
                assert GAME.why_not(view, intent.action) is None
                sent.add(GAME.format_action(intent.action).partition(" ")[0])
        player.wanted.clear()
        if chance.random() < 0.02:
            player.now(chance.choice(seats))
    assert sent == {"play", "pass", "lead", "beat", "discard", "declare"}


def test_the_same_keys_give_the_same():
    one, two = player_at(second_lead(), "A"), player_at(second_lead(), "A")
    keys = ["tab", "C", "2", "space", "u", "s", "9"]
    assert one.press(*keys).choosing == two.press(*keys).choosing
    assert press(one.choosing, "a", one.situation) == press(two.choosing, "a", two.situation)
