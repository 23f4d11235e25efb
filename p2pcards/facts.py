"""What can happen in any game, as values. The one rule: nothing here is a sentence, or knows a game.

A game's own facts are in its `facts` module; a small game needs no others than these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from p2pcards.cards import Card
from p2pcards.engine import Cause, Seat


@dataclass(frozen=True, slots=True)
class Played:
    """A seat has played these cards."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TookPot:
    """A seat has won what was in the pot."""

    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class OutOfDeal:
    """A seat is out of the running deal."""

    seat: Seat
    cause: Cause


CommonFact: TypeAlias = Played | TookPot | OutOfDeal
