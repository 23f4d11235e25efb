"""The imagined game against the engine: the same players, cards and choices end the same."""

import random
from itertools import pairwise, repeat

import pytest

from p2pcards.games.azi import GAME
from p2pcards.games.azi.actions import AllIn, Bet, Call, Fold, Play, RaiseBy, StayOut
from p2pcards.games.azi.codes import beats, chances, code_of
from p2pcards.games.azi.playout import Playout, start_of
from p2pcards.games.azi.state import ACE, SIX, Phase
from p2pcards.games.azi.worlds import World
from p2pcards.practice import play_deal
from p2pcards.tricks import trick_winner

CARDS = GAME.pack.cards


def as_imagined(state, me, deck, moods):
    """A playout from this state with the cards as they lie."""
    hands = tuple([code_of(deck[slot], state.turn_up) for slot in hand] for hand in state.hands)
    return Playout(start_of(state, me), World(hands, moods))


def next_action(view, me, deck, moods):
    """What an imagined player does, as an action of the engine."""
    state, seat = view.state, view.seat
    playout = as_imagined(state, me, deck, moods)
    if state.phase is Phase.TRICKS:
        code = playout.choice(seat)
        return Play(next(s for s in state.hands[seat] if code_of(deck[s], state.turn_up) == code))
    bids, level = playout.bids[seat], playout.level
    playout.decide(seat)
    if seat not in playout.in_play:
        return Fold()
    if playout.bids[seat] > bids:
        return (RaiseBy if level else Bet)(playout.level - level)
    is_short = state.stacks[seat] < (state.owed(seat) or state.options.min_bid)
    return AllIn() if is_short else Call()


def told_and_gained(rng, seats):
    """What a playout says about a random deal, and what then happens at the engine's table."""
    state = GAME.new_match(GAME.options({"stack": 1000}), seats)
    deck, order, me = rng.sample(CARDS, 27), rng.sample(range(seats), seats), rng.randrange(seats)
    moods = tuple(rng.choice((30, 60, 300)) for _ in range(seats))
    told = []

    def choose(view):
        if view.state.phase is Phase.BUY_IN:
            return StayOut()
        if not told:
            before = view.state.stacks[me]
            told.append(before + as_imagined(view.state, me, deck, moods).to_end())
        return next_action(view, me, deck, moods)

    after = play_deal(GAME, state, repeat(deck), choose, order)
    carried = sum(layer.amount for layer in after.carried)
    share = carried // len(after.participants) if me in after.participants else 0
    return told[0], after.stacks[me] + share


@pytest.mark.heavy
def test_an_imagined_deal_ends_as_the_engine_ends_it():
    rng = random.Random(1)
    for _ in range(250):
        told, gained = told_and_gained(rng, rng.randint(2, 6))
        assert told == gained


def test_a_code_beats_another_as_the_cards_do():
    rng = random.Random(2)
    for _ in range(300):
        turn_up, led, other = rng.sample(CARDS, 3)

        def strength(card, turn_up=turn_up):
            is_top = card.rank == SIX and turn_up.rank == ACE and card.suit == turn_up.suit
            return ACE + 1 if is_top else card.rank

        winner = trick_winner((led, other), turn_up.suit, strength)
        assert beats(code_of(other, turn_up), code_of(led, turn_up)) == (winner == 1)


def test_a_hand_that_is_worth_more_never_wins_less_nor_does_one_with_fewer_rivals():
    rows = chances()
    for row in rows:
        assert list(row) == sorted(row)
        assert 0 <= row[0] <= row[-1] == 1000
    assert all(few >= many for a, b in pairwise(rows) for few, many in zip(a, b, strict=True))
