"""What a person notices of bots in the long run: bad hands are folded, now and then one is bluffed with,
no won trick is thrown away, six fu are kept and declared in time.

How strong the levels are is measured by the benchmark; here they play among themselves, with little
thought where thought takes time, and what they do is counted.
"""

import random
from collections import Counter

import pytest

from p2pcards.games import GAMES
from p2pcards.games.azi import search as azi_search
from p2pcards.games.azi.actions import Bet, Fold, RaiseBy
from p2pcards.games.azi.bot import winning, worth
from p2pcards.games.azi.state import TRICKS_TO_WIN, Phase
from p2pcards.games.lukfu import search as lukfu_search
from p2pcards.games.lukfu.actions import Discard
from p2pcards.games.lukfu.combinations import old_cards
from p2pcards.games.lukfu.legal import fu_of, held_cards, seen_by
from p2pcards.games.lukfu.state import FU_TO_WIN
from p2pcards.practice import play_deal

BAD, GOOD = 75, 130
"""Worth in hundredths of a trick: about a third of all hands lies below, and a third above."""


def watched(name, level, deals, seats, watch, **options):
    """Deals among bots of one level; `watch(view, action)` sees what each does. Gives their ends."""
    game, rng = GAMES[name], random.Random(7)
    bot = game.bot(level)
    decks = iter(lambda: rng.sample(game.pack.cards, len(game.pack.cards)), None)
    fresh = state = game.new_match(game.options(options), seats)

    def choose(view):
        action = bot(view, rng.randrange)
        watch(view, action)
        return action

    ends = []
    for _ in range(deals):
        if len(game.seats_of_next_deal(state, frozenset(range(seats)))) < seats:
            state = fresh
        state = play_deal(game, state, decks, choose, rng.sample(range(seats), seats))
        ends.append(state)
    return ends


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("level", "deals", "folds_bad", "folds_good", "bluffs"),
    [
        ("normal", 200, (0.6, 0.9), (0, 0.05), (0.1, 0.5)),
        ("hard", 60, (0.7, 1), (0, 0.15), (0.01, 0.3)),
    ],
)
def test_azi_bad_hands_are_folded_good_ones_kept_and_now_and_then_one_bluffs(
    level, deals, folds_bad, folds_good, bluffs, monkeypatch
):
    monkeypatch.setattr(azi_search, "PLAYOUTS", 120)
    seen = Counter()

    def watch(view, action):
        state = view.state
        if state.phase is Phase.BIDDING:
            value = worth(view)
            kind = "bad" if value < BAD else "good" if value > GOOD else "middling"
            asked = "asked" if state.level else "first"
            seen[kind, asked] += 1
            seen[kind, asked, "folds"] += isinstance(action, Fold)
            seen[kind, asked, "bets"] += isinstance(action, Bet | RaiseBy)

    watched("azi", level, deals, 4, watch, stack=1000)

    def is_within(what, of, limits):
        least, most = limits
        return of > 20 and least <= what / of <= most

    assert is_within(seen["bad", "asked", "folds"], seen["bad", "asked"], folds_bad)
    assert is_within(seen["good", "asked", "folds"], seen["good", "asked"], folds_good)
    assert is_within(seen["bad", "first", "bets"], seen["bad", "first"], bluffs)


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("level", "deals", "always"), [("easy", 150, True), ("normal", 150, True), ("hard", 45, False)]
)
def test_azi_the_last_to_play_throws_no_won_trick_away(level, deals, always, monkeypatch):
    """`hard` may let a first trick go that does not matter, but never the one that wins the deal."""
    monkeypatch.setattr(azi_search, "PLAYOUTS", 120)
    taken, thrown = [], []

    def watch(view, action):
        state = view.state
        if state.phase is not Phase.TRICKS or not state.plays or len(state.pending) > 1:
            return
        decides = state.tricks_of(view.seat) == TRICKS_TO_WIN - 1
        takers = winning(view)
        if takers and (always or decides):
            (taken if action.slot in takers else thrown).append(view)

    watched("azi", level, deals, 4, watch, stack=1000)
    assert len(taken) >= 5
    assert not thrown


def lukfu_habits(level, deals):
    """How often who had six fu and the lead won, and Old cards that could be spared were kept."""
    seen, had_six = Counter(), set()

    def watch(view, action):
        if view.state.phase == "lead" and fu_of(view) >= FU_TO_WIN:
            had_six.add((view.state.deal, view.seat))
        if isinstance(action, Discard):
            hand = held_cards(view)
            old = old_cards(hand.values(), seen_by(view))
            if len(hand) - len(old) >= len(action.slots):
                seen["could spare"] += 1
                seen["kept"] += not any(hand[slot] in old for slot in action.slots)

    ends = watched("lukfu", level, deals, 3, watch)
    won = sum((end.deal, end.result.winner) in had_six for end in ends)
    assert len(had_six) >= 8
    return won / len(had_six), seen["kept"] / seen["could spare"]


@pytest.mark.parametrize(
    ("level", "deals", "wins", "keeps"), [("normal", 25, 1, 0.85), ("hard", 30, 0.8, 0.75)]
)
@pytest.mark.slow
def test_lukfu_six_fu_on_lead_win_and_old_cards_are_kept(level, deals, wins, keeps, monkeypatch):
    """`normal` declares at once; `hard` plays on where it cannot lose them, or seldom does."""
    monkeypatch.setattr(lukfu_search, "PLAYOUTS", 200)
    won, kept = lukfu_habits(level, deals)
    assert won >= wins
    assert kept >= keeps
