"""Cards of Hazari as they are drawn: a group as it is read out, what counts first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cli.table.faces import Face, face
from cli.table.games.hazari import suggesting
from p2pcards.cards import Card
from p2pcards.games.hazari.combos import PACK


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """As they are read out: what counts first."""
    cards = tuple(cards)
    return suggesting.in_order(cards, len(cards))


def faces_of(cards: Sequence[Card]) -> tuple[Face, ...]:
    return tuple(face(PACK, card) for card in cards)
