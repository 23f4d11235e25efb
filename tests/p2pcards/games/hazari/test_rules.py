"""Hazari, rule by rule; the number in a test's name is the rule book's."""

import random
from collections import Counter
from itertools import combinations

import pytest

from cli import words
from cli.words.en.games.hazari import name_of
from p2pcards.engine import (
    Acted,
    AwaitCoin,
    AwaitDecisions,
    AwaitDeck,
    AwaitOpening,
    AwaitShow,
    BadOptions,
    IllegalAction,
)
from p2pcards.games.hazari import GAME
from p2pcards.games.hazari.actions import Declare, text_of
from p2pcards.games.hazari.arrange import greedy, is_legal
from p2pcards.games.hazari.combos import (
    PACK,
    Category,
    key_of,
    key_of_three,
    points,
)
from p2pcards.games.hazari.ladder import ladder, rung_of
from p2pcards.games.hazari.scoring import trick_points, trick_winner
from p2pcards.games.hazari.state import Phase
from tests.p2pcards.games.hazari.scripted import (
    E5,
    E5_FOUL,
    Table,
    card,
    cards,
    groups,
    holding,
    one_trick,
    played,
)
from tests.told import in_words

EVERYBODY = frozenset(range(4))


def refusal_of(table, seat, action):
    """The rule under which everybody refuses the action, which must leave the state alone."""
    before = GAME.public(table.state)
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(table.state, Acted(seat, action))
    assert GAME.public(table.state) == before
    assert (refused.value.seat, refused.value.action) == (seat, text_of(action))
    assert GAME.why_not(table.view(seat), action) == refused.value.rule
    return in_words(refused.value.rule)


# --- 1.1 table, pack, values ---------------------------------------------------------------------


def test_rule_1_four_players_and_52_cards():
    assert (GAME.least_seats, GAME.most_seats) == (4, 4)
    assert len(set(PACK.cards)) == 52


def test_rule_2_ranks_and_suits():
    ranks = [f"{rank} 7h 4d" for rank in ("As", "Ks", "Qs", "Js", "Ts", "9s", "8s")]
    keys = [key_of(cards(text)) for text in ranks]
    assert keys == sorted(keys, reverse=True)
    assert len({key_of(cards(f"A{suit} 9{other} 4h")) for suit, other in ("sd", "ds", "cd")}) == 1


def test_rule_3_card_values():
    assert [points(card(f"{rank}s")) for rank in "AKQJT98765432"] == [10] * 5 + [5] * 8
    assert sum(map(points, PACK.cards)) == 360


def test_rule_4_the_deal_goes_to_the_right():
    table = Table(2).open()
    assert GAME.waiting(table.state).dealt[:5] == ((0, 3), (1, 0), (2, 1), (3, 2), (4, 3))


# --- 1.2 deal --------------------------------------------------------------------------------------


def test_rule_5_the_first_dealer_comes_from_the_coin():
    table = Table().open()
    assert GAME.waiting(table.state) == AwaitCoin((0, 1, 2, 3))
    assert table.coin(2, 0, 3, 1).state.dealer == 2


def test_rule_5_thirteen_cards_each_one_at_a_time_from_the_dealers_right():
    waiting = GAME.waiting(Table(3).open().state)
    assert waiting == AwaitOpening(
        (0, 1, 2, 3), tuple((slot, slot % 4) for slot in range(52)), shown=()
    )
    assert [slot for slot, seat in waiting.dealt if seat == 1] == list(range(1, 52, 4))
    assert Table(3).deal(*E5).state.hands[1] == tuple(range(1, 52, 4))


def test_rule_6_the_deal_passes_to_the_right_after_every_deal():
    table = played(2, *E5)
    assert (table.state.dealer, table.next_dealer) == (2, 3)
    assert played(3, *E5).next_dealer == 0
    assert table.open().waits_for(AwaitOpening)


# --- 1.3 combinations ------------------------------------------------------------------------------


def test_rule_6a_a_higher_category_always_wins():
    lowest = ("2s 2h 2d", "4s 3s 2s", "4s 3s 2h", "5s 3s 2s", "2s 2h 3d", "5s 3s 2h")
    highest = ("As Ah Ad", "As Ks Qs", "As Ks Qh", "As Ks Js", "As Ah Kd", "As Ks Jh")
    for low, high in zip(lowest, highest[1:], strict=False):
        assert key_of(cards(low)) > key_of(cards(high))
    for low, high in zip(lowest, highest, strict=True):
        assert key_of(cards(low))[0] == key_of(cards(high))[0]


