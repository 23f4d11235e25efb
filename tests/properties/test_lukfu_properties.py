"""Laws of Luk Fu over many random games, with seats going out and reneging at any moment (SPEC §9.3)."""

import itertools
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pcards.cards import Card
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
from p2pcards.games.lukfu import GAME, actions
from p2pcards.games.lukfu.bot import LEVELS
from p2pcards.games.lukfu.combinations import (
    beaters,
    beats,
    combination_of,
    combinations_in,
    old_cards,
)
from p2pcards.games.lukfu.legal import refusal
from p2pcards.games.lukfu.state import Phase
from p2pcards.practice import play_deal
from tests.told import story

PACK = GAME.pack
TABLES = [
    {},
    {"ones_set_beats_2_to_8": "true"},
    {"passed_master_limit": "opening_lead_only", "own_discards_count_as_seen": "true"},
]


class RandomDeal:
    """One deal played at random; `log` holds (state before, event, state after) for every event.

    Args:
        out_chance: How often, of all events, a seat goes out.
        renege_chance: How often a seat does what only its own cards forbid.
    """

    def __init__(self, rng, state, out_chance=0.0, renege_chance=0.0):
        self.rng = rng
        self.out_chance = out_chance
        self.renege_chance = renege_chance
        self.hands = {}
        self.start = state
        self.guilty = {}
        self.log = list(self.steps())
        self.after = self.log[-1][2]

    def steps(self):
        state = GAME.open_deal(self.start, (0, 1, 2))
        yield self.start, None, state
        while not isinstance(waiting := GAME.waiting(state), Done):
            event = self.event(state, waiting)
            after = GAME.apply(state, event)
            yield state, event, after
            state = after

    def event(self, state, waiting):
        if self.rng.random() < self.out_chance:
            return self.some_out(range(3))
        match waiting:
            case AwaitDeck(seats):
                assert seats == (0, 1, 2)
                self.deck = self.rng.sample(PACK.cards, 36)
                return DeckReady()
            case AwaitCoin(seats):
                return CoinTossed(tuple(self.rng.sample(seats, len(seats))))
            case AwaitOpening(_, dealt, shown):
                assert shown == ()
                self.hands = {seat: {} for seat in range(3)}
                for slot, seat in dealt:
                    self.hands[seat][slot] = self.deck[slot]
                return Opened(())
            case AwaitShow(slots):
                seat, due = self.rng.choice(slots)
                return Shown(seat, tuple((slot, self.deck[slot]) for slot in due))
            case AwaitDecisions((seat,)):
                return self.acted(state, seat, self.choose(self.view(state, seat)))
        raise AssertionError(waiting)

    def some_out(self, here):
        gone = self.rng.sample(here, self.rng.choice((1, 1, 1, 2, 3)))
        return Out(tuple((seat, self.rng.choice(list(Cause))) for seat in sorted(gone)))

    def view(self, state, seat):
        return View(state, seat, self.hands.get(seat, {}))

    def choose(self, view):
        legal = GAME.legal_actions(view)
        if self.rng.random() < self.renege_chance and (false := list(self.hidden_wrongs(view))):
            self.guilty.setdefault(view.seat, view.state.trick)
            return self.rng.choice(false)
        # Declaring is rarer than a random choice would make it, so that deals reach empty hands.
        if len(legal) > 1 and legal[-1] == actions.Declare() and self.rng.random() < 0.8:
            legal = legal[:-1]
        return self.rng.choice(legal)

    def hidden_wrongs(self, view):
        """Actions that nobody else can see to be illegal."""
        legal = set(GAME.legal_actions(view))
        for action in candidates(view.state, view.seat):
            shown = self.acted(view.state, view.seat, action)
            if action not in legal and not refusal(view.state, view.seat, action, shown.cards):
                yield action

    def acted(self, state, seat, action):
        shown = GAME.shows(state, seat, action)
        return Acted(seat, action, tuple((slot, self.deck[slot]) for slot in shown))


def candidates(state, seat):
    """Single leads, and one choice of cards to put face down."""
    hand = state.hands[seat]
    if state.phase is Phase.LEAD:
        yield from (actions.Lead((slot,)) for slot in hand)
    elif state.phase is Phase.FOLLOW:
        yield actions.Discard(hand[: state.best_combination.size])


