"""What the rooms of a table want done, in the order in which they name it.

The one rule: a room names what it wants and does nothing outside itself; the machine does it, at once,
before the room goes on. So a room may be asked alone, in a test, what it would have done.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from p2pcards.engine import Seat
from protocol.log.evidence import Evidence
from protocol.log.rounds import ClosedRound, Place, Round
from protocol.table.effects import Effect
from protocol.table.rooms.ways import LeftBehind


@dataclass(frozen=True, slots=True)
class Spread:
    """Give this to all to whom we have a link."""

    payload: bytes


@dataclass(frozen=True, slots=True)
class Cast:
    """Sign our vote and send it; `heard` are the lines that we can hand on of the round."""

    round: Round
    ballot: int
    absent: tuple[Seat, ...]
    heard: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Compare:
    """Ask for all that could still be taken back: somebody's log seems to differ from ours.

    Args:
        seats: Whom; None = all to whom we have a link.
        again: Also those that were asked already.
    """

    seats: tuple[Seat, ...] | None = None
    again: bool = False


@dataclass(frozen=True, slots=True)
class GoBack:
    """Go back to a closed round, close it as given instead, and go on from there."""

    closed: ClosedRound


@dataclass(frozen=True, slots=True)
class CollectAnew:
    """Go back to before a closed round, and collect it anew."""

    place: Place


@dataclass(frozen=True, slots=True)
class Restate:
    """Put other votes for the same decision into the log."""

    closed: ClosedRound


@dataclass(frozen=True, slots=True)
class Convict:
    """Go back to the last gate, and on from there without the author of this evidence."""

    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Return:
    """Return to a way that we have left."""

    way: LeftBehind


Wish: TypeAlias = (
    Effect | Spread | Cast | Compare | GoBack | CollectAnew | Restate | Convict | Return
)

Wishes: TypeAlias = Iterator[Wish]
