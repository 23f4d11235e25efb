"""The keys while plays are picked from a hand of Luk Fu, and what the rows call them.

The one rule: a record says when its key is offered and in which words; what it does, `picking` says.
"""

from __future__ import annotations

from typing import Final

from cli.screen.binding import Binding, Row
from cli.screen.drawing.view import Offer
from cli.screen.games.together import Bindings
from cli.table.choosing import AtTable, Choosing, Situation
from cli.table.games.lukfu.picking import (
    SUITS,
    begin_name,
    play_of,
    rank,
    suggest,
    take,
    take_default,
    toggle,
    unnamed,
)
from cli.table.games.lukfu.plays import FACE_DOWN, named
from cli.table.moves import Play

BY_NAME: Final = Offer("C S M T", "then digits: take by name", is_minor=True)
MOST_OTHERS: Final = 2
"""So many other plays are named; of more it says only that there are some."""
_VERBS: Final = {"lead": "lead", "beat": "play", FACE_DOWN: "put"}


def enter_label(choosing: Choosing, situation: Situation) -> str:
    """What Enter does, in words."""
    play = play_of(choosing, situation)
    return "" if play is None else _label(play, situation)


def _tab(at: AtTable) -> str:
    play = play_of(*at)
    others = [other for other in at.situation.moves.plays if other != play]
    return _others(play, others, at.situation) if others else ""


KEYS: Final[Bindings] = (
    Binding(
        ("tab", "s-tab"),
        lambda at, key: suggest(unnamed(at.choosing), 1 if key == "tab" else -1, at.situation),
        help="next, previous legal play, best first",
        now=_tab,
        shown="Tab",
    ),
    Binding(
        tuple(sorted(SUITS)),
        lambda at, key: begin_name(at.choosing, key),
        help="take up by name: S567 takes §5 §6 §7",
        name="C S M T and digits",
    ),
    Binding(
        tuple("0123456789"),
        lambda at, key: rank(at.choosing, key, at.situation),
        help="to the next card of that rank",
        name="1–9",
    ),
    Binding(
        ("a",),
        lambda at, _: take_default(unnamed(at.choosing), at.situation),
        help="what your program would play, and does when time is up",
    ),
    Binding(
        ("space",),
        lambda at, _: toggle(unnamed(at.choosing), at.choosing.at_cursor, at.situation),
    ),
    Binding(("escape",), lambda at, _: take(unnamed(at.choosing), ())),
)


def closed(situation: Situation, row: Row | None) -> tuple[Offer, ...]:
    """`(face down)` among the offers, where one must beat."""
    if row is not None or not situation.moves.closed:
        return ()
    return (Offer("", "face down", is_open=False, target="why:face down"),)


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
