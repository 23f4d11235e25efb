"""Reading in what is laid over a screen: how far it is scrolled, and what is said at both its ends.

The one rule: nobody scrolls past the end. Where that is, the last drawing has shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

PAGE: Final = 8
ALL: Final = 10**6
"""More lines than any page has; also where the end is while nothing has been drawn."""

SCROLL: Final[Mapping[str, int]] = {
    "up": -1,
    "down": 1,
    "pageup": -PAGE,
    "pagedown": PAGE,
    "home": -ALL,
    "end": ALL,
}
"""The keys that read on and back, with their lines."""


def scrolled(first: int, key: str, last: int) -> tuple[int, str]:
    """The line at the top after a key of SCROLL, and what is said where it changes nothing.

    Args:
        first: The line at the top.
        last: The one that is there when the end is seen.
    """
    step = SCROLL[key]
    to = min(max(min(first, last) + step, 0), last)
    if to != min(first, last):
        return to, ""
    return to, "That is the end." if step > 0 else "That is the beginning."


@dataclass(slots=True)
class LaidOver:
    """What is laid over a screen.

    Args:
        panel: The key that laid it there; empty: nothing is.
        first: The line at its top.
        last: The line at its top when its end is seen, as drawn last.
        said: What the last key was answered with.
    """

    panel: str = ""
    first: int = 0
    last: int = ALL
    said: str = ""

    def turn_to(self, panel: str) -> None:
        """Lay another there; the same again is taken away."""
        self.panel, self.first = ("" if panel == self.panel else panel), 0

    def scroll(self, key: str) -> None:
        """Read on, or back."""
        self.first, self.said = scrolled(self.first, key, self.last)
