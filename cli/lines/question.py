"""What our player has been asked in lines, and not answered yet.

The one rule: one question at a time, and only a yes does what it asks about.
"""

from __future__ import annotations

from collections.abc import Callable

from cli.words.phrase import Part


class Question:
    """The question that is open, if one is.

    Args:
        say: Shows a sentence.
    """

    def __init__(self, say: Callable[[Part], None]) -> None:
        self._say = say
        self._does: Callable[[], None] | None = None

    @property
    def is_open(self) -> bool:
        """Whether the next words are its answer."""
        return self._does is not None

    def ask(self, text: Part, does: Callable[[], None]) -> None:
        """Ask; a yes calls `does`."""
        self._does = does
        self._say(text)

    def answer(self, words: str) -> None:
        """Whatever is typed now answers it."""
        does, self._does = self._does, None
        if does is not None and words.partition(" ")[0].lower() in ("yes", "y"):
            does()
        else:
            self._say("Nothing is done.")

    def drop(self) -> None:
        """The moment that it was about is over."""
        self._does = None
