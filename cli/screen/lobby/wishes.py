"""What a player may want of the list of tables.

The one rule: values only; whoever shows the list does what is wanted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from protocol.net.finding.listings import TableListing


@dataclass(frozen=True, slots=True)
class Sit:
    """Sit down at this table, or watch it."""

    listing: TableListing
    is_watching: bool


@dataclass(frozen=True, slots=True)
class Go:
    """Join whatever answers at this address."""

    address: str


@dataclass(frozen=True, slots=True)
class Create:
    """Open a table: a game's name, options as typed, seats, bots and their level, clock, deals."""

    game: str
    options: Mapping[str, str]
    seats: int
    bots: int
    level: str
    deadline_s: int
    deals: int


@dataclass(frozen=True, slots=True)
class Quit:
    """Enough for today."""


Wish = Sit | Go | Create | Quit
