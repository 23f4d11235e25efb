"""What a table tells those who watch it: records only, no prose (the words are the screens').

Each notice is about something that this very program has checked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from p2pcards.engine import NO_CLAIMS, Cause, ClaimCount, Event, Rule, Seat, Slot, State
from protocol.faults import Reason
from protocol.log.rounds import Place


@dataclass(frozen=True, slots=True)
class TableOpened:
    """All seats have signed the agreement."""

    table: bytes


@dataclass(frozen=True, slots=True)
class PreparationBegins:
    """A deck is being made for `deal` among `seats`; `ahead` while another deal is played."""

    deal: int
    attempt: int
    seats: tuple[Seat, ...]
    ahead: bool


@dataclass(frozen=True, slots=True)
class KeysCommitted:
    deal: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class KeysVerified:
    deal: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A seat has shuffled; its proof comes later."""

    deal: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class ShufflesVerified:
    """The proofs of these seats' shuffles hold."""

    deal: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class DeckReadied:
    """All key holders have accepted the deck."""

    deal: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class StakesPaid:
    deal: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class SharesVerified:
    """One seat's shares of `slots` are right."""

    seat: Seat
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class CardsVerified:
    """The cards a seat has just shown are the ones that were dealt into these slots."""

    seat: Seat
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class ClaimVerified:
    """What a seat claimed of the cards it still hides is proved."""

    seat: Seat
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Happened:
    """The game moved on: states before and after an event (feed them to `Game.facts`)."""

    before: State
    event: Event
    after: State


@dataclass(frozen=True, slots=True)
class SeatOut:
    """A seat is out of the deal, or was dropped from it before its stakes were paid."""

    deal: int
    place: Place
    seat: Seat
    cause: Cause
    reason: Reason
    rule: Rule | None = None


@dataclass(frozen=True, slots=True)
class DealSettled:
    """The result of a deal, signed by `signers`; with the claims that its open cards have settled."""

    deal: int
    standings: tuple[int, ...]
    signers: tuple[Seat, ...]
    claims: ClaimCount = NO_CLAIMS


@dataclass(frozen=True, slots=True)
class WaitingFor:
    """There is no `deal` without these seats, which are silent; the table waits for them."""

    deal: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TablePaused:
    """All these seats have agreed to a pause before `deal`; it lasts until each has come back."""

    deal: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class PauseEnded:
    """The pause before `deal` is over."""

    deal: int


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The match is over; `lost` are the seats without whom it could not go on: they come last."""

    deals: int
    standings: tuple[int, ...]
    lost: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Suspended:
    """Too few seats are heard to decide anything; the table rests until they are."""

    place: Place
    missing: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class RolledBack:
    """A seat signed two versions at `place`; the table goes on from there without it."""

    place: Place
    seat: Seat


Notice: TypeAlias = (
    TableOpened
    | PreparationBegins
    | KeysCommitted
    | KeysVerified
    | Shuffled
    | ShufflesVerified
    | DeckReadied
    | StakesPaid
    | SharesVerified
    | CardsVerified
    | ClaimVerified
    | Happened
    | SeatOut
    | DealSettled
    | WaitingFor
    | TablePaused
    | PauseEnded
    | MatchOver
    | Suspended
    | RolledBack
)
