"""The end of a deal: the closing check and who pays whom (SPEC §9.3). The one rule: points
only change hands, and nobody but an offender pays while there is one.
"""

from __future__ import annotations

from p2pcards.engine import Seat
from p2pcards.games.lukfu.claims import refuted
from p2pcards.games.lukfu.legal import closed_slots
from p2pcards.games.lukfu.state import EVERYONE, FU_TO_WIN, LukfuState, Phase, Result
from p2pcards.records import change

LEAST_PENALTY = 7
"""What an offender pays at least to each of the others: two of them make the worst legal loss."""


def value(fu: int) -> int:
    """Points from each loser for a win with so many fu (lukfu 26)."""
    return fu - FU_TO_WIN + 1


def close(state: LukfuState) -> LukfuState:
    """The play is over: every seat that is still there opens what it has closed (SPEC §9.3)."""
    to_show = tuple(
        seat for seat in EVERYONE if seat not in state.offenders and closed_slots(state, seat)
    )
    return go_on_closing(change(state, phase=Phase.CLOSING, to_show=to_show))


def go_on_closing(state: LukfuState) -> LukfuState:
    """When all have opened what they owe, the claims are judged and the deal is settled."""
    if state.to_show:
        return state
    return settle(change(state, refuted=refuted(state)))


def settle(state: LukfuState) -> LukfuState:
    """Pay, and be done."""
    convicted = {state.claims[place].seat for place in state.refuted}
    offenders = tuple(sorted(convicted.union(state.offenders)))
    winner = winner_of(state)
    if offenders:
        points = penalties(state, offenders)
    elif winner is None:
        points = (0,) * len(EVERYONE)
    else:
        assert state.caller is not None
        points = payments(winner, state.caller, counted_fu(state, winner))
    return change(
        state,
        phase=Phase.IDLE,
        scores=tuple(map(sum, zip(state.scores, points, strict=True))),
        result=Result(
            winner=winner,
            fu=0 if winner is None else counted_fu(state, winner),
            offenders=offenders,
            points=points,
        ),
    )


def winner_of(state: LukfuState) -> Seat | None:
    """Who has declared, or has won with all hands empty (lukfu 22, 25)."""
    if state.declarer is not None:
        return state.declarer
    if any(state.hands) or state.leader is None:
        return None
    # The winner of the last trick counts as on lead.
    order = (state.leader, *EVERYONE)
    return next((seat for seat in order if state.fu[seat] >= FU_TO_WIN), None)


def counted_fu(state: LukfuState, seat: Seat) -> int:
    """Fu won, with the Old cards of the hand if the seat has declared them."""
    return state.declared if seat == state.declarer else state.fu[seat]


def payments(winner: Seat, caller: Seat, fu: int) -> tuple[int, ...]:
    """What each seat wins or loses where nobody broke a rule (lukfu 27)."""
    points = [0] * len(EVERYONE)
    losers = [seat for seat in EVERYONE if seat != winner]
    points[winner] = 2 * value(fu)
    if caller in losers:
        points[caller] = -2 * value(fu)
    else:
        for seat in losers:
            points[seat] = -value(fu)
    return tuple(points)


def penalties(state: LukfuState, offenders: tuple[Seat, ...]) -> tuple[int, ...]:
    """What each seat wins or loses where somebody did (SPEC §9.3)."""
    points = [0] * len(EVERYONE)
    innocent = [seat for seat in EVERYONE if seat not in offenders]
    for offender in offenders:
        for seat in innocent:
            # With two offenders each pays the third the whole of it.
            due = 2 * LEAST_PENALTY
            if len(innocent) > 1:
                due = max(LEAST_PENALTY, 2 * value(counted_fu(state, seat)))
            points[offender] -= due
            points[seat] += due
    return tuple(points)
