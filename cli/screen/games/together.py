"""What a game gives whose cards are used together: put into groups, or taken up for one play.

The one rule: pure, as all keys are; what its last rows say is what its keys would do.
"""

from __future__ import annotations

from typing import Protocol

from cli.screen.choosing import Choosing, Notice, Situation
from cli.screen.view import Offer
from p2pcards.engine import Slot


class Together(Protocol):
    """Keys and last rows of such a hand."""

    def has_rows(self, situation: Situation) -> bool:
        """Whether the last rows are its own now."""
        ...

    def press(self, choosing: Choosing, key: str, situation: Situation) -> Choosing | None:
        """What a key does to the hand; None where it is none of its keys."""
        ...

    def enter(self, choosing: Choosing, situation: Situation) -> str | Choosing | None:
        """What `Enter` does: the action as the log writes it, a change of the hand, or nothing."""
        ...

    def click_card(self, choosing: Choosing, slot: Slot, situation: Situation) -> Choosing:
        """What a click on a card of the hand does."""
        ...

    def click_group(self, choosing: Choosing, group: int, situation: Situation) -> Choosing | None:
        """What a click on a group does; None where there are no groups."""
        ...

    def on_card(self, choosing: Choosing, slot: Slot) -> Choosing:
        """The cursor on this card."""
        ...

    def why(self, choosing: Choosing, situation: Situation) -> Notice:
        """The answer to `w`."""
        ...

    def ask(self, choosing: Choosing, situation: Situation) -> Notice:
        """The ask line while nothing else is asked."""
        ...

    def more(self, choosing: Choosing, situation: Situation) -> tuple[Offer, ...]:
        """The row above the offers; most have none."""
        ...

    def offers(self, choosing: Choosing, situation: Situation) -> tuple[Offer, ...]:
        """What `Enter` does and what may come before it; the moves without cards come after."""
        ...

    def key_row(self, usual: tuple[Offer, ...]) -> tuple[Offer, ...]:
        """The last row, made from the usual one."""
        ...
