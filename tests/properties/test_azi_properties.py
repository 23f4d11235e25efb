"""Laws of Azi over many random games, with seats going out at any moment (SPEC §9.1)."""

import json
import random
from collections import Counter
from itertools import repeat
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pcards.chips import layers, split_equally, split_in_proportion
from p2pcards.engine import (
    Acted,
    AwaitCoin,
    AwaitDecisions,
    AwaitDeck,
    AwaitOpening,
    Cause,
    CoinTossed,
    DeckReady,
    Done,
    IllegalAction,
    Opened,
    Out,
    View,
)
from p2pcards.games.azi import GAME, actions
from p2pcards.games.azi.legal import refusal
from p2pcards.games.azi.state import Phase
from p2pcards.practice import is_true, play_deal
from tests.told import story

TABLES = [
    {"max_bid": 20},
    {"stack": 40},
    {"cards": 4, "blind": "open"},
    {"blind": "chain", "payout": "fraction", "stack": 90},
    {"cards": 4, "blind": "chain", "ante": 7, "min_bid": 3, "max_bid": 11, "stack": 60},
]


class RandomDeal:
    """One deal played at random; yields (state before, event, state after) for every event."""

    def __init__(self, rng, state, out_chance=0.0):
        self.rng = rng
        self.out_chance = out_chance
        self.deck = rng.sample(GAME.pack.cards, 27)
        self.hands = {}
        self.start = state

    def steps(self):
        state = self.start
        everyone = frozenset(range(len(state.stacks)))
        self.present = frozenset(s for s in everyone if self.rng.random() >= self.out_chance)
        if not GAME.seats_of_next_deal(state, self.present):
            self.present = everyone
        state = GAME.open_deal(state, GAME.seats_of_next_deal(state, self.present))
        yield self.start, None, state
        while not isinstance(waiting := GAME.waiting(state), Done):
            event = self.event(state, waiting)
            after = GAME.apply(state, event)
            yield state, event, after
            state = after

    def event(self, state, waiting):
        here = [seat for seat in state.participants if seat not in state.out]
        if len(here) > 1 and self.rng.random() < self.out_chance:
            return self.some_out(here, state)
        match waiting:
            case AwaitDeck():
                # The cards of an earlier deck of this deal, never seen, are shuffled again.
                self.deck = self.rng.sample(self.deck, 27)
                return DeckReady()
            case AwaitCoin(seats):
                return CoinTossed(tuple(self.rng.sample(seats, len(seats))))
            case AwaitOpening(_, dealt, shown):
                self.hands = {seat: {} for seat in range(len(state.stacks))}
                for slot, seat in dealt:
                    self.hands[seat][slot] = self.deck[slot]
                return Opened(tuple((slot, self.deck[slot]) for slot in shown))
            case AwaitDecisions(seats):
                view = self.view(state, self.rng.choice(seats))
                return self.acted(view, self.choose(view))
        raise AssertionError(waiting)

    def some_out(self, here, state):
        # Before the first coin places have only numbers: there one at least always stays.
        most = len(here) - (state.opener_from is None)
        count = min(most, self.rng.choice((1, 1, 1, 2, 3, 6)))
        gone = self.rng.sample(here, count)
        return Out(tuple((seat, self.rng.choice(list(Cause))) for seat in sorted(gone)))

    def view(self, state, seat):
        return View(state, seat, self.hands.get(seat, {}))

    def choose(self, view):
        legal = GAME.legal_actions(view)
        # The first is to fold or to refuse: rarely, so that deals reach their tricks, and azis.
        if len(legal) > 1 and view.state.phase is not Phase.TRICKS and self.rng.random() < 0.9:
            legal = legal[1:5]
        return self.rng.choice(legal)

    def acted(self, view, action):
        shown = tuple((s, self.deck[s]) for s in GAME.shows(view.state, view.seat, action))
        return Acted(view.seat, action, shown)


def played(seed, seats, options, count, out_chance=0.0):
    """Random deals, each with `log` (all its steps) and `after`; a new match when one is over."""
    rng = random.Random(seed)
    fresh = state = GAME.new_match(GAME.options(options), seats)
    for _ in range(count):
        if not GAME.seats_of_next_deal(state, frozenset(range(seats))):
            state = fresh
        deal = RandomDeal(rng, state, out_chance)
        deal.log = list(deal.steps())
        deal.after = state = deal.log[-1][2]
        yield deal


steady = settings(deadline=None, derandomize=True)
tables = pytest.mark.parametrize("options", TABLES, ids=lambda options: json.dumps(options))
all_seats = pytest.mark.parametrize("seats", range(2, 7))


