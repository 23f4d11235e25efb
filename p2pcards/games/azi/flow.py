"""From one state of Azi to the next (SPEC §9.1). The one rule: events are only obeyed here,
and an action only after `refusal` has found nothing against it.
"""

from __future__ import annotations

from typing import assert_never, cast

from p2pcards.engine import (
    Acted,
    AwaitCoin,
    AwaitDecisions,
    AwaitDeck,
    AwaitOpening,
    Cause,
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
from p2pcards.games.azi import bidding, settling
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
    text_of,
)
from p2pcards.games.azi.legal import refusal
from p2pcards.games.azi.options import Blind
from p2pcards.games.azi.state import (
    TRICKS,
    TRICKS_TO_WIN,
    UNSEEN_PHASES,
    AziState,
    Phase,
    Played,
)
from p2pcards.records import change, with_item
from p2pcards.seats import clockwise
from p2pcards.tricks import trick_winner


def seats_of_next_deal(state: AziState, present: frozenset[Seat]) -> tuple[Seat, ...]:
    """Who is dealt in next (azi 2.1, 9.2); one seat alone takes the pot; none: the match ends."""
    if state.participants:
        here = tuple(seat for seat in state.participants if seat in present)
        # The pot needs an owner even if nobody has come (SPEC §9.1).
        return here or state.in_order(state.participants)[-1:]
    able = tuple(
        seat
        for seat, stack in enumerate(state.stacks)
        if seat in present and stack >= state.options.ante
    )
    return able if len(able) > 1 else ()


def open_deal(state: AziState, seats: tuple[Seat, ...]) -> AziState:
    """Take the antes, or in a re-deal the seats that still want to play it (azi 2.1, 9.3)."""
    assert state.phase is Phase.IDLE, "a deal is running"
    is_redeal = bool(state.participants)
    assert seats == seats_of_next_deal(state, frozenset(seats)), "not the seats of the next deal"
    none = (0,) * len(state.stacks)
    antes = tuple(
        state.options.ante if seat in seats and not is_redeal else 0 for seat in range(len(none))
    )
    state = AziState(
        options=state.options,
        stacks=tuple(stack - ante for stack, ante in zip(state.stacks, antes, strict=True)),
        deal=state.deal + 1,
        phase=Phase.DECK,
        opener_from=state.opener_from,
        members=state.members if is_redeal else seats,
        participants=state.participants if is_redeal else seats,
        carried=state.carried,
        is_redeal=is_redeal,
        decks=1,
        hands=((),) * len(none),
        discards=(None,) * len(none),
        payments=antes,
        bids=none,
        is_blind_over=is_redeal or state.options.blind is Blind.OFF,
        returned=none,
    )
    if is_redeal:
        state = settling.keep_participants(state, seats)
        if len(seats) == 1:
            return settling.walk_over(state)
    return state


def waiting(state: AziState) -> Waiting:
    """What the state waits for."""
    match state.phase:
        case Phase.TRICKS | Phase.BIDDING | Phase.DISCARD | Phase.BLIND | Phase.BUY_IN:
            return AwaitDecisions(state.asked)  # First, for it is asked for most.
        case Phase.IDLE:
            return Done()
        case Phase.DECK:
            return AwaitDeck(state.survivors)
        case Phase.COIN:
            return AwaitCoin(state.survivors)
        case Phase.OPENING:
            dealt, turn_up = state.dealing()
            return AwaitOpening(state.survivors, dealt, (turn_up,))
        case _:
            assert_never(state.phase)


def apply(state: AziState, event: Event) -> AziState:
    """The state after `event`.

    Raises:
        IllegalAction: An action that breaks a rule which everybody can check.
    """
    match event:
        case Acted(seat, tried, cards):
            action = cast(Action, tried)  # of another game, or unformed: refused below
            if rule := refusal(state, seat, action):
                raise IllegalAction(seat, text_of(action), rule)
            return _act(state, seat, action, cards)
        case Out(causes):
            return _go_out(state, causes)
        case DeckReady():
            assert state.phase is Phase.DECK
            if state.opener_from is None:
                return change(state, phase=Phase.COIN)
            return bidding.begin_blind(state)
        case CoinTossed(order):
            assert state.phase is Phase.COIN
            opener = next(seat for seat in order if seat in state.survivors)
            return bidding.begin_blind(change(state, opener_from=opener))
        case Opened(cards):
            assert state.phase is Phase.OPENING
            return _open(state, cards)
        case Shown():
            raise AssertionError("Azi has no closing check")
        case _:
            assert_never(event)


def _open(state: AziState, cards: OpenCards) -> AziState:
    dealt, turn_up = state.dealing()
    ((slot, card),) = cards
    assert slot == turn_up
    hands: list[list[Slot]] = [[] for _ in state.stacks]
    for dealt_slot, seat in dealt:
        hands[seat].append(dealt_slot)
    state = change(state, hands=tuple(tuple(hand) for hand in hands), turn_up=card, opened=cards)
    if state.options.cards > TRICKS:
        return change(state, phase=Phase.DISCARD, pending=state.survivors)
    return _go_on(bidding.begin_bidding(state))


