"""What happened in Hazari, told in sentences. The one rule: whole sentences, present tense, and
nothing that is not public; a card is written in braces.

A trick is told when all its groups are open, in the order in which they are played.
"""

from __future__ import annotations

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
from p2pcards.games.hazari.combos import (
    PACK,
    Category,
    best_three,
    category_name,
    key_of,
    name_of,
)
from p2pcards.games.hazari.scoring import trick_points
from p2pcards.games.hazari.state import (
    SEATS,
    TRICKS,
    HazariState,
    Phase,
    playing_order,
    winner_of_match,
)
from p2pcards.telling import Name, in_words, listed, out_of_deal


def story(before: HazariState, event: Event, after: HazariState, name: Name) -> tuple[str, ...]:
    """The sentences for one event; perhaps none."""
    match event:
        case DeckReady():
            first = [_deck(after, name)]
        case CoinTossed():
            assert after.dealer is not None
            leader = name(after.first_leader)
            first = [f"The coin falls on {name(after.dealer)}, who deals; {leader} leads trick 1."]
        case Opened():
            first = ["Thirteen cards each, to be put into four groups: 3, 3, 3 and 4."]
        case Acted(seat):
            first = [f"{name(seat)} is up."]
        case Shown(seat):
            first = _foul(before, seat, after, name)
        case Out(seat, cause):
            if before == after:
                return ()
            first = _out(seat, cause, name)
        case _:
            assert_never(event)
    return (*first, *_what_follows(before, after, name))


def _deck(after: HazariState, name: Name) -> str:
    if after.dealer is None:
        return f"Deal {after.deal}. A coin says who deals."
    leader = name(after.first_leader)
    return f"Deal {after.deal}. {name(after.dealer)} deals, {leader} leads the first trick."


def _foul(before: HazariState, seat: Seat, after: HazariState, name: Name) -> list[str]:
    number = after.fouls[seat]
    if before.fouls[seat] == number:
        return []
    upper, lower = (after.opened_group(seat, at) for at in (number - 1, number))
    return [
        f"{name(seat)}'s group {number} is above group {number - 1}:"
        f" {name_of(lower)} after {name_of(upper)}.",
        f"That is a foul: {name(seat)} scores 0.",
    ]


def _out(seat: Seat, cause: Cause, name: Name) -> list[str]:
    who = name(seat)
    first = out_of_deal(who, cause)
    return [first, f"{who} scores 0."]


def _what_follows(before: HazariState, after: HazariState, name: Name) -> list[str]:
    """What comes of the event by itself: tricks given away, the next trick, the result."""
    told = [
        f"Trick {number} goes to {name(now)} instead."
        for number, (then, now) in enumerate(
            zip(before.winners, after.winners, strict=False), start=1
        )
        if then != now
    ]
    if len(before.leaders) == len(after.leaders) and before.leaders != after.leaders:
        told.append(f"{name(after.leaders[-1])} leads trick {after.trick}.")
    if after.phase is Phase.TRICKS and before.phase is Phase.ARRANGING:
        count = in_words(len(after.here))
        told.append(f"All {count} are up; the groups fall in order.")
    if len(after.winners) > len(before.winners):
        told += _trick(after, len(after.winners), name)
    if after.phase is Phase.IDLE and (after.totals, after.is_void) != (
        before.totals,
        before.is_void,
    ):
        told += _end(after, name)
    return told


def _trick(after: HazariState, number: int, name: Name) -> list[str]:
    told = []
    verb = "leads"
    for seat in playing_order(after.leaders[number - 1]):
        if cards := after.opened_group(seat, number):
            told.append(f"{name(seat)} {verb} {_cards(cards)}, {_category(cards)}.")
            verb = "shows"
    winner = after.winners[number - 1]
    best = key_of(after.opened_group(winner, number))
    equal = [
        seat
        for seat in after.good
        if (cards := after.opened_group(seat, number)) and key_of(cards) == best
    ]
    takes = f"{name(winner)} takes trick {number}"
    if len(told) == SEATS:
        takes += f", {trick_points(after, number)} points"
    return [*told, f"Of equals the last played wins: {takes}." if len(equal) > 1 else f"{takes}."]


def _end(after: HazariState, name: Name) -> list[str]:
    if after.is_void:
        told = [f"Deal {after.deal} is void: nobody is left who could win it."]
        if after.dealer is not None:
            told.append(f"{name(after.dealer)} deals again.")
        return told
    told = []
    if len(after.winners) < TRICKS:
        told = ["The deal ends here; those who are left share its 360 points."]
        if len(after.good) == 1:
            told = [f"Only {name(after.good[0])} is left and takes all 360 points."]
    elif len(after.opened) < len(PACK.cards):
        told = ["What never opened is counted evenly over the tricks."]
    told.append(f"Deal {after.deal}: {_points(after.scores, name)}.")
    told.append(f"Totals: {_points(after.totals, name)}.")
    winner, most = winner_of_match(after), max(after.totals)
    if winner is not None:
        told.append(f"The match is over: {name(winner)} {most}.")
    elif most >= after.options.target:
        level = listed(name(seat) for seat, total in enumerate(after.totals) if total == most)
        told.append(f"{level} are level at {most}: another deal decides.")
    return told


def _points(values: tuple[int, ...], name: Name) -> str:
    return listed(f"{name(seat)} {value}" for seat, value in enumerate(values))


def _cards(cards: tuple[Card, ...]) -> str:
    """The cards as they are read out: what counts first, the spare card last."""
    counted = best_three(cards)
    spare = [card for card in cards if card not in counted]
    return " ".join(f"{{{PACK.text(card)}}}" for card in (*counted, *spare))


def _category(cards: tuple[Card, ...]) -> str:
    key = key_of(cards)
    return f"{'an' if key[0] == Category.INDI else 'a'} {category_name(key)}"
