"""The hand of Luk Fu while tricks are played, as the table's keys and rows ask for it.

The one rule: it only says which function answers; what happens, `lukfu_picking` says.
"""

from __future__ import annotations

from cli.screen.binding import Row
from cli.screen.drawing.view import Offer
from cli.screen.games.lukfu import picking_keys
from cli.table.actions_in_words import slots_of
from cli.table.choosing import Choosing, Notice, Situation
from cli.table.games.lukfu import picking
from p2pcards.engine import Action, Slot


class LukfuHand:
    """Cards, of which several are taken up for one play."""

    def has_rows(self, situation: Situation) -> bool:
        return situation.is_turn

    keys = picking_keys.KEYS

    def enter(self, choosing: Choosing, situation: Situation) -> Action | None:
        play = picking.play_of(choosing, situation)
        return None if play is None else play.action

    def click_card(self, choosing: Choosing, slot: Slot, situation: Situation) -> Choosing:
        return picking.click_card(choosing, slot, situation)

    def click_group(self, choosing: Choosing, group: int, situation: Situation) -> None:
        return None

    def on_card(self, choosing: Choosing, slot: Slot) -> Choosing:
        return picking.on_card(choosing, slot)

    def take_advised(self, choosing: Choosing, action: Action, situation: Situation) -> Choosing:
        return picking.take_play(choosing, slots_of(action))

    def why(self, choosing: Choosing, situation: Situation) -> Notice:
        return picking.why(choosing, situation)

    def ask(self, choosing: Choosing, situation: Situation) -> Notice:
        return picking.ask_of(choosing, situation)

    def enter_label(self, choosing: Choosing, situation: Situation) -> str:
        return picking_keys.enter_label(choosing, situation)

    def closed(
        self, choosing: Choosing, situation: Situation, row: Row | None
    ) -> tuple[Offer, ...]:
        return picking_keys.closed(situation, row)

    def key_row(self, usual: tuple[Offer, ...]) -> tuple[Offer, ...]:
        return (picking_keys.BY_NAME, *usual[:3], usual[-1])