def played(seed, options, count, **chances):
    rng = random.Random(seed)
    state = GAME.new_match(GAME.options(options), 3)
    for _ in range(count):
        deal = RandomDeal(rng, state, **chances)
        yield deal
        state = deal.after


tables = pytest.mark.parametrize("options", TABLES, ids=lambda options: json.dumps(options))
chances = pytest.mark.parametrize(
    "chances",
    [{}, {"out_chance": 0.04}, {"out_chance": 0.01, "renege_chance": 0.2}],
    ids=["honest", "outs", "outs and reneges"],
)


@pytest.mark.heavy
@tables
@chances
def test_invariants_of_every_state(options, chances):
    for deal in played(1, options, 60, **chances):
        for before, _, after in deal.log:
            assert sum(after.scores) == 0
            if after.phase is Phase.LEAD:
                assert len({len(hand) for hand in after.hands}) == 1
                assert sum(after.fu) == 12 - len(after.hands[0])
            if after.phase in (Phase.LEAD, Phase.FOLLOW):
                cards = [len(a) + len(b) for a, b in zip(after.hands, after.face_down, strict=True)]
                assert sum(cards) + len(after.opened) == 36
            if after.phase is not Phase.IDLE:
                assert after.scores == deal.start.scores
            assert before.deal <= after.deal
        result = deal.after.result
        moved = zip(deal.start.scores, deal.after.scores, result.points, strict=True)
        assert all(old + points == new for old, new, points in moved)


@pytest.mark.heavy
@tables
@chances
def test_who_pays(options, chances):
    for deal in played(2, options, 60, **chances):
        result, caller = deal.after.result, deal.after.caller
        payers = [seat for seat in range(3) if result.points[seat] < 0]
        if result.offenders:
            innocent = [seat for seat in range(3) if seat not in result.offenders]
            assert payers == (list(result.offenders) if innocent else [])
            assert all(result.points[seat] <= -14 for seat in payers)
            assert all(result.points[seat] >= 7 for seat in innocent) or not payers
        elif result.winner is None:
            assert payers == []
        elif caller == result.winner:
            assert len(payers) == 2
        else:
            assert payers == [caller]


@pytest.mark.heavy
@tables
def test_leaving_or_reneging_never_pays_better_than_the_worst_legal_choice(options):
    for deal in played(3, options, 80, out_chance=0.03, renege_chance=0.2):
        result = deal.after.result
        if len(result.offenders) < 3:
            assert all(result.points[seat] <= -14 for seat in result.offenders)


@pytest.mark.heavy
@tables
@pytest.mark.parametrize("out_chance", [0.0, 0.01])
def test_exactly_those_who_reneged_and_opened_are_convicted(options, out_chance):
    convictions = 0
    for deal in played(4, options, 150, out_chance=out_chance, renege_chance=0.15):
        opened = set(deal.guilty) - set(deal.after.offenders)
        assert {seat for seat, _ in GAME.reneges(deal.after)} == opened
        assert opened <= set(deal.after.result.offenders)
        for seat, rule in GAME.reneges(deal.after):
            assert rule.values[-1] == deal.guilty[seat]
        convictions += len(opened)
    assert convictions > 30


@pytest.mark.heavy
@tables
def test_a_declared_win_of_an_innocent_seat_is_never_cut(options):
    for deal in played(5, options, 120, out_chance=0.02, renege_chance=0.1):
        result = deal.after.result
        if result.winner is not None and result.winner not in result.offenders:
            assert result.points[result.winner] >= 2 * (result.fu - 5)


@tables
def test_waiting_asks_nobody_twice_and_ends(options):
    for deal in played(6, options, 40, out_chance=0.05):
        shown = [event.seat for _, event, _ in deal.log if isinstance(event, Shown)]
        assert len(shown) == len(set(shown))
        assert not set(shown) & set(deal.after.offenders)
        for _, _, after in deal.log:
            if isinstance(waiting := GAME.waiting(after), AwaitShow):
                assert waiting.slots
                assert all(slots for _, slots in waiting.slots)


def other_actions(state):
    """Actions of every kind, good and bad."""
    yield from (actions.Pass(), actions.SayPlay(), actions.Declare())
    slots = [*[slot for hand in state.hands for slot in hand][::5], 0, 35]
    for kind in (actions.Lead, actions.Beat, actions.Discard):
        yield from (kind((slot,)) for slot in sorted(set(slots)))
        yield from (kind(hand[:size]) for hand in state.hands for size in (2, 3, 4) if hand)


