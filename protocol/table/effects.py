"""What a table wants done by its shell, in this order: keep, then send (SPEC §6.8)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from p2pcards.engine import Seat
from protocol.faults import Reason
from protocol.table.notices import Notice


@dataclass(frozen=True, slots=True)
class Keep:
    """Append this line to the seat's private notes and flush, before anything that follows.

    So that after a crash the seat can neither contradict itself nor forget its cards.
    """

    line: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Forget:
    """Of all that the table has kept in the private notes only these lines are needed any more.

    The secrets of deals that are settled need not lie on the disk; their log must be there first.
    """

    lines: tuple[bytes, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Send:
    """Give the payload to these seats; an unreachable one gets it later by catching up."""

    payload: bytes
    to: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Store:
    """Cut the public log to its first `keep` lines (nearly always all), then append `lines`."""

    keep: int
    lines: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Tell:
    """Something to show to people."""

    notice: Notice


@dataclass(frozen=True, slots=True)
class Heard:
    """A line of chat."""

    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class Refuse:
    """What this peer sent is no entry or message of the table; only we saw it, so it proves nothing."""

    seat: Seat
    reason: Reason


Effect: TypeAlias = Keep | Forget | Send | Store | Tell | Heard | Refuse
