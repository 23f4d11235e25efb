"""What evidence does to a log: which of it takes effect after a gate, and the table after it (SPEC §6.6).

The one rule: pure functions of the last gate and the evidence, for every peer must come to the same.
"""

from __future__ import annotations

from dataclasses import replace

from p2pcards.engine import Cause, Seat
from protocol.faults import Code, Reason
from protocol.log.evidence import Evidence
from protocol.log.rounds import (
    ClosedRound,
    Contribution,
    Left,
    Place,
    Spoke,
    equivocation,
    place_of,
)
from protocol.table.judge import between as gap
from protocol.table.judge import rounds_of_play
from protocol.table.judge.between import Between
from protocol.table.judge.history import Gate
from protocol.table.judge.judging import Fault
from protocol.table.judge.play import Play
from protocol.table.notices import Notice
from protocol.wire.digests import digest
from protocol.wire.entries import Result, Vote


def mended_gate(closed: ClosedRound, evidence: Evidence) -> ClosedRound | Place | None:
    """The last gate as it must be closed in the light of this evidence, or its place if it is open again.

    None where the evidence changes nothing in that round.
    """
    round, seat = closed.round, evidence.seat
    known = closed.contributions.get(seat)
    if not round.is_gate:
        return None  # the opening: all have agreed, whatever else one of them has signed
    here = [
        each
        for each in evidence.entries
        if (place_of(each.entry), each.entry.head) == (round.place, round.head)
    ]
    if any(isinstance(each.entry, Vote) for each in here):
        is_of_verdict = seat in [vote.entry.seat for vote in closed.votes]
        return round.place if is_of_verdict else None
    said = [each for each in here if isinstance(each.entry, round.kind)]
    if isinstance(known, Left) and len(said) == 1:
        instead: Contribution = Spoke(said[0])
    elif isinstance(known, Spoke | Left) and len(said) == 2:
        instead = equivocation(*said)
    else:
        return None
    return ClosedRound(round, {**closed.contributions, seat: instead}, closed.votes)


def puts_out(gate: Gate, evidence: Evidence) -> bool:
    """Whether evidence puts its author out right after this gate."""
    is_known = any(each.seat == evidence.seat for each in gate.evidence)
    if is_known or evidence.seat in gate.between.convicted:
        return False
    if gate.play is None:
        return evidence.seat in gate.between.seated
    return evidence.seat in gate.play.live and _is_of_play(gate, gate.play, evidence)


def _is_of_play(gate: Gate, play: Play, evidence: Evidence) -> bool:
    """Whether the seat has contradicted itself after this gate, in the deal whose stakes it has paid.

    What it has signed before the gate in two versions has led all to the same gate nevertheless.
    """
    place = evidence.place
    if place.deal != play.deal or all(isinstance(e.entry, Result) for e in evidence.entries):
        return False
    if place.chain == "play":
        return evidence.leave is not None or place.number >= play.number
    return place.chain == "prepare" and place.attempt > gate.between.attempt


def with_evidence(gate: Gate, evidence: Evidence) -> Gate:
    """The gate with one more piece of evidence right after it."""
    found = sorted((*gate.evidence, evidence), key=lambda each: each.seat)
    return replace(gate, evidence=tuple(found))


def fault_of(seat: Seat) -> Fault:
    """What a convicted seat is at fault with."""
    return Fault(seat, Cause.CAUGHT, Reason(Code.TWO_VERSIONS))


def after_gate(
    gate: Gate,
) -> tuple[Between, Play | None, tuple[tuple[Seat, tuple[Notice, ...]], ...]]:
    """The table after a gate and all evidence that stands there; with what happened, by convicted seat."""
    between, deal = gate.between, gate.play
    happened: list[tuple[Seat, tuple[Notice, ...]]] = []
    for seat in (each.seat for each in gate.evidence):
        between = gap.without_convicted(between, seat)
        head = digest("convicted", between.head if deal is None else deal.head, bytes([seat]))
        notices: tuple[Notice, ...] = ()
        if deal is None:
            between = replace(between, head=head)
        else:
            deal = replace(deal, head=head, attempt=between.epoch)
            deal, notices = rounds_of_play.without_seats(deal, (fault_of(seat),))
        happened.append((seat, notices))
    return between, deal, tuple(happened)
