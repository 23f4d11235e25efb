"""What the hard bot would have won with our cards.

The one rule: the bot is given our seat and our hands, and knows no more than we did. The others get the
cards that are known to have been theirs, and any of the rest where none is; their bots are `normal`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, repeat
from statistics import fmean

from cli.files.own_hands import Hands
from cli.history.outcomes import Outcome
from cli.table.hand import hand_of
from p2pcards.cards import Card
from p2pcards.engine import Acted, AnyGame, CoinTossed, Event, Opened, Out, Seat, Shown, Slot, State
from p2pcards.games import GAMES
from p2pcards.practice import play_deal
from protocol.audit import Auditor
from protocol.log.rounds import BadRound
from protocol.table.notices import DealSettled, Happened, Notice, StakesPaid


@dataclass(slots=True)
class Stretch:
    """Deals that belong together, for their pot stays on the table until somebody wins it.

    Args:
        start, end: The states before and after them.
        order: Of each deal, the seats in it, as the coin has put them.
        decks: What is known of each deck, in the order in which they were dealt.
        is_whole: Whether our hand of every deck is known, and no seat was out of a deal.
    """

    start: State
    end: State
    order: list[tuple[Seat, ...]] = field(default_factory=list)
    decks: list[dict[Slot, Card]] = field(default_factory=list)
    is_whole: bool = True


def stretches(auditor: Auditor, seat: Seat, hands: Hands) -> Iterator[Stretch]:
    """The stretches of a log in which our hand is known; ends where the log does not stand."""
    game = GAMES[auditor.report.game]
    # Decks were proved when they were made, to our own program: their proofs are half of the work.
    auditor.referee.check_shuffles = lambda _: {}
    proposal = auditor.referee.proposal.proposal
    gathering = _Gathering(game, seat, hands, game.new_match(proposal.options, len(proposal.seats)))
    with suppress(BadRound):
        for notices in auditor.to_end():
            for notice in notices:
                found = gathering.take(notice)
                if found is not None and found.is_whole and found.order and found.decks:
                    yield found


class _Gathering:
    """The stretch under way."""

    def __init__(self, game: AnyGame, seat: Seat, hands: Hands, state: State) -> None:
        self._game = game
        self._seat = seat
        self._hands = hands
        self._state = state
        self._stretch = Stretch(state, state)
        self._deck: tuple[int, int] | None = None

    def take(self, notice: Notice) -> Stretch | None:
        """Take in what was told; the stretch, once it is over."""
        stretch = self._stretch
        match notice:
            case StakesPaid(seats=seats):
                stretch.order.append(tuple(seats))
                stretch.is_whole &= self._seat in seats
            case Happened(event=event, after=after):
                self._state = after
                self._happened(event, after)
            case DealSettled() if self._game.may_end(self._state):
                stretch.end = self._state
                self._stretch = Stretch(self._state, self._state)
                return stretch
            case _:
                pass
        return None

    def _happened(self, event: Event, state: State) -> None:
        stretch = self._stretch
        match event:
            case CoinTossed(order=order) if stretch.order:
                rest = (seat for seat in stretch.order[-1] if seat not in order)
                stretch.order[-1] = (*order, *rest)
            case Opened(cards=cards):
                self._begin_deck(state)
                stretch.decks[-1].update(cards)
            case Acted(cards=cards) | Shown(cards=cards) if stretch.decks:
                stretch.decks[-1].update(cards)
            case Out():
                stretch.is_whole = False
            case _:
                pass

    def _begin_deck(self, state: State) -> None:
        """Cards come: of a new deck, or more of the one there is."""
        deck = hand_of(state)
        if deck == self._deck:
            return
        self._deck = deck
        own = self._hands.get(deck, {})
        self._stretch.is_whole &= bool(own)
        self._stretch.decks.append(dict(own))


def dice_for(proposal: bytes) -> random.Random:
    """The dice of one table: the same logs give the same figures."""
    return random.Random(b"evenings" + proposal)


def play_again(game: AnyGame, stretch: Stretch, seat: Seat, dice: random.Random) -> Outcome:
    """The stretch once more, with the hard bot in our seat."""
    bots = [game.bot("normal")] * len(game.standings(stretch.start))
    bots[seat] = game.bot("hard")
    decks = _decks(game, stretch.decks, dice)
    state = stretch.start
    for order in _orders(stretch.order):
        before = state
        state = play_deal(
            game, state, decks, lambda view: bots[view.seat](view, dice.randrange), order
        )
        if state is before or game.may_end(state):
            break
    started = game.standings(stretch.start)
    bot_won = [end - start for end, start in zip(game.standings(state), started, strict=True)]
    there = [bot_won[one] for one in stretch.order[0]]
    return Outcome(
        deals=len(stretch.order),
        won=game.standings(stretch.end)[seat] - started[seat],
        bot_won=bot_won[seat],
        cards_worth=bot_won[seat] - fmean(there),
    )


def _orders(known: Sequence[tuple[Seat, ...]]) -> Iterator[tuple[Seat, ...]]:
    """Who is dealt in, and how the coin falls; the bots may need more deals than we did."""
    yield from known
    while True:
        yield known[-1]


def _decks(
    game: AnyGame, known: Sequence[Mapping[Slot, Card]], dice: random.Random
) -> Iterator[Sequence[Card]]:
    """The decks as far as they are known, the rest of each by chance; then decks by chance alone."""
    for deck in chain(known, repeat({})):
        placed = set(deck.values())
        rest = [card for card in game.pack.cards if card not in placed]
        dice.shuffle(rest)
        yield [deck[slot] if slot in deck else rest.pop() for slot in range(len(game.pack.cards))]