@pytest.mark.parametrize("suits", ["sss", "shd"])
def test_the_order_of_runs(suits):
    runs = ("AKQ", "A23", "KQJ", "QJT", "JT9", "T98", "987", "876", "765", "654", "543", "432")
    keys = [
        key_of(cards(" ".join(rank + suit for rank, suit in zip(run, suits, strict=True))))
        for run in runs
    ]
    assert [key[1] for key in keys] == list(range(12, 0, -1))
    assert len({key[0] for key in keys}) == 1


def test_no_run_goes_round_the_corner():
    assert key_of(cards("Ks Ah 2d"))[0] == Category.INDI
    assert key_of(cards("Ks As 2s"))[0] == Category.COLOUR


def test_the_check_figures_of_all_threes():
    keys = Counter(key_of_three(three) for three in combinations(PACK.cards, 3))
    sizes, kinds = Counter(), Counter()
    for key, count in keys.items():
        sizes[Category(key[0])] += count
        kinds[Category(key[0])] += 1
    assert [sizes[kind] for kind in sorted(Category, reverse=True)] == [
        *(52, 48, 720, 1096, 3744, 16440)
    ]
    assert [kinds[kind] for kind in sorted(Category, reverse=True)] == [13, 12, 12, 274, 156, 274]
    assert len(keys) == 741


def test_the_ladder_orders_as_the_keys_do():
    threes = random.Random(1).sample(list(combinations(PACK.cards, 3)), 300)
    by_key = sorted(threes, key=key_of_three)
    assert [rung_of(three) for three in by_key] == sorted(map(rung_of, threes))
    assert len(ladder().below) == 741
    assert ladder().below[rung_of(cards("As Ks Qs"))] == 22_100 - 52 - 4


@pytest.mark.parametrize(
    ("three", "name"),
    [
        ("7s 7h 7d", "Troy 7-7-7"),
        ("3s As 2s", "Colour Run A-2-3"),
        ("9s Th Jd", "Run J-10-9"),
        ("2s Ks 9s", "Colour K-9-2"),
        ("9s 4h 9d", "Pair 9-9-4"),
        ("9s Ah 9d", "Pair 9-9-A"),
        ("2s Kh 9d", "Indi K-9-2"),
    ],
)
def test_names(three, name):
    assert name_of(cards(three)) == name


# --- 1.4 arranging ---------------------------------------------------------------------------------


def test_rule_7_arranging_is_simultaneous():
    table = Table(0).deal(*E5)
    assert GAME.waiting(table.state) == AwaitDecisions((0, 1, 2, 3))
    table.declare(2, E5[2])
    assert GAME.waiting(table.state) == AwaitDecisions((0, 1, 3))


def test_rule_8_four_cards_count_as_their_best_three():
    assert key_of(cards("5s 5h 6d 7c")) == key_of(cards("7c 6d 5h"))


def test_rule_8_the_spare_card_does_not_break_a_tie():
    assert key_of(cards("Kh Qd 9c 8s")) == key_of(cards("Kd Qh 9s 2c"))


def test_rule_9_neighbours_may_be_equal():
    arrangement = "Ah Kh Qh | As Ks Qs | 9d 8d 2d | 7c 6d 4s 3c"
    holding(arrangement).declare(0, arrangement)


def test_rule_9_equal_groups_have_equal_points():
    worth = {}
    for three in combinations(PACK.cards, 3):
        worth.setdefault(key_of_three(three), set()).add(sum(map(points, three)))
    assert all(len(values) == 1 for values in worth.values())


def test_rule_10_the_group_of_four_is_foul_by_what_it_hides():
    table = holding("Ah Kh Qh | 9c 8c 6c | Qs Qd 5h | As 2d 3c Kd")
    rule = table.refused(0, "Ah Kh Qh | 9c 8c 6c | Qs Qd 5h | As 2d 3c Kd")
    assert rule.startswith("hazari 10: group 4 (Run A-2-3)")


