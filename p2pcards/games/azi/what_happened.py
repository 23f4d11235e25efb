"""What an event of Azi comes to, as facts.

The one rule: they follow from the states before and after it, so that whoever has the log can tell
the same story.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never, cast

from p2pcards.cards import Card
from p2pcards.engine import Acted, Cause, CoinTossed, DeckReady, Event, Opened, Out, Seat, Shown
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
from p2pcards.games.azi.facts import (
    AziFact,
    BetBlind,
    BetChips,
    BoughtIn,
    BuyInCosts,
    Called,
    ClaimLost,
    CoinSaysOpener,
    DealBegins,
    DeckRemade,
    Discarded,
    DoubledBlind,
    Folded,
    Followed,
    LeadsTrick,
    Led,
    NotBlind,
    Part,
    PartsReturned,
    PaymentStays,
    PlayOn,
    PotStays,
    Raised,
    RedealBegins,
    RestReturned,
    SixOnStage,
    StayedOut,
    Threw,
    TookTrick,
    TrickForNobody,
    Trumped,
    TurnedUp,
    UncalledReturned,
    WentAllIn,
    WonAlone,
    WonAsLast,
    WonByFolds,
    WonPart,
    WonPot,
)
from p2pcards.games.azi.state import SIX, TRICKS, TRICKS_TO_WIN, AziState, Phase


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
