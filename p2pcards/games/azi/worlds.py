"""Deals as they may be: the cards that a seat does not see, dealt again and again.

The one rule: an imagined deal agrees with everything that is certain (cards seen, suits that somebody
has shown not to have), and leans towards what is likely: who pays much tends to hold something.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from p2pcards.cards import Card
from p2pcards.engine import Roll, Seat, View
from p2pcards.games.azi.codes import TRUMPS, WORTH, chances, code_of, worth_of
from p2pcards.games.azi.legal import held_cards
from p2pcards.games.azi.state import PACK, TRICKS, AziState, Phase
from p2pcards.seats import clockwise

T = TypeVar("T")

TRIES = 6
"""How many hands are drawn for a seat until one fits its bids; else the best of them is taken."""
RESTARTS = 20
"""How often the cards are dealt anew because those that were left break what is certain."""
DOUBT = 12
"""One of so many hands is taken unlooked-at: people bluff."""


@dataclass(frozen=True, slots=True)
class World:
    """One way in which the cards may lie.

    Args:
        hands: The codes of the cards each seat holds; empty for a seat that is not playing.
        moods: How much more than its worth each seat thinks of its hand, in thousandths of a pot.
    """

    hands: tuple[list[int], ...]
    moods: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Other:
    """What is known of another seat's hand: size, suits it may hold, what it must be good for."""

    seat: Seat
    size: int
    classes: frozenset[int]
    shown_worth: int
    need: int


class Imagination:
    """Deals that agree with what the seat has seen; `seats` are those that hold cards in them.

    Where nothing is bid any more, moods do not matter and are none.
    """

    def __init__(self, view: View[AziState], seats: Sequence[Seat], *, is_bidding: bool) -> None:
        state = view.state
        self._view, self._seats, self._is_bidding = view, seats, is_bidding
        self._turn_up = state.turn_up if state.phase is not Phase.BUY_IN else None
        self._others: list[_Other] = []
        if self._turn_up is not None:
            turn_up = self._turn_up
            seen = {*view.hand.values(), *(card for _, card in state.opened)}
            self._unseen = [code_of(card, turn_up) for card in PACK.cards if card not in seen]
            self._own = [code_of(card, turn_up) for card in held_cards(view).values()]
            self._others = _others(state, view.seat, turn_up)
        rivals = max(1, len(seats) - 1)
        self._chances = chances()[rivals - 1]

    def world(self, roll: Roll) -> World:
        """The hidden cards dealt at random, as far as the rule of this module leaves it open."""
        moods = tuple(
            [
                _mood(roll) if self._is_bidding and seat != self._view.seat else 0
                for seat in range(len(self._view.state.stacks))
            ]
        )
        if self._turn_up is None:
            return World(self._fresh(roll), moods)
        for _ in range(RESTARTS):
            hands = self._dealt(roll)
            if hands is not None:
                return World(hands, moods)
        return World(self._anyhow(roll), moods)

    def _fresh(self, roll: Roll) -> tuple[list[int], ...]:
        """Everything unknown, the turned-up card too: nobody has a card yet."""
        pack = list(PACK.cards)
        turn_up = _drawn(pack, roll)
        hands: list[list[int]] = [[] for _ in self._view.state.stacks]
        for seat in self._seats:
            dealt = [_drawn(pack, roll) for _ in range(self._view.state.options.cards)]
            hands[seat] = _kept([code_of(card, turn_up) for card in dealt])
        return tuple(hands)

    def _dealt(self, roll: Roll) -> tuple[list[int], ...] | None:
        hands: list[list[int]] = [[] for _ in self._view.state.stacks]
        hands[self._view.seat] = list(self._own)
        left = list(self._unseen)
        for other in self._others:
            is_free = len(other.classes) == len(_ALL)
            pool = left if is_free else [code for code in left if code >> 4 in other.classes]
            if len(pool) < other.size:
                return None
            hand = self._hand(pool, other, roll)
            for code in hand:
                left.remove(code)
            hands[other.seat] = _kept(hand)
        return tuple(hands)

    def _hand(self, pool: list[int], other: _Other, roll: Roll) -> list[int]:
        if not other.need or roll(DOUBT) == 0:
            return _sample(pool, other.size, roll)
        best: list[int] = []
        best_worth = -1
        for _ in range(TRIES):
            hand = _sample(pool, other.size, roll)
            worth = other.shown_worth + worth_of(hand)
            if self._chances[min(worth, len(self._chances) - 1)] + roll(100) >= other.need:
                return hand
            if worth > best_worth:
                best, best_worth = hand, worth
        return best

    def _anyhow(self, roll: Roll) -> tuple[list[int], ...]:
        hands: list[list[int]] = [[] for _ in self._view.state.stacks]
        hands[self._view.seat] = list(self._own)
        left = list(self._unseen)
        for other in self._others:
            hands[other.seat] = _kept([_drawn(left, roll) for _ in range(other.size)])
        return tuple(hands)