@pytest.mark.heavy
def test_rule_11_best_first_is_always_legal():
    rng = random.Random(4)
    for _ in range(200):
        hand = rng.sample(PACK.cards, 13)
        arrangement = greedy(hand)
        assert is_legal(arrangement)
        assert sorted(card for group in arrangement for card in group) == sorted(hand)
        assert key_of(arrangement[0]) == max(map(key_of_three, combinations(hand, 3)))


# --- 1.5 declaring ---------------------------------------------------------------------------------


def test_rule_12_what_is_declared_is_final_while_others_still_arrange():
    table = Table(0).deal(*E5).declare(1, E5[1])
    rule = refusal_of(table, 1, table.action(1, E5[1]))
    assert rule == "hazari 12: what has been declared cannot be changed"
    assert GAME.legal_actions(table.view(1)) == ()


def test_rule_13_play_starts_when_all_have_declared():
    table = Table(0).deal(*E5)
    for seat in (3, 1, 0):
        table.declare(seat, E5[seat])
        assert table.state.phase is Phase.ARRANGING
    table.declare(2, E5[2])
    assert table.waits_for(AwaitShow)


def test_rule_13_nothing_is_declared_at_another_time():
    table = Table(0).deal(*E5).declare_all(*E5)
    action = table.action(0, E5[0])
    assert refusal_of(table, 0, action) == "hazari 13: there is nothing to declare now"
    table.play()
    assert refusal_of(table, 0, action) == "hazari 13: there is nothing to declare now"


def test_rule_14_a_declaration_shows_no_card_and_claims_nothing():
    table = Table(0).deal(*E5)
    action = table.action(0, E5[0])
    assert GAME.shows(table.state, 0, action) == ()
    assert GAME.claim(table.state, 0, action, ()) is None
    assert table.declare(0, E5[0]).state.opened == ()


def test_rule_14_slots_ascend_in_each_group_and_so_tell_no_order():
    table = Table(0).deal(*E5)
    assert all(list(group) == sorted(group) for group in table.action(0, E5[0]).groups)
    group, *rest = table.action(0, E5[0]).groups
    rule = refusal_of(table, 0, Declare((group[::-1], *rest)))
    assert rule.startswith("hazari 27")


def test_rule_14_groups_are_opened_in_their_order():
    table = Table(0).deal(*E5).declare_all(*E5)
    for trick in range(4):
        assert GAME.waiting(table.state) == AwaitShow(
            tuple((seat, table.state.groups[seat][trick]) for seat in range(4))
        )
        table.trick()
    assert table.is_done


# --- 1.6 play --------------------------------------------------------------------------------------


def test_rule_15_the_dealers_right_leads_trick_1():
    assert Table(3).deal(*E5).declare_all(*E5).state.leaders == (0,)
    assert Table(1).deal(*E5).declare_all(*E5).state.leaders == (2,)


def test_rule_16_the_winner_takes_the_cards_and_leads():
    table = Table(0).deal(*E5).declare_all(*E5).trick()
    assert (table.state.winners, table.state.leaders) == ((0,), (1, 0))


def test_rule_16_spare_cards_are_taken_too():
    table = played(0, *E5)
    assert len(table.state.opened) == 52
    assert trick_points(table.state, 4) == 100


@pytest.mark.parametrize(
    ("shown", "winner"),
    [
        (("Ah Kh Qh", "6s 7s 8s", "Ad Kd Qd", "5s 5h Jc"), 2),
        (("9h 8d 7c", "9s 8h 7h", "2d 3d 5d", "9d 8c 7s"), 3),
        (("9h 8d 7c", "9s 8h 7h", "9c 8s 7d", "9d 8c 7s"), 3),
        (("9h 8d 7c", "2s 2h 3h", "4c 4s 5d", "6d 6c Ts"), 0),
    ],
)
def test_rule_17_of_equals_the_last_played_wins(shown, winner):
    assert trick_winner(one_trick(*shown), 1) == winner


def test_rule_18_captured_cards_are_open_and_out_of_play():
    table = Table(0).deal(*E5).declare_all(*E5).trick()
    assert len(table.state.opened) == 12
    assert len(GAME.closed_slots(table.state, 2)) == 10
    assert not set(dict(table.state.opened)) & set(GAME.closed_slots(table.state, 2))


