"""Laws of Hazari over many random games, with fouls and seats going out at any moment (SPEC §9.2)."""

import json
import random
from itertools import repeat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pcards.engine import (
    Acted,
    AwaitCoin,
    AwaitDecisions,
    AwaitDeck,
    AwaitOpening,
    AwaitShow,
    Cause,
    CoinTossed,
    DeckReady,
    Done,
    IllegalAction,
    Opened,
    Out,
    Shown,
    View,
)
from p2pcards.games.hazari import GAME
from p2pcards.games.hazari.actions import Declare, declaration
from p2pcards.games.hazari.combos import PACK, Category, key_of, key_of_three, points
from p2pcards.games.hazari.scoring import all_trick_points
from p2pcards.games.hazari.state import Phase, winner_of_match
from p2pcards.practice import play_deal
from tests.told import story

EVERYBODY = (0, 1, 2, 3)


class RandomDeal:
    """One deal played at random; yields (state before, event, state after) for every event."""

    def __init__(self, rng, state, out_chance=0.0, foul_chance=0.0):
        self.rng = rng
        self.out_chance = out_chance
        self.foul_chance = foul_chance
        self.deck = rng.sample(PACK.cards, 52)
        self.hands = {}
        self.start = state

    def steps(self):
        state = GAME.open_deal(self.start, EVERYBODY)
        yield self.start, None, state
        while not isinstance(waiting := GAME.waiting(state), Done):
            event = self.event(state, waiting)
            after = GAME.apply(state, event)
            yield state, event, after
            state = after

    def event(self, state, waiting):
        if self.rng.random() < self.out_chance:
            return self.some_out(state.here)
        match waiting:
            case AwaitDeck():
                return DeckReady()
            case AwaitCoin(seats):
                return CoinTossed(tuple(self.rng.sample(seats, len(seats))))
            case AwaitOpening(_, dealt, ()):
                self.hands = {seat: {} for seat in EVERYBODY}
                for slot, seat in dealt:
                    self.hands[seat][slot] = self.deck[slot]
                return Opened(())
            case AwaitDecisions(seats):
                view = self.view(state, self.rng.choice(seats))
                return Acted(view.seat, self.choose(view))
            case AwaitShow(slots):
                seat, due = self.rng.choice(slots)
                return Shown(seat, tuple((slot, self.deck[slot]) for slot in due))
        raise AssertionError(waiting)

    def some_out(self, here):
        count = min(len(here), self.rng.choice((1, 1, 1, 2, 3, 4)))
        gone = self.rng.sample(here, count)
        return Out(tuple((seat, self.rng.choice(list(Cause))) for seat in sorted(gone)))

    def view(self, state, seat):
        closed = GAME.closed_slots(state, seat)
        return View(state, seat, {slot: self.hands[seat][slot] for slot in closed})

    def choose(self, view):
        if self.rng.random() >= self.foul_chance:
            return self.rng.choice(GAME.legal_actions(view))
        return self.any_split(view)

    def any_split(self, view):
        slots = self.rng.sample(list(view.hand), 13)
        return declaration((slots[:3], slots[3:6], slots[6:9], slots[9:]))


def played(seed, count, out_chance=0.0, foul_chance=0.0):
    """Random deals, each with `log` (all its steps) and `after`; a new match when one is over."""
    rng = random.Random(seed)
    fresh = state = GAME.new_match(GAME.options({}), 4)
    for _ in range(count):
        if not GAME.seats_of_next_deal(state, frozenset(EVERYBODY)):
            state = fresh
        deal = RandomDeal(rng, state, out_chance, foul_chance)
        deal.log = list(deal.steps())
        deal.after = state = deal.log[-1][2]
        yield deal


def first_foul(deal, seat):
    """The first group that is above the one before it, from the cards themselves; 0 for none."""
    groups = deal.after.groups[seat]
    keys = [key_of([deal.deck[slot] for slot in group]) for group in groups]
    return next((at + 1 for at in (1, 2, 3) if keys[at] > keys[at - 1]), 0)


weathers = pytest.mark.parametrize(
    ("out_chance", "foul_chance"), [(0, 0), (0.04, 0), (0, 0.3), (0.04, 0.3), (0.15, 0.5)]
)


@pytest.mark.heavy
@weathers
def test_a_deal_is_worth_360_or_nothing_and_bad_seats_get_none_of_it(out_chance, foul_chance):
    for deal in played(1, 30, out_chance, foul_chance):
        after, before = deal.after, deal.start.totals
        assert sum(after.scores) == (0 if after.is_void else 360)
        assert after.is_void == (not after.good)
        assert all(score % 5 == 0 and score >= 0 for score in after.scores)
        assert not any(after.scores[seat] for seat in EVERYBODY if seat not in after.good)
        assert after.totals == tuple(map(sum, zip(before, after.scores, strict=True)))
        # Totals move only at the end.
        assert all(state.totals == before for _, _, state in deal.log[:-1])


