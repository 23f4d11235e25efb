"""A screen with nothing but sentences: while a table is looked for and dialled, or fills by itself.

The one rule: every way to leave is one key.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cli.cells import clean
from cli.screen.binding import (
    Binding,
    Row,
    found,
    nothing_here,
    offers_of,
    pressed_by,
    row_of,
)
from cli.screen.drawing.spans import Text
from cli.screen.drawing.text import sentence
from cli.screen.drawing.view import Ask
from cli.screen.intents import NO_FIELD, Click, Key, Paste
from cli.screen.replay.view import MessageView
from cli.screen.screen_view import Drawn

LINES: Final = 100
DOCTOR_AFTER_S: Final = 5
DOCTOR: Final = "p2pcards doctor tells why a table is not seen, or cannot be reached."


class MessageScreen:
    """Sentences, as they come.

    Args:
        title: On the first row.
        leave: Called when the player wants to go.
        since_ms: When the waiting began; None where nobody is waited for.
    """

    def __init__(
        self, title: str, leave: Callable[[], None], *, since_ms: int | None = None
    ) -> None:
        self._title = title
        self._leave = leave
        self._since_ms = since_ms
        self._lines: list[Text] = []
        self._said = ""
        """What the last key was answered with."""

    def say(self, text: str) -> None:
        """One more sentence."""
        self._lines.append(sentence(clean(text)))
        del self._lines[:-LINES]

    def says(self, text: str) -> bool:
        """Whether that is all it says."""
        return self._lines == [sentence(clean(text))]

    def view(self, now_ms: int) -> MessageView:
        ask, keys = Ask(sentence(self._said)), row_of(KEYS, self, Row.KEYS)
        if self._since_ms is None:
            return MessageView(self._title, tuple(self._lines), ask=ask, keys=keys)
        waited_s = max(0, now_ms - self._since_ms) // 1000
        lines = [*self._lines, (), sentence(f"{waited_s} s")]
        if waited_s >= DOCTOR_AFTER_S:
            lines.append(sentence(DOCTOR))
        offers = offers_of(KEYS, self)
        return MessageView(self._title, tuple(lines), offers=offers, ask=ask, keys=keys)

    def press(self, key: Key, now_ms: int) -> None:
        self._said = ""
        if isinstance(key, Paste):
            self._said = NO_FIELD
        elif isinstance(key, Click):
            kind, _, name = key.target.partition(":")
            if kind == "key":
                self.press(pressed_by(name), now_ms)
        elif (binding := found(KEYS, self, key)) is not None:
            binding.does(self, key)
        else:
            self._said = nothing_here(key, row_of(KEYS, self, Row.KEYS))

    @property
    def is_waiting(self) -> bool:
        """Whether somebody is waited for, and the waiting can be given up."""
        return self._since_ms is not None

    def leave(self) -> None:
        """Enough waited, or read."""
        self._leave()

    def drawn(self, now_ms: int, drawn: Drawn) -> None:
        """Nothing depends on it."""


KEYS: Final[tuple[Binding[MessageScreen, None], ...]] = (
    Binding(("q", "c-c"), lambda screen, _: screen.leave(), row=Row.KEYS, label="leave", shown="q"),
    Binding(
        ("escape",),
        lambda screen, _: screen.leave(),
        now=lambda screen: "back" if screen.is_waiting else "",
    ),
)
