"""A screen that asks for one line of text: what the player wants to be called.

The one rule: Enter takes what stands there, and only what all can read is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cli.screen.binding import Binding, Row, found, nothing_here, offers_of, row_of
from cli.screen.drawing.spans import Role
from cli.screen.drawing.text import sentence, span
from cli.screen.drawing.view import Ask
from cli.screen.intents import NOTHING_TYPED, Click, Key, Paste, cut_at
from cli.screen.replay.view import MessageView
from cli.screen.screen_view import Drawn
from protocol.wire.names import LONGEST_NAME, clean_name

WELCOME: Final = (
    "Welcome to p2pcards. What should the others call you?",
    "",
    "The name is kept in your settings; p2pcards config name changes it.",
)


class NameScreen:
    """What to be called.

    Args:
        name: Stands there at first.
        take: Called once, with the name.
        leave: Called when the player wants to go.
    """

    def __init__(
        self, name: str, *, take: Callable[[str], None], leave: Callable[[], None]
    ) -> None:
        self._typed = name
        self._take = take
        self._leave = leave
        self._is_taken = False
        self._said = ""
        """What the last key was answered with."""

    def say(self, text: str) -> None:
        """Nothing else is told here."""
        self._said = text

    def view(self, now_ms: int) -> MessageView:
        return MessageView(
            "p2pcards",
            tuple(map(sentence, WELCOME)),
            offers=offers_of(KEYS, self),
            ask=Ask(
                span("name  ", Role.KEY), typed=self._typed, after=sentence(self._said, Role.OPEN)
            ),
            keys=row_of(KEYS, self, Row.KEYS),
        )

    def press(self, key: Key, now_ms: int) -> None:
        self._said = ""
        if isinstance(key, Click):
            return
        if isinstance(key, Paste):
            self._typed, is_cut = key.fitted(self._typed, LONGEST_NAME)
            self._said = cut_at(LONGEST_NAME) if is_cut else ""
            return
        char = " " if key == "space" else key
        if len(char) == 1:
            self.add(char)
        elif (binding := found(KEYS, self, key)) is not None:
            binding.does(self, key)
        else:
            self._said = nothing_here(key, offers_of(KEYS, self))

    def add(self, char: str) -> None:
        """One more character."""
        if len(self._typed) >= LONGEST_NAME:
            self._said = cut_at(LONGEST_NAME)
        else:
            self._typed += char

    def rub_out(self, text: str) -> None:
        """What is left of what was typed."""
        self._said = "" if self._typed else NOTHING_TYPED
        self._typed = text

    @property
    def typed(self) -> str:
        return self._typed

    @property
    def name(self) -> str:
        """What was typed, as all can read it; empty where that is nothing."""
        cleaned = clean_name(self._typed)
        return "" if cleaned == clean_name("") != self._typed.strip() else cleaned

    def take(self) -> None:
        """That is the name; there is no second one."""
        if not self.name:
            self._said = "Nobody could read that. Type a name."
        elif not self._is_taken:
            self._is_taken = True
            self._take(self.name)

    def leave(self) -> None:
        """Not now."""
        self._leave()

    def drawn(self, now_ms: int, drawn: Drawn) -> None:
        """Nothing depends on it."""


KEYS: Final[tuple[Binding[NameScreen, None], ...]] = (
    Binding(
        ("enter",),
        lambda screen, _: screen.take(),
        now=lambda screen: f"I am {screen.name}" if screen.name else "",
    ),
    Binding(("backspace",), lambda screen, _: screen.rub_out(screen.typed[:-1]), now="rub out"),
    Binding(("c-u",), lambda screen, _: screen.rub_out("")),
    Binding(
        ("c-c", "escape"),
        lambda screen, _: screen.leave(),
        row=Row.KEYS,
        label="leave",
        shown="Esc",
    ),
)
