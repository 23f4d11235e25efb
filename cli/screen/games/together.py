"""What a game gives whose cards are used together: put into groups, or taken up for one play.

The one rule: pure, as all keys are; what its last rows say is what its keys would do.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias

from cli.screen.binding import Binding, Row
from cli.screen.drawing.view import Offer
from cli.table.choosing import AtTable, Choosing, Notice, Situation
from p2pcards.engine import Action, Slot

Bindings: TypeAlias = tuple[Binding[AtTable, Choosing], ...]


class Together(Protocol):
    """Keys and last rows of such a hand."""

    def has_rows(self, situation: Situation) -> bool:
        """Whether the last rows are its own now."""
        ...

    @property
    def keys(self) -> Bindings:
        """Its keys, with their words in the rows."""
        ...

    def enter(self, choosing: Choosing, situation: Situation) -> Action | Choosing | None:
        """What `Enter` does: an action, a change of the hand, or nothing."""
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

    def take_advised(self, choosing: Choosing, action: Action, situation: Situation) -> Choosing:
        """The cards lying as an action that is advised plays them; the same where it plays none."""
        ...

    def why(self, choosing: Choosing, situation: Situation) -> Notice:
        """The answer to `w`."""
        ...

    def ask(self, choosing: Choosing, situation: Situation) -> Notice:
        """The ask line while nothing else is asked."""
        ...

    def enter_label(self, choosing: Choosing, situation: Situation) -> str:
        """What `Enter` does, in words; empty where it does nothing."""
        ...

    def closed(
        self, choosing: Choosing, situation: Situation, row: Row | None
    ) -> tuple[Offer, ...]:
        """What is not open now, at the end of a row; None: of the offers."""
        ...

    def key_row(self, usual: tuple[Offer, ...]) -> tuple[Offer, ...]:
        """The last row, made from the usual one."""
        ...
