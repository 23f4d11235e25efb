"""From one state of Hazari to the next (SPEC §9.2). The one rule: events are only obeyed
here, and what was declared is judged as soon as the cards that show it are open.
"""

from __future__ import annotations

from itertools import pairwise
from typing import assert_never, cast

from p2pcards.engine import (
    Acted,
    AwaitCoin,
    AwaitDecisions,
    AwaitDeck,
    AwaitOpening,
    AwaitShow,
    ClaimCount,
    CoinTossed,
    DeckReady,
    Done,
    Event,
    IllegalAction,
    OpenCards,
    Opened,
    Out,
    Seat,
    Shown,
    Slot,
    Waiting,
)
from p2pcards.games.hazari.actions import Declare, text_of
from p2pcards.games.hazari.combos import key_of
from p2pcards.games.hazari.legal import refusal
from p2pcards.games.hazari.scoring import deal_scores, trick_winner, winners
from p2pcards.games.hazari.state import (
    SEATS,
    TRICKS,
    HazariState,
    Phase,
    playing_order,
    winner_of_match,
)
from p2pcards.records import change, with_item


def seats_of_next_deal(state: HazariState, present: frozenset[Seat]) -> tuple[Seat, ...]:
    """All four, until the match is won or one of them is missing (hazari 1, 21–23, SPEC §6.5)."""
    everybody = tuple(range(SEATS))
    return everybody if winner_of_match(state) is None and present.issuperset(everybody) else ()


def open_deal(state: HazariState, seats: tuple[Seat, ...]) -> HazariState:
    """Begin the next deal; the deal passes to the right, unless the last was void (hazari 6, 26)."""
    assert state.phase is Phase.IDLE, "a deal is running"
    assert seats == seats_of_next_deal(state, frozenset(seats)), "not the seats of the next deal"
    dealer = state.dealer
    if dealer is not None and not state.is_void:
        dealer = (dealer + 1) % SEATS
    return HazariState(
        options=state.options,
        totals=state.totals,
        deal=state.deal + 1,
        phase=Phase.DECK,
        dealer=dealer,
        groups=(None,) * SEATS,
        fouls=(0,) * SEATS,
        scores=(0,) * SEATS,
    )


def waiting(state: HazariState) -> Waiting:
    """What the state waits for."""
    match state.phase:
        case Phase.IDLE:
            return Done()
        case Phase.DECK:
            return AwaitDeck(state.here)
        case Phase.COIN:
            return AwaitCoin(state.here)
        case Phase.OPENING:
            return AwaitOpening(state.here, state.dealing(), ())
        case Phase.ARRANGING:
            return AwaitDecisions(state.pending)
        case Phase.TRICKS:
            return AwaitShow(tuple([(seat, due_group(state, seat)) for seat in state.pending]))
        case _:
            assert_never(state.phase)


def due_group(state: HazariState, seat: Seat) -> tuple[Slot, ...]:
    """The seat's group of the running trick."""
    groups = state.groups[seat]
    assert groups is not None
    return groups[state.trick - 1]


def claim_count(state: HazariState) -> ClaimCount:
    """Each declaration claims of its last three groups that they do not rank above the one before."""
    made = settled = refuted = 0
    for seat, groups in enumerate(state.groups):
        if groups is None:
            continue
        made += TRICKS - 1
        opened = [state.opened_group(seat, number) for number in range(1, TRICKS + 1)]
        for upper, lower in pairwise(opened):
            if upper and lower:
                is_false = key_of(lower) > key_of(upper)
                refuted += is_false
                settled += not is_false
    return ClaimCount(made, settled, refuted)


