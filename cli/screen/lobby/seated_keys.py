"""The keys at a table that has not started: what each does, when, and what rows and pages call it.

The one rule: only records; what is done, the screen does.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

from cli.screen.binding import Binding, KeyRows, Row
from cli.screen.pages import SCROLL
from cli.screen.table.talk_panel import DIGITS

if TYPE_CHECKING:
    from cli.screen.lobby.seated import SeatedScreen

SeatedKey: TypeAlias = "Binding[SeatedScreen, None]"


TALK: Final = "l"
PEOPLE: Final = "m"
"""What can be laid over the seats, besides the keys and the options."""


class Asked(Enum):
    """What our player can be asked here."""

    SIT = "whether to sit down beside a changed key"
    START = "whether to start though seats are free"
    CLOSE = "whether to close the table, which is theirs"


HOW_IT_STARTS: Final[KeyRows] = (
    ("The start", "when all seated are ready, or 20 seconds after enough are; who is not"),
    ("", "ready then loses the seat"),
)

KEYS: Final[tuple[SeatedKey, ...]] = (
    Binding(
        ("r", "enter"),
        lambda seat, _: seat.change_readiness(),
        help="ready, or not any more",
        when=lambda seat: bool(seat.readiness),
        now=lambda seat: seat.readiness,
        shown="r",
    ),
    Binding(
        ("y",),
        lambda seat, _: seat.answer_words(is_same=True),
        help="your words are the same",
        when=lambda seat: bool(seat.compared),
        now=lambda seat: f"{seat.compared}'s words match",
    ),
    Binding(
        ("n",),
        lambda seat, _: seat.answer_words(is_same=False),
        help="your words are not the same: you get up, and nothing is played",
        when=lambda seat: bool(seat.compared),
        now="they do not",
    ),
    Binding(
        ("+", "-"),
        lambda seat, key: seat.change_bots(1 if key == "+" else -1),
        help="one bot more, one less (at your own table)",
        when=lambda seat: seat.has_bots,
        now="bots",
        shown="+ -",
        is_minor=True,
    ),
    Binding(
        ("?",),
        lambda seat, _: seat.over.turn_to("?"),
        help="these keys",
        row=Row.KEYS,
        label="keys",
    ),
    Binding(
        ("t",),
        lambda seat, _: seat.talk.begin(),
        help="talk to all here; Enter says it, Esc keeps the draft",
        when=lambda seat: seat.has_voice,
        row=Row.KEYS,
        label="talk",
    ),
    Binding(
        ("l",), lambda seat, _: seat.open_talk(), help="the talk of the evening; m in it mutes"
    ),
    Binding(
        ("o",),
        lambda seat, _: seat.over.turn_to("o"),
        help="options of the table",
        row=Row.KEYS,
        label="options",
    ),
    Binding(
        ("q", "escape", "c-c"),
        lambda seat, _: seat.get_up(),
        help="get up; your own table asks first, for it closes with you",
        name="q  Esc",
        row=Row.KEYS,
        label="get up",
        shown="q",
    ),
)
NO_ROOM_KEYS: Final[tuple[SeatedKey, ...]] = (
    Binding(
        ("q", "escape", "c-c"),
        lambda seat, _: seat.leave(),
        row=Row.KEYS,
        label="leave",
        shown="q",
    ),
)
"""While no table is shown yet."""
PANEL_KEYS: Final[tuple[SeatedKey, ...]] = (
    Binding(
        ("escape",),
        lambda seat, _: seat.open_talk(),
        when=lambda seat: seat.over.panel == PEOPLE,
        now="to the talk",
    ),
    Binding(
        DIGITS,
        lambda seat, digit: seat.mute(digit),
        when=lambda seat: seat.over.panel == PEOPLE,
        now="mute, hear again",
        shown="1–9",
    ),
    Binding(
        ("m",),
        lambda seat, _: seat.over.turn_to(PEOPLE),
        when=lambda seat: seat.over.panel == TALK,
        now="mute",
    ),
    Binding(("escape",), lambda seat, _: seat.over.turn_to(""), now="back"),
    Binding(tuple(SCROLL), lambda seat, key: seat.over.scroll(key), now="scroll", shown="↑↓"),
    Binding(("?", "o"), lambda seat, key: seat.over.turn_to(key)),
    *KEYS,
)
QUESTION_KEYS: Final[dict[Asked, tuple[SeatedKey, SeatedKey]]] = {
    Asked.SIT: (
        Binding(("enter",), lambda seat, _: seat.sit_beside(), now="sit down all the same"),
        Binding(("escape",), lambda seat, _: seat.leave(), now="get up"),
    ),
    Asked.START: (
        Binding(("enter", "r"), lambda seat, _: seat.start(), now="start now", shown="Enter"),
        Binding(("escape",), lambda *_: None, now="wait"),
    ),
    Asked.CLOSE: (
        Binding(
            ("enter", "c-c"), lambda seat, _: seat.leave(), now="close the table", shown="Enter"
        ),
        Binding(("escape",), lambda *_: None, now="keep it open"),
    ),
}
"""To each question its yes, and its no, which is any other key."""
