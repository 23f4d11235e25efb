"""Tricks: who takes one, and what may be played to it.

The one rule: only the led suit and trumps can win. How cards rank inside a suit is the game's own
affair, so a game hands in its `strength`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from p2pcards.cards import Card


def trick_winner(cards: Sequence[Card], trump: int | None, strength: Callable[[Card], int]) -> int:
    """The place in `cards` (in playing order, first led) of the card that takes the trick.

    Args:
        cards: The cards played; at least one.
        trump: The trump suit, or None where there is none.
        strength: Rank of a card inside its suit, higher is better.
    """
    led = cards[0].suit

    def key(place: int) -> tuple[int, int]:
        card = cards[place]
        power = 2 if card.suit == trump else 1 if card.suit == led else 0
        return power, strength(card)

    return max(range(len(cards)), key=key)


def binding_suit(suits: Iterable[int], led: int, trump: int | None) -> int | None:
    """The suit that must be played by a hand of these `suits`; None where any card may be.

    Follow suit; without it, trump; without either, anything.
    """
    held = set(suits)
    if led in held:
        return led
    return trump if trump in held else None
