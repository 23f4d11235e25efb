"""The player `hard`: it imagines the hidden cards again and again, and plays each choice to its end.

The one rule: the choice with the most chips on average is made, over the same imagined deals for all
choices; only where a card is certain to bring the deal is nothing imagined, and bids have a table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from p2pcards.engine import Roll, Slot, View
from p2pcards.games.azi.actions import (
    Action,
    BlindBet,
    BuyIn,
    Discard,
    NoBlind,
    Play,
    StayOut,
)
from p2pcards.games.azi.betting.bids import advised_bid, bid, by_table
from p2pcards.games.azi.bidding import blind_range
from p2pcards.games.azi.codes import beats, code_of
from p2pcards.games.azi.legal import held_cards, playable
from p2pcards.games.azi.playout import Playout, Start, start_of
from p2pcards.games.azi.state import PACK, TRICKS_TO_WIN, AziState, Phase
from p2pcards.games.azi.worlds import Imagination, World
from p2pcards.reckoning import Advice, CannotFail, Reckoning, advice_of, dice_of, reckoned
from p2pcards.seats import clockwise

PLAYOUTS = 1200
"""Imagined games for one decision, all its choices together: some 20 ms on one core, 60 at most."""

Try: TypeAlias = tuple[Action, Callable[[Playout], None]]
"""An action, and what it does to an imagined deal."""


def hard(view: View[AziState], roll: Roll) -> Action:
    """The choice that wins most on average, or loses least; a bid as the table has it."""
    if view.state.phase is Phase.BIDDING:
        return bid(view, roll, by_table)
    return _certain(view) or reckon(view, roll).best


def advise(view: View[AziState], roll: Roll) -> Advice[Action]:
    """What `hard` would do, and why."""
    if view.state.phase is Phase.BIDDING:
        return advised_bid(view)
    if card := _certain(view):
        return Advice(card, CannotFail(), 100)
    return advice_of(reckon(view, roll))


def reckon(view: View[AziState], roll: Roll) -> Reckoning[Action]:
    """What each choice gains in imagined deals, where nothing is bid."""
    state = view.state
    match state.phase:
        case Phase.BLIND:
            return _blind(view, roll)
        case Phase.DISCARD:
            return _discard(view, roll)
        case Phase.TRICKS:
            return _play(view, roll)
        case _:
            return _buy_in(view, roll)


def _gains(
    view: View[AziState], roll: Roll, start: Start, tries: Sequence[Try]
) -> Reckoning[Action]:
    """The chips that each of the actions gains."""
    imagination, dice = Imagination(view, start.order, is_bidding=start.is_bidding), dice_of(roll)

    def gains_of_next() -> list[float]:
        world = imagination.world(dice)
        return [_gain(start, world, do) for _, do in tries]

    return reckoned([action for action, _ in tries], gains_of_next, PLAYOUTS // len(tries))


def _gain(start: Start, world: World, do: Callable[[Playout], None]) -> float:
    playout = Playout(start, world)
    do(playout)
    return playout.to_end()


def _blind(view: View[AziState], roll: Roll) -> Reckoning[Action]:
    state = view.state
    seat = view.seat
    least, most = blind_range(state, seat)
    assert state.opener_from is not None
    order = clockwise(state.survivors, state.opener_from)
    first = 0 if state.blind_bettor is None else order.index(state.blind_bettor) + 1
    pending = (*order[first:], *order[:first])
    start = replace(start_of(state, seat), pending=tuple(s for s in pending if s != state.high))
    tries: list[Try] = [(NoBlind(), lambda _: None)]
    for amount in sorted({least, min(2 * least, most)}):
        step = amount - state.level
        tries.append((BlindBet(amount), lambda p, step=step: p.raise_by(seat, step, True)))  # type: ignore[misc]
    return _gains(view, roll, start, tries)


def _discard(view: View[AziState], roll: Roll) -> Reckoning[Action]:
    """The card without which most pots are won: how it would be bid for is too far off to imagine."""
    state = view.state
    assert state.turn_up is not None
    tries: list[Try] = []
    for slot, card in held_cards(view).items():
        code = code_of(card, state.turn_up)
        tries.append((Discard(slot), lambda p, code=code: p.play_without(view.seat, code)))  # type: ignore[misc]
    start = replace(start_of(state, view.seat), is_bidding=False)
    return _gains(view, roll, start, tries)


def _buy_in(view: View[AziState], roll: Roll) -> Reckoning[Action]:
    state = view.state
    seat = view.seat
    assert state.opener_from is not None
    none = (0,) * len(state.stacks)
    playing = [other for other in (*state.participants, seat) if other not in state.out]
    order = clockwise(playing, state.opener_from)
    start = replace(
        start_of(state, seat),
        order=order,
        stacks=tuple(
            chips - (state.price if other == seat else 0)
            for other, chips in enumerate(state.stacks)
        ),
        paid=none,
        ante=0,
        bids=none,
        level=0,
        high=None,
        is_blind_level=False,
        no_lead=tuple(other for other in order if not state.stacks[other]),
        pending=order,
        is_bidding=True,
        carried=tuple(
            replace(layer, amount=layer.amount + part, claimants=(*layer.claimants, seat))
            for layer, part in zip(state.carried, state.spread, strict=True)
        ),
        won=none,
    )
    imagination, dice = Imagination(view, start.order, is_bidding=True), dice_of(roll)

    def gains_of_next() -> list[float]:
        return [0, Playout(start, imagination.world(dice)).to_end()]

    return reckoned([StayOut(), BuyIn()], gains_of_next, PLAYOUTS)


def _play(view: View[AziState], roll: Roll) -> Reckoning[Action]:
    state = view.state
    slots = playable(view)
    if len(slots) == 1:
        return Reckoning((Play(slots[0]),), ((0,),))
    assert state.turn_up is not None
    tries: list[Try] = []
    for slot in slots:
        code = code_of(view.hand[slot], state.turn_up)
        tries.append((Play(slot), lambda p, code=code: p.play(view.seat, code)))  # type: ignore[misc]
    return _gains(view, roll, start_of(state, view.seat), tries)


def _certain(view: View[AziState]) -> Play | None:
    """A card that wins the deal whatever the others hold; none where there is nothing to choose."""
    state = view.state
    if state.phase is not Phase.TRICKS or state.tricks_of(view.seat) < TRICKS_TO_WIN - 1:
        return None
    slots = playable(view)
    sure = [slot for slot in slots if is_certain(view, slot)] if len(slots) > 1 else []
    return Play(sure[0]) if sure else None


def is_certain(view: View[AziState], slot: Slot) -> bool:
    """Whether the card takes the trick whatever the others hold."""
    state = view.state
    assert state.turn_up is not None
    turn_up = state.turn_up
    code = code_of(view.hand[slot], turn_up)
    table = [code_of(play.card, turn_up) for play in state.plays]
    best = table[0] if table else code
    for other in (*table[1:], code):
        if beats(other, best):
            best = other
    if best != code:
        return False
    seen = {*view.hand.values(), *(card for _, card in state.opened)}
    is_last = len(state.pending) == 1
    return is_last or not any(
        beats(code_of(card, turn_up), code) for card in PACK.cards if card not in seen
    )
