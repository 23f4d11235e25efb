"""Bidding in few words: what a seat can do, where it stands, and how good its hand is.

The one rule: a spot is made of what everybody sees, and the grade of a hand of its cards alone, so that
bids follow from the two and from dice.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from typing import TypeAlias

from p2pcards.engine import Roll
from p2pcards.games.azi.codes import TRUMPS

FOLD, STAY, LEAST, POT, MOST = range(5)
"""What a seat may do: fold; call, or go all-in; bet or raise the least, the pot, or the most."""
WAYS = 5

Odds: TypeAlias = Sequence[float]
"""How often each way is gone, next to each other; what is not possible does not count."""

_FRACTION = 1 << 30

_TRUMPS = (0, -16, -5, 9, 19, 38, 60, 80, 109, 137, 120)
_SIDE = (0, -90, -79, -70, -50, -34, -15, 6, 33, 62)
_COUNTS = (-79, -39, 77, 146)
"""Hundredths of the log-odds of winning against one hand at random, fitted to 3,000 hands with 600 deals
each: for each trump and each other card by its strength, and for how many are trumps."""

_GRADES = (-204, -158, -121, -85, -53, -24, 12, 47, 89, 136, 182, 232, 294)
GRADES = len(_GRADES) + 1


def strength_of(hand: Iterable[int]) -> int:
    """How good three cards are, as they stand (`codes.code_of`)."""
    total = trumps = 0
    for code in hand:
        if code >= TRUMPS:
            trumps += 1
            total += _TRUMPS[code & 15]
        else:
            total += _SIDE[code & 15]
    return total + _COUNTS[trumps]


@cache
def chance_of(grade: int) -> float:
    """About how often a hand of this grade wins against one at random."""
    inner = _GRADES[max(grade - 1, 0)], _GRADES[min(grade, len(_GRADES) - 1)]
    return 1 / (1 + exp(-sum(inner) / 200))


def grade_of(hand: Iterable[int]) -> int:
    """The hand's grade, from 0; the better ones are finer, since pots are fought for with them."""
    return bisect(_GRADES, strength_of(hand))


@dataclass(frozen=True, slots=True)
class Position:
    """A seat that is asked to bid, as everybody sees it.

    Args:
        pot: Chips on the table.
        base: What of them was there before the first bid.
        paid: What the seat has bid.
        can_stay: It may call, or is too short for it or for a bet and may go all-in.
        price: What that costs.
        least: Smallest bet or raise.
        most: Largest; 0 where there is none.
        bids: Bets and raises so far, by all.
        own_bids: Those of the seat.
        seats: Those that were dealt in.
        rivals: Others that have not folded.
        behind: Those of them that are still to be asked before the last bid is answered.
    """

    pot: int
    base: int
    paid: int
    can_stay: bool
    price: int
    least: int
    most: int
    bids: int
    own_bids: int
    seats: int
    rivals: int
    behind: int

    @property
    def spot(self) -> int:
        """The number of the spot; alike are those in which the same hands do the same."""
        after = self.pot + self.price
        odds = 1 + bisect(_ODDS, 100 * self.price // after) if self.price else 0
        stake = 1 + bisect(_STAKES, 100 * self.paid // max(self.base, 1)) if self.paid else 0
        depth = 1 + bisect(_DEPTHS, 100 * self.most // after) if self.most else 0
        # Who is alone with one other of two has learned less of it than where others have folded.
        number = 0 if self.seats == 2 else min(self.rivals, 4)
        for value, size in (
            (min(self.behind, 4), 5),
            (min(self.bids, 4), 5),
            (self.own_bids, 4),
            (odds, 5),
            (stake, 4),
            (depth, 4),
        ):
            number = number * size + value
        return number

    @property
    def ways(self) -> list[int]:
        """What the seat may do, in order."""
        return [FOLD, *([STAY] if self.can_stay else ()), *sorted(self.amounts)]

    @property
    def amounts(self) -> dict[int, int]:
        """What each way to bet or raise that the seat has comes to, in chips."""
        if self.most < self.least or not self.most:
            return {}
        found = {MOST: self.most}
        if self.least < self.most:
            found[LEAST] = self.least
            if self.least < (pot := self.pot + self.price) < self.most:
                found[POT] = pot
        return found


Policy: TypeAlias = Callable[[Position, int], Odds]
"""How often each way is gone by a seat that stands there, with a hand of this grade."""

_ODDS = (21, 29, 39)
"""Hundredths of the pot, with the price in it, from which the price is another one."""
_STAKES = (61, 151)
"""Hundredths of what was there before the first bid."""
_DEPTHS = (50, 150)
"""Hundredths of the pot after a call, that a raise may come to."""


def among(odds: Odds | None, ways: Sequence[int]) -> list[float]:
    """The odds of these ways alone, 1 together; all alike where nothing speaks for any."""
    if odds is not None:
        wanted = [max(odds[way], 0.0) for way in ways]
        total = sum(wanted)
        if total > 0:
            return [value / total for value in wanted]
    return [1 / len(ways)] * len(ways)


def drawn(odds: Sequence[float], roll: Roll) -> int:
    """One of the places, as often as the odds say."""
    left = roll(_FRACTION) / _FRACTION
    for place, chance in enumerate(odds):
        left -= chance
        if left < 0:
            return place
    return max(range(len(odds)), key=odds.__getitem__)
