"""Thirteen cards of Hazari put into four groups with keys, without a terminal."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from cli.screen.drawing.text import width
from cli.screen.intents import Click, Decide
from cli.screen.table.keys import press
from cli.screen.table.lines import lines_of
from cli.table.choosing import Choosing, Held, Place, Situation, settle
from cli.table.games import moves_of
from cli.table.sorting import Sorting
from p2pcards.games.hazari import GAME
from p2pcards.games.hazari.arrange import best, even, greedy
from tests.cli.screen.asked import ask, more, offers
from tests.cli.screen.azi_table import Hands
from tests.p2pcards.games.hazari.scripted import E5, Table, cards, holding

HAND = E5[0]
"""A♥ K♥ Q♥ | Q♠ J♠ 10♠ | 9♣ 8♣ 7♠ | A♠ K♣ 6♣ 4♥."""


def situation_at(table: Table, *, is_turn: bool = True, **more_: Any) -> Situation:
    view = table.view(0)
    moves = moves_of(GAME).moves(view, is_turn=is_turn)
    return Situation(GAME, view, is_turn=is_turn, moves=moves, **more_)


@pytest.fixture
def table() -> Table:
    return holding(HAND)


def player_at(table: Table, **more_: Any) -> Hands:
    return Hands(situation_at(table, **more_), Choosing(sorting=Sorting.RANK))


def shown(player: Hands) -> str:
    """The groups as they lie."""
    hand, groups = player.situation.hand, player.choosing.held.groups
    text = " | ".join(" ".join(GAME.pack.text(hand[s]) for s in group) for group in groups)
    return text.replace("10", "T")


def by_hand(player: Hands, arrangement: str = HAND) -> Hands:
    """Put each card of groups 1 to 3 there by the mouse and a digit; the rest falls into group 4."""
    for number, group in enumerate(arrangement.split("|")[:3], start=1):
        for held in cards(group):
            slot = next(s for s, card in player.situation.hand.items() if card == held)
            player.press(Click(f"card:{slot}"), str(number))
    return player


def declared(player: Hands) -> list[set[str]]:
    """The groups that were declared."""
    (wanted,) = player.wanted
    assert isinstance(wanted, Decide)
    hand = player.situation.hand
    groups = wanted.action.groups
    return [{GAME.pack.text(hand[slot]) for slot in group} for group in groups]


def words(arrangement: Any) -> list[set[str]]:
    return [{GAME.pack.text(card) for card in group} for group in arrangement]


# --- fewest keys ---------------------------------------------------------------------------------


def test_the_proposal_is_taken_with_three_keys(table):
    player = player_at(table).press("a", "enter", "enter")
    assert declared(player) == words(greedy(player.situation.hand.values()))


def test_group_by_group_takes_eight_keys(table):
    player = player_at(table).press(*["tab", "enter"] * 3, "enter", "enter")
    assert declared(player) == words(greedy(player.situation.hand.values()))


def test_by_hand_takes_eleven_keys(table):
    table = holding("Ah Ad Ac | Kh Kd Kc | Qh Qd Qc | Jh 9d 7c 5s")
    player = player_at(table).press(*"111222333", "enter", "enter")
    assert shown(player).split(" | ")[3] == "JH 9D 7C 5S"
    assert len(declared(player)) == 4


def test_one_pair_is_changed_with_nine_keys(table):
    player = by_hand(player_at(table))
    assert shown(player) == "AH KH QH | QS JS TS | 9C 8C 7S | AS KC 6C 4H"
    keys = ["pagedown", "pagedown", "right", "right", "x", "right", "right", "right", "x"]
    player.press(*keys)
    assert shown(player) == "AH KH QH | QS JS TS | 9C 8C 6C | AS KC 7S 4H"


# --- the mock-up ---------------------------------------------------------------------------------


def test_rows_21_to_24_are_those_of_the_mock_up(table):
    player = player_at(table)
    for number, name in enumerate(["AH KH QH", "QS JS 10S", "9C 8C"], start=1):
        for card in name.split():
            slot = next(s for s, c in player.situation.hand.items() if GAME.pack.text(c) == card)
            player.press(Click(f"card:{slot}"), str(number))
    player.press("tab")
    assert more(player) == (
        "1–4 group   0 loose   a arrange all   x exchange   = sort 1–3   u undo   (up)"
    )
    assert offers(player) == "Enter put 7♠ to group 3   Tab another card for group 3"
    assert ask(player) == "Not up yet: five cards are loose."
    keys = lines_of(player.choosing, player.situation).keys
    assert " ".join(offer.key for offer in keys) == "? i h t p R s o z q"


# --- cards into groups and out -------------------------------------------------------------------


def test_a_digit_takes_the_card_under_the_cursor_and_the_cursor_goes_to_the_next_loose_one(table):
    player = player_at(table)
    first, second, third = player.choosing.held.order[:3]
    player.press("right", "2")
    assert player.choosing.held.groups[1] == (second,)
    assert player.choosing.at_cursor == third
    assert player.press("left").choosing.at_cursor == first


def test_a_digit_takes_all_that_is_taken_up(table):
    player = player_at(table).press("space", "right", "space", "right", "space", "1")
    assert len(player.choosing.held.groups[0]) == 3
    assert player.choosing.held.taken == ()


def test_a_full_group_takes_no_more_and_says_so(table):
    player = player_at(table).press("1", "1", "1", "1")
    assert len(player.choosing.held.groups[0]) == 3
    assert ask(player) == "Group 1 is full: x exchanges two cards, 0 takes one out."
    player.press("2", "space", "right", "space", "right", "space", "2")
    assert ask(player) == "Group 2 has room for two cards only."
    assert not offers(player).startswith("Enter")
    assert player.press("enter").wanted == []
    assert len(player.choosing.held.groups[1]) == 1


def test_zero_makes_a_card_loose_again_and_nothing_falls_back_by_itself(table):
    player = by_hand(player_at(table)).press("0")
    assert len(player.choosing.held.groups[0]) == 2
    assert ask(player) == "Not up yet: one card is loose."
    assert offers(player) == "Tab best card for group 1   Space take up"
    player.press("down", "0")
    assert len(player.choosing.held.groups[0]) == 2


def test_a_card_goes_from_one_group_to_another_with_room(table):
    player = player_at(table).press("1", "1", "pageup", "pageup", "pageup", "pageup", "3")
    groups = player.choosing.held.groups
    assert (len(groups[0]), len(groups[2])) == (1, 1)


def test_the_last_four_fall_into_group_four_only_when_the_others_are_full(table):
    player = player_at(table).press(*"11122233")
    assert player.choosing.held.groups[3] == ()
    assert player.choosing.place is None
    player.press("3")
    assert len(player.choosing.held.groups[3]) == 4
    assert player.choosing.place == Place(0, 0)


def test_a_click_takes_up_and_a_click_on_a_group_puts(table):
    player = player_at(table)
    one, two = player.choosing.held.order[3:5]
    player.press(Click(f"card:{one}"), Click(f"card:{two}"), Click("group:1"))
    assert set(player.choosing.held.groups[1]) == {one, two}
    assert player.press(Click("group:2")).choosing.place == Place(2, 0)


# --- exchange, sort, undo ------------------------------------------------------------------------


def test_a_card_of_a_group_is_exchanged_with_a_loose_one(table):
    player = player_at(table).press("1")
    placed, loose = player.choosing.held.groups[0][0], player.choosing.at_cursor
    player.press("x")
    assert ask(player).startswith("Exchange ")
    assert offers(player).startswith("Esc let go")
    player.press("up")
    assert offers(player).startswith("x exchange ")
    player.press("enter")
    assert player.choosing.held.groups[0] == (placed,), "Enter is not offered"
    player.press("x")
    assert player.choosing.held.groups[0] == (loose,)
    assert player.choosing.held.taken == ()


@pytest.mark.parametrize("key", ["escape", "x"])
def test_an_exchange_is_let_go(table, key):
    player = by_hand(player_at(table))
    before = player.choosing.held.groups
    player.press("x", key)
    assert player.choosing.held.groups == before
    assert player.choosing.held.taken == ()
    assert offers(player).startswith("Enter turn up")


def test_every_step_is_taken_back_one_by_one_and_done_again(table):
    player = player_at(table)
    steps = ["1", "tab", "enter", "space", "2", "x", "up", "x", "0", "a", "a", "s", "="]
    seen = [player.choosing.held]
    for key in steps:
        player.press(key)
        if player.choosing.held != seen[-1]:
            seen.append(player.choosing.held)
    last = player.choosing.held
    assert len(seen) > 8
    for held in seen[-2::-1]:
        assert player.press("u").choosing.held == held
    assert player.choosing.held.groups == ()
    player.press(*["U"] * len(seen))
    assert player.choosing.held == last


def test_a_loose_card_is_moved_past_its_loose_neighbour(table):
    player = player_at(table).press("1", "home")
    first, second = player.choosing.held.order[1:3]
    player.press(">")
    assert player.choosing.at_cursor == first
    assert player.choosing.sorting is Sorting.OWN
    assert player.press("left").choosing.at_cursor == second
    before = player.choosing.held.order
    assert player.press("<").choosing.held.order == before, "nothing is left of the first"


# --- suggestions and proposals ---------------------------------------------------------------------


def test_tab_goes_through_what_fills_the_group_strongest_first(table):
    player = player_at(table).press("tab")
    # A♥ K♥ Q♥ and Q♠ J♠ 10♠ are there; the ace comes first.
    assert ask(player) == "Tab 1 of 12: Colour Run A-K-Q, beats 99.7%, 30 pt."
    assert offers(player) == "Enter put A♥ K♥ Q♥ to group 1   Tab other cards for group 1"
    first = player.choosing.held.taken
    player.press("tab")
    assert player.choosing.held.taken != first
    assert player.press("s-tab").choosing.held.taken == first
    assert player.press("s-tab", "tab").choosing.held.taken == first


def test_tab_fills_the_group_under_the_cursor(table):
    player = player_at(table).press("up", "pagedown", "pagedown", "tab", "enter")
    assert len(player.choosing.held.groups[2]) == 3
    assert player.choosing.held.groups[0] == ()


def test_nothing_stronger_than_the_group_before_is_suggested(table):
    table = holding("Ah Kd 2c | 9s 8s 7s | 6h 6d 6c | 5s 4h 3d Jc")
    player = player_at(table)
    for name in ("AH", "KD", "2C"):
        slot = next(s for s, c in player.situation.hand.items() if GAME.pack.text(c) == name)
        player.press(Click(f"card:{slot}"), "1")
    player.press("tab")
    assert "Indi" in ask(player)


def test_the_proposals_are_what_the_clock_would_do_the_even_one_and_the_best_on_average():
    chance = random.Random(3)
    lengths = set()
    for _ in range(12):
        hand = tuple(chance.sample(GAME.pack.cards, 13))
        written = " ".join(GAME.pack.text(card).replace("10", "T") for card in hand)
        player = player_at(holding(written))

        def press_a(player: Hands = player) -> frozenset[frozenset[Any]]:
            groups = player.press("a").choosing.held.groups
            assert "points on average" in ask(player)
            return frozenset(frozenset(player.situation.hand[s] for s in g) for g in groups)

        wanted = [frozenset(map(frozenset, made(hand))) for made in (greedy, even, best)]
        wanted = list(dict.fromkeys(wanted))
        assert [press_a() for _ in wanted] == wanted
        assert press_a() == wanted[0], "best first comes round again"
        lengths.add(len(wanted))
    assert max(lengths) > 1


# --- order, up -------------------------------------------------------------------------------------


FOUL = "Qs Js Ts | Ah Kh Qh | 9c 8c 7s | As Kc 6c 4h"


def test_a_foul_order_is_never_offered_and_is_mended_by_sorting(table):
    player = by_hand(player_at(table), FOUL)
    assert offers(player) == "0 take one out   x exchange two   = sort groups 1–3"
    assert ask(player) == (
        "Group 2 (Colour Run A-K-Q) ranks above group 1 (Colour Run Q-J-10).  Hazari rule 9"
    )
    assert more(player).endswith("(up)")
    assert player.press("enter").wanted == []
    player.press("=")
    assert shown(player) == "AH KH QH | QS JS TS | 9C 8C 7S | AS KC 6C 4H"
    assert offers(player).startswith("Enter turn up")


def test_a_group_of_four_that_is_too_strong_is_named():
    hand = "Ah Kh Qh | 9c 8c 6c | Qs Qd 5h | As 2d 3c Kd"
    player = by_hand(player_at(holding(hand)), hand).press("=")
    assert ask(player) == "Group 4 (Run A-2-3) ranks above group 3 (Pair Q-Q-5).  Hazari rule 10"
    assert not offers(player).startswith("Enter")


def test_groups_that_are_not_full_are_not_sorted(table):
    player = player_at(table).press("1", "=")
    assert ask(player) == "Groups 1 to 3 must be full to be sorted."


def test_up_is_asked_once_and_nothing_else_says_yes(table):
    player = by_hand(player_at(table)).press("enter")
    assert player.wanted == []
    assert ask(player) == ("Up? No card can be moved after that.  Enter yes, any other key no.")
    assert player.press("a").wanted == []
    assert player.press("enter", "enter").wanted != []


def test_up_is_not_asked_about_where_the_player_wants_no_questions(table):
    assert by_hand(player_at(table, ask="never")).press("enter").wanted != []


def test_up_pressed_as_the_turn_comes_is_dropped(table):
    player = by_hand(player_at(table, turn_age_ms=249)).press("enter", "enter")
    assert player.wanted == []


def test_cards_are_arranged_before_the_program_asks_but_not_declared(table):
    player = by_hand(player_at(table, is_turn=False)).press("enter", "enter")
    assert player.wanted == []
    player.now(situation_at(table))
    assert player.press("enter", "enter").wanted != []


def test_why_says_what_the_group_under_the_cursor_is_good_for(table):
    player = by_hand(player_at(table)).press("w")
    assert ask(player).startswith("Group 1: Colour Run A-K-Q, beats 99.7%, 30 pt, wins ")
    assert ask(player_at(table).press("w")) == "Not up yet: all cards are loose."


def test_once_up_the_keys_move_nothing(table):
    player = by_hand(player_at(table)).press("enter", "enter")
    table.declare(0, HAND)
    player.now(situation_at(table, is_turn=False))
    before = player.choosing.held
    player.press("1", "x", "a", "tab", "enter", "0")
    assert player.choosing.held.groups == before.groups
    assert more(player) == ""


def test_a_new_deal_begins_with_all_cards_loose(table):
    player = by_hand(player_at(table))
    other = holding("2s 3s 4s | 5s 6s 7s | 8s 9s Ts | Js Qs Ks As")
    assert set(other.view(0).hand) == set(table.view(0).hand), "the same slots"
    other.state = replace(other.state, deal=2)
    player.now(situation_at(other))
    assert player.choosing.held.groups == ()
    assert player.choosing.place is None


def test_leaving_scores_nothing(table):
    assert moves_of(GAME).leave_price(table.view(0)) == "Leaving now scores 0 in this deal."
    table.declare(0, HAND)
    assert moves_of(GAME).leave_price(table.view(0)) == "Leaving now scores 0 in this deal."


# --- any keys at all -------------------------------------------------------------------------------


KEYS = [
    *"01234567890axxuU=ssw<>hjklgGi",
    *("enter", "enter", "escape", "space", "tab", "s-tab", "left", "right", "up", "down"),
    *("home", "end", "pageup", "pagedown", "backspace"),
    *(Click("card:3"), Click("card:7"), Click("group:0"), Click("group:3"), Click("group:9")),
    *(Click("card:7", is_why=True), Click("key:Enter"), Click("why:up"), Click("card:999")),
]


@pytest.mark.slow
def test_ten_thousand_random_keys_lose_no_card_and_declare_only_what_is_legal(table):
    chance = random.Random(8)
    situation = situation_at(table)
    player = Hands(situation)
    view = situation.view
    assert view is not None
    count = 0
    for _ in range(10_000):
        player.press(chance.choice(KEYS))
        lines = lines_of(player.choosing, situation)
        assert width(lines.ask.text) <= 78
        held = player.choosing.held
        assert sorted(held.order) == sorted(situation.hand)
        placed = [slot for group in held.groups for slot in group]
        assert len(placed) == len(set(placed))
        assert all(len(g) <= size for g, size in zip(held.groups, (3, 3, 3, 4), strict=False))
        assert settle(player.choosing, situation) == player.choosing
        for intent in player.wanted:
            if isinstance(intent, Decide):
                count += 1
                assert GAME.why_not(view, intent.action) is None
        player.wanted.clear()
    assert count > 5


def test_the_same_keys_give_the_same(table):
    one, two = player_at(table), player_at(table)
    keys = ["tab", "enter", "x", "up", "x", "a", "u", "0", "2"]
    assert one.press(*keys).choosing == two.press(*keys).choosing
    assert press(one.choosing, "a", one.situation) == press(two.choosing, "a", two.situation)
    assert isinstance(one.choosing.held, Held)
