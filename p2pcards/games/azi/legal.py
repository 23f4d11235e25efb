"""Which actions are legal in Azi. The one rule: `refusal` needs only what everybody knows, and what
depends on hidden cards is in `why_not` and becomes a claim that must be proved (SPEC §9.1).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from p2pcards.cards import Card
from p2pcards.engine import OpenCards, Seat, Slot, SuitClaim, View
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
    amounts,
)
from p2pcards.games.azi.bidding import blind_range, has_rival_with_chips, offer
from p2pcards.games.azi.state import MOST_BIDS, PACK, SUIT_NAMES, AziState, Phase
from p2pcards.tricks import binding_suit

_KINDS: Mapping[Phase, tuple[str, tuple[type, ...], str]] = {
    Phase.BLIND: ("5.6", (NoBlind, BlindBet), "bet blind or not"),
    Phase.DISCARD: ("4.1", (Discard,), "discard one card"),
    Phase.BIDDING: ("5.3", (Fold, Call, AllIn, Bet, RaiseBy), "bid or fold"),
    Phase.TRICKS: ("6.1", (Play,), "play a card"),
    Phase.BUY_IN: ("9.2", (StayOut, BuyIn), "buy in or stay out"),
}
"""What is decided in each phase: rule number, kinds of action, and the same in words."""

ALL_SUITS = frozenset(range(1, len(PACK.suits) + 1))


def refusal(state: AziState, seat: Seat, action: Action) -> str | None:
    """The rule that everybody can see the action breaks; None if there is none."""
    if state.phase not in _KINDS:
        return "azi 11: there is nothing to decide now"
    rule, kinds, words = _KINDS[state.phase]
    if seat not in state.asked:
        return f"azi {rule}: it is not this seat's turn"
    if not isinstance(action, kinds):
        return f"azi {rule}: it is time to {words}"
    match action:
        case Fold() | NoBlind() | StayOut() | BuyIn():
            return None
        case Discard(slot) | Play(slot):
            held = slot in state.hands[seat]
            return None if held else f"azi {rule}: slot {slot} is not in this hand"
        case BlindBet(amount):
            least, most = blind_range(state, seat)
            if least <= amount <= most:
                return None
            if state.level:
                return f"azi 5.6: a blind bet is doubled exactly, to {2 * state.level}"
            return f"azi 5.6: a blind bet here is {least} to {most}"
        case Call() | AllIn() | Bet() | RaiseBy():
            return _bid_refusal(state, seat, action)
        case _:
            assert_never(action)


def _bid_refusal(state: AziState, seat: Seat, action: Call | AllIn | Bet | RaiseBy) -> str | None:
    offered = offer(state, seat)
    match action:
        case Call() if not state.level:
            return "azi 5.3.1: nobody has bet, so there is nothing to call and no check"
        case Call() if not offered.can_call:
            return f"azi 5.3: a call costs {offered.owed}, more than this stack"
        case AllIn() if not offered.can_go_all_in:
            return "azi 5.3.5: only a stack too short for the bid can go all-in; raise it or call"
        case Bet() if state.level:
            return "azi 5.3: there is a bet already; call it, raise it or fold"
        case RaiseBy() if not state.level:
            return "azi 5.3: nobody has bet yet, so there is nothing to raise"
        case Bet(amount) | RaiseBy(amount) if not offered.least <= amount <= offered.most:
            return _amount_refusal(state, seat, offered.least, offered.most)
        case _:
            return None


def _amount_refusal(state: AziState, seat: Seat, least: int, most: int) -> str:
    if state.bids[seat] >= MOST_BIDS:
        return f"azi 5.3.2: a seat bets or raises at most {MOST_BIDS} times a deal"
    if not has_rival_with_chips(state, seat):
        return "azi 5.3.6: nobody else has chips left to answer a raise"
    if not most:
        return f"azi 5.3: the smallest step is {least}, more than this stack allows"
    if state.is_blind_level:
        return f"azi 5.6: a blind bet must at least be doubled; the step is {least} to {most}"
    return f"azi 5.3.4: the step is {least} to {most}"


def why_not(view: View, action: Action) -> str | None:
    """The rule that forbids the action, hidden cards included; None if it is legal."""
    state: AziState = view.state
    if rule := refusal(state, view.seat, action):
        return rule
    if isinstance(action, Play) and action.slot not in playable(view):
        led = state.led_suit
        assert led is not None
        held = held_cards(view)
        bound = binding_suit((card.suit for card in held.values()), led, state.trump)
        example = next(PACK.text(card) for card in held.values() if card.suit == bound)
        suit = SUIT_NAMES[led - 1]
        if bound == led:
            return f"azi 6.2: {suit} were led and you hold {{{example}}}"
        return f"azi 6.3: you have no {suit} and must trump; you hold {{{example}}}"
    return None


def held_cards(view: View) -> dict[Slot, Card]:
    """The seat's own cards that are still in its hand, in dealing order."""
    state: AziState = view.state
    return {slot: view.hand[slot] for slot in state.hands[view.seat] if slot in view.hand}