@tables
@all_seats
@pytest.mark.parametrize("out_chance", [0.0, 0.04])
def test_chips_are_conserved_and_out_seats_get_nothing_of_the_pot(seats, options, out_chance):
    total = seats * GAME.options(options)["stack"]
    for deal in played(1, seats, options, 40, out_chance):
        stack_when_out = {}
        for before, event, after in deal.log:
            assert sum(after.stacks) + after.pot == total
            assert min(after.stacks) >= 0
            assert all(layer.amount > 0 for layer in after.carried)
            for seat in set(after.out).difference(before.out) if isinstance(event, Out) else ():
                stack_when_out[seat] = before.stacks[seat]
        for seat, stack in stack_when_out.items():
            assert deal.after.stacks[seat] == stack
        if deal.after.participants:
            bottom = deal.after.carried[0]
            assert bottom.claimants == deal.after.participants
        else:
            assert deal.after.pot == 0


@tables
@all_seats
def test_waiting_never_asks_a_seat_that_is_out(seats, options):
    for deal in played(2, seats, options, 15, 0.08):
        for _, _, after in deal.log:
            match GAME.waiting(after):
                case Done():
                    continue
                case waiting:
                    assert waiting.seats
                    assert not set(waiting.seats) & set(after.out)


def listing_order(action):
    """By kind, in the order of `Action`, then by the amount or slot."""
    number = getattr(action, "amount", getattr(action, "slot", 0))
    return get_args(actions.Action).index(type(action)), number


def other_actions(state):
    """Actions of every kind, with numbers around those that matter."""
    numbers = {0, 1, state.level, 2 * state.level, 9, 10, 11, 99, 100, 101}
    for kind in (actions.BlindBet, actions.Bet, actions.RaiseBy):
        yield from map(kind, sorted(numbers))
    for kind in (actions.Discard, actions.Play):
        yield from map(kind, range(0, 26, 3))
        yield from (kind(slot) for hand in state.hands for slot in hand)
    yield from (actions.Fold(), actions.Call(), actions.AllIn(), actions.NoBlind())
    yield from (actions.StayOut(), actions.BuyIn())


@pytest.mark.heavy
@tables
@all_seats
def test_legal_actions_are_sorted_and_apply_and_nothing_else_does(seats, options):
    for deal in played(3, seats, options, 2):
        for before, _, _ in deal.log:
            public = GAME.public(before)
            waiting = GAME.waiting(before)
            asked = waiting.seats if isinstance(waiting, AwaitDecisions) else ()
            for seat in {*asked, deal.rng.randrange(seats)}:
                view = deal.view(before, seat)
                legal = GAME.legal_actions(view)
                assert list(legal) == sorted(set(legal), key=listing_order)
                assert bool(legal) == (seat in asked)
                if legal:
                    assert GAME.default_action(view) in legal
                for action in legal[:4] + legal[-2:]:
                    apply_legal(deal, view, action)
                for action in set(other_actions(before)) - set(legal):
                    refuse(deal, view, action)
            assert GAME.public(before) == public


def apply_legal(deal, view, action):
    assert GAME.why_not(view, action) is None
    event = deal.acted(view, action)
    claim = GAME.claim(view.state, view.seat, action, event.cards)
    assert claim is None or is_true(claim, deal.deck)
    GAME.apply(view.state, event)


def refuse(deal, view, action):
    """An action that is not legal is refused by all, or betrays itself by a claim that is false."""
    state, seat = view.state, view.seat
    assert GAME.why_not(view, action) is not None
    if refusal(state, seat, action) is None:
        event = deal.acted(view, action)
        claim = GAME.claim(state, seat, action, event.cards)
        assert claim is not None
        assert not is_true(claim, deal.deck)
    else:
        with pytest.raises(IllegalAction) as refused:
            GAME.apply(state, Acted(seat, action))
        assert (refused.value.seat, refused.value.rule.book) == (seat, "azi")
        assert refused.value.action == GAME.format_action(action)


@all_seats
def test_a_view_does_not_depend_on_cards_the_seat_may_not_see(seats):
    rng = random.Random(4)
    for deal in played(4, seats, {}, 30):
        hidden = [
            slot
            for slot in range(27)
            if slot not in dict(deal.after.opened) and slot not in deal.hands.get(0, {})
        ]
        swapped = list(deal.deck)
        for slot, other in zip(hidden, rng.sample(hidden, len(hidden)), strict=True):
            swapped[slot] = deal.deck[other]
        state = GAME.open_deal(deal.start, deal.log[0][2].participants)
        for before, event, _ in deal.log[1:]:
            hand = {slot: swapped[slot] for slot in GAME.hand_slots(state, 0)}
            view, twin = View(state, 0, hand), deal.view(before, 0)
            assert GAME.public(state) == GAME.public(before)
            assert GAME.legal_actions(view) == GAME.legal_actions(twin)
            for level in ("easy", "normal"):
                if GAME.legal_actions(view):
                    dice = random.Random(5), random.Random(5)
                    assert GAME.bot(level)(view, dice[0].randrange) == GAME.bot(level)(
                        twin, dice[1].randrange
                    )
            state = GAME.apply(state, event)


