"""What changes in a room before its table starts, as facts for every front.

The one rule: no two who sit there are called the same in what is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from cli.names import told_apart
from protocol.net.lobby import Room, SeatInfo
from protocol.net.lookalikes import look_alike


@dataclass(frozen=True, slots=True)
class Called:
    """Somebody is called otherwise from now on."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class SatDown:
    name: str
    is_bot: bool


@dataclass(frozen=True, slots=True)
class LooksAlike:
    """Who has just sat down is not who is called nearly the same."""

    name: str
    other: str


@dataclass(frozen=True, slots=True)
class IsReady:
    name: str


@dataclass(frozen=True, slots=True)
class NotReady:
    """Somebody was ready, and is not any more."""

    name: str


@dataclass(frozen=True, slots=True)
class GotUp:
    name: str


@dataclass(frozen=True, slots=True)
class BotsHosted:
    """Bots have come that run on the host's computer, which could see their hands."""

    names: tuple[str, ...]
    host: str


@dataclass(frozen=True, slots=True)
class CountsDown:
    """Enough are ready, and the table starts without the others."""

    left_ms: int


@dataclass(frozen=True, slots=True)
class CountStops:
    """Not enough are ready any more."""


RoomChange: TypeAlias = (
    Called
    | SatDown
    | LooksAlike
    | IsReady
    | NotReady
    | GotUp
    | BotsHosted
    | CountsDown
    | CountStops
)


def names_apart(room: Room) -> Room:
    """The room as it is told: no two who sit there are called the same."""
    names = told_apart(seat.name for seat in room.seats)
    seats = tuple(
        msgspec.structs.replace(seat, name=name)
        for seat, name in zip(room.seats, names, strict=True)
    )
    return msgspec.structs.replace(room, seats=seats)


def changes(before: Room | None, after: Room) -> tuple[RoomChange, ...]:
    """What is new in the room, seat by seat."""
    written = {seat.key: seat.name for seat in after.seats}
    old = {} if before is None else {seat.key: seat for seat in names_apart(before).seats}
    new = {seat.key: seat for seat in names_apart(after).seats}
    return (
        *(one for seat in new.values() for one in _of_seat(old.get(seat.key), seat, new, written)),
        *(GotUp(seat.name) for key, seat in old.items() if key not in new),
        *_of_bots(old, new, after.seats[0].key),
        *_of_countdown(before, after),
    )


def _of_seat(
    before: SeatInfo | None,
    seat: SeatInfo,
    seats: dict[bytes, SeatInfo],
    written: dict[bytes, str],
) -> Iterator[RoomChange]:
    """What is new of one seat; `written` are the names as they were sent."""
    name = written[seat.key]
    if before is not None and before.name != seat.name:
        yield Called(before.name, seat.name)
    if before is None:
        yield SatDown(seat.name, seat.bot)
        for key, other in seats.items():
            if written[key] != name and look_alike(written[key], name):
                yield LooksAlike(seat.name, other.name)
    was_ready = before is not None and before.ready
    if seat.ready and not was_ready:
        yield IsReady(seat.name)
    if was_ready and not seat.ready:
        yield NotReady(seat.name)


def _of_bots(
    old: dict[bytes, SeatInfo], new: dict[bytes, SeatInfo], host: bytes
) -> Iterator[RoomChange]:
    hosted = tuple(
        seat.name for key, seat in new.items() if seat.hosted and seat.bot and key not in old
    )
    if hosted:
        yield BotsHosted(hosted, new[host].name)


def _of_countdown(before: Room | None, after: Room) -> Iterator[RoomChange]:
    left_ms = after.starts_in_ms
    was_counting = before is not None and before.starts_in_ms is not None
    if left_ms is not None and not was_counting and not all(seat.ready for seat in after.seats):
        yield CountsDown(left_ms)
    if was_counting and left_ms is None and not after.playing:
        yield CountStops()
