"""How a hand is ordered: by suit, by rank, or as its player has laid it.

The one rule: the best card comes first; where cards are played in runs, they lie in the order of a run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from cli.table.moves import Moves
from p2pcards.cards import Card, Pack
from p2pcards.engine import Slot


class Sorting(StrEnum):
    """How the hand is ordered."""

    SUIT = "suit"
    RANK = "rank"
    OWN = "own"


def sort_hand(
    sorting: Sorting,
    slots: Sequence[Slot],
    hand: Mapping[Slot, Card],
    pack: Pack,
    moves: Moves,
    old: Sequence[Slot] = (),
) -> tuple[Slot, ...]:
    """The slots in this order; the player’s own keeps what there was, which is `old`."""
    first = moves.first_suit

    def strength(slot: Slot, card: Card) -> int:
        rank = moves.strengths.get(slot, card.rank)
        return -rank if pack.suit_first else rank

    def key(slot: Slot) -> tuple[int, ...]:
        card = hand.get(slot)
        if card is None:
            return (2, slot)
        if sorting is Sorting.RANK:
            return (1, -strength(slot, card), card.suit, slot)
        return (0 if card.suit == first else 1, card.suit, -strength(slot, card), slot)

    if sorting is Sorting.OWN:
        kept = [slot for slot in old if slot in slots]
        return (*kept, *sorted(set(slots) - set(kept), key=key))
    return tuple(sorted(slots, key=key))
