"""The keys of every screen: they are about the terminal, and no screen is told of them.

The one rule: only records; what is done, the application does.
"""

from __future__ import annotations

from typing import Final, Protocol

from cli.screen.binding import Binding


class OnTerminal(Protocol):
    """What shows screens on a terminal."""

    def repaint(self) -> None: ...

    def suspend(self) -> None: ...


APP_KEYS: Final[tuple[Binding[OnTerminal, None], ...]] = (
    Binding(("c-l",), lambda app, _: app.repaint(), help="draw the screen anew"),
    Binding(
        ("c-z",),
        lambda app, _: app.suspend(),
        help="stop the program for a while; the shell's fg goes on with it",
    ),
)
