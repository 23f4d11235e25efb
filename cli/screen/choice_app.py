"""A screen with one question and a few answers.

The one rule: an answer is one key, and every way to leave is another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cli.screen.intents import Click, Key
from cli.screen.replay_view import MessageView
from cli.screen.text import clean, sentence
from cli.screen.view import Offer, Text

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
        self._numbers = tuple(str(number) for number in range(1, len(options) + 1))
        self._lines: list[Text] = []

    def say(self, text: str) -> None:
        """One more sentence."""
        self._lines.append(sentence(clean(text)))

    def view(self, now_ms: int) -> MessageView:
        told = [sentence(f"{at}  {option}") for at, option in enumerate(self._options, start=1)]
        return MessageView(
            "which one",
            (sentence(self._question), (), *told, (), *self._lines),
            offers=(Offer(f"1–{len(self._options)}", "choose"), Offer("Esc", "back")),
            keys=(Offer("q", "leave"),),
        )

    def press(self, key: Key, now_ms: int) -> None:
        if isinstance(key, Click):
            return
        if key in ("q", "escape", "c-c"):
            self._leave()
        elif key in self._numbers:
            self._numbers, place = (), self._numbers.index(key)
            self._choose(place)

    def drawn(self, now_ms: int) -> None:
        """Nothing depends on it."""
