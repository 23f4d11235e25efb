"""What is said of pauses: who wants one, that the table is paused, and how it goes on.

The one rule: it says what comes next, and what it costs to go: nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cli.words.en.telling import listed

GOING: Final = "The table is paused, and your seat stays yours: p2pcards join goes back to it. Go?"
GONE: Final = "You have gone in a pause, and your seat stays yours for a month: p2pcards join goes back to it."
NOT_PAUSED: Final = "The table is not paused; pause asks for one after this deal."


def wanted(names: Sequence[str], *, own: bool, seats: int) -> str:
    """Who agrees to a pause, `own` being whether we do; empty where nobody does."""
    who = listed([*(["you"] if own else []), *names])
    count = len(names) + own
    if not count:
        return ""
    verb = "want" if own or count > 1 else "wants"
    rest = "" if own else " Do you agree?"
    return f"{who[0].upper()}{who[1:]} {verb} a pause after this deal ({count} of {seats}).{rest}"


NOBODY: Final = "Nobody wants a pause any more."


def paused(awaited: Sequence[str], *, own: bool) -> str:
    """The table is paused, until these have come back, and we where `own` says so."""
    if own:
        return "The table is paused, and no clock runs. It goes on when all are back."
    return (
        f"The table is paused until {listed(awaited)} {'is' if len(awaited) == 1 else 'are'} back."
    )
