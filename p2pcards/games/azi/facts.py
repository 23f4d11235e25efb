"""What happened in Azi, as values. The one rule: nothing that is not public, and no sentence.

The facts follow from the states before and after an event, so that whoever has the log can tell the
same story.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias, assert_never, cast

from p2pcards.cards import Card
from p2pcards.engine import (
    Acted,
    Cause,
    CoinTossed,
    DeckReady,
    Event,
    Opened,
    Out,
    Seat,
    Shown,
)
from p2pcards.facts import OutOfDeal
from p2pcards.games.azi.actions import (
    Action,
    AllIn,
    Bet,
    BlindBet,
    BuyIn,
    Call,
    Discard,
    Fold,
    NoBlind,
    Play,
    RaiseBy,
    StayOut,
)
from p2pcards.games.azi.state import SIX, TRICKS, TRICKS_TO_WIN, AziState, Phase

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


# --- from states and events --------------------------------------------------------------------------


def facts(before: AziState, event: Event, after: AziState) -> tuple[AziFact, ...]:
    """What there is to tell of one event; perhaps nothing."""
    match event:
        case DeckReady():
            first = [_deck(before, after)]
        case CoinTossed():
            assert after.opener is not None
            first = [CoinSaysOpener(after.opener)]
        case Opened():
            first = [_turn_up(after)]
        case Acted(seat, Play(), ((_, card),)):
            first = [_play(before, seat, card)]
        case Acted(seat, action, _):
            first = [_act(before, seat, cast(Action, action))]
        case Out(causes):
            new = set(after.out).difference(before.out)
            gone = [one for one in causes if one[0] in new]
            first = [told for seat, cause in gone for told in _out(before, seat, cause)]
        case Shown():
            return ()
        case _:
            assert_never(event)
    return (*first, *_what_follows(before, after))


def _deck(before: AziState, after: AziState) -> AziFact:
    if before.decks > 1:
        return DeckRemade()
    opener = None if after.phase is Phase.COIN else after.opener
    if after.is_redeal:
        return RedealBegins(after.deal, after.pot, opener)
    return DealBegins(after.deal, len(after.members), after.options.ante, opener)


def _turn_up(after: AziState) -> AziFact:
    card = after.turn_up
    assert card is not None
    return SixOnStage(card, Card(card.suit, SIX)) if after.is_six_on_stage else TurnedUp(card)


def _act(before: AziState, seat: Seat, action: Action) -> AziFact:
    stack, owed = before.stacks[seat], before.owed(seat)
    match action:
        case NoBlind():
            return NotBlind(seat, is_double=bool(before.level))
        case BlindBet(amount):
            return DoubledBlind(seat, amount) if before.level else BetBlind(seat, amount)
        case Discard():
            return Discarded(seat)
        case Fold():
            return Folded(seat)
        case Call():
            return Called(seat, owed, is_all_in=stack == owed)
        case AllIn():
            return WentAllIn(seat, stack)
        case Bet(amount):
            return BetChips(seat, amount, is_all_in=stack == amount)
        case RaiseBy(amount):
            return Raised(seat, amount, before.level + amount, is_all_in=stack == owed + amount)
        case Play():
            raise AssertionError("a play comes with its card")
        case StayOut():
            return StayedOut(seat)
        case BuyIn():
            return BoughtIn(seat, before.price, before.pot + before.price)
        case _:
            assert_never(action)


def _play(before: AziState, seat: Seat, card: Card) -> AziFact:
    led, trump = before.led_suit, before.trump
    if led is None:
        return Led(seat, card)
    if card.suit == led:
        return Followed(seat, card)
    if card.suit == trump:
        return Trumped(seat, card, (led,))
    assert trump is not None
    return Threw(seat, card, tuple(dict.fromkeys((led, trump))))


def _out(before: AziState, seat: Seat, cause: Cause) -> list[AziFact]:
    first = OutOfDeal(seat, cause)
    if before.phase is Phase.BUY_IN:
        return [first, ClaimLost(seat)] if seat in before.participants else [first]
    paid = before.payments[seat]
    return [first, PaymentStays(seat, paid)] if paid else [first]


def _what_follows(before: AziState, after: AziState) -> list[AziFact]:
    """What comes of the event by itself: the lead, the end of a trick, an azi, the result."""
    told: list[AziFact] = []
    if after.phase is Phase.TRICKS and before.phase is not Phase.TRICKS:
        told += _lead(before, after)
    if len(after.trick_winners) > len(before.trick_winners):
        told += _trick(after)
    if after.phase is Phase.IDLE and before.phase is not Phase.IDLE:
        told += _end(before, after)
    return told


def _lead(before: AziState, after: AziState) -> list[AziFact]:
    assert after.leader is not None
    return [
        *(
            UncalledReturned(seat, now - then)
            for seat, (then, now) in enumerate(zip(before.stacks, after.stacks, strict=True))
            if now > then
        ),
        LeadsTrick(after.leader, 1),
    ]


def _trick(after: AziState) -> list[AziFact]:
    number, winner = len(after.trick_winners), after.trick_winners[-1]
    taken = (TrickForNobody if winner in after.out else TookTrick)(winner, number)
    is_won = after.tricks_of(winner) == TRICKS_TO_WIN
    return [taken] if is_won or number < TRICKS else [taken, *_azi(after)]


def _azi(after: AziState) -> list[AziFact]:
    takers = sorted({seat for seat in after.trick_winners if seat not in after.out})
    stays = after.pot if after.settlement is None else sum(after.settlement.received)
    told: list[AziFact] = [PotStays(tuple(takers), stays)]
    if back := _parts(enumerate(after.returned)):
        told.append(PartsReturned(back))
    if after.phase is Phase.BUY_IN:
        told.append(BuyInCosts(after.price))
    return told


def _end(before: AziState, after: AziState) -> list[AziFact]:
    settlement = after.settlement
    if settlement is None:
        return [PlayOn(after.participants, after.pot)]
    winner, pot = settlement.winner, sum(settlement.received)
    won = settlement.received[winner]
    if after.tricks_of(winner) < TRICKS_TO_WIN:
        if len(after.trick_winners) == TRICKS:
            return [WonAlone(winner, won)]
        if any(seat not in after.out for seat in after.folded):
            return [WonByFolds(winner, won, None if len(after.folded) > 1 else after.folded[0])]
        return [WonAsLast(winner, won)]
    if won == pot:
        return [WonPot(winner, before.deal, pot)]
    paid = None if before.is_redeal else settlement.payments[winner]
    back = _parts((seat, n) for seat, n in enumerate(settlement.received) if seat != winner)
    return [WonPart(winner, before.deal, won, pot), RestReturned(winner, pot - won, paid, back)]


def _parts(parts: Iterable[Part]) -> tuple[Part, ...]:
    return tuple((seat, chips) for seat, chips in parts if chips)