@tables
def test_replaying_the_events_gives_the_same_states_and_the_same_story(options):
    for deal in played(6, 5, options, 15, 0.03):
        state = deal.log[0][2]
        for before, event, after in deal.log[1:]:
            state = GAME.apply(state, event)
            assert state == after
            assert json.loads(json.dumps(GAME.public(state))) == GAME.public(state)
            told = story(GAME, before, event, after, "ABCDE")
            for sentence in told:
                assert sentence.endswith(".")
                assert len(sentence) <= 74
                assert sentence[0].isupper() or sentence[0] in "{0123456789"


@tables
@all_seats
@pytest.mark.parametrize("level", ["easy", "normal"])
def test_bots_play_legally(seats, options, level):
    rng = random.Random(7)
    state = GAME.new_match(GAME.options(options), seats)
    bot = GAME.bot(level)

    def choose(view):
        action = bot(view, rng.randrange)
        assert GAME.why_not(view, action) is None
        return action

    for _ in range(8):
        deck = rng.sample(GAME.pack.cards, 27)
        state = play_deal(GAME, state, repeat(deck), choose, rng.sample(range(seats), seats))


@all_seats
def test_no_survivor_loses_more_than_the_winner_put_in(seats):
    """The loss limit of azi 8.1.6, in deals without a carried pot."""
    for deal in played(8, seats, {"stack": 60}, 60):
        *_, (before, _, after) = deal.log
        if after.settlement is None or before.is_redeal or before.phase is not Phase.TRICKS:
            continue
        winner, paid = after.settlement.winner, after.settlement.payments
        for seat in before.survivors:
            lost = paid[seat] - after.settlement.received[seat]
            assert lost <= min(paid[seat], paid[winner])
        for seat in before.folded:
            assert after.settlement.received[seat] == 0


# --- chips ------------------------------------------------------------------------------------


@st.composite
def tables_of_payments(draw):
    payments = draw(st.lists(st.integers(0, 12), min_size=2, max_size=6))
    seats = range(len(payments))
    survivors = draw(st.sets(st.sampled_from(seats), min_size=1))
    return dict(enumerate(payments)), tuple(sorted(survivors))


@pytest.mark.heavy
@steady
@given(tables_of_payments())
def test_layers_equal_a_pot_built_one_chip_at_a_time(drawn):
    payments, survivors = drawn
    top = max(payments[seat] for seat in survivors)
    pot = Counter()
    for paid in payments.values():
        for chip in range(1, paid + 1):
            # A chip lies as high as it was paid, but never above the highest survivor.
            height = min(chip, top)
            pot[tuple(seat for seat in survivors if payments[seat] >= height)] += 1
    assert {layer.claimants: layer.amount for layer in layers(payments, survivors)} == pot


@steady
@given(st.integers(0, 1000), st.permutations(range(6)), st.integers(1, 6))
def test_equal_parts_differ_by_one_chip_at_most_and_the_first_named_have_it(amount, seats, count):
    parts = split_equally(amount, seats[:count])
    assert sum(parts.values()) == amount
    assert list(parts.values()) == sorted(parts.values(), reverse=True)
    assert max(parts.values()) - min(parts.values()) <= 1


@steady
@given(st.integers(0, 1000), st.lists(st.integers(0, 50), min_size=1, max_size=6).filter(any))
def test_shares_in_proportion_are_whole_and_less_than_a_chip_off(amount, weights):
    parts = split_in_proportion(amount, list(enumerate(weights)))
    assert sum(parts.values()) == amount
    for seat, weight in enumerate(weights):
        assert abs(parts[seat] - amount * weight / sum(weights)) < 1


# --- actions ----------------------------------------------------------------------------------

numbers = st.integers(0, 999_999_999)
every_action = st.one_of(
    st.builds(actions.BlindBet, numbers),
    st.builds(actions.Bet, numbers),
    st.builds(actions.RaiseBy, numbers),
    st.builds(actions.Discard, numbers),
    st.builds(actions.Play, numbers),
    st.sampled_from([actions.Fold(), actions.Call(), actions.AllIn(), actions.NoBlind()]),
    st.sampled_from([actions.StayOut(), actions.BuyIn()]),
)


@steady
@given(every_action)
def test_actions_are_read_as_they_are_written(action):
    assert GAME.parse_action(GAME.format_action(action)) == action


@pytest.mark.heavy
@steady
@given(st.one_of(st.text(), st.from_regex(r"[a-z-]+ ?[0-9+-]*")))
def test_text_is_refused_or_is_exactly_what_is_written(text):
    try:
        action = GAME.parse_action(text)
    except ValueError:
        return
    assert GAME.format_action(action) == text