@pytest.mark.heavy
@tables
def test_legal_actions_apply_and_nothing_else_does(options):
    for deal in played(7, options, 4):
        for before, _, _ in deal.log:
            public = GAME.public(before)
            waiting = GAME.waiting(before)
            asked = waiting.seats if isinstance(waiting, AwaitDecisions) else ()
            for seat in range(3):
                view = deal.view(before, seat)
                legal = GAME.legal_actions(view)
                assert len(set(legal)) == len(legal)
                assert bool(legal) == (seat in asked)
                if legal:
                    assert GAME.default_action(view) == legal[0]
                for action in legal[:4] + legal[-2:]:
                    assert GAME.why_not(view, action) is None
                    GAME.apply(before, deal.acted(before, seat, action))
                for action in set(other_actions(before)) - set(legal):
                    refuse(deal, view, action)
            assert GAME.public(before) == public


def refuse(deal, view, action):
    """What is not legal is refused by all, or it becomes a claim that is false when it is judged."""
    state, seat = view.state, view.seat
    rule = GAME.why_not(view, action)
    assert rule is not None
    assert rule.book == "lukfu"
    event = Acted(seat, action) if state.deal == 0 else deal.acted(state, seat, action)
    if refusal(state, seat, action, event.cards) is None:
        after = GAME.apply(state, event)
        assert after.claims[-1].seat == seat
        assert len(after.claims) == len(state.claims) + 1
    else:
        with pytest.raises(IllegalAction) as refused:
            GAME.apply(state, event)
        assert (refused.value.seat, refused.value.action) == (seat, GAME.format_action(action))


@pytest.mark.heavy
@tables
def test_a_led_old_single_always_wins(options):
    led = 0
    for deal in played(8, options, 100):
        for before, event, after in deal.log:
            if not (isinstance(event, Acted) and isinstance(event.action, actions.Lead)):
                continue
            hand = [deal.deck[slot] for slot in before.hands[event.seat]]
            if len(event.cards) == 1 and event.cards[0][1] in old_cards(hand, before.seen):
                led += 1
                others = [deal.deck[s] for seat in range(3) for s in after.hands[seat]]
                others = [card for card in others if card not in hand]
                assert not beaters(others, combination_of([event.cards[0][1]]))
    assert led > 20


@pytest.mark.heavy
def test_a_view_does_not_depend_on_cards_the_seat_may_not_see():
    rng = random.Random(9)
    for deal in played(9, {}, 40):
        swapped = list(deal.deck)
        for before, event, _ in deal.log[1:]:
            if not isinstance(event, Acted) or event.seat != 0:
                continue
            known = {*deal.view(before, 0).hand, *dict(before.opened)}
            hidden = [slot for slot in range(36) if slot not in known]
            for slot, other in zip(hidden, rng.sample(hidden, len(hidden)), strict=True):
                swapped[slot] = deal.deck[other]
            twin = View(before, 0, {s: deal.deck[s] for s in GAME.closed_slots(before, 0)})
            view = deal.view(before, 0)
            assert GAME.legal_actions(view) == GAME.legal_actions(twin)
            for level in ("easy", "normal"):
                dice = random.Random(5), random.Random(5)
                assert GAME.bot(level)(view, dice[0].randrange) == GAME.bot(level)(
                    twin, dice[1].randrange
                )


@pytest.mark.heavy
def test_nothing_hidden_is_in_the_public_state_before_the_closing():
    for deal in played(10, {}, 40, out_chance=0.02):
        for _, _, after in deal.log:
            if after.phase not in (Phase.LEAD, Phase.FOLLOW):
                continue
            open_now = {PACK.text(card) for _, card in after.opened}
            text = json.dumps(GAME.public(after))
            for hand in (*after.hands, *after.face_down):
                for slot in hand:
                    name = PACK.text(deal.deck[slot])
                    assert name not in open_now
                    assert f'"{name}"' not in text


