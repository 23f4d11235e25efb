"""What a seat's conduct wants done. The one rule: values; who carries them out decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from p2pcards.engine import AnyView, Seat
from protocol.faults import Reason
from protocol.log.rounds import Place
from protocol.net.conduct.roles import Look, NotOpened
from protocol.table.effects import Effect
from protocol.table.notices import Notice

Call: TypeAlias = Callable[[int], list[Effect]]
"""A step of the table, given the moment in ms."""


@dataclass(frozen=True, slots=True)
class Step:
    """Let the table take this step."""

    call: Call


@dataclass(frozen=True, slots=True)
class Pass:
    """Queue a payload on the link to this key."""

    key: bytes
    payload: bytes


@dataclass(frozen=True, slots=True)
class Drop:
    """End the link to this key: its peer misbehaves, or does not read."""

    key: bytes


@dataclass(frozen=True, slots=True)
class Ask:
    """Our player must decide here."""

    turn: Place
    view: AnyView
    limit_ms: int | None


@dataclass(frozen=True, slots=True)
class StopAsking:
    """What our player was asked last is not wanted any more."""


@dataclass(frozen=True, slots=True)
class ShowNotice:
    """The table says something."""

    notice: Notice


@dataclass(frozen=True, slots=True)
class ShowChat:
    """A seat says something."""

    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class ShowAside:
    """A spectator says something."""

    key: bytes
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ShowRefusal:
    """Something that a seat sent is refused."""

    seat: Seat
    reason: Reason


@dataclass(frozen=True, slots=True)
class ShowLinkUp:
    """There is a link to a seat; its words are to be compared by people."""

    seat: Seat
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShowLinkDown:
    """The link to a seat has ended."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ShowLook:
    """The table as it is now."""

    look: Look


@dataclass(frozen=True, slots=True)
class Finish:
    """It is over for us."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """No table comes of it."""

    why: NotOpened


Shown: TypeAlias = (
    ShowNotice | ShowChat | ShowAside | ShowRefusal | ShowLinkUp | ShowLinkDown | ShowLook
)

Wish: TypeAlias = Step | Pass | Drop | Ask | StopAsking | Finish | GiveUp | Shown