def test_rule_19_nobody_is_asked_anything_after_declaring():
    table = Table(0).deal(*E5).declare_all(*E5)
    for _ in range(4):
        assert table.waits_for(AwaitShow)
        assert all(GAME.legal_actions(table.view(seat)) == () for seat in range(4))
        table.trick()


# --- 1.7 score and match ---------------------------------------------------------------------------


def test_rule_20_scores_add_up_to_360_and_are_added_at_the_end():
    table = Table(0, totals=(100, 200, 300, 395)).deal(*E5).declare_all(*E5)
    for _ in range(3):
        assert GAME.standings(table.trick().state) == (100, 200, 300, 395)
    table.trick()
    assert sum(table.scores) == 360
    assert GAME.standings(table.state) == (295, 265, 300, 495)


def test_rule_21_the_target_is_an_option_and_is_reached_exactly():
    assert not Table(0, totals=(1000, 0, 0, 0)).may_go_on
    assert Table(0, totals=(995, 0, 0, 0)).may_go_on
    assert not Table(0, totals=(500, 0, 0, 0), target=500).may_go_on


def test_rule_22_the_highest_total_wins_whoever_came_first():
    table = Table(3, totals=(960, 995, 0, 0)).deal(*E5).declare_all(*E5).play()
    assert GAME.standings(table.state) == (1050, 1060, 105, 100)
    assert table.told[-1] == "The match is over: B 1060."


def test_rule_23_equal_highest_totals_play_on():
    table = Table(0, totals=(905, 1035, 0, 0)).deal(*E5).declare_all(*E5).play()
    assert GAME.standings(table.state)[:2] == (1100, 1100)
    assert table.may_go_on
    assert table.told[-1] == "A and B are level at 1100: another deal decides."


def test_rule_24_a_match_lasts_3_to_12_deals_without_a_tie():
    assert 3 * 360 >= 1000 > 2 * 360
    assert 11 * 360 <= 4 * 995 < 12 * 360


# --- 1.8 fouls -------------------------------------------------------------------------------------


def test_rule_25_the_players_own_program_refuses_a_foul_and_names_the_groups():
    table = Table(0).deal(*E5)
    assert table.refused(0, E5_FOUL[0]) == (
        "hazari 9: group 2 (Colour Run A-K-Q) ranks above group 1 (Colour Run Q-J-10)"
    )


def test_rule_25_on_time_out_it_declares_best_first():
    table = Table(0).deal(*E5)
    for seat in range(4):
        action = GAME.default_action(table.view(seat))
        assert GAME.why_not(table.view(seat), action) is None
        assert action in GAME.legal_actions(table.view(seat))
        hand = [table.cards[slot] for slot in table.state.hands[seat]]
        shown = [key_of([table.cards[slot] for slot in group]) for group in action.groups]
        assert shown == [key_of(group) for group in greedy(hand)]


def test_rule_26_a_foul_is_found_when_the_second_of_the_two_groups_opens():
    table = Table(0).deal(*E5).declare_all(*E5_FOUL, fouls=[0]).trick()
    assert table.state.fouls == (0, 0, 0, 0)
    assert table.state.good == (0, 1, 2, 3)
    table.trick()
    assert table.state.fouls == (2, 0, 0, 0)
    assert table.state.good == (1, 2, 3)
    assert GAME.reneges(table.state) == ()


def test_rule_26_four_offenders_make_the_deal_void_and_the_dealer_deals_again():
    swapped = [" | ".join((b, a, *rest)) for a, b, *rest in (e.split(" | ") for e in E5)]
    table = Table(2, totals=(5, 0, 0, 0)).deal(*E5).declare_all(*swapped, fouls=range(4))
    table.trick().trick()
    assert table.is_done
    assert table.state.is_void
    assert GAME.standings(table.state) == (5, 0, 0, 0)
    assert table.next_dealer == 2
    assert [seat for seat, _ in GAME.reneges(table.state)] == [0, 1, 2, 3]
    assert table.may_go_on


@pytest.mark.parametrize(
    "change",
    [
        lambda groups: (*groups[:3], groups[3][:3]),
        lambda groups: (groups[3], *groups[1:3], groups[0]),
        lambda groups: (groups[0], groups[0], groups[2], groups[3]),
        lambda groups: (tuple(slot + 1 for slot in groups[0]), *groups[1:]),
        lambda groups: groups[:3],
        lambda groups: groups[:0],
    ],
    ids=["a card less", "four first", "twice the same", "of others", "three groups", "nothing"],
)
def test_rule_27_what_is_no_split_of_the_hand_is_refused_by_all(change):
    table = Table(0).deal(*E5)
    action = Declare(change(table.action(0, E5[0]).groups))
    assert refusal_of(table, 0, action).startswith("hazari 27: ")


