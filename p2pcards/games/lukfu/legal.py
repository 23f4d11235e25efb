"""Which actions are legal in Luk Fu. The one rule: `refusal` needs only what everybody knows once the
action's own cards are open; what depends on hidden cards is in `why_not` and becomes a `Claim`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import assert_never

from p2pcards.cards import Card
from p2pcards.engine import OpenCards, Rule, Seat, Slot, View
from p2pcards.games.lukfu.actions import (
    Action,
    Beat,
    Declare,
    Discard,
    Lead,
    Pass,
    SayPlay,
    is_formed,
)
from p2pcards.games.lukfu.claims import bound_single, in_order, must_beat, rule
from p2pcards.games.lukfu.combinations import (
    LONG,
    Combination,
    Kind,
    beaters,
    beats,
    combination_of,
    combinations_in,
    free_singles,
    old_cards,
)
from p2pcards.games.lukfu.state import FU_TO_WIN, LukfuState, Phase

_KINDS: Mapping[Phase, tuple[str, tuple[type, ...]]] = {
    Phase.CALL: ("4", (Pass, SayPlay)),
    Phase.LEAD: ("8", (Lead, Declare)),
    Phase.FOLLOW: ("9", (Beat, Discard)),
}
"""What is decided in each phase: rule number and kinds of action."""


def shown_slots(state: LukfuState, seat: Seat, action: Action) -> tuple[Slot, ...]:
    """The slots that the action opens: the cards played, or all that a declarer still has closed."""
    match action:
        case Lead(slots) | Beat(slots):
            return slots
        case Declare():
            return closed_slots(state, seat)
        case Pass() | SayPlay() | Discard():
            return ()
        case _:
            assert_never(action)


def closed_slots(state: LukfuState, seat: Seat) -> tuple[Slot, ...]:
    """What the seat holds or has put face down, as long as it has not been opened, ascending."""
    opened = {slot for slot, _ in state.opened}
    own = (*state.hands[seat], *state.face_down[seat])
    return tuple(sorted(slot for slot in own if slot not in opened))


def refusal(state: LukfuState, seat: Seat, action: Action, cards: OpenCards) -> Rule | None:
    """The rule that everybody can see the action breaks, `cards` being those it shows; None if none."""
    if broken := _turn_refusal(state, seat, action):
        return broken
    shown = [card for _, card in cards]
    match action:
        case Pass() | SayPlay():
            return None
        case Lead():
            return _lead_refusal(state, seat, shown)
        case Beat():
            combination, best = combination_of(shown), state.best_combination
            ones = state.options.ones_set_beats_2_to_8
            if combination is None or not beats(combination, best, ones):
                return rule("11", "does_not_beat", in_order(shown), in_order(best.cards))
            return None
        case Discard(slots):
            due = state.best_combination.size
            if len(slots) == due:
                return None
            return rule("10", "as_many_face_down", due)
        case Declare():
            own = dict(cards)
            hand = [own[slot] for slot in state.hands[seat]]
            discards = [own[slot] for slot in state.face_down[seat]]
            fu = count_fu(state, seat, hand, discards)
            return None if fu >= FU_TO_WIN else rule("22", "too_few_fu", fu, FU_TO_WIN)
        case _:
            assert_never(action)


def _turn_refusal(state: LukfuState, seat: Seat, action: Action) -> Rule | None:
    if state.phase not in _KINDS:
        return rule("5", "nothing_to_decide")
    number, kinds = _KINDS[state.phase]
    if seat != state.to_act:
        return rule(number, "not_its_turn")
    if not isinstance(action, kinds) or not is_formed(action):
        if isinstance(action, Declare):
            return rule("22", "declare_on_lead")
        return rule(number, "time_to", state.phase.value)
    if isinstance(action, Lead | Beat | Discard):
        strange = [slot for slot in action.slots if slot not in state.hands[seat]]
        if strange:
            return rule(number, "not_in_hand", strange[0])
    return None


def _lead_refusal(state: LukfuState, seat: Seat, shown: list[Card]) -> Rule | None:
    combination = combination_of(shown)
    if combination is None:
        return rule("8", "no_combination", in_order(shown))
    if combination.size > state.longest_lead(seat):
        return rule("21", "passed_master", LONG)
    return None


def count_fu(state: LukfuState, seat: Seat, hand: list[Card], discards: list[Card]) -> int:
    """The seat's F: fu won and Old cards in the hand (lukfu 22); `discards` are its own."""
    seen = list(state.seen)
    if state.options.own_discards_count_as_seen:
        seen += discards
    return state.fu[seat] + len(old_cards(hand, seen))


