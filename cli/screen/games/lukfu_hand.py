"""The hand of Luk Fu while tricks are played, as the table's keys and rows ask for it.

The one rule: it only says which function answers; what happens, `lukfu_picking` says.
"""

from __future__ import annotations

from cli.screen.choosing import Choosing, Notice, Situation
from cli.screen.games import lukfu_picking as picking
from cli.screen.games.lukfu_picking_lines import BY_NAME, pick_offers
from cli.screen.view import Offer
from p2pcards.engine import Slot


class LukfuHand:
    """Cards, of which several are taken up for one play."""

    def has_rows(self, situation: Situation) -> bool:
        return situation.is_turn

    def press(self, choosing: Choosing, key: str, situation: Situation) -> Choosing | None:
        return picking.pick(choosing, key, situation)

    def enter(self, choosing: Choosing, situation: Situation) -> str | None:
        play = picking.play_of(choosing, situation)
        return None if play is None else play.act

    def click_card(self, choosing: Choosing, slot: Slot, situation: Situation) -> Choosing:
        return picking.click_card(choosing, slot, situation)

    def click_group(self, choosing: Choosing, group: int, situation: Situation) -> None:
        return None

    def on_card(self, choosing: Choosing, slot: Slot) -> Choosing:
        return picking.on_card(choosing, slot)

    def why(self, choosing: Choosing, situation: Situation) -> Notice:
        return picking.why(choosing, situation)

    def ask(self, choosing: Choosing, situation: Situation) -> Notice:
        return picking.ask_of(choosing, situation)

    def more(self, choosing: Choosing, situation: Situation) -> tuple[Offer, ...]:
        return ()

    def offers(self, choosing: Choosing, situation: Situation) -> tuple[Offer, ...]:
        return pick_offers(choosing, situation)

    def key_row(self, usual: tuple[Offer, ...]) -> tuple[Offer, ...]:
        return (BY_NAME, *usual[:3], usual[-1])
