"""What a player found who imagined how each of its choices may end, and how sure it is of the best.

The one rule: all choices are tried in the same imagined deals, so that what they gain there can be
compared deal by deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist, fmean, stdev
from typing import Any, TypeAlias

LEAST_DEALS = 2
"""Of imagined deals, for a scatter."""


@dataclass(frozen=True)
class Reckoning:
    """What each choice gains.

    Args:
        choices: The actions.
        gains: For each of them, what it gains in each imagined deal, in the game's unit.
        favours: What is added to each, for what imagined deals do not know.
    """

    choices: tuple[Any, ...]
    gains: tuple[Sequence[float], ...]
    favours: tuple[float, ...] = ()

    @cached_property
    def means(self) -> tuple[float, ...]:
        """What each choice is judged by."""
        favours = self.favours or (0.0,) * len(self.choices)
        return tuple(fmean(row) + favour for row, favour in zip(self.gains, favours, strict=True))

    @cached_property
    def place(self) -> int:
        """Which choice is the best; of equals the first."""
        return max(range(len(self.means)), key=self.means.__getitem__)

    @property
    def best(self) -> Any:
        """The best of the choices."""
        return self.choices[self.place]

    @property
    def next_place(self) -> int | None:
        """Which choice is the best of the others; None where there are none."""
        others = [place for place in range(len(self.means)) if place != self.place]
        return max(others, key=self.means.__getitem__, default=None)

    @property
    def sure(self) -> int:
        """Of 100 such reckonings, how many would find this choice better than the next one."""
        other = self.next_place
        if other is None:
            return 100
        ahead = self.means[self.place] - self.means[other]
        apart = [one - two for one, two in zip(*self._rows(other), strict=True)]
        error = stdev(apart) / len(apart) ** 0.5 if len(apart) >= LEAST_DEALS else 0.0
        if not error:
            return 100 if ahead else 50
        return int(100 * NormalDist().cdf(ahead / error))

    def _rows(self, other: int) -> tuple[Sequence[float], Sequence[float]]:
        return self.gains[self.place], self.gains[other]


# --- advice ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OnlyChoice:
    """The rules leave nothing else."""


@dataclass(frozen=True, slots=True)
class CannotFail:
    """Whatever the others hold, this brings the deal, or loses nothing of what is there."""


@dataclass(frozen=True, slots=True)
class GainsMost:
    """In imagined deals this gains most.

    Args:
        deals: How many were imagined.
        gain: What it gains on average from here on, in the game's unit.
        other: The best of the other choices; None where nothing else was thought of.
        other_gain: What that gains.
    """

    deals: int
    gain: float
    other: Any
    other_gain: float


@dataclass(frozen=True, slots=True)
class DoneMostly:
    """With such a hand in such a place good players do one thing or another, as often as it says.

    Args:
        odds: Each action with how many of 100 times it is done, the advised one first.
    """

    odds: tuple[tuple[Any, int], ...]


Reason: TypeAlias = OnlyChoice | CannotFail | GainsMost | DoneMostly


@dataclass(frozen=True, slots=True)
class Advice:
    """What the hard bot would do.

    Args:
        action: That.
        reason: Why.
        sure: Of 100, how sure it is that nothing else is better.
    """

    action: Any
    reason: Reason
    sure: int


def advice_of(reckoning: Reckoning) -> Advice:
    """The best of what was reckoned, and why."""
    other = reckoning.next_place
    if other is None:
        return Advice(reckoning.best, OnlyChoice(), 100)
    reason = GainsMost(
        deals=len(reckoning.gains[0]),
        gain=fmean(reckoning.gains[reckoning.place]),
        other=reckoning.choices[other],
        other_gain=fmean(reckoning.gains[other]),
    )
    return Advice(reckoning.best, reason, reckoning.sure)
