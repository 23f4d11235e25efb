"""Waiting for seats before the next deal, as a pure machine over one round (SPEC §6.5).

The one rule: nothing is at stake here. Who says that it is there plays on with what it had. Without
the missing there is no next deal: who stays silent to the end of the others' patience has left. Who
does not come back from a pause is silent, as at any stakes.
"""

from __future__ import annotations

from dataclasses import replace

from p2pcards.engine import Seat
from protocol.log.rounds import ClosedRound, Place, Round
from protocol.table.judge import between as gap
from protocol.table.judge.between import Between
from protocol.table.judge.judging import Fault, entries_of, faults_of
from protocol.wire.digests import digest
from protocol.wire.entries import Here


def round_of(between: Between) -> Round:
    """The round in which the awaited seats say that they are there; the others may vote them out."""
    missing = between.awaited()
    place = Place(between.deal, "play", between.epoch, between.number)
    where = f"{place.deal} {place.attempt} {place.number}".encode()
    head = digest("wait", between.setting.table, where, bytes(missing), between.head)
    return Round(place, head, Here, missing, tuple(sorted(between.present)))


def is_in_vain(between: Between, leaving: Seat) -> bool:
    """Whether there is no next deal without this seat either, which is leaving."""
    return not replace(between, seated=between.seated - {leaving}).missing()


def close(between: Between, closed: ClosedRound) -> tuple[Between, tuple[Fault, ...]]:
    """Who is at the table after the wait, and who is not any more."""
    faults = faults_of(closed)
    if between.paused:
        return gap.after_pause(between, faults, closed.next_head()), faults
    back = frozenset(entries_of(closed))
    gone = frozenset(fault.seat for fault in faults)
    after = replace(
        between,
        head=closed.next_head(),
        number=between.number + 1,
        seated=between.seated - gone,
        away=between.away - back - gone,
        dropped=between.dropped - back - gone,
    )
    return after, faults