def apply(state: HazariState, event: Event) -> HazariState:
    """The state after `event`.

    Raises:
        IllegalAction: A declaration that everybody can see to be none (hazari 12, 27).
    """
    match event:
        case Acted(seat, tried, _):
            action = cast(Declare, tried)  # of another game, or unformed: refused below
            if rule := refusal(state, seat, action):
                raise IllegalAction(seat, text_of(action), rule)
            return _go_on(_declare(state, seat, action))
        case Shown(seat, cards):
            return _go_on(_show(state, seat, cards))
        case Out():
            return _go_out(state, event.seats)
        case DeckReady():
            assert state.phase is Phase.DECK
            is_first = state.dealer is None
            return change(state, phase=Phase.COIN if is_first else Phase.OPENING)
        case CoinTossed(order):
            assert state.phase is Phase.COIN
            return change(state, phase=Phase.OPENING, dealer=order[0])
        case Opened():
            assert state.phase is Phase.OPENING
            return _deal(state)
        case _:
            assert_never(event)


def _deal(state: HazariState) -> HazariState:
    hands: list[list[Slot]] = [[] for _ in range(SEATS)]
    for slot, seat in state.dealing():
        hands[seat].append(slot)
    return change(
        state,
        phase=Phase.ARRANGING,
        hands=tuple(tuple(hand) for hand in hands),
        pending=state.here,
    )


def _declare(state: HazariState, seat: Seat, action: Declare) -> HazariState:
    groups = with_item(state.groups, seat, action.groups)
    return change(_drop(state, seat), groups=groups)


def _show(state: HazariState, seat: Seat, cards: OpenCards) -> HazariState:
    assert state.phase is Phase.TRICKS
    assert seat in state.pending
    assert tuple([slot for slot, _ in cards]) == due_group(state, seat)
    state = change(_drop(state, seat), opened=(*state.opened, *cards))
    number = state.trick
    if number == 1 or state.fouls[seat]:
        return state
    if key_of(state.opened_group(seat, number)) <= key_of(state.opened_group(seat, number - 1)):
        return state
    return _without_bad(change(state, fouls=with_item(state.fouls, seat, number)))


def _go_out(state: HazariState, seats: tuple[Seat, ...]) -> HazariState:
    gone = tuple([seat for seat in seats if seat not in state.out])
    if state.phase is Phase.IDLE or not gone:
        return state
    state = _drop(change(state, out=(*state.out, *gone)), *gone)
    if state.phase is Phase.TRICKS:
        state = _without_bad(state)
    return _go_on(state)


def _without_bad(state: HazariState) -> HazariState:
    """Give a bad seat's tricks, and its lead if it has not led, to good ones (SPEC §9.2)."""
    if not state.good:
        return state
    state = change(state, winners=winners(state, len(state.winners)))
    leader = state.leaders[-1]
    if leader in state.good or state.opened_group(leader, state.trick):
        return state
    return change(state, leaders=(*state.leaders[:-1], _next_leader(state, state.trick)))


def _next_leader(state: HazariState, number: int) -> Seat:
    if number > 1:
        return state.winners[number - 2]
    return next(seat for seat in playing_order(state.first_leader) if seat in state.good)


def _go_on(state: HazariState) -> HazariState:
    """What follows of itself once nobody is left to be asked, or nothing is left to play for."""
    if len(state.here) <= 1 or not state.hands:
        return _settle(state)
    if state.pending:
        return state
    if not state.good:
        return _settle(state)
    if state.phase is Phase.TRICKS:
        winner = trick_winner(state, state.trick)
        assert winner is not None
        state = change(state, winners=(*state.winners, winner))
        if state.trick == TRICKS:
            return _settle(state)
    return change(
        state,
        phase=Phase.TRICKS,
        leaders=(*state.leaders, _next_leader(state, state.trick + 1)),
        pending=state.here,
    )


def _settle(state: HazariState) -> HazariState:
    scores = deal_scores(state)
    is_void = scores is None
    scores = scores or (0,) * SEATS
    totals = tuple([sum(both) for both in zip(state.totals, scores, strict=True)])
    return change(
        state, phase=Phase.IDLE, pending=(), totals=totals, scores=scores, is_void=is_void
    )


def _drop(state: HazariState, *seats: Seat) -> HazariState:
    return change(state, pending=tuple([other for other in state.pending if other not in seats]))
