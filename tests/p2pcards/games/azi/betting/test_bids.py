"""Bids by table: they follow from the spot and the grade of the hand, and are legal everywhere."""

import random
from dataclasses import replace
from itertools import repeat

import pytest

from p2pcards.games.azi import GAME
from p2pcards.games.azi.actions import BuyIn, Fold
from p2pcards.games.azi.betting import bids, solving
from p2pcards.games.azi.betting.bids import bid_odds, by_table, position_of, unpacked
from p2pcards.games.azi.betting.exploiters import POLICIES
from p2pcards.games.azi.betting.solving import Learner
from p2pcards.games.azi.betting.spots import (
    FOLD,
    GRADES,
    LEAST,
    MOST,
    POT,
    STAY,
    WAYS,
    Position,
    among,
    chance_of,
    drawn,
    grade_of,
    strength_of,
)
from p2pcards.games.azi.betting.table import PACKED
from p2pcards.games.azi.codes import TRUMPS, code_of
from p2pcards.games.azi.playout import Playout, start_of
from p2pcards.games.azi.state import Phase
from p2pcards.games.azi.worlds import World
from p2pcards.practice import play_deal
from tests.p2pcards.games.azi.betting.make_bids import TABLE, text_of

OPENING = Position(
    pot=20, base=20, paid=0, can_stay=False, price=0, least=10, most=100, bids=0, own_bids=0,
    seats=2, rivals=1, behind=1,
)  # fmt: skip
"""The first bid at a table of two, all with two hundred chips."""


def asked_bids(count, seats, seed=1, **options):
    """Views of seats that have to bid, in deals in which any legal action is taken."""
    rng, found = random.Random(seed), []

    def choose(view):
        legal = GAME.legal_actions(view)
        if view.state.phase is Phase.BIDDING:
            found.append(view)
            legal = legal if rng.randrange(3) else [a for a in legal if a != Fold()] or legal
        return BuyIn() if BuyIn() in legal else rng.choice(legal)

    state = GAME.new_match(GAME.options(options), seats)
    for _ in range(count):
        if not GAME.seats_of_next_deal(state, frozenset(range(seats))):
            state = GAME.new_match(GAME.options(options), seats)
        deck = rng.sample(GAME.pack.cards, 27)
        state = play_deal(GAME, state, repeat(deck), choose, range(seats))
    return found


TABLES = [(2, {}), (3, {"stack": 60}), (4, {}), (4, {"cards": 4, "blind": "chain"}), (6, {})]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_bid_that_has_odds_is_legal_and_together_they_are_one(seats, options):
    views = asked_bids(8, seats, **options)
    assert len(views) > 8
    for view in views:
        odds = bid_odds(view, by_table)
        assert set(odds) <= set(GAME.legal_actions(view))
        assert sum(odds.values()) == pytest.approx(1)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_seat_stands_where_an_imagined_one_does(seats, options):
    """Learned in imagined deals, the table is read at the engine's."""
    for view in asked_bids(8, seats, **options):
        if view.state.folded or view.state.out:
            continue
        none = tuple([] for _ in view.state.stacks)
        game = Playout(start_of(view.state, view.seat), World(none, (0,) * seats))
        if len(view.state.participants) == seats:
            assert game.position(view.seat) == position_of(view.state, view.seat)


def test_the_size_of_a_first_bet_does_not_tell_the_hand():
    """Whatever is bet with the best third of hands is bet as often with the middling ones."""
    sizes = (LEAST, POT, MOST)
    for way in sizes:
        good, middling = (
            sum(among(by_table(OPENING, grade), sizes)[way - LEAST] for grade in grades) / 3
            for grades in ((9, 10, 11), (4, 5, 6))
        )
        assert good == pytest.approx(middling, abs=0.15)


def test_most_hands_open_against_one_other_and_the_worst_fold():
    opened = [1 - among(by_table(OPENING, grade), range(WAYS))[FOLD] for grade in range(GRADES)]
    assert opened[0] < 0.2
    assert min(opened[4:]) > 0.8


def test_every_row_of_the_table_has_odds_of_every_grade():
    for row in unpacked(PACKED).values():
        assert len(row) == WAYS * GRADES
        for at in range(0, len(row), WAYS):
            total = sum(int(digit, 36) for digit in row[at : at + WAYS])
            assert not total or 32 <= total <= 38


