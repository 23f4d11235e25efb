"""Who is at fault in a closed round, as far as the round alone tells (SPEC §6.4)."""

from __future__ import annotations

from dataclasses import dataclass

from p2pcards.engine import Cause, Rule, Seat
from protocol.crypto.errors import ProofRefused
from protocol.faults import Code, Reason
from protocol.log.rounds import Absent, ClosedRound, Equivocated, Left, Spoke
from protocol.wire.entries import Entry


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a seat is out of the deal, with the reason that the log shows to anyone.

    `rule` is the game's rule that was broken, where it was one.
    """

    seat: Seat
    cause: Cause
    reason: Reason
    rule: Rule | None = None


def faults_of(closed: ClosedRound) -> tuple[Fault, ...]:
    """Seats that were silent, left, or signed two versions."""
    faults: list[Fault] = []
    for seat, contribution in sorted(closed.contributions.items()):
        match contribution:
            case Absent():
                is_one = len(closed.votes) == 1
                code = Code.ABSENT_BY_ONE if is_one else Code.ABSENT_BY_ALL
                faults.append(Fault(seat, Cause.SILENT, Reason(code)))
            case Left():
                faults.append(Fault(seat, Cause.LEFT, Reason(Code.LEFT)))
            case Equivocated():
                faults.append(Fault(seat, Cause.CAUGHT, Reason(Code.TWO_VERSIONS)))
            case Spoke():
                pass
    return tuple(faults)


def check_back(back: tuple[Seat, ...], away: frozenset[Seat]) -> None:
    """Whether a result may name these seats as heard again (SPEC §6.3).

    Raises:
        ProofRefused: One of them was not away, or they are not in ascending order, each once.
    """
    if not away.issuperset(back):
        raise ProofRefused(Code.BACK_NOT_AWAY)
    if list(back) != sorted(set(back)):
        raise ProofRefused(Code.BACK_NOT_IN_ORDER)


def entries_of(closed: ClosedRound) -> dict[Seat, Entry]:
    """The entries of the seats that spoke, in seat order."""
    return {
        seat: contribution.signed.entry
        for seat, contribution in sorted(closed.contributions.items())
        if isinstance(contribution, Spoke)
    }