@pytest.mark.heavy
def test_tricks_lie_within_their_bounds():
    for deal in played(2, 50):
        *upper, last = all_trick_points(deal.after)
        assert all(60 <= worth <= 120 for worth in upper)
        assert 80 <= last <= 160


@pytest.mark.heavy
@weathers
def test_a_foul_is_found_exactly_when_the_cards_show_it(out_chance, foul_chance):
    for deal in played(3, 30, out_chance, foul_chance):
        after = deal.after
        opened = dict(after.opened)
        for seat in EVERYBODY:
            if not after.groups or after.groups[seat] is None:
                continue
            number = first_foul(deal, seat)
            is_shown = number and set(after.groups[seat][number - 1]) <= set(opened)
            assert after.fouls[seat] == (number if is_shown else 0)
        convicted = [seat for seat, _ in GAME.reneges(after)]
        assert convicted == [seat for seat in EVERYBODY if after.fouls and after.fouls[seat]]
        if not out_chance:
            assert not after.is_void or all(after.fouls)
        if not foul_chance:
            assert not any(after.fouls)


@pytest.mark.heavy
@weathers
def test_each_trick_has_the_best_good_group_of_those_played_last(out_chance, foul_chance):
    for deal in played(4, 25, out_chance, foul_chance):
        after = deal.after
        if len(after.winners) < 4 or not after.good:
            continue
        for number, (leader, winner) in enumerate(
            zip(after.leaders, after.winners, strict=True), start=1
        ):
            order = [(leader + step) % 4 for step in range(4)]
            keys = {
                seat: key_of(cards)
                for seat in order
                if seat in after.good and (cards := after.opened_group(seat, number))
            }
            assert winner == [s for s in order if keys.get(s) == max(keys.values())][-1]


@pytest.mark.heavy
@weathers
def test_waiting_never_asks_a_seat_that_is_out(out_chance, foul_chance):
    for deal in played(5, 20, out_chance, foul_chance):
        for _, _, after in deal.log:
            match GAME.waiting(after):
                case Done():
                    continue
                case AwaitShow(slots):
                    asked = [seat for seat, _ in slots]
                    for seat, due in slots:
                        assert set(due) <= set(GAME.closed_slots(after, seat))
                case waiting:
                    asked = waiting.seats
            assert asked
            assert not set(asked) & set(after.out)


def test_the_dealer_moves_one_seat_unless_the_deal_was_void():
    for deal in played(6, 40, 0.1, 0.5):
        before, (_, _, opened) = deal.start, deal.log[0]
        if before.deal == 0 or before.dealer is None:
            assert opened.dealer is None
        elif before.is_void:
            assert opened.dealer == before.dealer
        else:
            assert opened.dealer == (before.dealer + 1) % 4


@pytest.mark.heavy
def test_the_order_in_which_seats_declare_and_open_makes_no_difference():
    for deal in played(7, 25, 0.0, 0.3):
        actions = {e.seat: e for _, e, _ in deal.log if isinstance(e, Acted)}
        state = GAME.open_deal(deal.start, EVERYBODY)
        coins = [e for _, e, _ in deal.log if isinstance(e, CoinTossed)]
        for event in (DeckReady(), *coins, Opened(()), *map(actions.get, EVERYBODY)):
            state = GAME.apply(state, event)
        while isinstance(waiting := GAME.waiting(state), AwaitShow):
            for seat, due in reversed(waiting.slots):
                shown = tuple((slot, deal.deck[slot]) for slot in due)
                state = GAME.apply(state, Shown(seat, shown))
        assert (state.scores, state.winners, state.fouls, state.leaders) == (
            deal.after.scores,
            deal.after.winners,
            deal.after.fouls,
            deal.after.leaders,
        )


@weathers
def test_legal_actions_apply_and_why_not_agrees_with_the_cards(out_chance, foul_chance):
    for deal in played(9, 4, out_chance, foul_chance):
        for before, _, _ in deal.log[1:]:
            waiting = GAME.waiting(before)
            asked = waiting.seats if isinstance(waiting, AwaitDecisions) else ()
            if not before.hands:
                continue
            for seat in EVERYBODY:
                view = deal.view(before, seat)
                legal = GAME.legal_actions(view)
                assert bool(legal) == (seat in asked)
                if not legal:
                    continue
                assert GAME.default_action(view) in legal
                assert len(set(legal)) == len(legal)
                for action in legal:
                    assert GAME.why_not(view, action) is None
                    text = GAME.format_action(action)
                    assert len(text) <= 128
                    assert GAME.parse_action(text) == action
                split = deal.any_split(view)
                keys = [key_of([view.hand[slot] for slot in group]) for group in split.groups]
                assert (GAME.why_not(view, split) is None) == (keys == sorted(keys, reverse=True))
                GAME.apply(before, Acted(seat, split))


