"""The last rows while thirteen cards of Hazari are put into four groups.

The one rule: they say what `arranging` would do, from the same two values.
"""

from __future__ import annotations

from collections.abc import Iterable

from cli.screen.choosing import Choosing, Situation
from cli.screen.games.hazari_arranging import (
    LAST,
    can_put,
    foul_of,
    groups_of,
    is_ready,
    loose_of,
    room_in,
    target_of,
)
from cli.screen.text import face
from cli.screen.view import Offer
from p2pcards.engine import Slot
from p2pcards.games.hazari.actions import SIZES


def arrange_more(choosing: Choosing, situation: Situation) -> tuple[Offer, ...]:
    """Row 21: what can always be done here; `(up)` as long as it is not open."""
    offers = (
        Offer("1–4", "group"),
        Offer("0", "loose", is_minor=True),
        Offer("a", "arrange all"),
        Offer("x", "exchange"),
        Offer("=", "sort 1–3"),
        Offer("u", "undo", is_minor=True),
    )
    if is_ready(choosing, situation):
        return offers
    return (*offers, Offer("", "up", is_open=False, target="why:up"))


def arrange_offers(choosing: Choosing, situation: Situation) -> tuple[Offer, ...]:
    """Row 22: what `Enter` does, and what may come before it."""
    if choosing.is_exchanging:
        return _exchange_offers(choosing, situation)
    if is_ready(choosing, situation):
        return (Offer("Enter", "up"), Offer("PgUp PgDn", "group"))
    if foul_of(choosing, situation) is not None:
        offers = (Offer("x", "exchange two"), Offer("0", "take one out"))
        if any(room_in(choosing, group) for group in range(LAST)):
            return offers
        return (Offer("=", "sort groups 1–3"), *offers)
    target = target_of(choosing)
    if target is None:
        return ()
    missing = SIZES[target] - len(groups_of(choosing)[target])
    cards = "card" if missing == 1 else "cards"
    if can_put(choosing):
        what = f"put {_named(choosing.held.taken, situation)} to group {target + 1}"
        other = f"another card for group {target + 1}"
        if missing > 1:
            other = f"other {cards} for group {target + 1}"
        return (Offer("Enter", what), Offer("Tab", other))
    best = Offer("Tab", f"best {cards} for group {target + 1}")
    return (best, Offer("Space", "take up", is_minor=True)) if loose_of(choosing) else ()


def _exchange_offers(choosing: Choosing, situation: Situation) -> tuple[Offer, ...]:
    slot, taken = choosing.at_cursor, choosing.held.taken
    back = Offer("Esc", "let go")
    if slot is None or not taken or slot == taken[0]:
        return (back, Offer("←→", "the other card"), Offer("PgUp PgDn", "group"))
    pair = f"{_named(taken, situation)} with {_named((slot,), situation)}"
    return (Offer("x", f"exchange {pair}"), back)


def _named(slots: Iterable[Slot], situation: Situation) -> str:
    pack, hand = situation.game.pack, situation.hand
    return " ".join(face(pack, hand[slot]).text for slot in slots)
