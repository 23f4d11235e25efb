"""What happened in Hazari, as values. The one rule: nothing that is not public, and no sentence.

A trick is told when all its groups are open, in the order in which they are played.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias, assert_never

from p2pcards.cards import Card
from p2pcards.engine import (
    Acted,
    CoinTossed,
    DeckReady,
    Event,
    Opened,
    Out,
    Seat,
    Shown,
)
from p2pcards.facts import OutOfDeal
from p2pcards.games.hazari.combos import PACK, key_of
from p2pcards.games.hazari.scoring import trick_points
from p2pcards.games.hazari.state import (
    SEATS,
    TRICKS,
    HazariState,
    Phase,
    playing_order,
    winner_of_match,
)

# --- a deal begins -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealBegins:
    deal: int
    dealer: Seat
    leader: Seat


@dataclass(frozen=True, slots=True)
class CoinFirst:
    """A deal begins, and a coin says who deals."""

    deal: int


@dataclass(frozen=True, slots=True)
class CoinSaysDealer:
    dealer: Seat
    leader: Seat


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """All have their thirteen cards."""


@dataclass(frozen=True, slots=True)
class IsUp:
    """A seat has declared its groups."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AllUp:
    """So many seats have declared, and the tricks begin."""

    seats: int


# --- tricks ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GroupShown:
    """A seat's group of a trick."""

    seat: Seat
    cards: tuple[Card, ...]
    is_lead: bool


@dataclass(frozen=True, slots=True)
class TookTrick:
    """`points` is None where not all groups of the trick are known; `is_tie`: of equals the last wins."""

    seat: Seat
    number: int
    points: int | None
    is_tie: bool


@dataclass(frozen=True, slots=True)
class TrickGoesInstead:
    """Who had taken it is out."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class LeadsTrick:
    """Another seat leads than was said."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class GroupAbove:
    """A seat's group ranks above the one before it."""

    seat: Seat
    number: int
    lower: tuple[Card, ...]
    upper: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Fouled:
    """So the seat scores nothing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ScoresNothing:
    """A seat that is out."""

    seat: Seat


# --- the end ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealVoid:
    """Nobody is left who could win it."""

    deal: int


@dataclass(frozen=True, slots=True)
class DealsAgain:
    dealer: Seat


@dataclass(frozen=True, slots=True)
class RestShared:
    """Those who are left share what was not played for."""


@dataclass(frozen=True, slots=True)
class TookAll:
    """The only one left takes all points."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CountedEvenly:
    """What never opened is counted evenly over the tricks."""


@dataclass(frozen=True, slots=True)
class DealScored:
    deal: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Totals:
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchWon:
    seat: Seat
    total: int


@dataclass(frozen=True, slots=True)
class LevelAt:
    """Several have as many as would win."""

    seats: tuple[Seat, ...]
    total: int


HazariFact: TypeAlias = (
    DealBegins
    | CoinFirst
    | CoinSaysDealer
    | CardsDealt
    | IsUp
    | AllUp
    | GroupShown
    | TookTrick
    | TrickGoesInstead
    | LeadsTrick
    | GroupAbove
    | Fouled
    | ScoresNothing
    | DealVoid
    | DealsAgain
    | RestShared
    | TookAll
    | CountedEvenly
    | DealScored
    | Totals
    | MatchWon
    | LevelAt
    | OutOfDeal
)


# --- advice ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GroupOutlook:
    """A group of what is advised: how many of 1000 threes it beats, how many of 1000 times it wins its trick."""

    number: int
    cards: tuple[Card, ...]
    beats: int
    chance: int


class Kind(Enum):
    """Other ways to arrange."""

    GREEDY = "greedy"
    EVEN = "even"


@dataclass(frozen=True, slots=True)
class OtherArrangement:
    """What another way wins on average, in thousandths of a point, and in which tricks it is better and worse."""

    kind: Kind
    thousandths: int
    better: tuple[int, ...]
    worse: tuple[int, ...]


