"""All that may go wrong at one table: a record from which the same run can be made again.

The one rule: whatever is drawn for a run before it begins stands in its record, and the record is
what a failure prints. What is drawn while the run goes on comes from the dice of its seed, which go
on where the draw has left them; so `replace(faults, cut_chance=0.0)` is the same run without cuts.
"""

from __future__ import annotations

from dataclasses import dataclass

from p2pcards.engine import Seat


@dataclass(frozen=True, slots=True)
class Vices:
    """What a liar is given to: the chance of each at every occasion."""

    hold: float = 0.0
    delay: float = 0.0
    double: float = 0.0
    word: float = 0.0


@dataclass(frozen=True, slots=True)
class Lie:
    """One lie: the liar's `number`-th entry goes to each of the two others in this way."""

    number: int
    ways: tuple[str, str]
    slow: tuple[tuple[Seat, Seat], ...]
    """Links on which everything takes its time."""


@dataclass(frozen=True, slots=True)
class Faults:
    """What goes wrong at a table, and how often.

    Args:
        seed: Of the match, and of all dice.
        deals: After which the match ends.
        steps: After so many no new fault comes.
        cut_chance, mend_chance, kill_chance, leave_chance, crash_chance, return_chance: At each step,
            of a link, a seat that dies for good or leaves, a program that crashes or is started again.
        kills: How many seats may die for good.
        returns: Who dies is started again.
        liar: The seat that lies; None at an honest table.
    """

    seed: int
    game: str
    seats: int
    options: tuple[tuple[str, object], ...]
    deals: int
    steps: int
    longest_delay_ms: int = 1
    cut_chance: float = 0.0
    mend_chance: float = 0.0
    kill_chance: float = 0.0
    kills: int = 0
    leave_chance: float = 0.0
    returns: bool = False
    crash_chance: float = 0.0
    return_chance: float = 0.0
    liar: Seat | None = None
    vices: Vices = Vices()
    lie: Lie | None = None
