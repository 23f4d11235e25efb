"""Cards in a line of text: as signs, `10♦`, or in words, for whoever listens: `10 of diamonds`.

The one rule: only what is known to be a card is changed; no letter of a name or of talk is.
"""

from __future__ import annotations

from typing import Final

from cli.words.phrase import Drawn, Part, Sign, apart, in_braces, phrase, text_of
from p2pcards.cards import Card, Pack

SIGNS: Final = "signs"
WORDS: Final = "words"
NAMINGS: Final = (SIGNS, WORDS)

_FRENCH: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_MONEY: Final = {"C": "Coins", "S": "Strings", "M": "Myriads", "T": "Tens"}
_RANKS: Final = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}


def card_in_words(pack: Pack, card: Card) -> str:
    """`king of spades`, `5 of Strings`."""
    rank, suit = pack.ranks[card.rank - 1], pack.suits[card.suit - 1]
    suits = _MONEY if pack.suit_first else _FRENCH
    return f"{_RANKS.get(rank, rank)} of {suits.get(suit, suit)}"


def as_typed(pack: Pack, words: str) -> str:
    """What was typed, with cards in words as their signs: `play king of spades` as `play ks`."""
    lower = words.lower()
    if " of " not in lower:
        return words
    for card in pack.cards:
        lower = lower.replace(card_in_words(pack, card).lower(), pack.text(card).lower())
    return lower


def line_of(part: Part, naming: str) -> str:
    """A sentence as it is printed: cards in braces for the output to draw, or in words."""
    if naming == SIGNS:
        return in_braces(part)
    return text_of(_heard(part), lambda piece: card_in_words(piece.pack, piece.card))


def _heard(part: Part) -> Part:
    """Cards that stand in a row have commas between them, to be heard one by one; no sign is read out."""
    pieces = [piece for piece in apart(part).pieces if not isinstance(piece, Sign)]
    for at in range(1, len(pieces) - 1):
        row = (pieces[at - 1], pieces[at + 1])
        if pieces[at] == " " and all(isinstance(one, Drawn) for one in row):
            pieces[at] = ", "
    return phrase(*pieces)