Detail: TypeAlias = GroupOutlook | OtherArrangement


# --- from states and events --------------------------------------------------------------------------


def facts(before: HazariState, event: Event, after: HazariState) -> tuple[HazariFact, ...]:
    """What there is to tell of one event; perhaps nothing."""
    first: list[HazariFact]
    match event:
        case DeckReady():
            first = [_deck(after)]
        case CoinTossed():
            assert after.dealer is not None
            first = [CoinSaysDealer(after.dealer, after.first_leader)]
        case Opened():
            first = [CardsDealt()]
        case Acted(seat):
            first = [IsUp(seat)]
        case Shown(seat):
            first = _foul(before, seat, after)
        case Out(causes):
            new = set(after.out).difference(before.out)
            first = []
            for seat, cause in causes:
                if seat in new:
                    first += [OutOfDeal(seat, cause), ScoresNothing(seat)]
        case _:
            assert_never(event)
    return (*first, *_what_follows(before, after))


def _deck(after: HazariState) -> HazariFact:
    if after.dealer is None:
        return CoinFirst(after.deal)
    return DealBegins(after.deal, after.dealer, after.first_leader)


def _foul(before: HazariState, seat: Seat, after: HazariState) -> list[HazariFact]:
    number = after.fouls[seat]
    if before.fouls[seat] == number:
        return []
    upper, lower = (after.opened_group(seat, at) for at in (number - 1, number))
    return [GroupAbove(seat, number, lower, upper), Fouled(seat)]


def _what_follows(before: HazariState, after: HazariState) -> list[HazariFact]:
    """What comes of the event by itself: tricks given away, the next trick, the result."""
    won = zip(before.winners, after.winners, strict=False)
    told: list[HazariFact] = [
        TrickGoesInstead(now, number) for number, (then, now) in enumerate(won, 1) if then != now
    ]
    if len(before.leaders) == len(after.leaders) and before.leaders != after.leaders:
        told.append(LeadsTrick(after.leaders[-1], after.trick))
    if after.phase is Phase.TRICKS and before.phase is Phase.ARRANGING:
        told.append(AllUp(len(after.here)))
    if len(after.winners) > len(before.winners):
        told += _trick(after, len(after.winners))
    if after.phase is Phase.IDLE and (after.totals, after.is_void) != (
        before.totals,
        before.is_void,
    ):
        told += _end(after)
    return told


def _trick(after: HazariState, number: int) -> list[HazariFact]:
    told: list[HazariFact] = []
    for seat in playing_order(after.leaders[number - 1]):
        if cards := after.opened_group(seat, number):
            told.append(GroupShown(seat, cards, is_lead=not told))
    winner = after.winners[number - 1]
    best = key_of(after.opened_group(winner, number))
    equal = [
        seat
        for seat in after.good
        if (cards := after.opened_group(seat, number)) and key_of(cards) == best
    ]
    points = trick_points(after, number) if len(told) == SEATS else None
    return [*told, TookTrick(winner, number, points, is_tie=len(equal) > 1)]


def _end(after: HazariState) -> list[HazariFact]:
    if after.is_void:
        void = DealVoid(after.deal)
        return [void] if after.dealer is None else [void, DealsAgain(after.dealer)]
    told: list[HazariFact] = []
    if len(after.winners) < TRICKS:
        told = [TookAll(after.good[0]) if len(after.good) == 1 else RestShared()]
    elif len(after.opened) < len(PACK.cards):
        told = [CountedEvenly()]
    told.append(DealScored(after.deal, after.scores))
    if after.totals != after.scores:  # of the first deal they are the same, and said once
        told.append(Totals(after.totals))
    winner, most = winner_of_match(after), max(after.totals)
    if winner is not None:
        told.append(MatchWon(winner, most))
    elif most >= after.options.target:
        level = tuple(seat for seat, total in enumerate(after.totals) if total == most)
        told.append(LevelAt(level, most))
    return told