_ALL = frozenset(range(4))


def _others(state: AziState, own: Seat, turn_up: Card) -> list[_Other]:
    """The other survivors; those of whom most is known first, for they are hardest to deal to."""
    owners = _owners(state)
    shown: dict[Seat, int] = dict.fromkeys(state.survivors, 0)
    for slot, card in state.opened[1:]:
        if owners.get(slot) in shown:
            shown[owners[slot]] += WORTH[code_of(card, turn_up)]
    lacking = {seat: set[int]() for seat in state.survivors}
    for trick in _tricks(state, owners):
        led = trick[0][1]
        for seat, card in trick:
            if card.suit != led.suit and seat in lacking:
                lacking[seat].add(code_of(led, turn_up) >> 4)
                if card.suit != turn_up.suit:
                    lacking[seat].add(TRUMPS >> 4)
    found = [
        _Other(
            seat=seat,
            size=len(state.hands[seat]) if state.phase is Phase.TRICKS else state.options.cards,
            classes=_ALL - lacking[seat],
            shown_worth=shown[seat],
            need=_need(state, seat),
        )
        for seat in state.survivors
        if seat != own
    ]
    return sorted(found, key=lambda other: (len(other.classes), -other.need, other.seat))


def _need(state: AziState, seat: Seat) -> int:
    """Of 1000 pots, how many a hand should win to have paid what the seat has, cards seen."""
    blind = 0
    if state.blind_bettor is not None:
        assert state.opener_from is not None
        # Blind bets come from the opener on, one seat after the other, and tell nothing of cards.
        order = clockwise(state.participants, state.opener_from)
        blind = seat in order[: order.index(state.blind_bettor) + 1]
        if blind and state.bids[seat] == 1 and seat in state.pending:
            return 0
    paid = state.bid_of(seat)
    if not paid:
        return 0
    return min(600, 800 * paid // state.pot + 80 * (state.bids[seat] - blind))


def _owners(state: AziState) -> dict[int, Seat]:
    """Who was dealt each slot: slots go round the seats that were there."""
    assert state.opener_from is not None
    played = {play.seat for play in (*state.plays, *state.last_trick)}
    dealt = [seat for seat in state.participants if state.hands[seat] or seat in played]
    order = clockwise(dealt, state.opener_from)
    return {slot: order[slot % len(order)] for slot in range(len(order) * state.options.cards)}


def _tricks(state: AziState, owners: dict[int, Seat]) -> Iterator[list[tuple[Seat, Card]]]:
    """The tricks so far, as seats with their cards."""
    yield from (
        [(play.seat, play.card) for play in trick]
        for trick in (state.last_trick, state.plays)
        if trick
    )
    # The first of three is not kept as such; with nobody gone its cards are the first that were opened.
    if len(state.trick_winners) == TRICKS - 1 and not state.out:
        first = state.opened[1 : 1 + len(state.survivors)]
        yield [(owners[slot], card) for slot, card in first]


def _kept(hand: list[int]) -> list[int]:
    """Of four cards the three that a player would keep."""
    if len(hand) > TRICKS:
        hand.remove(min(hand, key=lambda code: (WORTH[code], code)))
    return hand


def _mood(roll: Roll) -> int:
    return 300 if roll(DOUBT) == 0 else roll(90)


def _sample(pool: Sequence[int], count: int, roll: Roll) -> list[int]:
    size = len(pool)
    chosen: list[int] = []
    while len(chosen) < count:
        code = pool[roll(size)]
        if code not in chosen:
            chosen.append(code)
    return chosen


def _drawn(cards: list[T], roll: Roll) -> T:
    return cards.pop(roll(len(cards)))
