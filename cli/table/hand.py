"""Which hand a seat holds: every deal has one, and another where its deck is made anew."""

from __future__ import annotations

from p2pcards.engine import State


def hand_of(state: State) -> tuple[int, int]:
    """Which hand it is: the deal, and the deck made for it."""
    return getattr(state, "deal", 0), getattr(state, "decks", 0)
