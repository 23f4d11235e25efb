"""The last rows while plays are picked from a hand of Luk Fu.

The one rule: they say what `picking` would do, from the same two values.
"""

from __future__ import annotations

from typing import Final

from cli.screen.choosing import Choosing, Situation
from cli.screen.games.lukfu_picking import play_of
from cli.screen.games.lukfu_plays import FACE_DOWN, named
from cli.screen.moves import Play
from cli.screen.view import Offer

BY_NAME: Final = Offer("C S M T", "then digits: take by name", is_minor=True)
MOST_OTHERS: Final = 2
"""So many other plays are named; of more it says only that there are some."""
_VERBS: Final = {"lead": "lead", "beat": "play", FACE_DOWN: "put"}


def pick_offers(choosing: Choosing, situation: Situation) -> tuple[Offer, ...]:
    """`Enter` where what is taken up may be played, other plays, and that face down must wait."""
    play = play_of(choosing, situation)
    offers = [] if play is None else [Offer("Enter", _label(play, situation))]
    others = [other for other in situation.moves.plays if other != play]
    if others:
        offers.append(Offer("Tab", _others(play, others, situation)))
    if situation.moves.closed:
        offers.append(Offer("", "face down", is_open=False, target="why:face down"))
    return tuple(offers)


def _label(play: Play, situation: Situation) -> str:
    away = " face down" if play.verb == FACE_DOWN else ""
    return f"{_VERBS[play.verb]} {named(situation.hand, play.slots)}{away}"


def _others(play: Play | None, others: list[Play], situation: Situation) -> str:
    if play is None:
        return "what can be spared" if others[0].verb == FACE_DOWN else "best play first"
    if play.verb == FACE_DOWN:
        return "other cards"
    if play.verb == "beat" and len(others) <= MOST_OTHERS:
        return ", ".join(named(situation.hand, other.slots) for other in others)
    return "next play"
