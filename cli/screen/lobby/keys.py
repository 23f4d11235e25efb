"""The keys of the list of tables: what each does, when, and what rows and pages call it.

The one rule: only records; what is done, the screen does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cli.screen.binding import Binding, Row
from cli.screen.pages import ALL, PAGE, SCROLL

if TYPE_CHECKING:
    from cli.screen.lobby.app import LobbyScreen

_STEPS: Final = {"up": -1, "down": 1, "pageup": -PAGE, "pagedown": PAGE}

KEYS: Final[tuple[Binding[LobbyScreen, None], ...]] = (
    Binding(
        ("enter",),
        lambda lobby, _: lobby.sit(),
        help="sit down",
        now=lambda lobby: lobby.sitting,
    ),
    Binding(
        ("e",),
        lambda lobby, _: lobby.watch(),
        help="watch, without a seat",
        now=lambda lobby: lobby.watching,
    ),
    Binding(("c",), lambda lobby, _: lobby.create(), help="create a table", now="create a table"),
    Binding(
        ("@",),
        lambda lobby, _: lobby.type_address(),
        help="join by address, where a table is not seen",
        now="by address",
    ),
    Binding(
        ("?",),
        lambda lobby, _: lobby.over.turn_to("?"),
        help="these keys",
        row=Row.KEYS,
        label="keys",
    ),
    Binding(
        tuple(_STEPS),
        lambda lobby, key: lobby.move(_STEPS[key]),
        help="choose a table",
        name="↑↓  PgUp PgDn",
        row=Row.KEYS,
        label="choose",
        shown="↑↓",
    ),
    Binding(
        ("home", "end"),
        lambda lobby, key: lobby.move(ALL if key == "end" else -ALL),
        help="the first, the last table",
    ),
    Binding(
        ("w",),
        lambda lobby, _: lobby.explain(),
        help="why is it marked",
        row=Row.KEYS,
        label="why is it marked",
    ),
    Binding(
        ("o",),
        lambda lobby, _: lobby.over.turn_to("o"),
        help="options of the chosen table",
        row=Row.KEYS,
        label="options",
    ),
    Binding(
        ("q", "c-c"),
        lambda lobby, _: lobby.quit(),
        help="quit",
        row=Row.KEYS,
        label="quit",
        shown="q",
    ),
)
PANEL_KEYS: Final[tuple[Binding[LobbyScreen, None], ...]] = (
    Binding(
        ("escape", "q", "c-c"), lambda lobby, _: lobby.over.turn_to(""), now="back", shown="Esc"
    ),
    Binding(tuple(SCROLL), lambda lobby, key: lobby.over.scroll(key), now="scroll", shown="↑↓"),
    Binding(("?", "o"), lambda lobby, key: lobby.over.turn_to(key)),
)
DOUBT_KEYS: Final[tuple[Binding[LobbyScreen, None], ...]] = (
    Binding(("enter",), lambda lobby, _: lobby.sit_all_the_same(), now="sit down all the same"),
    Binding(("escape",), lambda lobby, _: lobby.stay_away(), now="no"),
)
