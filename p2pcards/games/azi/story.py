"""What happened in Azi, told in sentences. The one rule: whole sentences, present tense, nothing
that is not public; a card is written in braces.
"""

from __future__ import annotations

from collections.abc import Callable

from p2pcards.engine import Event, Seat
from p2pcards.games.azi.state import AziState


def story(
    before: AziState, event: Event, after: AziState, name: Callable[[Seat], str]
) -> tuple[str, ...]:
    """The sentences for one event; perhaps none."""
    return ()
