"""Players for Azi without a person. The one rule: they decide from a `View` alone, as people do.

Chance comes from the `roll` they are handed, so that a game with bots can be played again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from p2pcards.cards import Card
from p2pcards.engine import Roll, Slot, View
from p2pcards.games.azi.actions import (
    Action,
    AllIn,
    Bet,
    BlindBet,
    BuyIn,
    Call,
    Discard,
    Fold,
    NoBlind,
    Play,
    RaiseBy,
    StayOut,
)
from p2pcards.games.azi.bidding import blind_range, offer
from p2pcards.games.azi.codes import WORTH, code_of
from p2pcards.games.azi.legal import held_cards, legal_actions, playable, weakest
from p2pcards.games.azi.search import hard
from p2pcards.games.azi.state import AziState, Phase
from p2pcards.tricks import trick_winner


def easy(view: View[AziState], roll: Roll) -> Action:
    """Folds or raises without looking much at its hand, and plays any legal card, unless one takes
    the trick for sure.
    """
    state = view.state
    if state.phase is Phase.BIDDING:
        offered = offer(state, view.seat)
        if roll(5) == 0 and worth(view) < 90:
            return Fold()
        if offered.most and (not state.level or roll(6) == 0):
            return (RaiseBy if state.level else Bet)(offered.least)
        return Call() if offered.can_call else AllIn() if offered.can_go_all_in else Fold()
    actions = legal_actions(view)
    if state.phase is Phase.TRICKS and len(state.pending) == 1 and (takers := winning(view)):
        return Play(weakest(view, takers))
    if state.phase is Phase.BLIND:
        return actions[min(roll(6), 1)] if roll(4) == 0 else NoBlind()
    return actions[roll(len(actions))]


def normal(view: View[AziState], roll: Roll) -> Action:
    """Bids by the worth of its hand, bluffs now and then, and plays its cards with sense."""
    state = view.state
    match state.phase:
        case Phase.BLIND:
            least, most = blind_range(view.state, view.seat)
            is_cheap = most and 8 * least <= state.stacks[view.seat]
            return BlindBet(least) if is_cheap and roll(8) == 0 else NoBlind()
        case Phase.DISCARD:
            return Discard(_discard(view))
        case Phase.TRICKS:
            return Play(_card(view))
        case Phase.BUY_IN:
            # Half the pot for about a third of it is a loss, unless few play.
            is_fair = len(state.participants) < 3 and 4 * state.price <= state.stacks[view.seat]
            return BuyIn() if is_fair and roll(2) else StayOut()
        case _:
            return _bid(view, roll)


def card_worth(state: AziState, card: Card) -> int:
    """About how many hundredths of a trick the card is good for, once a card is turned up."""
    assert state.turn_up is not None
    return WORTH[code_of(card, state.turn_up)]


def worth(view: View[AziState]) -> int:
    """About how many hundredths of a trick the hand is good for."""
    return sum(card_worth(view.state, card) for card in held_cards(view).values())


def _bid(view: View[AziState], roll: Roll) -> Action:
    state = view.state
    offered = offer(state, view.seat)
    rivals = len(state.survivors) - 1
    # Against more rivals a hand must be better; a bluff pretends that it is.
    value = worth(view) - 12 * rivals + (60 if roll(12) == 0 else roll(20))
    step = RaiseBy if state.level else Bet
    # Every bid so far tells of a good hand, so a raise on top needs a better one.
    if offered.most and value >= 105 + 10 * sum(state.bids):
        wanted = offered.least * (1 + value // 60)
        return step(min(offered.most, max(offered.least, wanted)))
    price = min(offered.owed, state.stacks[view.seat])
    if not state.level:
        if offered.most and value >= 45:
            return step(offered.least)
        return AllIn() if offered.can_go_all_in and value >= 40 else Fold()
    # The price in hundredths of what could be won, set against the worth of the hand.
    odds = 100 * price // (state.pot + price)
    if value >= 30 + odds:
        return Call() if offered.can_call else AllIn()
    return Fold()


def _discard(view: View[AziState]) -> Slot:
    """The card worth least; of equals the one that leaves a suit empty."""
    state = view.state
    cards = held_cards(view)
    suits = [card.suit for card in cards.values()]

    def key(slot: Slot) -> tuple[int, int, int]:
        card = cards[slot]
        return card_worth(state, card), suits.count(card.suit), slot

    return min(cards, key=key)


def _card(view: View[AziState]) -> Slot:
    state = view.state
    cards, slots = held_cards(view), playable(view)
    strongest = max(slots, key=lambda slot: (card_worth(state, cards[slot]), slot))
    if not state.plays:
        return strongest
    takers = winning(view)
    if not takers:
        return weakest(view, slots)
    # The last to play takes the trick as cheaply as it can; others make sure of it.
    return (
        weakest(view, takers)
        if len(state.pending) == 1
        else max(takers, key=lambda slot: card_worth(state, cards[slot]))
    )


def winning(view: View[AziState]) -> tuple[Slot, ...]:
    """The cards that may be played and beat what lies on the table."""
    state = view.state
    cards, table = held_cards(view), [play.card for play in state.plays]

    def wins(slot: Slot) -> bool:
        played = [*table, cards[slot]]
        return trick_winner(played, state.trump, state.strength) == len(table)

    return tuple(slot for slot in playable(view) if wins(slot))


def random(view: View[AziState], roll: Roll) -> Action:
    """Any legal action, each equally likely."""
    legal = legal_actions(view)
    return legal[roll(len(legal))]


LEVELS: Mapping[str, Callable[[View[AziState], Roll], Action]] = MappingProxyType(
    {"easy": easy, "normal": normal, "hard": hard, "random": random}
)
"""The players by level."""