def playable(view: View) -> tuple[Slot, ...]:
    """Slots that may be played to the running trick, ascending (azi 6.2–6.4)."""
    state: AziState = view.state
    held = held_cards(view)
    if state.led_suit is None:
        return tuple(held)
    bound = binding_suit((card.suit for card in held.values()), state.led_suit, state.trump)
    return tuple([slot for slot, card in held.items() if bound in (None, card.suit)])


def legal_actions(view: View) -> tuple[Action, ...]:
    """All legal actions of the seat: by kind, as `actions.Action` lists them, then by number."""
    state: AziState = view.state
    seat = view.seat
    if state.phase not in _KINDS or seat not in state.asked:
        return ()
    match state.phase:
        case Phase.BLIND:
            return (NoBlind(), *amounts(BlindBet, *blind_range(state, seat)))
        case Phase.DISCARD:
            return tuple(Discard(slot) for slot in state.hands[seat])
        case Phase.TRICKS:
            return tuple([Play(slot) for slot in playable(view)])
        case Phase.BUY_IN:
            return (StayOut(), BuyIn())
        case _:
            return (Fold(), *_bids(state, seat))


def _bids(state: AziState, seat: Seat) -> tuple[Action, ...]:
    offered = offer(state, seat)
    plain: tuple[Action, ...] = ()
    if offered.can_call:
        plain = (Call(),)
    elif offered.can_go_all_in:
        plain = (AllIn(),)
    steps = amounts(RaiseBy if state.level else Bet, offered.least, offered.most)
    return plain + steps


def default_action(view: View) -> Action:
    """What the player's own program does when time is up (azi 4.2, 6.9, SPEC §6.8)."""
    state: AziState = view.state
    match state.phase:
        case Phase.BLIND:
            return NoBlind()
        case Phase.DISCARD:
            return Discard(weakest(view, tuple(state.hands[view.seat])))
        case Phase.TRICKS:
            return Play(weakest(view, playable(view)))
        case Phase.BUY_IN:
            return StayOut()
        case _:
            return Fold()


def weakest(view: View, slots: tuple[Slot, ...]) -> Slot:
    """The slot with the lowest card: side suits before trumps, then rank, then suit order."""
    state: AziState = view.state

    def key(slot: Slot) -> tuple[bool, int, int]:
        card = view.hand[slot]
        return card.suit == state.trump, state.strength(card), card.suit

    return min(slots, key=key)


def claim(state: AziState, seat: Seat, action: Action, cards: OpenCards) -> SuitClaim | None:
    """What not following suit says about the cards left in the hand (azi 6.2, 6.3)."""
    if not isinstance(action, Play) or state.led_suit is None:
        return None
    ((_, card),) = cards
    left = tuple(slot for slot in state.hands[seat] if slot != action.slot)
    if card.suit == state.led_suit or not left:
        return None
    missing = {state.led_suit} if card.suit == state.trump else {state.led_suit, state.trump}
    return SuitClaim(left, tuple(sorted(ALL_SUITS - missing)))
