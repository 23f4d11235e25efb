"""What surfaces say besides what a game tells of each event: several facts as one, and headlines.

The one rule: values only, as in the games; the words for them are in each language.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from p2pcards.cards import Card
from p2pcards.engine import Cause, Rule, Seat
from p2pcards.games.azi.facts import AziFact
from p2pcards.games.hazari.facts import Detail, HazariFact
from p2pcards.games.lukfu.facts import Calls, CoinSaysMaster, DealBegins, DealtAnew, LukfuFact
from protocol.faults import Reason


@dataclass(frozen=True, slots=True)
class Proved:
    """A fact of a game, with what was claimed for it proved at once."""

    fact: object


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


class Aim(Enum):
    """What a proposed arrangement of a hand aims at."""

    BEST_FIRST = "best first"
    """What the clock would do."""
    EVEN = "even"
    BEST = "best"
    """The most points on average."""


HazariSaid: TypeAlias = MostOfDeal | WonMatch | Detail | HazariFact

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

# --- the table -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Proposed:
    """Who hosts proposes a game to the others."""

    host: Seat
    title: str
    others: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TableSigned:
    """All so many have signed; `table` is its id, where it is to be said."""

    seats: int
    table: str = ""


@dataclass(frozen=True, slots=True)
class DeckBegun:
    deal: int
    seats: tuple[Seat, ...]
    is_again: bool


@dataclass(frozen=True, slots=True)
class KeysShown:
    """Each has shown a fresh key for a deck."""


@dataclass(frozen=True, slots=True)
class HasShuffled:
    seat: Seat


@dataclass(frozen=True, slots=True)
class ShufflesProved:
    """No card is added, lost or marked."""


@dataclass(frozen=True, slots=True)
class DeckReady:
    deal: int
    shuffles: int


@dataclass(frozen=True, slots=True)
class NotDealtIn:
    """A seat is out before its stakes were paid."""

    seat: Seat
    deal: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class PutOut:
    """A seat is out of a deal, and why the log says so."""

    seat: Seat
    deal: int
    reason: Reason
    rule: Rule | None


@dataclass(frozen=True, slots=True)
class Refused:
    """What a seat has sent is refused."""

    seat: Seat
    reason: Reason
    rule: Rule | None


@dataclass(frozen=True, slots=True)
class ResultSigned:
    """By so many of all; `standings` in seat order."""

    deal: int
    standings: tuple[int, ...]
    signers: int


@dataclass(frozen=True, slots=True)
class DealNeeds:
    """There is no next deal without these, who are absent."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Paused:
    """All these have agreed to a pause before a deal."""

    deal: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class PauseOver:
    """The pause before a deal is over."""

    deal: int


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """After so many deals; `lost` are absent and come last."""

    deals: int
    standings: tuple[int, ...]
    lost: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TableRests:
    """Too few are heard to decide without these, who may be there all the same."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TwoVersions:
    """A seat has signed two different things for one moment."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GoesBack:
    """The table goes back to the last round that all have signed, and on without the seat."""

    seat: Seat


TableSaid: TypeAlias = (
    Proposed
    | TableSigned
    | DeckBegun
    | KeysShown
    | HasShuffled
    | ShufflesProved
    | DeckReady
    | NotDealtIn
    | PutOut
    | Refused
    | ResultSigned
    | DealNeeds
    | Paused
    | PauseOver
    | MatchEnded
    | TableRests
    | TwoVersions
    | GoesBack
)


class Checked(Enum):
    """What is verified for a sentence of a log."""

    SIGNATURE = "signature"
    ALL_SIGNATURES = "all_signatures"
    SHARES = "shares"
    CARD = "card"
    CARDS = "cards"
    CLAIM = "claim"
    KEYS = "keys"
    SHUFFLES = "shuffles"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing verified: of whom, where it is somebody's, and how many, where they are counted."""

    kind: Checked
    seat: Seat | None = None
    count: int = 1
