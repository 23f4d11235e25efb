"""What happened in Luk Fu, as values. The one rule: nothing that is not public, and no sentence.

The facts follow from the states before and after an event, so that whoever has the log can tell the
same story.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, assert_never, cast

from p2pcards.cards import Card
from p2pcards.engine import (
    Acted,
    Cause,
    CoinTossed,
    DeckReady,
    Event,
    OpenCards,
    Opened,
    Out,
    Rule,
    Seat,
    Shown,
)
from p2pcards.facts import OutOfDeal
from p2pcards.games.lukfu.actions import Action, Beat, Declare, Discard, Lead, Pass, SayPlay
from p2pcards.games.lukfu.claims import in_order, reneges
from p2pcards.games.lukfu.state import LukfuState, Phase

# --- who plays -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealBegins:
    deal: int
    master: Seat


@dataclass(frozen=True, slots=True)
class CoinFirst:
    """A deal begins, and a coin says who is the Master."""

    deal: int


@dataclass(frozen=True, slots=True)
class CoinSaysMaster:
    seat: Seat


@dataclass(frozen=True, slots=True)
class DealtAnew:
    """Nobody wanted to play; the Master stays, and in the end is the caller unasked."""

    master: Seat
    must_play: bool


@dataclass(frozen=True, slots=True)
class Passed:
    seat: Seat


@dataclass(frozen=True, slots=True)
class AllPassed:
    """Nobody plays, and nothing is scored."""


@dataclass(frozen=True, slots=True)
class Calls:
    """A seat says play and so is the caller; `leader` is the Master, where it is another."""

    seat: Seat
    leader: Seat | None


# --- tricks ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Led:
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BeatIt:
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PutDown:
    """A seat says that it cannot beat what was led, and puts so many cards face down."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class TookTrick:
    seat: Seat
    fu: int


@dataclass(frozen=True, slots=True)
class Declared:
    seat: Seat
    fu: int


# --- the end ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandOpened:
    """A seat opens its last cards for the closing check."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class ClaimsCountFalse:
    """A seat that is out opens nothing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AllTrue:
    """The closing check has found all claims true."""

    claims: int


@dataclass(frozen=True, slots=True)
class Reneged:
    seat: Seat
    rule: Rule


@dataclass(frozen=True, slots=True)
class WinVoid:
    """Who had won has reneged."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Paid:
    """Who reneged pays for all; `points` of every seat."""

    seats: tuple[Seat, ...]
    deal: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NobodyPaid:
    """Nobody is left to be paid."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Nobody has six fu."""

    deal: int


@dataclass(frozen=True, slots=True)
class WonDeal:
    seat: Seat
    deal: int
    fu: int
    points: tuple[int, ...]


LukfuFact: TypeAlias = (
    DealBegins
    | CoinFirst
    | CoinSaysMaster
    | DealtAnew
    | Passed
    | AllPassed
    | Calls
    | Led
    | BeatIt
    | PutDown
    | TookTrick
    | Declared
    | HandOpened
    | ClaimsCountFalse
    | AllTrue
    | Reneged
    | WinVoid
    | Paid
    | NobodyPaid
    | Drawn
    | WonDeal
    | OutOfDeal
)


# --- from states and events --------------------------------------------------------------------------


def facts(before: LukfuState, event: Event, after: LukfuState) -> tuple[LukfuFact, ...]:
    """What there is to tell of one event; perhaps nothing."""
    first: list[LukfuFact]
    match event:
        case DeckReady():
            first = [_deck(after)]
        case CoinTossed():
            first = [CoinSaysMaster(_master(after))]
        case Opened():
            return ()
        case Acted(seat, action, cards):
            first = _act(before, after, seat, cast(Action, action), cards)
        case Shown(seat, cards):
            first = [HandOpened(seat, len(cards))]
        case Out(causes):
            new = set(after.offenders).difference(before.offenders)
            gone = [one for one in causes if one[0] in new]
            first = [told for seat, cause in gone for told in _out(before, seat, cause)]
        case _:
            assert_never(event)
    return (*first, *_what_follows(before, after))


def _deck(after: LukfuState) -> LukfuFact:
    if after.decks > 1:
        return DealtAnew(_master(after), after.must_play)
    if after.phase is Phase.COIN:
        return CoinFirst(after.deal)
    return DealBegins(after.deal, _master(after))


def _master(state: LukfuState) -> Seat:
    assert state.master is not None
    return state.master


def _act(
    before: LukfuState, after: LukfuState, seat: Seat, action: Action, cards: OpenCards
) -> list[LukfuFact]:
    shown = in_order(card for _, card in cards)
    match action:
        case Pass():
            return [Passed(seat), AllPassed()] if after.phase is Phase.DECK else [Passed(seat)]
        case SayPlay():
            return [Calls(seat, None if seat == before.master else before.master)]
        case Lead():
            return [Led(seat, shown)]
        case Beat():
            return [BeatIt(seat, shown)]
        case Discard(slots):
            return [PutDown(seat, len(slots))]
        case Declare():
            return [Declared(seat, after.declared)]
        case _:
            assert_never(action)


def _out(before: LukfuState, seat: Seat, cause: Cause) -> list[LukfuFact]:
    first = OutOfDeal(seat, cause)
    return [first, ClaimsCountFalse(seat)] if before.phase is Phase.CLOSING else [first]


def _what_follows(before: LukfuState, after: LukfuState) -> list[LukfuFact]:
    """What comes of the event by itself: the end of a trick, the closing check, the result."""
    told: list[LukfuFact] = []
    if after.trick > before.trick:
        assert after.leader is not None
        told.append(TookTrick(after.leader, after.fu[after.leader] - before.fu[after.leader]))
    if after.result != before.result and after.result is not None:
        told += _end(after)
    return told


def _end(after: LukfuState) -> list[LukfuFact]:
    """The closing check, and who pays whom."""
    result = after.result
    assert result is not None
    told: list[LukfuFact] = []
    if after.refuted:
        told += [Reneged(seat, rule) for seat, rule in reneges(after)]
    elif after.claims and not after.offenders:
        told.append(AllTrue(len(after.claims)))
    if result.offenders:
        if result.winner in result.offenders:
            told.append(WinVoid(result.winner))
        if any(result.points):
            return [*told, Paid(tuple(result.offenders), after.deal, result.points)]
        return [*told, NobodyPaid()]
    if result.winner is None:
        return [*told, Drawn(after.deal)]
    return [*told, WonDeal(result.winner, after.deal, result.fu, result.points)]
