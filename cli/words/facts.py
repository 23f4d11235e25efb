"""What surfaces say besides what a game tells of each event: several facts as one, and headlines.

The one rule: values only, as in the games; the words for them are in each language.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from p2pcards.cards import Card
from p2pcards.engine import Seat
from p2pcards.games.azi.facts import AziFact
from p2pcards.games.hazari.facts import Advice, HazariFact
from p2pcards.games.lukfu.facts import Calls, CoinSaysMaster, DealBegins, DealtAnew, LukfuFact

# --- Azi -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TrickOver:
    """A whole trick; `taker` where it is the one that wins the deal."""

    number: int
    plays: tuple[tuple[Seat, Card], ...]
    taker: Seat | None


@dataclass(frozen=True, slots=True)
class Lacked:
    """These have proved that they had none of these suits left."""

    seats: tuple[Seat, ...]
    suits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ShortWin:
    """What a winner gets who had put in less than others, with what these had put in who folded."""

    winner: Seat
    paid: int
    folded: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, slots=True)
class RestStaysClosed:
    """Nobody will ever see the cards that were not played."""


@dataclass(frozen=True, slots=True)
class OpensNext:
    seat: Seat


@dataclass(frozen=True, slots=True)
class WonHow:
    """For a headline: `is_alone`, else with two tricks."""

    seat: Seat
    deal: int
    is_alone: bool


@dataclass(frozen=True, slots=True)
class AziHow:
    """For a headline: who has a trick, and what buying in costs; None where nobody may."""

    takers: tuple[Seat, ...]
    price: int | None


AziSaid: TypeAlias = (
    TrickOver | Lacked | ShortWin | RestStaysClosed | OpensNext | WonHow | AziHow | AziFact
)

# --- Hazari ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MostOfDeal:
    """For a headline."""

    seats: tuple[Seat, ...]
    deal: int
    points: int


@dataclass(frozen=True, slots=True)
class WonMatch:
    """For a headline; several share it."""

    seats: tuple[Seat, ...]
    points: int


HazariSaid: TypeAlias = MostOfDeal | WonMatch | Advice | HazariFact

# --- Luk Fu ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MasterCalls:
    """How a deal begins, where the Master says play at once."""

    start: DealBegins | CoinSaysMaster | DealtAnew
    calls: Calls


@dataclass(frozen=True, slots=True)
class PaysHow:
    """For a headline: who pays for all."""

    seats: tuple[Seat, ...]
    deal: int


@dataclass(frozen=True, slots=True)
class DrawnHow:
    """For a headline: nobody has six fu."""

    deal: int


@dataclass(frozen=True, slots=True)
class FuHow:
    """For a headline: who wins, and with how many fu."""

    seat: Seat
    deal: int
    fu: int


LukfuSaid: TypeAlias = MasterCalls | PaysHow | DrawnHow | FuHow | LukfuFact
