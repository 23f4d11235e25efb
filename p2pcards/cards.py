"""Cards and packs: which cards a game is played with, and how they are written.

A card is two small numbers, suit and rank, because that is what the masked card is built from
(SPEC §3.2). How they are written depends on the pack, so only a `Pack` turns cards into text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Card(NamedTuple):
    """One card: `suit` and `rank` count from 1 in the order of the pack's letters.

    A tuple, because cards are compared, sorted and looked up more than anything else.
    """

    suit: int
    rank: int


@dataclass(frozen=True, slots=True)
class Pack:
    """The fixed, ordered list of cards of a game.

    Args:
        id: Name that goes into every proof, such as `azi27`.
        suits: One letter a suit; suit number 1 is the first.
        ranks: Rank names, low to high; rank number 1 is the first.
        suit_first: True where the suit is written before the rank (`C9`), as in money-suited packs.
    """

    id: str
    suits: str
    ranks: tuple[str, ...]
    suit_first: bool = False
    cards: tuple[Card, ...] = field(init=False)
    _by_text: Mapping[str, Card] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        cards = tuple(
            Card(suit, rank)
            for suit in range(1, len(self.suits) + 1)
            for rank in range(1, len(self.ranks) + 1)
        )
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "_by_text", {self.text(card): card for card in cards})

    def text(self, card: Card) -> str:
        """The card as written in logs and typed by people: `10H`, or `C9` with `suit_first`."""
        suit, rank = self.suits[card.suit - 1], self.ranks[card.rank - 1]
        return suit + rank if self.suit_first else rank + suit

    def card(self, text: str) -> Card:
        """The card written `text`; raises KeyError where the pack has no such card."""
        return self._by_text[text]
