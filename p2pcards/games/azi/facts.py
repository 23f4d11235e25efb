"""What can happen in Azi, as values. The one rule: nothing that is not public, and no sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from p2pcards.cards import Card
from p2pcards.engine import Seat
from p2pcards.facts import OutOfDeal

Part: TypeAlias = tuple[Seat, int]
"""What a seat gets of something that is given back."""


# --- a deal begins -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealBegins:
    """So many seats have paid the ante; `opener` is None where a coin says who opens."""

    deal: int
    seats: int
    ante: int
    opener: Seat | None


@dataclass(frozen=True, slots=True)
class RedealBegins:
    """The pot of an azi is played for again."""

    deal: int
    pot: int
    opener: Seat | None


@dataclass(frozen=True, slots=True)
class DeckRemade:
    """Somebody is out before the cards were dealt."""


@dataclass(frozen=True, slots=True)
class CoinSaysOpener:
    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnedUp:
    card: Card


@dataclass(frozen=True, slots=True)
class SixOnStage:
    """The card turned up makes the six of its suit the top card."""

    card: Card
    six: Card


# --- bids ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NotBlind:
    """A seat bets nothing blind; `is_double` where somebody has before it."""

    seat: Seat
    is_double: bool


@dataclass(frozen=True, slots=True)
class BetBlind:
    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class DoubledBlind:
    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class Discarded:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Folded:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Called:
    seat: Seat
    amount: int
    is_all_in: bool


@dataclass(frozen=True, slots=True)
class WentAllIn:
    """With a stack too short to call, so that the seat cannot lead trick 1."""

    seat: Seat
    stack: int


@dataclass(frozen=True, slots=True)
class BetChips:
    seat: Seat
    amount: int
    is_all_in: bool


@dataclass(frozen=True, slots=True)
class Raised:
    seat: Seat
    by: int
    bid: int
    is_all_in: bool


@dataclass(frozen=True, slots=True)
class StayedOut:
    seat: Seat


@dataclass(frozen=True, slots=True)
class BoughtIn:
    seat: Seat
    price: int
    pot: int


@dataclass(frozen=True, slots=True)
class UncalledReturned:
    """What a seat has put in beyond all others comes back to it."""

    seat: Seat
    amount: int


# --- tricks ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LeadsTrick:
    """A seat is to lead."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class Led:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Followed:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Trumped:
    """With a trump, since nothing is left of the suit that was led."""

    seat: Seat
    card: Card
    lacking: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Threw:
    """With neither the suit that was led nor a trump."""

    seat: Seat
    card: Card
    lacking: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TookTrick:
    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class TrickForNobody:
    """Who would have taken it is out."""

    seat: Seat
    number: int


# --- the end ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PotStays:
    """An azi: nobody has two tricks. `takers` are the seats still here that have one."""

    takers: tuple[Seat, ...]
    amount: int


@dataclass(frozen=True, slots=True)
class PartsReturned:
    """What none of those who play on could win."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class BuyInCosts:
    price: int


@dataclass(frozen=True, slots=True)
class PlayOn:
    """These play for the pot of an azi."""

    seats: tuple[Seat, ...]
    pot: int


@dataclass(frozen=True, slots=True)
class WonAlone:
    """Nobody else plays for the pot of an azi."""

    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class WonByFolds:
    """All the others have folded; `folded` is the only other one, None where there are more."""

    seat: Seat
    amount: int
    folded: Seat | None


@dataclass(frozen=True, slots=True)
class WonAsLast:
    """All the others are out."""

    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class WonPot:
    seat: Seat
    deal: int
    amount: int


@dataclass(frozen=True, slots=True)
class WonPart:
    """A winner who had put in less than others."""

    seat: Seat
    deal: int
    amount: int
    pot: int


@dataclass(frozen=True, slots=True)
class RestReturned:
    """What such a winner does not get; `paid` is None where the winner has no claim to it at all."""

    winner: Seat
    amount: int
    paid: int | None
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class ClaimLost:
    """A seat that is out has no claim to the pot of an azi any more."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PaymentStays:
    """What a seat that is out has paid."""

    seat: Seat
    amount: int


AziFact: TypeAlias = (
    DealBegins
    | RedealBegins
    | DeckRemade
    | CoinSaysOpener
    | TurnedUp
    | SixOnStage
    | NotBlind
    | BetBlind
    | DoubledBlind
    | Discarded
    | Folded
    | Called
    | WentAllIn
    | BetChips
    | Raised
    | StayedOut
    | BoughtIn
    | UncalledReturned
    | LeadsTrick
    | Led
    | Followed
    | Trumped
    | Threw
    | TookTrick
    | TrickForNobody
    | PotStays
    | PartsReturned
    | BuyInCosts
    | PlayOn
    | WonAlone
    | WonByFolds
    | WonAsLast
    | WonPot
    | WonPart
    | RestReturned
    | ClaimLost
    | PaymentStays
    | OutOfDeal
)
