"""The keys of a pause: one asks for it, one ends it.

The one rule: neither is a move of the game, and both are only wishes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cli.screen.binding import Binding, Row
from cli.screen.intents import ComeBack, WantPause
from cli.screen.table.doing import Pressed
from cli.table.choosing import AtTable, Notice
from protocol.net.session import Session


def _want(at: AtTable, _: str) -> Pressed:
    """Agree to a pause after this deal, or not any more."""
    if at.situation.is_paused:
        return replace(at.choosing, notice=Notice("The table is paused already.")), None
    return at.choosing, WantPause(not at.situation.wants_pause)


def tell(session: Session, wish: WantPause | ComeBack) -> None:
    """Pass on what our player wishes."""
    match wish:
        case WantPause(wants):
            session.want_pause(wants)
        case ComeBack():
            session.come_back()


BACK: Final[Binding[AtTable, Pressed]] = Binding(
    ("enter",),
    lambda at, _: (at.choosing, ComeBack()),
    when=lambda at: at.situation.is_away and not at.situation.is_over,
    now="I am back",
)
PAUSE: Final[Binding[AtTable, Pressed]] = Binding(
    ("z",),
    _want,
    help="a pause after this deal, when all agree; again takes it back",
    when=lambda at: not at.situation.is_watching and not at.situation.is_over,
    row=Row.KEYS,
    label="pause",
    is_minor=True,
)
