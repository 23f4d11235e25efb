"""Blind bets and bidding (azi 5). The one rule: bidding is over when everyone who can answer the
last bet has answered it, and `pending` is exactly who has not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from p2pcards.chips import uncalled
from p2pcards.engine import Seat
from p2pcards.games.azi.actions import AllIn, Bet, BlindBet, Call, RaiseBy
from p2pcards.games.azi.options import Blind
from p2pcards.games.azi.state import MOST_BIDS, AziState, Phase, with_added
from p2pcards.records import change
from p2pcards.seats import clockwise


@dataclass(frozen=True, slots=True)
class Offer:
    """What a seat may do when it is its turn to bid; folding is always possible.

    Args:
        owed: What a call costs.
        can_call: It owes something and has at least that much.
        can_go_all_in: It has less than a call, or than the smallest bet, asks for.
        least: Smallest bet or step of a raise, if any is possible.
        most: Largest one; 0 where none is.
    """

    owed: int
    can_call: bool
    can_go_all_in: bool
    least: int
    most: int


def offer(state: AziState, seat: Seat) -> Offer:
    """What the rules let `seat` bid, if it were its turn (azi 5.3, 5.6)."""
    stack, owed, options = state.stacks[seat], state.owed(seat), state.options
    least = max(options.min_bid, state.level) if state.is_blind_level else options.min_bid
    most = min(max(options.max_bid, least), stack - owed)
    can_raise = most >= least and state.bids[seat] < MOST_BIDS and has_rival_with_chips(state, seat)
    is_short = stack < owed if state.level else stack < options.min_bid
    return Offer(
        owed=owed,
        can_call=bool(state.level) and not is_short,
        can_go_all_in=is_short,
        least=least,
        most=most if can_raise else 0,
    )


def has_rival_with_chips(state: AziState, seat: Seat) -> bool:
    """Whether any other survivor could answer a bid of `seat` (azi 5.3 detail 6)."""
    return any(
        state.stacks[other] and other != seat and other not in state.folded
        for other in state.participants
    )


def blind_range(state: AziState, seat: Seat) -> tuple[int, int]:
    """Smallest and largest blind bet open to `seat`; (1, 0) where there is none (azi 5.6)."""
    if state.level:
        least = most = 2 * state.level
    else:
        least, most = state.options.min_bid, state.options.max_bid
    most = min(most, state.stacks[seat])
    return (least, most) if least <= most and has_rival_with_chips(state, seat) else (1, 0)


def begin_blind(state: AziState) -> AziState:
    """Ask for a blind bet, or go on asking after a new deck; or find that there is none to make."""
    if not state.is_blind_over:
        assert state.opener_from is not None
        # Who was asked before the new deck is asked again only if there is still a bet to make.
        asked = state.pending or clockwise(state.survivors, state.opener_from)[:1]
        state = _ask_blind(state, asked)
    return change(state, phase=Phase.OPENING if state.is_blind_over else Phase.BLIND)


def refuse_blind(state: AziState) -> AziState:
    """The seat asked bets no blind: the chain is over (azi 5.6)."""
    return change(state, phase=Phase.OPENING, pending=(), is_blind_over=True)


def bet_blind(state: AziState, seat: Seat, action: BlindBet) -> AziState:
    """The seat asked bets blind; in a chain the next one may double it."""
    assert state.opener_from is not None
    opener_from = state.opener_from
    stacks, payments = _paid(state, seat, action.amount - state.bid_of(seat))
    state = change(
        state,
        stacks=stacks,
        payments=payments,
        level=action.amount,
        high=seat,
        bids=with_added(state.bids, seat, 1),
        blind_bettor=seat,
        is_blind_level=True,
    )
    order = clockwise(state.participants, opener_from)
    later = [other for other in order[order.index(seat) + 1 :] if other not in state.folded]
    is_chain = state.options.blind is Blind.CHAIN
    return begin_blind(_ask_blind(state, tuple(later[:1]) if is_chain else ()))


def _ask_blind(state: AziState, seats: tuple[Seat, ...]) -> AziState:
    able = tuple(seat for seat in seats if blind_range(state, seat)[1])
    return change(state, pending=able, is_blind_over=not able)


def begin_bidding(state: AziState) -> AziState:
    """Bidding begins with the opener, or left of the last blind bettor (azi 5.3, 5.6)."""
    assert state.opener_from is not None
    bettor = state.blind_bettor
    first: Seat = state.opener_from if bettor is None else bettor + 1
    return change(
        state,
        phase=Phase.BIDDING,
        pending=_others(clockwise(state.survivors, first), state.high),
        no_lead=tuple(
            seat for seat in state.survivors if not state.stacks[seat] and seat != state.high
        ),
    )


def bid(state: AziState, seat: Seat, action: Call | AllIn | Bet | RaiseBy) -> AziState:
    """The seat pays what its bid says; legality has been checked."""
    match action:
        case Call():
            stacks, payments = _paid(state, seat, state.owed(seat))
            return change(state, stacks=stacks, payments=payments, pending=state.pending[1:])
        case AllIn():
            chips = state.stacks[seat]
            stacks, payments = _paid(state, seat, chips)
            return change(
                state,
                stacks=stacks,
                payments=payments,
                level=max(state.level, state.bid_of(seat) + chips),
                no_lead=tuple(sorted((*state.no_lead, seat))),
                pending=state.pending[1:],
            )
        case Bet(amount) | RaiseBy(amount):
            stacks, payments = _paid(state, seat, state.owed(seat) + amount)
            answering = _others(clockwise(state.survivors, seat + 1), seat)
            broke = [other for other in answering if not stacks[other]]
            return change(
                state,
                stacks=stacks,
                payments=payments,
                level=state.level + amount,
                high=seat,
                bids=with_added(state.bids, seat, 1),
                is_blind_level=False,
                pending=answering,
                # Whoever cannot answer any more is skipped, and too short to lead (azi 5.3.7).
                no_lead=tuple(sorted({*state.no_lead, *broke})),
            )
        case _:
            assert_never(action)


def go_on_bidding(state: AziState) -> AziState:
    """Drop from `pending` whom nobody needs to ask (azi 5.3 details 6 and 7)."""
    asked = tuple(
        [
            seat
            for seat in state.pending
            if state.stacks[seat] and (state.owed(seat) or has_rival_with_chips(state, seat))
        ]
    )
    return state if asked == state.pending else change(state, pending=asked)


def return_uncalled(state: AziState) -> AziState:
    """Give back what the highest payer put in above the second, unless it is out (azi 5.4b)."""
    found = uncalled({seat: state.payments[seat] for seat in state.participants})
    if found is None or found[0] in state.out:
        return state
    seat, excess = found
    stacks, payments = _paid(state, seat, -excess)
    return change(state, stacks=stacks, payments=payments)


def first_leader(state: AziState) -> Seat:
    """Who leads the first trick (azi 5.5)."""
    if state.high is not None:
        return state.high
    assert state.opener_from is not None
    order = clockwise(state.survivors, state.opener_from)
    return next((seat for seat in order if seat not in state.no_lead), order[0])


def _paid(state: AziState, seat: Seat, chips: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Stacks and payments after the seat has put `chips` into the pot, or got them back."""
    return with_added(state.stacks, seat, -chips), with_added(state.payments, seat, chips)


def _others(seats: tuple[Seat, ...], seat: Seat | None) -> tuple[Seat, ...]:
    return tuple([other for other in seats if other != seat])