def _act(state: AziState, seat: Seat, action: Action, cards: OpenCards) -> AziState:
    match action:
        case NoBlind():
            return bidding.refuse_blind(state)
        case BlindBet():
            return bidding.bet_blind(state, seat, action)
        case Discard(slot):
            discards = with_item(state.discards, seat, slot)
            return _go_on(
                change(_drop(state, seat), hands=_without(state, seat, slot), discards=discards)
            )
        case Fold():
            return _go_on(_fold(state, seat))
        case Call() | AllIn() | Bet() | RaiseBy():
            return _go_on(bidding.bid(state, seat, action))
        case Play(slot):
            ((opened, card),) = cards
            assert opened == slot
            return _go_on(
                change(
                    state,
                    pending=state.pending[1:],
                    hands=_without(state, seat, slot),
                    opened=(*state.opened, *cards),
                    plays=(*state.plays, Played(seat, slot, card)),
                )
            )
        case BuyIn():
            return settling.buy_in(state, seat)
        case StayOut():
            return settling.go_on_buying_in(_drop(state, seat))
        case _:
            assert_never(action)


def _go_on(state: AziState) -> AziState:
    """What follows of itself once nobody is left to be asked in this phase."""
    survivors = state.survivors
    if len(survivors) == 1:
        return settling.settle(state, survivors[0])
    if state.phase is Phase.BIDDING:
        state = bidding.go_on_bidding(state)
    if state.pending:
        return state
    match state.phase:
        case Phase.DISCARD:
            return _go_on(bidding.begin_bidding(state))
        case Phase.BIDDING:
            state = bidding.return_uncalled(state)
            return _lead(change(state, phase=Phase.TRICKS), bidding.first_leader(state))
        case Phase.TRICKS:
            return _end_trick(state)
        case _:
            raise AssertionError(f"nothing follows of itself in {state.phase}")


def _lead(state: AziState, leader: Seat) -> AziState:
    order = clockwise(state.survivors, leader)
    return change(state, leader=order[0], pending=order, plays=())


def _end_trick(state: AziState) -> AziState:
    cards = [play.card for play in state.plays]
    winner = state.plays[trick_winner(cards, state.trump, state.strength)].seat
    state = change(
        state,
        plays=(),
        last_trick=state.plays,
        trick_winners=(*state.trick_winners, winner),
    )
    if state.tricks_of(winner) == TRICKS_TO_WIN:
        return settling.settle(state, winner)
    if len(state.trick_winners) == TRICKS:
        return settling.azi(state)
    return _lead(state, winner)


def _go_out(state: AziState, causes: tuple[tuple[Seat, Cause], ...]) -> AziState:
    state = settling.leave_cycle(state, causes)
    concerned = {*state.participants, *state.pending}.difference(state.out)
    gone = state.in_order(seat for seat, _ in causes if seat in concerned)
    if state.phase is Phase.IDLE:
        return state
    if state.phase is Phase.BUY_IN:
        return settling.lapse(state, gone)
    lost = [seat for seat in gone if seat not in state.folded]
    if len(lost) == len(state.survivors):
        # The pot needs an owner: the last of them is not out and takes it (SPEC §9.1).
        gone = tuple([seat for seat in gone if seat != lost[-1]])
        del lost[-1]
    state = change(state, out=(*state.out, *gone))
    return _lose(state, lost) if lost else state


def _lose(state: AziState, lost: list[Seat]) -> AziState:
    """These survivors have gone out: they have folded, and the others go on without them."""
    # A seat asked for a blind bet refuses it by going out, and the chain is over (SPEC §9.1).
    is_refusal = state.phase in UNSEEN_PHASES and any(seat in lost for seat in state.pending)
    state = change(
        _fold(state, *lost),
        high=None if state.high in lost else state.high,
        is_blind_over=state.is_blind_over or is_refusal,
    )
    if len(state.survivors) == 1:
        return _go_on(state)
    if state.phase in UNSEEN_PHASES:
        # Keys are missing: a deck anew among the rest, all stakes stand (SPEC §9.1).
        return change(state, phase=Phase.DECK, decks=state.decks + 1)
    if state.phase is Phase.TRICKS and not state.plays:
        assert state.leader is not None
        return _lead(state, state.leader) if state.leader in lost else state
    return _go_on(state)


def _fold(state: AziState, *seats: Seat) -> AziState:
    pending = tuple([other for other in state.pending if other not in seats])
    return change(state, pending=pending, folded=tuple(sorted((*state.folded, *seats))))


def _drop(state: AziState, seat: Seat) -> AziState:
    return change(state, pending=tuple([other for other in state.pending if other != seat]))


def _without(state: AziState, seat: Seat, slot: Slot) -> tuple[tuple[Slot, ...], ...]:
    hand = tuple([held for held in state.hands[seat] if held != slot])
    return with_item(state.hands, seat, hand)
