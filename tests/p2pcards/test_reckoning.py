"""What a player reckons: the best of its choices, and how sure it is of it."""

import random

import pytest

from p2pcards.engine import AwaitDecisions
from p2pcards.games import GAMES
from p2pcards.games.azi import search as azi_search
from p2pcards.games.azi.actions import Fold
from p2pcards.games.azi.state import Phase
from p2pcards.games.hazari import bot as hazari_bot
from p2pcards.games.lukfu import search as lukfu_search
from p2pcards.games.lukfu.actions import Declare
from p2pcards.practice import play_deal
from p2pcards.reckoning import (
    LOOK_EVERY,
    SAME_FOR,
    Advice,
    CannotFail,
    DoneMostly,
    GainsMost,
    OnlyChoice,
    Reckoning,
    advice_of,
    dice_of,
    reckoned,
)
from tests.p2pcards.games.azi.scripted import Table as AziTable
from tests.p2pcards.games.lukfu.scripted import Table as LukfuTable


@pytest.fixture(autouse=True)
def _little_thought(monkeypatch):
    monkeypatch.setattr(azi_search, "PLAYOUTS", 60)
    monkeypatch.setattr(hazari_bot, "SAMPLES", 4)
    monkeypatch.setattr(lukfu_search, "PLAYOUTS", 60)


def roll(number):
    return random.Random(1).randrange(number)


def test_of_equal_choices_the_first_is_best():
    assert Reckoning(("a", "b"), ((1, 2), (2, 1))).best == "a"


def test_a_favour_counts_with_what_is_gained():
    assert Reckoning(("a", "b"), ((1, 1), (2, 2)), (1.5, 0.0)).best == "a"


def test_it_is_sure_where_every_imagined_deal_says_the_same():
    found = Reckoning(("a", "b"), ((3, 5, 4), (2, 4, 3)))
    assert (found.best, found.sure) == ("a", 100)


def test_it_is_not_sure_where_imagined_deals_differ_by_more_than_the_choices():
    found = Reckoning(("a", "b"), ((9, -8, 1, 0), (-8, 9, 0, 0)))
    assert 50 <= found.sure < 60


def test_equal_choices_are_as_good_as_each_other():
    assert Reckoning(("a", "b"), ((1, 1), (1, 1))).sure == 50


def test_more_imagined_deals_make_it_surer():
    few = Reckoning(("a", "b"), ((2, -1), (0, 0)))
    many = Reckoning(("a", "b"), ((2, -1) * 50, (0, 0) * 50))
    assert few.sure < 90 < many.sure


def deals_imagined(of_next, choices="ab", deals=1000, favours=()):
    """How many deals are imagined of so many, each with what this gives for the choices."""
    numbers = iter(range(deals))
    return len(reckoned(choices, lambda: of_next(next(numbers)), deals, favours).gains[0])


def test_no_more_is_imagined_once_the_best_is_clear():
    assert deals_imagined(lambda _: (3, 0)) == LOOK_EVERY
    assert deals_imagined(lambda n: (5 + n % 3, n % 3)) == LOOK_EVERY


def test_close_choices_are_imagined_to_the_end():
    assert deals_imagined(lambda n: (n % 7, 6 - n % 7)) == 1000


def test_a_lead_that_one_deal_more_could_undo_is_not_clear():
    """All deals say the same, but by less than what a single one may cost."""
    assert deals_imagined(lambda n: (100 * (n % 2) + 1, 100 * (n % 2))) > 2 * LOOK_EVERY


def test_the_best_has_to_be_clear_of_every_other_choice():
    assert deals_imagined(lambda n: (9 + n % 7, 15 - n % 7, 0), "abc") == 1000


def test_choices_that_always_come_to_the_same_are_alike_after_a_while():
    assert deals_imagined(lambda n: (n % 5, n % 5)) == SAME_FOR


def test_a_favour_makes_clear_what_deals_alone_do_not():
    assert deals_imagined(lambda n: (n % 2, 0), favours=(2, 0)) == LOOK_EVERY
    assert deals_imagined(lambda n: (n % 2, 0), favours=(-0.5, 0)) == 1000


def test_quick_dice_follow_from_one_roll_and_fall_evenly():
    rolls = [dice_of(random.Random(seed).randrange) for seed in (1, 1, 2)]
    one, same, other = ([dice(6) for _ in range(6000)] for dice in rolls)
    assert one == same != other
    assert [one.count(side) for side in range(6)] == pytest.approx([1000] * 6, abs=120)


def test_advice_names_what_comes_next_to_the_best():
    advice = advice_of(Reckoning(("a", "b", "c"), ((0, 0), (5, 7), (4, 4))))
    assert advice == Advice("b", GainsMost(deals=2, gain=6, other="c", other_gain=4), advice.sure)


def test_where_there_is_one_choice_the_advice_says_so():
    assert advice_of(Reckoning(("a",), ((0,),))) == Advice("a", OnlyChoice(), 100)


@pytest.mark.heavy
@pytest.mark.parametrize(("name", "seats"), [("azi", 4), ("hazari", 4), ("lukfu", 3)])
def test_advice_is_legal_wherever_somebody_has_to_decide(name, seats):
    game, rng, given = GAMES[name], random.Random(5), []

    def choose(view):
        assert isinstance(game.waiting(view.state), AwaitDecisions)
        advice = game.advise(view, rng.randrange)
        assert game.why_not(view, advice.action) is None
        assert 0 <= advice.sure <= 100
        given.append(advice)
        return advice.action

    decks = iter(lambda: rng.sample(game.pack.cards, len(game.pack.cards)), None)
    state = game.new_match(game.options({}), seats)
    for _ in range(1 if name == "hazari" else 3):
        state = play_deal(game, state, decks, choose, range(seats))
    assert given


def test_a_bid_is_advised_with_how_often_all_is_done():
    table = AziTable(200, 200).deal("8D", A="AD KD AH", B="9H QH 7S")
    advice = GAMES["azi"].advise(table.view("A"), roll)
    assert isinstance(advice.reason, DoneMostly)
    assert advice.reason.odds[0] == (advice.action, advice.sure)
    assert sum(share for _, share in advice.reason.odds) == pytest.approx(100, abs=2)
    assert advice.action != Fold()


def test_a_card_that_brings_the_deal_is_advised_as_certain():
    table = AziTable(200, 200, 200).deal("8D", A="KD KS AD", B="9H QH 9D", C="6H 10D QS")
    table.bid("A bet 10, B call, C call").trick("A KD, B 9D, C 10D")
    view = table.view("A")
    assert view.state.phase is Phase.TRICKS
    advice = GAMES["azi"].advise(view, roll)
    assert advice == Advice(table.action("A", "play AD"), CannotFail(), 100)


def test_declaring_is_certain_where_every_card_is_old():
    table = LukfuTable("T123456789 C9 S9 M9", calls="A play")
    assert GAMES["lukfu"].advise(table.view("A"), roll) == Advice(Declare(), CannotFail(), 100)
