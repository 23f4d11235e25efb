"""Players for Hazari: legal, repeatable, and each level better than the one below."""

import random

import pytest

from p2pcards.games.hazari import GAME, bot
from p2pcards.games.hazari.arrange import best
from p2pcards.games.hazari.combos import key_of
from p2pcards.practice import play_deal
from tests.p2pcards.games.hazari.scripted import E5, Table

LEVELS = ("easy", "normal", "hard")


@pytest.fixture(autouse=True)
def _few_samples(monkeypatch):
    """The strength of `hard` is measured elsewhere; here it only has to play."""
    monkeypatch.setattr(bot, "SAMPLES", 4)


def test_the_levels():
    for level in LEVELS:
        assert callable(GAME.bot(level))
    with pytest.raises(KeyError):
        GAME.bot("perfect")


@pytest.mark.parametrize("level", LEVELS)
def test_bots_declare_legally(level):
    rng = random.Random(2)
    choose = GAME.bot(level)

    def checked(view):
        action = choose(view, rng.randrange)
        assert GAME.why_not(view, action) is None
        return action

    state = GAME.new_match(GAME.options({}), 4)
    for _ in range(3):
        deck = rng.sample(GAME.pack.cards, 52)
        state = play_deal(GAME, state, deck, checked, (0, 1, 2, 3))
    assert sum(state.totals) == 3 * 360


@pytest.mark.parametrize("level", LEVELS)
def test_bots_decide_the_same_with_the_same_dice(level):
    view = Table(2).deal(*E5).view(1)
    choices = {GAME.bot(level)(view, random.Random(3).randrange) for _ in range(3)}
    assert len(choices) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_bots_see_their_own_cards_only(level):
    table, twin = Table(2).deal(*E5), Table(2).deal(E5[2], E5[1], E5[0], E5[3])
    assert table.view(1).hand == twin.view(1).hand
    dice = random.Random(4), random.Random(4)
    one, other = (
        GAME.bot(level)(t.view(1), d.randrange) for t, d in zip((table, twin), dice, strict=True)
    )
    assert one == other


def test_normal_takes_the_best_expected_score():
    for seat in range(4):
        view = Table(0).deal(*E5).view(seat)
        action = GAME.bot("normal")(view, random.Random(1).randrange)
        groups = [[view.hand[slot] for slot in group] for group in action.groups]
        assert [key_of(group) for group in groups] == [
            key_of(group) for group in best(view.hand.values())
        ]


def test_hard_deals_only_cards_it_does_not_see():
    unseen = list(GAME.pack.cards[13:])
    rng = random.Random(1)
    seen = []
    dealt = bot._deal(unseen, lambda n: seen.append(n) or rng.randrange(n))
    assert sorted(card for hand in dealt for card in hand) == sorted(unseen)
    assert [len(hand) for hand in dealt] == [13, 13, 13]
    assert seen == list(range(39, 13, -1))


@pytest.mark.parametrize("place", range(4))
def test_what_hard_counts_is_what_a_deal_gives(place):
    """Its reckoning of a deal is the engine's, ties and all."""
    for dealer in range(4):
        table = Table(dealer).deal(*E5).declare_all(*E5).play()
        order = [(dealer + 1 + step) % 4 for step in range(4)]
        shown = [
            [bot._strength(table.state.opened_group(seat, trick)) for trick in (1, 2, 3, 4)]
            for seat in order
        ]
        assert bot._points_won(shown, place) == table.scores[order[place]]


def test_normal_wins_points_from_easy_players():
    rng = random.Random(5)
    bots = [GAME.bot("normal"), *[GAME.bot("easy")] * 3]
    won = 0
    for _ in range(80):
        deck, order = rng.sample(GAME.pack.cards, 52), rng.sample(range(4), 4)
        state = GAME.new_match(GAME.options({}), 4)
        state = play_deal(GAME, state, deck, lambda v: bots[v.seat](v, rng.randrange), order)
        won += state.totals[0] - 90
    assert won > 0
