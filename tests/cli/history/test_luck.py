"""The hands we held beside chance, and the hard bot in our seat."""

from __future__ import annotations

import io
import json
import random

import pytest

from cli.bots.simulation import Match, make_world
from cli.fairness.figures import Figure
from cli.history import luck
from cli.history.outcomes import Outcome, summary
from cli.history.second_chance import _decks, play_again, stretches
from cli.table.hand import hand_of
from cli.words.en.history import of_hands
from p2pcards.games import GAMES
from protocol.audit import Auditor

AZI = GAMES["azi"]


def note(deal: int, **cards: str) -> str:
    slots = {name[1:]: text for name, text in cards.items()}
    return json.dumps({"deal": deal, "deck": 0, "cards": slots})


def draws(*lines: str) -> list[luck.Draw]:
    return luck.draws_in("\n".join(lines).encode(), AZI.pack)


def test_a_hand_is_a_draw_from_the_whole_pack():
    (one,) = draws(note(1, s0="QH", s2="10D", s4="7S"))
    assert len(one.cards) == 3
    assert set(one.pool) == set(AZI.pack.cards)


def test_cards_that_come_later_are_drawn_from_what_was_left():
    first, bought, next_deal = draws(note(1, s0="QH", s2="AH"), note(1, s9="AD"), note(2, s0="QH"))
    assert len(bought.cards) == 1
    assert set(bought.pool) == set(AZI.pack.cards) - set(first.cards)
    assert set(next_deal.pool) == set(AZI.pack.cards)


def test_cards_that_a_program_notes_again_after_a_crash_count_once():
    hand = note(1, s0="QH", s2="AH")
    assert len(draws(hand, hand)) == 1


def test_high_cards_are_counted_beside_what_chance_gives():
    high, aces = luck.figures_of("azi", draws(note(1, s0="AH", s2="AD"), note(2, s0="AS", s2="KS")))
    assert (high.measure, high.cards, high.observed) == ("Q to A", 4, 4)
    assert aces.observed == 3
    assert aces.expected == pytest.approx(4 * 3 / len(AZI.pack.cards))
    assert luck.figures_of("azi", []) == ()


def test_a_deck_is_a_whole_pack_with_what_is_known_in_its_place():
    cards = AZI.pack.cards
    known = {3: cards[0], 5: cards[7]}
    decks = _decks(AZI, [known], random.Random(1))
    first, second = next(decks), next(decks)
    assert (first[3], first[5]) == (cards[0], cards[7])
    assert set(first) == set(second) == set(cards)
    assert len(first) == len(cards)


@pytest.fixture(scope="module", params=["azi", "hazari", "lukfu"])
def played(request):
    """A match with our hands, as our program would note them."""
    game = GAMES[request.param]
    seats = 3 if game.name != "hazari" else 4
    match = Match(game, game.options({}), seats, 2, "easy", "again")
    world = make_world(match, lambda *_: None)
    bot, hands = world.players[0], {}

    def decide(view):
        hands.setdefault(hand_of(view.state), {}).update(view.hand)
        return bot(view)

    world.players[0] = decide
    world.run()
    lines = b"".join(line + b"\n" for line in world.tables[0].referee.lines)
    return game, lines, hands


@pytest.mark.slow
def test_deals_are_played_again_with_our_hands_by_the_hard_bot(played):
    game, lines, hands = played
    found = list(stretches(Auditor(io.BytesIO(lines)), 0, hands))
    assert found
    for one in found:
        assert game.may_end(one.end)
        for deck, own in zip(one.decks, hands.values(), strict=False):
            assert len(deck) >= len(own)
    outcome = play_again(game, found[0], 0, random.Random(1))
    start, end = (game.standings(state)[0] for state in (found[0].start, found[0].end))
    assert outcome.won == end - start
    assert play_again(game, found[0], 0, random.Random(1)) == outcome


@pytest.mark.slow
def test_where_our_hand_is_not_known_nothing_is_played_again(played):
    _, lines, _ = played
    assert list(stretches(Auditor(io.BytesIO(lines)), 0, {})) == []


@pytest.mark.slow
def test_a_log_that_does_not_stand_is_played_up_to_there(played):
    _, lines, hands = played
    assert list(stretches(Auditor(io.BytesIO(lines[:10_000])), 0, hands)) == []


def test_figures_are_for_a_deal_and_margins_need_two_stretches():
    one = Outcome(deals=2, won=10, bot_won=30, cards_worth=6)
    alone = summary([one])
    assert (alone.deals, alone.won, alone.bot_won, alone.lead) == (2, 5, 15, 10)
    assert (alone.lead_margin, alone.cards_margin, alone.cards_worth) == (None, None, 3)
    both = summary([one, Outcome(deals=2, won=10, bot_won=10, cards_worth=6)])
    assert (both.lead, both.cards_worth, both.cards_margin) == (5, 3, 0)
    assert both.lead_margin is not None
    assert both.lead_margin > 0


@pytest.mark.parametrize(
    ("observed", "said"), [(50, "100 of 100"), (51, "84 of 100"), (63, "0.93 of 100")]
)
def test_how_many_lie_farther_off_is_a_number_that_one_reads(observed: int, said: str) -> None:
    figure = Figure("azi", bytes(32), "sixes", 10, 100, observed, 50.0, 5.0)
    assert f"lie {said} fair players." in of_hands(figure)
