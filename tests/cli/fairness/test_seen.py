"""What is taken from a log: whole hands, the card turned up, and who chose the deck."""

from __future__ import annotations

import random
from itertools import repeat

import pytest

from cli.fairness.seen import _Gathering, see
from p2pcards.engine import DeckReady
from p2pcards.games import GAMES
from p2pcards.practice import play_deal
from protocol.table.notices import DealSettled, Happened

KEYS = tuple(bytes([seat]) * 32 for seat in range(4))


def played(game, deals, choose, seed=1):
    """Deals of the engine alone, and the decks that they were played with in the end."""
    rng = random.Random(seed)
    seats = GAMES[game].least_seats
    gathering = _Gathering(GAMES[game], KEYS[:seats])
    state = GAMES[game].new_match(GAMES[game].options({}), seats)
    deck = list(GAMES[game].pack.cards)
    found = []

    def tell(before, event, after):
        if isinstance(event, DeckReady):
            rng.shuffle(deck)
        assert gathering.take(Happened(before, event, after), "t") is None

    for number in range(1, deals + 1):
        state = play_deal(
            GAMES[game], state, repeat(deck), lambda view: choose(view, rng), range(seats), tell
        )
        found.append((gathering.take(DealSettled(number, (), ()), "t"), tuple(deck)))
    return found


def bot(game):
    decide = GAMES[game].bot("easy")
    return lambda view, rng: decide(view, rng.randrange)


def test_every_hand_of_hazari_comes_to_light():
    ((deal, deck),) = played("hazari", 1, bot("hazari"))
    assert deal.is_open
    assert {len(hand) for hand in deal.hands.values()} == {13}
    assert sorted(card for hand in deal.hands.values() for card in hand) == sorted(deck)
    assert (deal.turned_up, deal.choosers) == ((), frozenset())
    assert (deal.table, deal.number, deal.game) == ("t", 1, "hazari")


def test_in_luk_fu_those_who_were_asked_chose_the_deck():
    """Of a deck that all passed nothing is left, and the asking of the next one is told anew."""
    pack = GAMES["lukfu"].pack

    def choose(view, rng):
        legal = [GAMES["lukfu"].format_action(one) for one in GAMES["lukfu"].legal_actions(view)]
        if "pass" not in legal:
            return bot("lukfu")(view, rng)
        has_nines = sum(pack.ranks[card.rank - 1] == "9" for card in view.hand.values()) >= 2
        return GAMES["lukfu"].parse_action("play" if has_nines and "play" in legal else "pass")

    for deal, deck in played("lukfu", 6, choose):
        assert deal.is_open
        assert sorted(card for hand in deal.hands.values() for card in hand) == sorted(deck)
        (caller,) = [
            key
            for key in deal.choosers
            if sum(card.rank == len(pack.ranks) for card in deal.hands[key]) >= 2
        ]
        assert caller in KEYS[:3]


def test_in_azi_one_card_is_turned_up_and_folded_hands_stay_closed():
    for deal, deck in played("azi", 3, bot("azi")):
        assert len(deal.turned_up) == 1
        assert deal.turned_up[0] in deck
    assert any(not deal.is_open for deal, _ in played("azi", 8, bot("azi")))


@pytest.mark.heavy
def test_a_log_is_audited_and_its_settled_deals_are_taken(good_log):
    seen = see(good_log.read_bytes())
    assert seen.report.ok
    assert [deal.number for deal in seen.deals] == list(range(1, seen.report.complete_to + 1))
    assert {deal.table for deal in seen.deals} == {seen.report.table}
    assert list(seen.names.values()) == list(seen.report.names)
    assert all(len(deal.turned_up) == 1 for deal in seen.deals)


@pytest.mark.heavy
def test_of_a_log_that_breaks_off_the_settled_deals_are_taken(cut_log):
    lines = cut_log.read_bytes().splitlines(keepends=True)
    assert len(see(cut_log.read_bytes()).deals) == 1
    cut = see(b"".join(lines[:-1]))
    assert cut.deals == []
    assert cut.report.problem.is_cut


@pytest.mark.parametrize("data", [b"", b"no log\n", bytes(range(256))])
def test_what_is_no_log_has_a_problem_and_no_deals(data):
    seen = see(data)
    assert seen.report.problem is not None
    assert seen.deals == []
