"""Cards as people write them: `10♦`, `§567`.

The one rule: characters only; which colours they have, and whether a terminal can draw them, is the
surface's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from p2pcards.cards import Card, Pack

_FRENCH: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_MONEY: Final = {"C": "¢", "S": "§", "M": "₥", "T": "₮"}


@dataclass(frozen=True, slots=True)
class Face:
    """An open card: rank as people write it (`10`), suit as its glyph (`♦`, `§`)."""

    rank: str
    suit: str
    is_suit_first: bool = False

    @property
    def text(self) -> str:
        return self.suit + self.rank if self.is_suit_first else self.rank + self.suit


def face(pack: Pack, card: Card) -> Face:
    """A card as it is drawn."""
    glyphs = _MONEY if pack.suit_first else _FRENCH
    return Face(
        pack.ranks[card.rank - 1], glyphs[pack.suits[card.suit - 1]], is_suit_first=pack.suit_first
    )


def short_play(shown: Sequence[Face]) -> str:
    """Cards played together in few columns: `7♠`, `§567`, `¢2§2₥2`."""
    if not shown:
        return ""
    ordered = sorted(shown, key=lambda card: (card.suit, card.rank))
    if len(ordered) > 1 and len({card.suit for card in ordered}) == 1 and ordered[0].is_suit_first:
        return ordered[0].suit + "".join(card.rank for card in ordered)
    return ("" if ordered[0].is_suit_first else " ").join(card.text for card in ordered)
