"""Deals without cryptography: what a player is told, and what is not let through."""

from itertools import repeat

import pytest

from p2pcards.engine import IllegalAction, SuitClaim
from p2pcards.games import GAMES
from p2pcards.practice import is_true, play_deal

AZI = GAMES["azi"]
DECK = AZI.pack.cards


def first_legal(view):
    return AZI.legal_actions(view)[-1]


def new_match(seats=3, **options):
    return AZI.new_match(AZI.options(options), seats)


def test_a_deal_is_played_to_its_end_and_chips_are_kept():
    after = play_deal(AZI, new_match(), repeat(DECK), first_legal, (1, 0, 2))
    assert after.deal == 1
    assert sum(after.stacks) + after.pot == 600


def test_the_same_deck_and_choices_give_the_same_state():
    runs = [play_deal(AZI, new_match(), repeat(DECK), first_legal, (1, 0, 2)) for _ in range(2)]
    assert runs[0] == runs[1]


def test_a_match_that_is_over_is_left_as_it_is():
    state = new_match(2, stack=10, ante=10)
    while AZI.seats_of_next_deal(state, frozenset({0, 1})):
        state = play_deal(AZI, state, repeat(DECK), first_legal, (0, 1))
    assert play_deal(AZI, state, repeat(DECK), first_legal, (0, 1)) is state


def test_before_the_opening_nobody_is_told_a_card():
    seen = []

    def choose(view):
        seen.append((view.state.phase.value, len(view.hand)))
        return first_legal(view)

    play_deal(AZI, new_match(blind="open"), repeat(DECK), choose, (0, 1, 2))
    assert seen[0] == ("blind", 0)
    assert all(count == 3 for phase, count in seen if phase != "blind")


def test_every_event_is_told_with_the_states_around_it():
    told = []
    after = play_deal(
        AZI, new_match(), repeat(DECK), first_legal, (0, 1, 2), lambda *step: told.append(step)
    )
    assert all(AZI.apply(before, event) == state for before, event, state in told)
    assert told[-1][2] is after


def test_a_broken_public_rule_is_refused():
    with pytest.raises(IllegalAction):
        play_deal(AZI, new_match(), repeat(DECK), lambda _: AZI.parse_action("call"), (0, 1, 2))


def test_a_false_claim_is_not_let_through():
    # Seat 0 leads 10H; seat 1 holds two hearts and plays 9S all the same.
    deck = [AZI.pack.card(text) for text in ("6H", "7H", "8H", "9S", "10H", "JH", "6D")]

    def choose(view):
        match view.state.phase.value, view.seat:
            case "bidding", _:
                return AZI.legal_actions(view)[1]
            case "tricks", 0:
                return AZI.parse_action("play 4")
            case _:
                return AZI.parse_action("play 3")

    with pytest.raises(AssertionError, match="falsely"):
        play_deal(AZI, new_match(2), repeat(deck), choose, (0, 1))


def test_a_claim_is_true_if_every_slot_is_of_one_of_the_suits():
    assert is_true(SuitClaim((0, 1), (1,)), DECK)
    assert not is_true(SuitClaim((0, 9), (1, 3)), DECK)


def test_a_deal_that_is_dealt_anew_is_dealt_from_another_deck():
    """Three who pass in Luk Fu hold other cards afterwards, and nothing of the old ones is known."""
    lukfu = GAMES["lukfu"]
    decks = [lukfu.pack.cards, lukfu.pack.cards[::-1]]
    hands = []

    def choose(view):
        hands.append([card for _, card in sorted(view.hand.items())])
        return lukfu.legal_actions(view)[0 if len(hands) < 4 else -1]

    play_deal(lukfu, lukfu.new_match(lukfu.options({}), 3), iter(decks), choose, (0, 1, 2))
    assert hands[0] == list(decks[0][::3])
    assert hands[3] == list(decks[1][::3])
