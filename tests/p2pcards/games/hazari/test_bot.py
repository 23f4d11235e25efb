"""Players for Hazari: legal, repeatable, and each level better than the one below."""

import random
from itertools import repeat

import pytest

from cli.benchmarks.bots import compare
from p2pcards.games.hazari import GAME, bot, worlds
from p2pcards.games.hazari.arrange import appraise, best, usual_outlook
from p2pcards.games.hazari.combos import points
from p2pcards.games.hazari.ladder import rung_of
from p2pcards.practice import play_deal
from tests.p2pcards.games.hazari.scripted import E5, Table, cards

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
        state = play_deal(GAME, state, repeat(deck), checked, (0, 1, 2, 3))
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


@pytest.mark.heavy
def test_easy_and_normal_stay_as_close_to_the_best_expected_score_as_is_said():
    """The measure: what an arrangement wins on average by the table of chances, of 90 at an even table."""
    worth = dict.fromkeys(("best", "normal", "easy", "random"), 0)
    rng = random.Random(6)
    for _ in range(150):
        view = Table(2).deal(*as_texts(rng)).view(1)
        worth["best"] += expected(best(view.hand.values()))
        for level in ("normal", "easy", "random"):
            action = GAME.bot(level)(view, rng.randrange)
            worth[level] += expected([view.hand[slot] for slot in group] for group in action.groups)
    assert worth["normal"] > 0.92 * worth["best"]
    assert 0.55 * worth["best"] < worth["easy"] < 0.85 * worth["best"]
    assert worth["random"] < 0.25 * worth["best"]


def expected(arrangement):
    return appraise(tuple(map(tuple, arrangement))).expected


def as_texts(rng):
    """Four hands of a shuffled pack, as the script takes them."""
    pack = [GAME.pack.text(card) for card in rng.sample(GAME.pack.cards, 52)]
    return [" ".join(pack[13 * seat : 13 * seat + 13]) for seat in range(4)]


def test_hard_imagines_only_cards_it_does_not_see():
    unseen = list(GAME.pack.cards[13:])
    rng = random.Random(1)
    seen = []
    dealt = worlds._deal(unseen, lambda n: seen.append(n) or rng.randrange(n))
    assert sorted(card for hand in dealt for card in hand) == sorted(unseen)
    assert [len(hand) for hand in dealt] == [13, 13, 13]
    assert seen == list(range(39, 13, -1))


def test_the_worlds_of_hard_are_arranged_by_the_usual_outlook():
    hand = GAME.pack.cards[::4]
    (world,) = worlds.imagine(hand, 1, usual_outlook(), random.Random(5).randrange)
    unseen = [card for card in GAME.pack.cards if card not in hand]
    dealt = worlds._deal(unseen, random.Random(5).randrange)
    for others, groups in zip(dealt, world, strict=True):
        assert groups == tuple((rung_of(group), sum(map(points, group))) for group in best(others))


def counted(rungs, place, trick, world):
    """Chance and stake, in thousandths, of groups on these rungs against one world."""
    found = worlds.outlook([world], place, usual_outlook(), 0)
    return [(found.chances[trick][rung], found.stakes[trick][rung]) for rung in rungs]


def test_what_a_group_wins_is_counted_with_ties_by_the_order_of_play():
    world = [[(7, 20)] * 4, [(9, 15)] * 4, [(9, 25)] * 4]
    # In the first trick the seat after both tied groups wins the tie; before one of them it loses.
    assert counted((8, 9, 10), 3, 0, world) == [(0, 0), (1000, 60_000), (1000, 60_000)]
    assert counted((8, 9, 10), 2, 0, world) == [(0, 0), (0, 0), (1000, 60_000)]
    # Who leads the later ones is not known yet: a tie is worth half.
    assert counted((8, 9, 10), 3, 1, world) == [(0, 0), (500, 30_000), (1000, 60_000)]


def test_an_outlook_is_mixed_with_the_usual_one():
    usual = usual_outlook()
    world = [[(740, 20)] * 4] * 3
    found = worlds.outlook([world] * 3, 0, usual, 1)
    for trick in range(4):
        for row, known in ((found.chances, usual.chances), (found.stakes, usual.stakes)):
            assert row[trick][700] == known[trick][700] // 4


def test_hard_sees_what_its_own_cards_keep_from_the_others(monkeypatch):
    """Who holds three aces has to fear fewer A-K-Q, and so the chance of a run is higher."""
    monkeypatch.setattr(bot, "SAMPLES", 60)
    hand = cards("As Ah Ad Ks Kh Kd 2c 3c 4d 6s 7s 9d Jc")
    imagined = worlds.imagine(hand, 60, usual_outlook(), random.Random(1).randrange)
    found = worlds.outlook(imagined, 0, usual_outlook(), 0)
    run = rung_of(cards("Qs Jh Ts"))
    assert found.chances[1][run] > usual_outlook().chances[1][run]


@pytest.mark.parametrize("level", ["normal", "hard"])
@pytest.mark.slow
def test_each_level_wins_points_from_players_of_the_level_below(level, monkeypatch):
    """A check that the ladder stands; how far apart the rungs are, the benchmark says."""
    monkeypatch.setattr(bot, "SAMPLES", 5)
    below = {"normal": "easy", "hard": "normal"}[level]
    assert compare(GAME, level, below, 50).difference > 0
