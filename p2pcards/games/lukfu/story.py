"""What happened in Luk Fu, told in sentences. The one rule: whole sentences, present tense, and
nothing that is not public; a card is written in braces.

The sentences follow from the states before and after an event, so that whoever has the log can
tell the same story.
"""

from __future__ import annotations

from typing import assert_never

from p2pcards.engine import (
    Acted,
    Cause,
    CoinTossed,
    DeckReady,
    Event,
    OpenCards,
    Opened,
    Out,
    Seat,
    Shown,
)
from p2pcards.games.lukfu.actions import Action, Beat, Declare, Discard, Lead, Pass, SayPlay
from p2pcards.games.lukfu.claims import braced, reneges
from p2pcards.games.lukfu.state import EVERYONE, LukfuState, Phase
from p2pcards.telling import Name, in_words, out_of_deal


def story(before: LukfuState, event: Event, after: LukfuState, name: Name) -> tuple[str, ...]:
    """The sentences for one event; perhaps none."""
    match event:
        case DeckReady():
            first = _deck(after, name)
        case CoinTossed():
            first = [f"The coin falls on {_master(after, name)}, who is the Master."]
        case Opened():
            return ()
        case Acted(seat, action, cards):
            first = _act(before, after, seat, action, cards, name)
        case Shown(seat, cards):
            first = [f"{name(seat)} opens {_count(len(cards), 'card')}."]
        case Out(seat, cause):
            if before == after:
                return ()
            first = _out(before, seat, cause, name)
        case _:
            assert_never(event)
    return (*first, *_what_follows(before, after, name))


def _deck(after: LukfuState, name: Name) -> list[str]:
    if after.decks > 1:
        return [f"The cards are dealt anew; {_master(after, name)} stays the Master."]
    if after.phase is Phase.COIN:
        return [f"Deal {after.deal}. A coin says who is the Master."]
    return [f"Deal {after.deal}. {_master(after, name)} is the Master."]


def _master(state: LukfuState, name: Name) -> str:
    assert state.master is not None
    return name(state.master)


def _act(
    before: LukfuState, after: LukfuState, seat: Seat, action: Action, cards: OpenCards, name: Name
) -> list[str]:
    who = name(seat)
    shown = braced(card for _, card in cards)
    match action:
        case Pass():
            told = [f"{who} passes."]
            if after.phase is Phase.DECK:
                told.append("All three have passed: nothing is scored.")
            return told
        case SayPlay() if seat == before.master:
            return [f"{who} says play: {who} is the caller."]
        case SayPlay():
            return [f"{who} says play: {who} is the caller. {_master(before, name)} leads."]
        case Lead():
            return [f"{who} leads {shown}."]
        case Beat():
            return [f"{who} beats it with {shown}."]
        case Discard(slots):
            return [
                f"{who} cannot beat it: {in_words(len(slots))} face down, to be shown at the end."
            ]
        case Declare():
            return [f"{who} declares {after.declared} fu: the hand is shown and counted."]
        case _:
            assert_never(action)


def _out(before: LukfuState, seat: Seat, cause: Cause, name: Name) -> list[str]:
    who = name(seat)
    first = out_of_deal(who, cause)
    if before.phase is Phase.CLOSING:
        return [first, f"{who}'s cards stay closed, so what {who} claimed counts as false."]
    return [first]


def _what_follows(before: LukfuState, after: LukfuState, name: Name) -> list[str]:
    """What comes of the event by itself: the end of a trick, the closing check, the result."""
    told: list[str] = []
    if after.trick > before.trick:
        assert after.leader is not None
        won = after.fu[after.leader] - before.fu[after.leader]
        told.append(f"{name(after.leader)} takes the trick: {won} fu.")
    if after.result != before.result and after.result is not None:
        told += _end(after, name)
    return told


def _end(after: LukfuState, name: Name) -> list[str]:
    """The closing check, and who pays whom."""
    result = after.result
    assert result is not None
    told = []
    if after.refuted:
        told += [f"{name(seat)} has reneged: {_reason(rule)}." for seat, rule in reneges(after)]
    elif after.claims and not after.offenders:
        told.append(f"All hands are open: {_count(len(after.claims), 'claim')}, all true.")
    if result.offenders:
        if result.winner in result.offenders:
            told.append(f"{name(result.winner)}'s win is void.")
        payers = " and ".join(name(seat) for seat in result.offenders)
        does = "pays" if len(result.offenders) == 1 else "pay"
        if any(result.points):
            return [*told, f"{payers} {does} for deal {after.deal}: {_points(after, name)}."]
        return [*told, "Nobody is left to be paid."]
    if result.winner is None:
        return [*told, f"Nobody has six fu: deal {after.deal} is drawn."]
    who = name(result.winner)
    return [*told, f"{who} wins deal {after.deal} with {result.fu} fu: {_points(after, name)}."]


def _points(state: LukfuState, name: Name) -> str:
    """`Mei +4, Kwan -2, Siew -2`: who wins first, then in seat order."""
    assert state.result is not None
    points = state.result.points
    order = sorted(EVERYONE, key=lambda seat: points[seat] <= 0)
    return ", ".join(
        f"{name(seat)} {format(points[seat], '+') if points[seat] else 0}" for seat in order
    )


def _reason(rule: str) -> str:
    return rule.partition(": ")[2]


def _count(number: int, thing: str) -> str:
    return f"{in_words(number)} {thing}{'' if number == 1 else 's'}"