def test_what_is_no_split_of_the_hand_is_refused_and_changes_nothing():
    for deal in played(10, 5):
        state = next(after for _, _, after in deal.log if after.phase is Phase.ARRANGING)
        public = GAME.public(state)
        view = deal.view(state, 0)
        groups = deal.any_split(view).groups
        foreign = deal.rng.choice(state.hands[1])
        for wrong in (
            (tuple(sorted((*groups[0][:2], foreign))), *groups[1:]),
            (groups[1], groups[1], *groups[2:]),
            (groups[3], *groups[:3]),
            groups[:3],
        ):
            with pytest.raises(IllegalAction) as refused:
                GAME.apply(state, Acted(0, Declare(wrong)))
            assert refused.value.rule.number == "27"
        assert GAME.public(state) == public


def test_a_view_does_not_depend_on_cards_the_seat_may_not_see():
    rng = random.Random(11)
    for deal in played(11, 6):
        swapped = list(deal.deck)
        others = [slot for slot in range(52) if slot not in deal.after.hands[0]]
        for slot, other in zip(others, rng.sample(others, len(others)), strict=True):
            swapped[slot] = deal.deck[other]
        state = next(after for _, _, after in deal.log if after.phase is Phase.ARRANGING)
        twin = View(state, 0, {slot: swapped[slot] for slot in state.hands[0]})
        view = deal.view(state, 0)
        assert GAME.legal_actions(view) == GAME.legal_actions(twin)
        for level in ("easy", "normal"):
            dice = random.Random(5), random.Random(5)
            choose = GAME.bot(level)
            assert choose(view, dice[0].randrange) == choose(twin, dice[1].randrange)


@weathers
def test_replaying_the_events_gives_the_same_states_and_the_same_story(out_chance, foul_chance):
    for deal in played(12, 8, out_chance, foul_chance):
        state = deal.log[0][2]
        for before, event, after in deal.log[1:]:
            state = GAME.apply(state, event)
            assert state == after
            assert json.loads(json.dumps(GAME.public(state))) == GAME.public(state)
            for sentence in story(GAME, before, event, after, "ABCD"):
                assert sentence.endswith(".")
                assert len(sentence) <= 74
                assert sentence[0].isupper()


def test_a_match_takes_3_to_12_deals_or_goes_on_because_of_a_tie():
    rng = random.Random(13)
    bot = GAME.bot("normal")
    for _ in range(4):
        state = GAME.new_match(GAME.options({}), 4)
        while winner_of_match(state) is None:
            deck = rng.sample(PACK.cards, 52)
            before = state
            state = play_deal(GAME, state, repeat(deck), lambda v: bot(v, rng.randrange), EVERYBODY)
            assert (
                max(before.totals) < 1000 or sorted(before.totals)[-1] == sorted(before.totals)[-2]
            )
        assert state.deal >= 3
        assert max(state.totals) >= 1000
        assert GAME.seats_of_next_deal(state, frozenset(EVERYBODY)) == ()


# --- combinations ----------------------------------------------------------------------------------

steady = settings(deadline=None, derandomize=True)


@steady
@given(st.permutations(PACK.cards))
def test_suits_and_order_do_not_matter_for_a_key_but_for_being_equal(deck):
    one, two, three = deck[:3]
    key = key_of_three((one, two, three))
    assert key == key_of_three((three, one, two)) == key_of_three((two, three, one))
    is_colour = one.suit == two.suit == three.suit
    assert is_colour == (key[0] in (Category.COLOUR, Category.COLOUR_RUN))


@steady
@given(st.permutations(PACK.cards))
def test_equal_keys_have_equal_ranks_and_points(deck):
    one, other = deck[:3], deck[3:6]
    if key_of_three(one) == key_of_three(other):
        assert sorted(card.rank for card in one) == sorted(card.rank for card in other)
        assert sum(map(points, one)) == sum(map(points, other))


@pytest.mark.heavy
@steady
@given(st.one_of(st.text(), st.from_regex(r"declare( [0-9]+){3}( \|( [0-9]{1,2}){3,4}){3}")))
def test_text_is_refused_or_is_exactly_what_is_written(text):
    try:
        action = GAME.parse_action(text)
    except ValueError:
        return
    assert GAME.format_action(action) == text
