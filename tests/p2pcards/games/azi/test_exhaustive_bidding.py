"""Every line of bidding of three seats with up to three chips each, to the end."""

import itertools

import pytest

from p2pcards.engine import Acted, AwaitDecisions, DeckReady, Opened, View
from p2pcards.games.azi import GAME
from p2pcards.games.azi.state import Phase
from tests.p2pcards.games.azi.scripted import Table


def begin(stacks, **options):
    state = Table(*stacks, ante=1, min_bid=1, max_bid=2, **options).state
    state = GAME.open_deal(state, (0, 1, 2))
    state = GAME.apply(state, DeckReady())
    return open_cards(state) if state.phase is Phase.OPENING else state


def open_cards(state):
    return GAME.apply(state, Opened(((9, GAME.pack.card("8D")),)))


def ends_of_bidding(state):
    """All states in which the bidding can end, each by every way that leads to it."""
    if state.phase is Phase.OPENING:
        yield from ends_of_bidding(open_cards(state))
    elif state.phase in (Phase.BLIND, Phase.BIDDING):
        waiting = GAME.waiting(state)
        assert isinstance(waiting, AwaitDecisions)
        (seat,) = waiting.seats
        assert state.stacks[seat] > 0
        assert seat in state.survivors
        actions = GAME.legal_actions(View(state, seat, {}))
        assert len(actions) > 1
        for action in actions:
            yield from ends_of_bidding(GAME.apply(state, Acted(seat, action)))
    else:
        yield state


@pytest.mark.parametrize("blind", ["off", "open", "chain"])
def test_every_line_of_bidding_ends_as_the_rules_say(blind):
    for stacks in itertools.product(range(1, 5), repeat=3):
        for state in ends_of_bidding(begin(stacks, blind=blind)):
            assert sum(state.stacks) + state.pot == sum(stacks)
            assert max(state.bids) <= 3
            if state.phase is Phase.IDLE:
                winner = state.settlement.winner
                assert state.survivors == ()
                assert state.settlement.received[winner] == sum(state.settlement.payments)
                continue
            assert state.phase is Phase.TRICKS
            check_lead(state)
            paid = sorted(state.payments)
            assert paid[-1] == paid[-2], "what nobody called has gone back"
            for seat in state.survivors:
                has_matched = state.payments[seat] == paid[-1]
                assert has_matched or state.stacks[seat] == 0


def check_lead(state):
    assert state.leader in state.survivors
    if state.high is not None:
        assert state.leader == state.high
    else:
        able = [seat for seat in state.survivors if seat not in state.no_lead]
        order = able or state.survivors
        assert state.leader == order[0]
