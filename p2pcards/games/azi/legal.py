"""Which actions are legal in Azi. The one rule: `refusal` needs only what everybody knows, and what
depends on hidden cards is in `why_not` and becomes a claim that must be proved (SPEC §9.1).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from p2pcards.cards import Card
from p2pcards.engine import OpenCards, Rule, Seat, Slot, SuitClaim, Value, View
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
    is_formed,
)
from p2pcards.games.azi.bidding import blind_range, has_rival_with_chips, offer
from p2pcards.games.azi.state import MOST_BIDS, PACK, AziState, Phase
from p2pcards.tricks import binding_suit

_KINDS: Mapping[Phase, tuple[str, tuple[type, ...]]] = {
    Phase.BLIND: ("5.6", (NoBlind, BlindBet)),
    Phase.DISCARD: ("4.1", (Discard,)),
    Phase.BIDDING: ("5.3", (Fold, Call, AllIn, Bet, RaiseBy)),
    Phase.TRICKS: ("6.1", (Play,)),
    Phase.BUY_IN: ("9.2", (StayOut, BuyIn)),
}
"""What is decided in each phase: rule number and kinds of action."""


def rule(number: str, key: str, *values: Value) -> Rule:
    """A rule of Azi."""
    return Rule("azi", number, key, values)


ALL_SUITS = frozenset(range(1, len(PACK.suits) + 1))


def refusal(state: AziState, seat: Seat, action: Action) -> Rule | None:
    """The rule that everybody can see the action breaks; None if there is none."""
    if state.phase not in _KINDS:
        return rule("11", "nothing_to_decide")
    number, kinds = _KINDS[state.phase]
    if seat not in state.asked:
        return rule(number, "not_its_turn")
    if not isinstance(action, kinds) or not is_formed(action):
        return rule(number, "time_to", state.phase.value)
    match action:
        case Fold() | NoBlind() | StayOut() | BuyIn():
            return None
        case Discard(slot) | Play(slot):
            held = slot in state.hands[seat]
            return None if held else rule(number, "not_in_hand", slot)
        case BlindBet(amount):
            least, most = blind_range(state, seat)
            if least <= amount <= most:
                return None
            if state.level:
                return rule("5.6", "double_exactly", 2 * state.level)
            return rule("5.6", "blind_range", least, most)
        case Call() | AllIn() | Bet() | RaiseBy():
            return _bid_refusal(state, seat, action)
        case _:
            assert_never(action)


def _bid_refusal(state: AziState, seat: Seat, action: Call | AllIn | Bet | RaiseBy) -> Rule | None:
    offered = offer(state, seat)
    match action:
        case Call() if not state.level:
            return rule("5.3.1", "nothing_to_call")
        case Call() if not offered.can_call:
            return rule("5.3", "call_too_dear", offered.owed)
        case AllIn() if not offered.can_go_all_in:
            return rule("5.3.5", "not_short")
        case Bet() if state.level:
            return rule("5.3", "bet_already")
        case RaiseBy() if not state.level:
            return rule("5.3", "nothing_to_raise")
        case Bet(amount) | RaiseBy(amount) if not offered.least <= amount <= offered.most:
            return _amount_refusal(state, seat, offered.least, offered.most)
        case _:
            return None


def _amount_refusal(state: AziState, seat: Seat, least: int, most: int) -> Rule:
    if state.bids[seat] >= MOST_BIDS:
        return rule("5.3.2", "most_bids", MOST_BIDS)
    if not has_rival_with_chips(state, seat):
        return rule("5.3.6", "no_rival")
    if not most:
        return rule("5.3", "stack_too_short", least)
    if state.is_blind_level:
        return rule("5.6", "double_at_least", least, most)
    return rule("5.3.4", "step_range", least, most)


def why_not(view: View[AziState], action: Action) -> Rule | None:
    """The rule that forbids the action, hidden cards included; None if it is legal."""
    state = view.state
    if broken := refusal(state, view.seat, action):
        return broken
    if isinstance(action, Play) and action.slot not in playable(view):
        led = state.led_suit
        assert led is not None
        held = held_cards(view)
        bound = binding_suit((card.suit for card in held.values()), led, state.trump)
        example = next(card for card in held.values() if card.suit == bound)
        if bound == led:
            return rule("6.2", "follow_suit", led, example)
        return rule("6.3", "must_trump", led, example)
    return None


def held_cards(view: View[AziState]) -> dict[Slot, Card]:
    """The seat's own cards that are still in its hand, in dealing order."""
    state = view.state
    return {slot: view.hand[slot] for slot in state.hands[view.seat] if slot in view.hand}


def playable(view: View[AziState]) -> tuple[Slot, ...]:
    """Slots that may be played to the running trick, ascending (azi 6.2–6.4)."""
    state = view.state
    held = held_cards(view)
    if state.led_suit is None:
        return tuple(held)
    bound = binding_suit((card.suit for card in held.values()), state.led_suit, state.trump)
    return tuple([slot for slot, card in held.items() if bound in (None, card.suit)])


def legal_actions(view: View[AziState]) -> tuple[Action, ...]:
    """All legal actions of the seat: by kind, as `actions.Action` lists them, then by number."""
    state = view.state
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


def default_action(view: View[AziState]) -> Action:
    """What the player's own program does when time is up (azi 4.2, 6.9, SPEC §6.8)."""
    state = view.state
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


def weakest(view: View[AziState], slots: tuple[Slot, ...]) -> Slot:
    """The slot with the lowest card: side suits before trumps, then rank, then suit order."""
    state = view.state

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