@pytest.mark.heavy
@tables
@chances
def test_replaying_the_events_gives_the_same_states_and_the_same_story(options, chances):
    for deal in played(11, options, 25, **chances):
        state = deal.log[0][2]
        for before, event, after in deal.log[1:]:
            state = GAME.apply(state, event)
            assert state == after
            assert json.loads(json.dumps(GAME.public(state))) == GAME.public(state)
            told = story(GAME, before, event, after, "ABC")
            for sentence in told:
                assert sentence.endswith(".")
                assert len(sentence) <= 74 + 2 * sentence.count("{"), sentence
                assert sentence[0].isupper() or sentence[0] in "{0123456789"


@tables
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.slow
def test_bots_play_legally_and_never_renege(options, level):
    rng = random.Random(12)
    state = GAME.new_match(GAME.options(options), 3)
    bot = GAME.bot(level)

    def choose(view):
        action = bot(view, rng.randrange)
        assert GAME.why_not(view, action) is None
        return action

    for _ in range(1 if level == "hard" else 10):
        decks = iter(lambda: rng.sample(PACK.cards, 36), None)
        state = play_deal(GAME, state, decks, choose, rng.sample(range(3), 3))
        assert GAME.reneges(state) == ()


# --- cards ------------------------------------------------------------------------------------

steady = settings(deadline=None, derandomize=True)
hands = st.sets(st.sampled_from(PACK.cards), max_size=12)


def is_run(cards):
    ranks = sorted(card.rank for card in cards)
    one_suit = len({card.suit for card in cards}) == 1
    return one_suit and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


@steady
@given(st.sets(st.sampled_from(PACK.cards), max_size=7))
def test_combinations_are_those_subsets_that_the_rule_allows(hand):
    naive = {
        subset
        for size in range(1, len(hand) + 1)
        for subset in itertools.combinations(sorted(hand), size)
        if size == 1 or (size >= 3 and (len({card.rank for card in subset}) == 1 or is_run(subset)))
    }
    found = tuple(combinations_in(hand))
    assert {combination.cards for combination in found} == naive
    assert len(found) == len(naive)
    assert [c.order for c in found] == sorted(c.order for c in found)


@pytest.mark.heavy
@steady
@given(hands, st.data(), st.booleans())
def test_beaters_are_those_combinations_that_beat(hand, data, ones):
    lead = data.draw(st.sampled_from(tuple(combinations_in(PACK.cards))))
    rest = hand - set(lead.cards)
    naive = [new for new in combinations_in(rest) if beats(new, lead, ones)]
    assert beaters(rest, lead, ones) == naive


@pytest.mark.heavy
@steady
@given(st.data())
def test_beating_is_an_order(data):
    some = st.sampled_from(tuple(combinations_in(PACK.cards)))
    one, two, three = data.draw(some), data.draw(some), data.draw(some)
    assert not beats(one, one)
    assert not (beats(one, two) and beats(two, one))
    if beats(one, two) and beats(two, three) and three.top.rank != 1:
        assert beats(one, three)


@pytest.mark.heavy
@steady
@given(hands, hands)
def test_old_is_what_no_card_elsewhere_could_beat_and_more_seen_never_takes_it_away(hand, seen):
    seen = seen - hand
    old = old_cards(hand, seen)
    elsewhere = set(PACK.cards) - hand - seen
    for card in hand:
        is_safe = not beaters(elsewhere, combination_of([card]))
        assert (card in old) == is_safe
    assert old <= old_cards(hand, {*seen, Card(1, 9)} - hand)


# --- actions ----------------------------------------------------------------------------------

slots = st.sets(st.integers(0, 99), min_size=1, max_size=12).map(lambda s: tuple(sorted(s)))
every_action = st.one_of(
    st.sampled_from([actions.Pass(), actions.SayPlay(), actions.Declare()]),
    st.builds(actions.Lead, slots),
    st.builds(actions.Beat, slots),
    st.builds(actions.Discard, slots),
)


@steady
@given(every_action)
def test_actions_are_read_as_they_are_written(action):
    assert GAME.parse_action(GAME.format_action(action)) == action


@pytest.mark.heavy
@steady
@given(st.one_of(st.text(), st.from_regex(r"(lead|beat|discard|declare|pass|play) ?[0-9 +-]*")))
def test_text_is_refused_or_is_exactly_what_is_written(text):
    try:
        action = GAME.parse_action(text)
    except ValueError:
        return
    assert GAME.format_action(action) == text
