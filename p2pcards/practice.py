"""Play a deal of any game without cryptography: for tests and benchmarks.

The one rule: it plays by the engine's own questions, and holds back from `choose` whatever a player
at a real table would not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from p2pcards.cards import Card
from p2pcards.engine import (
    Acted,
    ActionT,
    AnyView,
    AwaitCoin,
    AwaitDecisions,
    AwaitDeck,
    AwaitOpening,
    AwaitShow,
    CoinTossed,
    DeckReady,
    Done,
    Event,
    Game,
    Opened,
    Seat,
    Shown,
    Slot,
    StateT,
    SuitClaim,
    View,
)


def play_deal(
    game: Game[StateT, ActionT],
    state: StateT,
    decks: Iterator[Sequence[Card]],
    choose: Callable[[AnyView], ActionT],
    order: Sequence[Seat],
    tell: Callable[[StateT, Event, StateT], None] | None = None,
) -> StateT:
    """The state after the next deal with everybody present; unchanged if the match is over.

    Args:
        game: The game.
        state: A state between two deals.
        decks: Shuffled cards, slot 0 first: one more is taken each time the deal asks for a deck, as
            it does again where it is dealt anew.
        choose: Decides for every seat; given only what that seat knows.
        order: All seats in the order a coin would put them in.
        tell: Called with the state before, the event and the state after, for each event.

    Raises:
        IllegalAction: `choose` broke a rule that everybody can see.
        AssertionError: `choose` broke a rule about hidden cards, which a proof would have shown.
    """
    seats = game.seats_of_next_deal(state, frozenset(order))
    if not seats:
        return state
    state = game.open_deal(state, seats)
    deck: Sequence[Card] = ()
    hands: dict[Seat, dict[Slot, Card]] = {}
    while True:
        waiting = game.waiting(state)
        match waiting:
            case AwaitDecisions(asked):
                # Seats asked at once decide without knowing what the others do.
                events: list[Event] = [
                    _decide(game, state, deck, choose, View(state, seat, hands[seat]))
                    for seat in asked
                ]
            case Done():
                return state
            case AwaitDeck():
                deck, hands = next(decks), {seat: {} for seat in order}
                events = [DeckReady()]
            case AwaitCoin(asked):
                events = [CoinTossed(tuple(seat for seat in order if seat in asked))]
            case AwaitOpening(_, dealt, shown):
                for slot, seat in dealt:
                    hands[seat][slot] = deck[slot]
                events = [Opened(tuple((slot, deck[slot]) for slot in shown))]
            case AwaitShow(slots):
                events = [
                    Shown(seat, tuple((slot, deck[slot]) for slot in shown))
                    for seat, shown in slots
                ]
        for event in events:
            after = game.apply(state, event)
            if tell is not None:
                tell(state, event, after)
            state = after


def _decide(
    game: Game[StateT, ActionT],
    state: StateT,
    deck: Sequence[Card],
    choose: Callable[[AnyView], ActionT],
    view: AnyView,
) -> Acted:
    action = choose(view)
    cards = tuple((slot, deck[slot]) for slot in game.shows(state, view.seat, action))
    claim = game.claim(state, view.seat, action, cards)
    assert claim is None or is_true(claim, deck), f"seat {view.seat} claims {claim} falsely"
    return Acted(view.seat, action, cards)


def is_true(claim: SuitClaim, deck: Sequence[Card]) -> bool:
    """Whether the cards in the claimed slots are of the claimed suits."""
    return all(deck[slot].suit in claim.suits for slot in claim.slots)
