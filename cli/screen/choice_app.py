"""A screen with one question and a few answers.

The one rule: an answer is one key, one of them is marked for Enter, and every way to leave is another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
from cli.screen.drawing.spans import Role, Text
from cli.screen.drawing.text import sentence, span
from cli.screen.drawing.view import Ask
from cli.screen.intents import ARROWS, NO_FIELD, Click, Key, Paste
from cli.screen.replay.view import MessageView
from cli.screen.screen_view import Drawn

MOST_OPTIONS: Final = 9
"""As many as there are digits to choose with."""


class ChoiceScreen:
    """Which of these is meant.

    Args:
        question: What is asked.
        options: The answers, at most MOST_OPTIONS.
        choose: Called once, with the place of the chosen one.
        leave: Called when the player wants to go.
    """

    def __init__(
        self,
        question: str,
        options: Sequence[str],
        *,
        choose: Callable[[int], None],
        leave: Callable[[], None],
    ) -> None:
        self._question = clean(question)
        self._options = tuple(map(clean, options))
        self._choose = choose
        self._leave = leave
        self._is_chosen = False
        self._marked = 0
        self._said = ""
        """What the last key was answered with."""
        self._lines: list[Text] = []

    def say(self, text: str) -> None:
        """One more sentence."""
        self._lines.append(sentence(clean(text)))

    def view(self, now_ms: int) -> MessageView:
        told = [
            span(f"{'▸' if at == self._marked else ' '} {at + 1}  {option}", self._role(at))
            for at, option in enumerate(self._options)
        ]
        return MessageView(
            "which one",
            (sentence(self._question), (), *told, (), *self._lines),
            offers=offers_of(KEYS, self),
            ask=Ask(sentence(self._said)),
            keys=row_of(KEYS, self, Row.KEYS),
        )

    def _role(self, at: int) -> Role:
        return Role.TURN if at == self._marked else Role.TEXT

    def press(self, key: Key, now_ms: int) -> None:
        self._said = ""
        if isinstance(key, Paste):
            self._said = NO_FIELD
        elif isinstance(key, Click):
            kind, _, name = key.target.partition(":")
            if kind == "key" and name != self.numbers:
                self.press(pressed_by(name), now_ms)
        elif (binding := found(KEYS, self, ARROWS.get(key, key))) is not None:
            binding.does(self, key)
        else:
            self._said = nothing_here(key, offers_of(KEYS, self))

    @property
    def numbers(self) -> str:
        """The numbers that can be chosen, as they are written."""
        return f"1–{len(self._options)}"

    def move(self, step: int) -> None:
        """Mark another one."""
        to = self._marked + step
        if 0 <= to < len(self._options):
            self._marked = to
        else:
            self._said = "That is the last of them." if step > 0 else "That is the first of them."

    def take(self) -> None:
        """Choose the one that is marked."""
        self.choose(self._marked + 1)

    def choose(self, number: int) -> None:
        """Choose one; there is no second choice."""
        if number > len(self._options):
            self._said = f"There is no {number} here: {self.numbers} choose."
        elif not self._is_chosen:
            self._is_chosen = True
            self._choose(number - 1)

    def leave(self) -> None:
        """None of them."""
        self._leave()

    def drawn(self, now_ms: int, drawn: Drawn) -> None:
        """Nothing depends on it."""


_STEPS: Final = {"up": -1, "s-tab": -1, "down": 1, "tab": 1}

KEYS: Final[tuple[Binding[ChoiceScreen, None], ...]] = (
    Binding(
        ("enter",),
        lambda screen, _: screen.take(),
        help="the marked one",
        now="this one",
    ),
    Binding(
        tuple(_STEPS),
        lambda screen, key: screen.move(_STEPS[key]),
        help="mark another",
        name="↑↓  Tab",
        now="mark",
        shown="↑↓",
    ),
    Binding(
        tuple("123456789"),
        lambda screen, key: screen.choose(int(key)),
        help="that one",
        name="1–9",
        now="choose",
        shown=lambda screen: screen.numbers,
    ),
    Binding(("escape",), lambda screen, _: screen.leave(), help="none of them", now="back"),
    Binding(("q", "c-c"), lambda screen, _: screen.leave(), row=Row.KEYS, label="leave", shown="q"),
)
