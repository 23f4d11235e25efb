"""What happened in Azi, told in sentences. The one rule: whole sentences, present tense, and
nothing that is not public; a card is written in braces.

The sentences follow from the states before and after an event, so that whoever has the log can
tell the same story.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

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
from p2pcards.games.azi.state import (
    PACK,
    SIX,
    SUIT_NAMES,
    TRICKS,
    TRICKS_TO_WIN,
    AziState,
    Phase,
)
from p2pcards.telling import Name, in_words, listed, out_of_deal


def story(before: AziState, event: Event, after: AziState, name: Name) -> tuple[str, ...]:
    """The sentences for one event; perhaps none."""
    match event:
        case DeckReady():
            first = _deck(before, after, name)
        case CoinTossed():
            first = [f"The coin falls on {_opener(after, name)}, who opens."]
        case Opened():
            first = [_turn_up(after)]
        case Acted(seat, Play(), ((_, card),)):
            first = [_play(before, seat, card, name)]
        case Acted(seat, action, _):
            first = [_act(before, seat, action, name)]
        case Out(seat, cause):
            if before == after:
                return ()
            first = _out(before, seat, cause, name)
        case Shown():
            return ()
        case _:
            assert_never(event)
    return (*first, *_what_follows(before, after, name))


def _deck(before: AziState, after: AziState, name: Name) -> list[str]:
    if before.decks > 1:
        return ["The deck is made anew among the rest; what was paid stays in the pot."]
    start = f"Deal {after.deal}."
    opening = (
        "a coin says who opens" if after.phase is Phase.COIN else f"{_opener(after, name)} opens"
    )
    if after.is_redeal:
        return [f"{start} The pot of {after.pot} is played for again; {opening}."]
    seats = in_words(len(after.members)).capitalize()
    return [f"{start} {seats} seats pay the ante of {after.options.ante}; {opening}."]


def _opener(state: AziState, name: Name) -> str:
    assert state.opener is not None
    return name(state.opener)


def _turn_up(after: AziState) -> str:
    assert after.turn_up is not None
    turned = f"{_card(after.turn_up)} is turned up"
    if after.is_six_on_stage:
        six = _card(Card(after.turn_up.suit, SIX))
        return f"{turned}: six on stage, {six} is the top card."
    return f"{turned}: {_suit(after.turn_up.suit)}s are trump."


def _act(before: AziState, seat: Seat, action: Action, name: Name) -> str:
    who, stack = name(seat), before.stacks[seat]
    owed = before.owed(seat)
    match action:
        case NoBlind():
            return f"{who} does not {'double it' if before.level else 'bet blind'}."
        case BlindBet(amount) if before.level:
            return f"{who} doubles it to {amount}, blind too."
        case BlindBet(amount):
            return f"{who} bets {amount} blind: nobody has seen a card yet."
        case Discard():
            return f"{who} has discarded."
        case Fold():
            return f"{who} folds."
        case Call():
            return f"{who} calls{' and is all-in' if stack == owed else ''}."
        case AllIn():
            return f"{who} is all-in with {stack} and cannot lead trick 1."
        case Bet(amount):
            return f"{who} bets {amount}{' and is all-in' if stack == amount else ''}."
        case RaiseBy(amount):
            all_in = ", all-in" if stack == owed + amount else ""
            return f"{who} raises by {amount}{all_in}; the bid is {before.level + amount}."
        case Play():
            raise AssertionError("a play comes with its card")
        case StayOut():
            return f"{who} stays out."
        case BuyIn():
            return f"{who} buys in for {before.price}; the pot is {before.pot + before.price}."
        case _:
            assert_never(action)


def _play(before: AziState, seat: Seat, card: Card, name: Name) -> str:
    who, text = name(seat), _card(card)
    led, trump = before.led_suit, before.trump
    if led is None:
        return f"{who} leads {text}."
    if card.suit == led:
        return f"{who} follows with {text}."
    if card.suit == trump:
        return f"{who} trumps with {text}; no {_suit(led)} left."
    assert trump is not None
    lacking = " and ".join(f"no {_suit(suit)}" for suit in dict.fromkeys((led, trump)))
    return f"{who} throws {text}; {lacking} left."


def _out(before: AziState, seat: Seat, cause: Cause, name: Name) -> list[str]:
    who = name(seat)
    first = out_of_deal(who, cause)
    if before.phase is Phase.BUY_IN:
        if seat in before.participants:
            return [first, f"{who} has no claim to the pot any more."]
        return [first]
    paid = before.payments[seat]
    return [first, f"{who}'s {paid} stay in the pot."] if paid else [first]


def _what_follows(before: AziState, after: AziState, name: Name) -> list[str]:
    """What comes of the event by itself: the lead, the end of a trick, an azi, the result."""
    told: list[str] = []
    if after.phase is Phase.TRICKS and before.phase is not Phase.TRICKS:
        told += _lead(before, after, name)
    if len(after.trick_winners) > len(before.trick_winners):
        told += _trick(after, name)
    if after.phase is Phase.IDLE and before.phase is not Phase.IDLE:
        told += _end(before, after, name)
    return told


def _lead(before: AziState, after: AziState, name: Name) -> list[str]:
    told = [
        f"{now - then} that nobody called go back to {name(seat)}."
        for seat, (then, now) in enumerate(zip(before.stacks, after.stacks, strict=True))
        if now > then
    ]
    assert after.leader is not None
    return [*told, f"{name(after.leader)} leads trick 1."]


def _trick(after: AziState, name: Name) -> list[str]:
    number, winner = len(after.trick_winners), after.trick_winners[-1]
    if winner in after.out:
        told = [f"Trick {number} counts for nobody, for {name(winner)} is out."]
    else:
        told = [f"{name(winner)} takes trick {number}."]
    is_won = after.tricks_of(winner) == TRICKS_TO_WIN
    return told if is_won or number < TRICKS else told + _azi(after, name)


def _azi(after: AziState, name: Name) -> list[str]:
    takers = sorted({seat for seat in after.trick_winners if seat not in after.out})
    stays = after.pot if after.settlement is None else sum(after.settlement.received)
    match takers:
        case []:
            told = [f"Azi: nobody still here has a trick. The pot of {stays} stays."]
        case [seat]:
            told = [f"Azi: only {name(seat)} has a trick. The pot of {stays} stays."]
        case _:
            seats = listed(name(seat) for seat in takers)
            told = [f"Azi: {seats} have a trick each. The pot of {stays} stays."]
    if back := _parts(enumerate(after.returned), name):
        told.append(f"What none of them could win goes back: {back}.")
    if after.phase is Phase.BUY_IN:
        told.append(f"To buy in costs {after.price}.")
    return told


def _end(before: AziState, after: AziState, name: Name) -> list[str]:
    settlement = after.settlement
    if settlement is None:
        seats = listed(name(seat) for seat in after.participants)
        return [f"{seats} play on for {after.pot}."]
    winner, pot = settlement.winner, sum(settlement.received)
    who, won = name(winner), settlement.received[winner]
    if after.tricks_of(winner) < TRICKS_TO_WIN:
        if len(after.trick_winners) == TRICKS:
            return [f"{who} alone plays on and takes {won}."]
        if any(seat not in after.out for seat in after.folded):
            others = "All others have" if len(after.folded) > 1 else f"{name(after.folded[0])} has"
            return [f"{others} folded: {who} takes {won}. No card is shown."]
        return [f"Only {who} is left and takes {won}. No card is shown."]
    if won == pot:
        return [f"{who} wins deal {before.deal} and the whole pot of {pot}."]
    reason = (
        f"for {who} has no claim to them"
        if before.is_redeal
        else f"for {who} had paid {settlement.payments[winner]}"
    )
    back = _parts(
        ((seat, chips) for seat, chips in enumerate(settlement.received) if seat != winner), name
    )
    return [
        f"{who} wins deal {before.deal}: {won} of {pot}.",
        f"{pot - won} go back, {reason}: {back}.",
    ]


def _parts(parts: Iterable[tuple[Seat, int]], name: Name) -> str:
    """Who gets how much: `20 each to Ainura and Bek`, or one by one where they differ."""
    got = [(seat, chips) for seat, chips in parts if chips]
    if len(got) > 1 and len({chips for _, chips in got}) == 1:
        return f"{got[0][1]} each to {listed(name(seat) for seat, _ in got)}"
    return listed(f"{chips} to {name(seat)}" for seat, chips in got)


def _card(card: Card) -> str:
    return f"{{{PACK.text(card)}}}"


def _suit(suit: int) -> str:
    return SUIT_NAMES[suit - 1].removesuffix("s")
