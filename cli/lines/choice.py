"""One question with a few answers, in line mode.

The one rule: nothing is taken for an answer but the number of one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import trio


class LineChoice:
    """Which of these is meant; in charge of the words until it is said.

    Args:
        question: What is asked.
        options: The answers, told with their numbers.
        say: Shows a line.
        leave: Called when our player wants to go.
    """

    has_stake = False

    def __init__(
        self,
        question: str,
        options: Sequence[str],
        *,
        say: Callable[[str], None],
        leave: Callable[[], None],
    ) -> None:
        self._count = len(options)
        self._say = say
        self._leave = leave
        self._place: int | None = None
        self._is_answered = trio.Event()
        say(question)
        for number, option in enumerate(options, start=1):
            say(f"{number}  {option}")
        say("Type its number, or leave.")

    async def wait(self) -> int | None:
        """The answer's place, from 0; None where none can come any more."""
        await self._is_answered.wait()
        return self._place

    def take(self, words: str) -> None:
        if words == "leave":
            self._leave()
        elif words.isascii() and words.isdigit() and 1 <= int(words[:9]) <= self._count:
            self._place = int(words) - 1
            self._is_answered.set()
        else:
            self._say(f"Type a number from 1 to {self._count}, or leave.")

    def closed(self) -> None:
        self._is_answered.set()

    def leave(self) -> None:
        self._leave()
