"""The players without a person: sensible, and only as clever as their view."""

import random
from dataclasses import replace

import pytest

from p2pcards.engine import View
from p2pcards.games.lukfu import GAME, search
from p2pcards.games.lukfu.actions import Declare
from p2pcards.games.lukfu.bot import CALL_FROM, safety, worth
from p2pcards.games.lukfu.claims import refutation
from p2pcards.games.lukfu.combinations import PACK, beaters
from p2pcards.games.lukfu.masks import cards_of
from p2pcards.games.lukfu.search import Imagination, sure_way, worth_trying
from tests.p2pcards.games.lukfu.scripted import Table, cards, combo

L6 = ("C12 S259 M49 T45679", "C3579 S147 M136 T18", "C468 S368 M2578 T23")
L7 = ("C2 S234 M13459 T159", "C1349 S56789 M7 T37", "C5678 S1 M268 T2468")
SIX_OLD = "C1789 S5 M1679 T178"


def choice(table, letter, level, seed=1):
    """What a bot does, as it would be written in a script."""
    action = GAME.bot(level)(table.view(letter), random.Random(seed).randrange)
    return table.legal(letter)[GAME.legal_actions(table.view(letter)).index(action)]


@pytest.mark.parametrize("level", ["expert", "", "HARD"])
def test_there_are_three_levels(level):
    with pytest.raises(KeyError):
        GAME.bot(level)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_good_hand_says_play_and_a_bad_one_passes(level):
    assert choice(Table(SIX_OLD), "A", level) == "play"
    assert choice(Table("C2468 S2357 M246 T2"), "A", level) == "pass"


def test_a_bot_that_must_play_does():
    table = Table("C2468 S2357 M246 T2")
    table.state = GAME.apply(table.state, table.acted("A", table.action("A", "pass")))
    for level in ("easy", "normal", "hard"):
        assert choice(table, "B", level) in ("pass", "play")


def test_normal_declares_as_soon_as_it_can():
    assert choice(Table(SIX_OLD, calls="A play"), "A", "normal") == "declare"


def test_hard_declares_where_playing_on_cannot_make_it_better():
    """Twelve cards that nobody can beat: a set of nines and the run of all Tens."""
    table = Table("T123456789 C9 S9 M9", calls="A play")
    assert table.fu("A") == 12
    assert choice(table, "A", "hard") == "declare"


@pytest.mark.heavy
@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_bot_leads_a_group_rather_than_a_lost_single(level):
    assert len(choice(Table(*L7, calls="A play"), "A", level)) > 2


def test_worth_counts_old_cards_and_one_good_lead():
    state = Table().state
    assert worth(cards(SIX_OLD), [], state) >= CALL_FROM
    assert worth(cards("C2468 S2357 M246 T2"), [], state) < CALL_FROM


def test_safety_is_certain_where_nothing_hidden_beats():
    state = Table().state
    assert safety(combo("T789"), GAME.pack.cards, state) == 100
    assert safety(combo("M9"), cards("T123"), state) == 100
    assert safety(combo("M8"), cards("M9"), state) == 0
    assert 0 < safety(combo("T567"), cards("T89 M123 C1"), state) <= 100
    assert 0 < safety(combo("C234"), cards("S123 T567"), state) < 100
    assert not beaters(cards("T123"), combo("M9"))


def test_of_the_many_ways_to_discard_hard_tries_a_few_that_spare_old_cards():
    table = Table(*L7, calls="A play").act("A", "M345")
    tried = worth_trying(table.view("B"))
    assert 1 < len(tried) <= 8
    legal = GAME.legal_actions(table.view("B"))
    assert set(tried) <= set(legal)
    old = set(cards("C19 S56789"))
    thrown = {table.deck[slot] for action in tried for slot in action.slots}
    assert not thrown & old


def test_imagined_deals_agree_with_everything_seen():
    """B and C could not beat M345, so no imagined hand of theirs holds a run that does."""
    table = Table(*L7, calls="A play").trick("A M345, B -C34 T3, C -C56 S1")
    view = table.view("A")
    imagination = Imagination(view)
    rng = random.Random(2)
    agreed = 0
    for _ in range(40):
        world = imagination.world(rng.randrange)
        assert sorted(world.cards.values()) == list(range(36))
        assert all(cards_of(1 << world.cards[slot]) == (card,) for slot, card in view.hand.items())
        imagined = [cards_of(1 << world.cards[slot])[0] for slot in range(36)]
        state = table.state
        for claim in state.claims:
            hand = [imagined[slot] for slot in claim.held]
            agreed += not beaters(hand, combo("M345"))
    assert agreed == 80
    state = table.out("A").show().state
    assert [refutation(state, claim) for claim in state.claims] == [None, None]


SIX_IN_STRINGS = "S1356789 T18 C4 M25"


def test_a_caller_with_six_leads_an_old_card_and_does_not_declare(monkeypatch):
    """Nothing beats it, so six remain; and with a seventh there is nothing to fear any more."""
    monkeypatch.setattr(search, "PLAYOUTS", 200)
    table = Table(SIX_IN_STRINGS, calls="A play")
    assert table.fu("A") == 6
    led = choice(table, "A", "hard")
    assert len(cards(led)) == 1
    assert set(cards(led)) <= set(cards("S56789 T1"))


def test_declaring_is_no_choice_once_seven_are_won_and_no_old_card_is_held():
    table = Table(SIX_IN_STRINGS, calls="A play")
    view = table.view("A")
    state = replace(view.state, fu=(7, 0, 0), hands=((4,), *view.state.hands[1:]))
    late = View(state, 0, {4: PACK.card("C4")})
    assert sure_way(late) is None
    assert Declare() in GAME.legal_actions(late)
    assert Declare() not in worth_trying(late)


def test_of_equal_discards_the_card_that_can_best_be_spared_goes(monkeypatch):
    monkeypatch.setattr(search, "outcome", lambda *_: 0)
    table = Table(*L7, calls="A play").act("A", "M345")
    tried = worth_trying(table.view("B"))
    assert search.hard(table.view("B"), random.Random(1).randrange) == tried[0]
