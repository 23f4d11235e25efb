"""The hand of Hazari while it is put into four groups, as the table's keys and rows ask for it.

The one rule: it only says which function answers; what happens, `hazari_arranging` says.
"""

from __future__ import annotations

from cli.screen.binding import Row
from cli.screen.drawing.view import Offer
from cli.screen.games.hazari import arranging_keys
from cli.table.choosing import Choosing, Notice, Situation
from cli.table.games.hazari import arranging, proposing
from p2pcards.engine import Action, Slot
from p2pcards.games.hazari.actions import Declare


class HazariHand:
    """Thirteen cards, in groups and loose."""

    def has_rows(self, situation: Situation) -> bool:
        return True

    keys = arranging_keys.KEYS

    def enter(self, choosing: Choosing, situation: Situation) -> Action | Choosing:
        action = arranging.action_of(choosing)
        if action is not None and arranging.is_ready(choosing, situation):
            return action
        if arranging.can_put(choosing):
            return arranging.put_taken(choosing, situation)
        return choosing

    def click_card(self, choosing: Choosing, slot: Slot, situation: Situation) -> Choosing:
        return arranging.click_card(choosing, slot)

    def click_group(self, choosing: Choosing, group: int, situation: Situation) -> Choosing:
        return arranging.click_group(choosing, group, situation)

    def on_card(self, choosing: Choosing, slot: Slot) -> Choosing:
        return arranging.on_card(choosing, slot)

    def take_advised(self, choosing: Choosing, action: Action, situation: Situation) -> Choosing:
        assert isinstance(action, Declare)
        return arranging.lay(choosing, action.groups, situation)

    def why(self, choosing: Choosing, situation: Situation) -> Notice:
        return proposing.why(choosing, situation)

    def ask(self, choosing: Choosing, situation: Situation) -> Notice:
        return proposing.ask_of(choosing, situation)

    def enter_label(self, choosing: Choosing, situation: Situation) -> str:
        return arranging_keys.enter_label(choosing, situation)

    def closed(
        self, choosing: Choosing, situation: Situation, row: Row | None
    ) -> tuple[Offer, ...]:
        return arranging_keys.closed(choosing, situation, row)

    def key_row(self, usual: tuple[Offer, ...]) -> tuple[Offer, ...]:
        """No trick has been played yet, and what ranks above what is asked for more often."""
        others = tuple(offer for offer in usual[1:] if offer.key != "v")
        return (usual[0], Offer("i", "order of hands", is_minor=True), *others)