# --- what a player's own cards allow ------------------------------------------------------------


def held_cards(view: View[LukfuState]) -> dict[Slot, Card]:
    """The seat's own cards that are still in its hand, by slot."""
    state = view.state
    return {slot: view.hand[slot] for slot in state.hands[view.seat] if slot in view.hand}


def own_discards(view: View[LukfuState]) -> list[Card]:
    """What the seat has put face down itself."""
    state = view.state
    return [view.hand[slot] for slot in state.face_down[view.seat]]


def seen_by(view: View[LukfuState]) -> list[Card]:
    """The cards that help to make the seat's own Old: face up, and by option its discards (lukfu 15)."""
    state = view.state
    own = own_discards(view) if state.options.own_discards_count_as_seen else []
    return [*state.seen, *own]


def fu_of(view: View[LukfuState]) -> int:
    """The seat's own F (lukfu 22)."""
    return count_fu(view.state, view.seat, list(held_cards(view).values()), own_discards(view))


def why_not(view: View[LukfuState], action: Action) -> Rule | None:
    """The rule that forbids the action, hidden cards included; None if it is legal."""
    state = view.state
    seat = view.seat
    if broken := _turn_refusal(state, seat, action):
        return broken
    cards = tuple((slot, view.hand[slot]) for slot in shown_slots(state, seat, action))
    if broken := refusal(state, seat, action, cards):
        return broken
    hand = held_cards(view)
    match action:
        case Lead((slot,)) if seat != state.caller:
            return bound_single(hand[slot], hand.values(), seen_by(view))
        case Discard():
            return must_beat(hand.values(), state.best_combination.cards, state.options)
        case _:
            return None


def leads(view: View[LukfuState]) -> Iterator[Combination]:
    """What the seat on lead may lead, in canonical order (lukfu 8, 18, 21)."""
    state = view.state
    hand = held_cards(view).values()
    singles = frozenset(hand)
    if view.seat != state.caller:
        singles = free_singles(singles, seen_by(view))
    longest = state.longest_lead(view.seat)
    return (
        combination
        for combination in combinations_in(hand)
        if combination.size <= longest
        and (combination.kind is not Kind.SINGLE or combination.top in singles)
    )


def legal_actions(view: View[LukfuState]) -> tuple[Action, ...]:
    """All legal actions of the seat: in canonical order of the cards, `declare` last (SPEC §6.8)."""
    return tuple(_found(view))


def default_action(view: View[LukfuState]) -> Action:
    """What the player's own program does when time is up (SPEC §6.8)."""
    return next(_found(view))


def _found(view: View[LukfuState]) -> Iterator[Action]:
    """The legal actions, each made when it is asked for: there can be hundreds."""
    state = view.state
    if view.seat != state.to_act:
        return
    slots = {card: slot for slot, card in held_cards(view).items()}

    def at(cards: tuple[Card, ...]) -> tuple[Slot, ...]:
        return tuple(sorted([slots[card] for card in cards]))

    match state.phase:
        case Phase.CALL:
            yield from (Pass(), SayPlay())
        case Phase.LEAD:
            yield from (Lead(at(combination.cards)) for combination in leads(view))
            if fu_of(view) >= FU_TO_WIN:
                yield Declare()
        case _:
            best = state.best_combination
            found = beaters(slots, best, state.options.ones_set_beats_2_to_8)
            if found:
                yield from (Beat(at(combination.cards)) for combination in found)
            else:
                away = itertools.combinations(sorted(slots), best.size)
                yield from (Discard(at(cards)) for cards in away)