def test_beyond_the_table_a_seat_stays_where_the_pot_pays_for_it(monkeypatch):
    monkeypatch.setattr(bids, "_table", dict)
    position = replace(OPENING, pot=140, paid=10, can_stay=True, price=100, bids=2, own_bids=1)
    stays = [by_table(position, grade)[STAY] for grade in range(GRADES)]
    pays = [chance_of(grade) * 240 >= 100 for grade in range(GRADES)]
    assert stays == pays
    assert 0 < sum(pays) < GRADES
    assert by_table(OPENING, GRADES - 1)[FOLD] == 1


def test_a_better_grade_wins_more_often():
    chances = [chance_of(grade) for grade in range(GRADES)]
    assert chances == sorted(chances)
    assert 0 < chances[0] < 0.2
    assert 0.9 < chances[-1] < 1


@pytest.mark.parametrize("name", POLICIES)
def test_an_exploiter_bids_legally_everywhere(name):
    for view in asked_bids(8, 4):
        assert set(bid_odds(view, POLICIES[name])) <= set(GAME.legal_actions(view))


def test_who_folds_everything_loses_the_ante_and_nothing_else():
    def folds(position, grade):
        return [1.0, 0, 0, 0, 0]

    learner = Learner(random.Random(4).randrange, by_table, (4,))
    # The last of all whom everybody else leaves the pot to gets it unasked.
    assert {learner.gain(folds) for _ in range(60)} <= {-10, 30}


def test_better_cards_are_stronger():
    turn_up = GAME.pack.card("10H")

    def hand(text):
        return [code_of(GAME.pack.card(card), turn_up) for card in text.split()]

    order = ["6D 7D 8S", "QD 9S 8S", "AD KD 6S", "AD KH 6S", "AH KH 6S", "AH KH QH"]
    strengths = [strength_of(hand(text)) for text in order]
    assert strengths == sorted(strengths)
    assert grade_of(hand(order[0])) == 0
    assert grade_of(hand(order[-1])) == GRADES - 1
    assert min(hand("AH KH QH")) >= TRUMPS


def test_a_way_is_drawn_as_often_as_its_odds_say():
    rng = random.Random(1)
    counts = [0, 0, 0]
    for _ in range(3000):
        counts[drawn([0.2, 0.5, 0.3], rng.randrange)] += 1
    assert counts == pytest.approx([600, 1500, 900], rel=0.1)


def test_what_is_not_possible_is_not_done():
    assert among([0.0, 3.0, 1.0, 9.0, 0.0], (FOLD, STAY, LEAST)) == [0.0, 0.75, 0.25]
    assert among(None, (FOLD, STAY)) == [0.5, 0.5]


def test_a_bet_that_is_the_least_and_the_most_is_one_way():
    def amounts(least, most):
        return Position(20, 20, 0, False, 0, least, most, 0, 0, 2, 1, 1).amounts

    assert amounts(10, 100) == {LEAST: 10, POT: 20, MOST: 100}
    assert amounts(10, 15) == {LEAST: 10, MOST: 15}
    assert amounts(10, 10) == {MOST: 10}
    assert amounts(10, 0) == {}


def test_the_same_dice_learn_the_same_table(monkeypatch):
    monkeypatch.setattr(solving, "KNOWN", 0)
    rows = []
    for _ in range(2):
        learner = Learner(random.Random("test").randrange, tables=(2,))
        learner.learn(60)
        rows.append(learner.rows())
    assert rows[0] == rows[1]
    assert set(map(len, rows[0].values())) == {WAYS * GRADES}
    made: dict[str, str] = {}
    exec(text_of(rows[0]), made)
    assert unpacked(made["PACKED"]) == rows[0]


def test_the_table_is_as_its_recipe_writes_it():
    assert TABLE.read_text("utf-8") == text_of(unpacked(PACKED))


def test_who_learns_against_players_that_fold_everything_bets_everything():
    def folds(position, grade):
        return [1.0, 0, 0, 0, 0]

    learner = Learner(random.Random(3).randrange, folds, (2,))
    learner.learn(300)
    assert learner.best(OPENING, 2)[FOLD] == 0