def test_rule_28_a_seat_that_is_out_declares_nothing():
    table = Table(0).deal(*E5).out(1)
    rule = refusal_of(table, 1, table.action(1, E5[1]))
    assert rule == "hazari 28: this seat is out of the deal"


# --- the course of a deal --------------------------------------------------------------------------


def test_a_deal_goes_through_its_phases():
    table = Table()
    table.state = GAME.open_deal(table.state, (0, 1, 2, 3))
    assert GAME.waiting(table.state) == AwaitDeck((0, 1, 2, 3))
    table = Table().open()
    assert table.state.phase is Phase.COIN
    table.coin(3, 2, 1, 0)
    assert table.state.phase is Phase.OPENING
    table.deal(*E5)
    assert table.state.phase is Phase.ARRANGING
    table.declare_all(*E5)
    assert table.state.phase is Phase.TRICKS
    assert table.play().is_done


def test_all_four_are_needed():
    state = GAME.new_match(GAME.options({}), 4)
    assert GAME.seats_of_next_deal(state, EVERYBODY) == (0, 1, 2, 3)
    for seat in range(4):
        assert GAME.seats_of_next_deal(state, EVERYBODY - {seat}) == ()


def test_a_match_may_end_after_any_deal():
    assert GAME.may_end(played(0, *E5).state)


# --- actions and options ---------------------------------------------------------------------------


def test_a_declaration_is_written_in_one_way():
    table = Table(3).deal(*E5)
    text = GAME.format_action(table.action(0, E5[0]))
    assert text == "declare 0 4 8 | 12 16 20 | 24 28 32 | 36 40 44 48"
    assert len(text) <= 128
    assert GAME.parse_action(text) == table.action(0, E5[0])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "declare",
        "up",
        "declare 0 4 8 | 12 16 20 | 24 28 32 | 36 40 44",
        "declare 0 4 8 | 12 16 20 | 24 28 32 | 36 40 44 48 50",
        "declare 4 0 8 | 12 16 20 | 24 28 32 | 36 40 44 48",
        "declare 0 0 8 | 12 16 20 | 24 28 32 | 36 40 44 48",
        "declare 0 4 8 | 0 16 20 | 24 28 32 | 36 40 44 48",
        "declare 0 4 8|12 16 20|24 28 32|36 40 44 48",
        "declare  0 4 8 | 12 16 20 | 24 28 32 | 36 40 44 48",
        "declare 00 4 8 | 12 16 20 | 24 28 32 | 36 40 44 48",
        "declare 0 4 8 | 12 16 20 | 24 28 32 | 36 40 44 480",
        "declare 0 4 8 | 12 16 20 | 24 28 32 | 36 40 44 48\\n",
        "Declare 0 4 8 | 12 16 20 | 24 28 32 | 36 40 44 48",
        "declare ٠ 4 8 | 12 16 20 | 24 28 32 | 36 40 44 48",
    ],
)
def test_any_other_text_is_refused(text):
    with pytest.raises(ValueError):
        GAME.parse_action(text)


def test_options_are_filled_in_and_stay_as_they_are():
    assert GAME.options({}) == {"target": 1000}
    assert GAME.options({"target": "500"}) == {"target": 500}
    assert GAME.options(GAME.options({"target": 500})) == {"target": 500}


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"target": 99}, "must be from 100 to 100000, not 99"),
        ({"target": 100_001}, "must be from 100 to 100000, not 100001"),
        ({"target": "-500"}, "must be a whole number"),
        ({"target": 5.5}, "must be a whole number"),
        ({"target": True}, "must be a whole number"),
        ({"ante": 10}, "Hazari has no such option; it has target"),
    ],
)
def test_other_options_are_refused(given, reason):
    with pytest.raises(BadOptions) as refused:
        GAME.options(given)
    assert words.option_fault("hazari", refused.value) == reason


def test_groups_as_written_are_groups_as_read():
    assert [len(group) for group in groups(E5[0])] == [3, 3, 3, 4]
