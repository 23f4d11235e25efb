"""Who has a trick and what a deal is worth (hazari 16–20, SPEC §9.2).

The one rule: a deal's scores add up to 360 and a bad seat gets none of them, or it is void.
"""

from __future__ import annotations

from p2pcards.engine import Seat
from p2pcards.games.hazari.actions import SIZES
from p2pcards.games.hazari.combos import Key, key_of, points
from p2pcards.games.hazari.state import SEATS, TRICKS, HazariState, playing_order

DEAL_POINTS = 360


def trick_winner(state: HazariState, number: int) -> Seat | None:
    """The good seat with the best group in the trick, of equals the last played; None without one."""
    winner, best = None, Key()
    for seat in playing_order(state.leaders[number - 1]):
        cards = state.opened_group(seat, number)
        if seat in state.good and cards and (key := key_of(cards)) >= best:
            winner, best = seat, key
    return winner


def winners(state: HazariState, finished: int) -> tuple[Seat, ...]:
    """Who has each of the finished tricks, as far as is known now; a good seat must be left."""
    found = [trick_winner(state, number) for number in range(1, finished + 1)]
    assert None not in found
    return tuple([seat for seat in found if seat is not None])


def trick_points(state: HazariState, number: int) -> int:
    """What the open cards of the trick are worth."""
    return sum(points(card) for seat in range(SEATS) for card in state.opened_group(seat, number))


def all_trick_points(state: HazariState) -> tuple[int, ...]:
    """What each trick is worth at the end of a deal; what never opened is spread evenly (SPEC §9.2).

    Nobody knows the unopened cards one by one, but all know what they are worth together: each is
    counted 5, and of the tens among them a trick has its part, rounded down; the last has the rest.
    """
    closed = [
        sum(SIZES[trick] for seat in range(SEATS) if not state.opened_group(seat, trick + 1))
        for trick in range(TRICKS)
    ]
    many = sum(closed)
    value = DEAL_POINTS - sum(points(card) for _, card in state.opened)
    tens = (value - 5 * many) // 5
    spread = [5 * count + 5 * (tens * count // many) if many else 0 for count in closed]
    spread[-1] += value - sum(spread)
    return tuple([trick_points(state, trick + 1) + spread[trick] for trick in range(TRICKS)])


def deal_scores(state: HazariState) -> tuple[int, ...] | None:
    """Points of each seat for the deal as it stands; None if nobody is good: the deal is void."""
    good = state.good
    if not good:
        return None
    if not state.hands or len(good) == 1:
        # Without a card dealt there are no tricks; one good seat has all of them (SPEC §9.2).
        return tuple(DEAL_POINTS // len(good) if seat in good else 0 for seat in range(SEATS))
    scores = [0] * SEATS
    for winner, worth in zip(state.winners, all_trick_points(state), strict=True):
        scores[winner] += worth
    return tuple(scores)
