"""From one state of Luk Fu to the next (SPEC §9.3). The one rule: events are only obeyed
here, and an action only after `refusal` has found nothing against it.
"""

from __future__ import annotations

from typing import assert_never, cast

from p2pcards.cards import Card
from p2pcards.engine import (
    Acted,
    AwaitCoin,
    AwaitDecisions,
    AwaitDeck,
    AwaitOpening,
    AwaitShow,
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
from p2pcards.games.lukfu import settling
from p2pcards.games.lukfu.actions import (
    Action,
    Beat,
    Declare,
    Discard,
    Lead,
    Pass,
    SayPlay,
    text_of,
)
from p2pcards.games.lukfu.combinations import PACK
from p2pcards.games.lukfu.legal import closed_slots, count_fu, refusal, shown_slots
from p2pcards.games.lukfu.state import (
    EVERYONE,
    NOTHING,
    SEATS,
    Claim,
    ClaimKind,
    LukfuState,
    Phase,
    Played,
    after,
)
from p2pcards.records import change, with_item


def seats_of_next_deal(state: LukfuState, present: frozenset[Seat]) -> tuple[Seat, ...]:
    """All three, or none: the match is over, or cannot go on without somebody (SPEC §6.5)."""
    is_over = 0 < state.options.match_deals <= state.deal
    return () if is_over or not present.issuperset(EVERYONE) else EVERYONE


def open_deal(state: LukfuState, seats: tuple[Seat, ...]) -> LukfuState:
    """Begin a deal; the next seat is its Master (lukfu 28). There are no stakes."""
    assert state.phase is Phase.IDLE, "a deal is running"
    assert seats == EVERYONE, "not the seats of the next deal"
    return LukfuState(
        options=state.options,
        scores=state.scores,
        deal=state.deal + 1,
        phase=Phase.DECK,
        master=None if state.master is None else after(state.master),
        decks=1,
    )


def waiting(state: LukfuState) -> Waiting:
    """What the state waits for."""
    match state.phase:
        case Phase.FOLLOW | Phase.LEAD | Phase.CALL:  # First, for it is asked for most.
            to_act = state.to_act
            assert to_act is not None
            return AwaitDecisions((to_act,))
        case Phase.IDLE:
            return Done()
        case Phase.DECK:
            return AwaitDeck(EVERYONE)
        case Phase.COIN:
            return AwaitCoin(EVERYONE)
        case Phase.OPENING:
            return AwaitOpening(EVERYONE, dealing(state), ())
        case Phase.CLOSING:
            return AwaitShow(tuple((seat, closed_slots(state, seat)) for seat in state.to_show))
        case _:
            assert_never(state.phase)


def dealing(state: LukfuState) -> tuple[tuple[Slot, Seat], ...]:
    """Which slot goes to whom: one at a time, from the Master on (lukfu 5)."""
    assert state.master is not None
    return tuple([(slot, after(state.master, slot)) for slot in range(len(PACK.cards))])


def apply(state: LukfuState, event: Event) -> LukfuState:
    """The state after `event`.

    Raises:
        IllegalAction: An action that breaks a rule which everybody can check.
    """
    match event:
        case Acted(seat, tried, cards):
            action = cast(Action, tried)  # of another game, or unformed: refused below
            if rule := refusal(state, seat, action, cards):
                raise IllegalAction(seat, text_of(action), rule)
            assert tuple(slot for slot, _ in cards) == shown_slots(state, seat, action)
            return _act(state, seat, action, cards)
        case Out():
            return _go_out(state, event.seats)
        case DeckReady():
            assert state.phase is Phase.DECK
            return change(state, phase=Phase.COIN if state.master is None else Phase.OPENING)
        case CoinTossed(order):
            assert state.phase is Phase.COIN
            return change(state, phase=Phase.OPENING, master=order[0])
        case Opened(shown):
            assert state.phase is Phase.OPENING
            assert not shown
            hands: list[list[Slot]] = [[] for _ in EVERYONE]
            for slot, seat in dealing(state):
                hands[seat].append(slot)
            return _begin(change(state, hands=tuple(tuple(hand) for hand in hands)))
        case Shown(seat, cards):
            assert state.phase is Phase.CLOSING
            assert tuple(slot for slot, _ in cards) == closed_slots(state, seat)
            return settling.go_on_closing(
                change(_without(state, (seat,)), opened=(*state.opened, *cards))
            )
        case _:
            assert_never(event)


def _begin(state: LukfuState) -> LukfuState:
    """The calls; but after too many new deals the Master is the caller, unasked (lukfu 6)."""
    return _call(state, state.master) if state.must_play else change(state, phase=Phase.CALL)


def _call(state: LukfuState, seat: Seat | None) -> LukfuState:
    return change(state, phase=Phase.LEAD, caller=seat, leader=state.master)


def _act(state: LukfuState, seat: Seat, action: Action, cards: OpenCards) -> LukfuState:
    match action:
        case Pass():
            passes = (*state.passes, seat)
            return change(state, passes=passes) if len(passes) < SEATS else _deal_anew(state)
        case SayPlay():
            return _call(state, seat)
        case Lead(slots):
            if len(slots) == 1 and seat != state.caller:
                state = _claim(state, seat, ClaimKind.SINGLE_LEAD, slots)
            return _put(state, seat, slots, cards)
        case Beat(slots):
            return _put(state, seat, slots, cards)
        case Discard(slots):
            return _put(_claim(state, seat, ClaimKind.CANNOT_BEAT, slots), seat, slots, ())
        case Declare():
            own = dict(cards)
            hand = [own[slot] for slot in state.hands[seat]]
            discards = [own[slot] for slot in state.face_down[seat]]
            return settling.close(
                change(
                    state,
                    declarer=seat,
                    declared=count_fu(state, seat, hand, discards),
                    opened=(*state.opened, *cards),
                )
            )
        case _:
            assert_never(action)


def _deal_anew(state: LukfuState) -> LukfuState:
    """Three passes: a new deck and the same Master, and nothing is opened (lukfu 6)."""
    return change(state, phase=Phase.DECK, decks=state.decks + 1, passes=(), hands=NOTHING)


def _claim(state: LukfuState, seat: Seat, kind: ClaimKind, slots: tuple[Slot, ...]) -> LukfuState:
    claim = Claim(
        seat=seat,
        trick=state.trick,
        kind=kind,
        slots=slots,
        held=state.hands[seat],
        best=state.best.cards if state.best else (),
        seen=len(state.opened),
    )
    return change(state, claims=(*state.claims, claim))


def _put(state: LukfuState, seat: Seat, slots: tuple[Slot, ...], cards: OpenCards) -> LukfuState:
    """The seat's cards lie on the table, face down where `cards` is empty."""
    faces: tuple[Card, ...] = tuple(sorted([card for _, card in cards]))
    hand = tuple([slot for slot in state.hands[seat] if slot not in slots])
    down = state.face_down
    if not cards:
        down = with_item(down, seat, (*down[seat], *slots))
    state = change(
        state,
        phase=Phase.FOLLOW,
        hands=with_item(state.hands, seat, hand),
        face_down=down,
        opened=(*state.opened, *cards),
        plays=(*state.plays, Played(seat, slots, faces)),
    )
    return _end_trick(state) if len(state.plays) == SEATS else state


def _end_trick(state: LukfuState) -> LukfuState:
    best = state.best
    assert best is not None
    won = state.fu[best.seat] + len(best.slots)
    state = change(
        state,
        phase=Phase.LEAD,
        leader=best.seat,
        trick=state.trick + 1,
        plays=(),
        last_trick=state.plays,
        fu=with_item(state.fu, best.seat, won),
    )
    return state if any(state.hands) else settling.close(state)


def _go_out(state: LukfuState, seats: tuple[Seat, ...]) -> LukfuState:
    """Silent, gone or caught: the deal is over, and the seats pay for it (SPEC §9.3)."""
    if state.phase is Phase.IDLE:
        return state
    is_closing = state.phase is Phase.CLOSING
    # In the closing only who still owes cards can fail.
    gone = tuple([seat for seat in seats if not is_closing or seat in state.to_show])
    if not gone:
        return state
    state = change(_without(state, gone), offenders=(*state.offenders, *gone))
    if not state.is_dealt:
        return settling.settle(state)
    return settling.go_on_closing(state) if is_closing else settling.close(state)


def _without(state: LukfuState, seats: tuple[Seat, ...]) -> LukfuState:
    return change(state, to_show=tuple(seat for seat in state.to_show if seat not in seats))
