"""The end of a deal: paying the winner, or azi (azi 7–9). The one rule: every chip of the pot goes
to a seat that is not out, or stays in a layer that somebody can still win.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from p2pcards.chips import (
    Layer,
    layers,
    merge,
    restrict,
    split_equally,
    split_in_proportion,
)
from p2pcards.engine import Cause, Seat
from p2pcards.games.azi.options import Payout
from p2pcards.games.azi.state import AziState, Phase, Settlement, with_added
from p2pcards.records import change
from p2pcards.seats import clockwise


def pot_layers(state: AziState) -> tuple[Layer, ...]:
    """The whole pot in layers: carried ones first, claims reduced to survivors (azi 8.1)."""
    return merge((*restrict(state.carried, state.survivors), *new_layers(state)))


def new_layers(state: AziState) -> tuple[Layer, ...]:
    """The layers of what has been paid in this deal alone."""
    return layers({seat: state.payments[seat] for seat in state.participants}, state.survivors)


def settle(state: AziState, winner: Seat) -> AziState:
    """Pay out the pot; the cycle is over and the seat left of the winner opens the next."""
    pot = pot_layers(state)
    received = [0] * len(state.stacks)
    if state.options.payout is Payout.FRACTION:
        _pay_matched(merge(restrict(state.carried, state.survivors)), winner, received)
        _pay_fraction(state, winner, received)
    else:
        _pay_matched(pot, winner, received)
    return change(
        _end_deal(state),
        stacks=tuple(map(sum, zip(state.stacks, received, strict=True))),
        opener_from=(winner + 1) % len(state.stacks),
        members=(),
        participants=(),
        carried=(),
        price=0,
        spread=(),
        settlement=Settlement(winner, state.payments, pot, tuple(received)),
    )


def _pay_matched(pot: tuple[Layer, ...], winner: Seat, received: list[int]) -> None:
    for layer in pot:
        if winner in layer.claimants or not layer.claimants:
            received[winner] += layer.amount
        else:
            order = clockwise(layer.claimants, winner + 1)
            for seat, part in split_equally(layer.amount, order).items():
                received[seat] += part


def _pay_fraction(state: AziState, winner: Seat, received: list[int]) -> None:
    # Only what was paid in this deal is divided by stakes: in a re-deal a trick-taker has staked
    # nothing new, and would otherwise win nothing of the pot it has a claim to (azi 8.3, 9.4).
    paid, total = state.payments, sum(state.payments)
    stake, most = paid[winner], max(paid[seat] for seat in state.survivors)
    part = total * stake // most if most else total
    received[winner] += part
    if total > part:
        others = [seat for seat in clockwise(state.survivors, winner + 1) if seat != winner]
        shares = split_in_proportion(total - part, [(seat, paid[seat]) for seat in others])
        for seat, share in shares.items():
            received[seat] += share


def azi(state: AziState) -> AziState:
    """Nobody has two tricks: return what no trick-taker can win, and offer the re-deal (azi 9)."""
    assert state.opener_from is not None
    survivors = state.survivors
    # Without a trick-taker (possible only when seats have gone out) all survivors replay free.
    takers = tuple(seat for seat in survivors if state.tricks_of(seat)) or survivors
    stacks, kept = state.stacks, []
    returned = (0,) * len(stacks)
    for layer in pot_layers(state):
        if layer.claimants and not set(layer.claimants) & set(takers):
            order = clockwise(layer.claimants, state.opener_from)
            for seat, part in split_equally(layer.amount, order).items():
                stacks = with_added(stacks, seat, part)
                returned = with_added(returned, seat, part)
        else:
            kept.append(layer)
    carried = keep_claims(kept, takers)
    pot = sum(layer.amount for layer in carried)
    price = (pot + 1) // 2
    above = tuple(price * layer.amount // pot for layer in carried[1:])
    return go_on_buying_in(
        change(
            state,
            phase=Phase.BUY_IN,
            stacks=stacks,
            returned=returned,
            payments=(0,) * len(stacks),
            carried=carried,
            participants=takers,
            price=price,
            spread=(price - sum(above), *above),
            pending=tuple(
                seat
                for seat in clockwise(state.members, state.opener_from)
                if seat not in takers and seat not in state.out and stacks[seat] >= price
            ),
        )
    )


def keep_claims(pot: Collection[Layer], seats: Collection[Seat]) -> tuple[Layer, ...]:
    """The pot with claims of `seats` only; what nobody can claim joins the bottom layer."""
    limited = merge(restrict(pot, seats))
    orphaned = sum(layer.amount for layer in limited if not layer.claimants)
    bottom, *rest = [layer for layer in limited if layer.claimants]
    return (replace(bottom, amount=bottom.amount + orphaned), *rest)


def buy_in(state: AziState, seat: Seat) -> AziState:
    """The seat pays the price, spread over the layers, and can win all of them (azi 9.4.4)."""
    carried = tuple(
        Layer(layer.amount + part, tuple(sorted((*layer.claimants, seat))))
        for layer, part in zip(state.carried, state.spread, strict=True)
    )
    return go_on_buying_in(
        change(
            state,
            stacks=with_added(state.stacks, seat, -state.price),
            carried=carried,
            participants=tuple(sorted((*state.participants, seat))),
            buyers=(*state.buyers, seat),
            pending=state.pending[1:],
        )
    )


def lapse(state: AziState, gone: tuple[Seat, ...]) -> AziState:
    """Seats go out while buy-ins are offered: they refuse, or their claims end (SPEC §10)."""
    pending = tuple(seat for seat in state.pending if seat not in gone)
    return go_on_buying_in(change(state, pending=pending, out=(*state.out, *gone)))


def go_on_buying_in(state: AziState) -> AziState:
    """When all have been asked: the re-deal waits, or its only participant takes the pot."""
    if state.pending:
        return state
    playing = [seat for seat in state.participants if seat not in state.out]
    # If all have gone out the pot still needs an owner: the last to go.
    playing = playing or [next(seat for seat in reversed(state.out) if seat in state.participants)]
    state = keep_participants(state, playing)
    if len(playing) == 1:
        return walk_over(state)
    return _end_deal(state)


def keep_participants(state: AziState, seats: Collection[Seat]) -> AziState:
    """Only `seats` go on to the re-deal; the others' claims and buy-ins are lost (SPEC §9.1)."""
    return change(
        state,
        participants=tuple(sorted(seats)),
        carried=keep_claims(state.carried, seats),
    )


def walk_over(state: AziState) -> AziState:
    """The only participant of a re-deal takes the pot without a deck (azi 9.6)."""
    (winner,) = state.participants
    return settle(change(state, folded=()), winner)


def leave_cycle(state: AziState, causes: tuple[tuple[Seat, Cause], ...]) -> AziState:
    """Seats that left or were caught cannot buy in later; silent ones may be back by then."""
    gone = [seat for seat, cause in causes if cause is not Cause.SILENT]
    return change(state, members=tuple(seat for seat in state.members if seat not in gone))


def _end_deal(state: AziState) -> AziState:
    return change(
        state,
        phase=Phase.IDLE,
        pending=(),
        payments=(0,) * len(state.stacks),
    )
