"""Every bot of every game: it chooses legally, and from nothing but what its seat knows."""

import random
from itertools import repeat

import pytest

from p2pcards.engine import View
from p2pcards.games import GAMES
from p2pcards.games.azi import search as azi_search
from p2pcards.games.hazari import bot as hazari_bot
from p2pcards.games.lukfu import search as lukfu_search
from p2pcards.practice import play_deal

LEVELS = ("easy", "normal", "hard")

TABLES = [
    ("azi", 2, {"stack": 40}),
    ("azi", 4, {}),
    ("azi", 5, {"cards": 4, "blind": "open"}),
    ("azi", 6, {"blind": "chain", "payout": "fraction", "stack": 90}),
    ("hazari", 4, {}),
    ("lukfu", 3, {}),
    ("lukfu", 3, {"ones_set_beats_2_to_8": "true", "own_discards_count_as_seen": "true"}),
]

tables = pytest.mark.parametrize(
    ("name", "seats", "options"), TABLES, ids=[f"{name} {seats}" for name, seats, _ in TABLES]
)
levels = pytest.mark.parametrize("level", LEVELS)


@pytest.fixture(autouse=True)
def _little_thought(monkeypatch):
    """How well they play is measured by the benchmark; here they only have to play."""
    monkeypatch.setattr(azi_search, "PLAYOUTS", 24)
    monkeypatch.setattr(hazari_bot, "SAMPLES", 2)
    monkeypatch.setattr(lukfu_search, "PLAYOUTS", 8)
    monkeypatch.setattr(lukfu_search, "LEAST_WORLDS", 1)


def deals(name, seats, options, count, choose, seed=1):
    """Deals of matches that follow one another; `choose(view)` decides."""
    game, rng = GAMES[name], random.Random(seed)
    decks = iter(lambda: rng.sample(game.pack.cards, len(game.pack.cards)), None)
    fresh = state = game.new_match(game.options(options), seats)
    for _ in range(count):
        if not game.seats_of_next_deal(state, frozenset(range(seats))):
            state = fresh
        state = play_deal(game, state, decks, choose, range(seats))


@pytest.mark.heavy
@tables
@levels
def test_every_choice_is_legal(name, seats, options, level):
    """Also at a table where the others do anything that is legal: there everything comes up."""
    game, dice = GAMES[name], random.Random(2)
    bot, moves = game.bot(level), []

    def choose(view):
        if view.seat % 2:
            return dice.choice(game.legal_actions(view))
        action = bot(view, dice.randrange)
        assert game.why_not(view, action) is None
        assert name == "hazari" or action in game.legal_actions(view)
        moves.append(action)
        return action

    deals(name, seats, options, 3 if name == "hazari" else 12, choose)
    assert moves


@pytest.mark.heavy
@tables
@levels
def test_what_others_hold_changes_no_choice(name, seats, options, level):
    """In a twin of the deal, with all cards exchanged that the seat has not seen, it does the same."""
    game, rng = GAMES[name], random.Random(3)
    bot = game.bot(level)
    for _ in range(1 if name == "hazari" else 3):
        fresh = game.new_match(game.options(options), seats)
        begun = game.open_deal(fresh, tuple(range(seats)))
        deck = rng.sample(game.pack.cards, len(game.pack.cards))
        events = []

        def choose(view, deck=deck, begun=begun, events=events):
            chosen = bot(view, random.Random(4).randrange)
            seen = {*view.hand, *(slot for slot, _ in view.state.opened)}
            hidden = [slot for slot in range(len(deck)) if slot not in seen]
            cards = rng.sample([deck[slot] for slot in hidden], len(hidden))
            twin = list(deck)
            for slot, card in zip(hidden, cards, strict=True):
                twin[slot] = card
            state = begun
            for event in events:
                state = game.apply(state, event)
            other = View(state, view.seat, {slot: twin[slot] for slot in view.hand})
            assert bot(other, random.Random(4).randrange) == chosen
            return chosen

        play_deal(
            game,
            fresh,
            repeat(deck),
            choose,
            range(seats),
            lambda _, event, __, events=events: events.append(event),
        )
        assert events
