"""A screen with nothing but sentences: while a table is looked for, or fills by itself.

The one rule: every way to leave is one key.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cli.screen.keys import Key
from cli.screen.text import clean, sentence
from cli.screen.view import MessageView, Offer, Text

LINES: Final = 100


class MessageScreen:
    """Sentences, as they come.

    Args:
        title: On the first row.
        leave: Called when the player wants to go.
    """

    def __init__(self, title: str, leave: Callable[[], None]) -> None:
        self._title = title
        self._leave = leave
        self._lines: list[Text] = []

    def say(self, text: str) -> None:
        """One more sentence."""
        self._lines.append(sentence(clean(text)))
        del self._lines[:-LINES]

    def view(self, now_ms: int) -> MessageView:
        return MessageView(self._title, tuple(self._lines), keys=(Offer("q", "leave"),))

    def press(self, key: Key, now_ms: int) -> None:
        if key in ("q", "escape", "c-c"):
            self._leave()

    def drawn(self, now_ms: int) -> None:
        """Nothing depends on it."""
