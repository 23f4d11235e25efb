"""What a player found who imagined how each of its choices may end, and how sure it is of the best.

The one rule: all choices are tried in the same imagined deals, so that what they gain there can be
compared deal by deal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Generic, TypeAlias, TypeVar

_FACTOR, _STEP, _WORD = 6364136223846793005, 1442695040888963407, (1 << 64) - 1

LEAST_DEALS = 2
"""Of imagined deals, for a scatter."""
ChoiceT = TypeVar("ChoiceT")

LOOK_EVERY = 40
"""After so many imagined deals it is looked whether the best is clear."""
CLEAR = 3
"""How many standard errors the best must be ahead of each other choice to be clear."""
SAME_FOR = 200
"""In so many imagined deals choices must have come to the same to count as alike."""


@dataclass(frozen=True)
class Reckoning(Generic[ChoiceT]):
    """What each choice gains.

    Args:
        choices: The actions.
        gains: For each of them, what it gains in each imagined deal, in the game's unit.
        favours: What is added to each, for what imagined deals do not know.
    """

    choices: tuple[ChoiceT, ...]
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
    def best(self) -> ChoiceT:
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

    @property
    def is_clear(self) -> bool:
        """Whether more imagined deals would only find the same.

        As if one deal more had been imagined, and gone as badly as any difference that was seen.
        """
        return all(self._is_clear_of(other) for other in range(len(self.choices)))

    def _is_clear_of(self, other: int) -> bool:
        ahead, deals = self.means[self.place] - self.means[other], len(self.gains[other])
        apart = [one - two for one, two in zip(*self._rows(other), strict=True)]
        if not ahead and not any(apart):
            return other == self.place or deals >= SAME_FOR
        return deals * ahead > CLEAR * stdev(apart) * sqrt(deals) + self._spread

    @cached_property
    def _spread(self) -> float:
        return max(map(max, self.gains)) - min(map(min, self.gains))

    def _rows(self, other: int) -> tuple[Sequence[float], Sequence[float]]:
        return self.gains[self.place], self.gains[other]


def dice_of(roll: Callable[[int], int]) -> Callable[[int], int]:
    """Dice that follow from one roll of these: quick ones, for what is only imagined."""
    word = roll(_WORD)

    def quick(n: int) -> int:
        nonlocal word
        word = word * _FACTOR + _STEP & _WORD
        return (word >> 32) * n >> 32

    return quick


def reckoned(
    choices: Sequence[ChoiceT],
    gains_of_next: Callable[[], Sequence[float]],
    deals: int,
    favours: tuple[float, ...] = (),
) -> Reckoning[ChoiceT]:
    """What each choice gains in so many imagined deals, or in fewer where the best is clear before.

    Args:
        gains_of_next: Imagines one deal more; what each choice gains there.
    """
    rows: tuple[list[float], ...] = tuple([] for _ in choices)
    for number in range(1, deals + 1):
        for row, gain in zip(rows, gains_of_next(), strict=True):
            row.append(gain)
        if number % LOOK_EVERY == 0:
            found = Reckoning(tuple(choices), rows, favours)
            if found.is_clear:
                return found
    return Reckoning(tuple(choices), rows, favours)


# --- advice ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OnlyChoice:
    """The rules leave nothing else."""


@dataclass(frozen=True, slots=True)
class CannotFail:
    """Whatever the others hold, this brings the deal, or loses nothing of what is there."""


@dataclass(frozen=True, slots=True)
class GainsMost(Generic[ChoiceT]):
    """In imagined deals this gains most.

    Args:
        deals: How many were imagined.
        gain: What it gains on average from here on, in the game's unit.
        other: The best of the other choices.
        other_gain: What that gains.
    """

    deals: int
    gain: float
    other: ChoiceT
    other_gain: float


@dataclass(frozen=True, slots=True)
class DoneMostly(Generic[ChoiceT]):
    """With such a hand in such a place good players do one thing or another, as often as it says.

    Args:
        odds: Each action with how many of 100 times it is done, the advised one first.
    """

    odds: tuple[tuple[ChoiceT, int], ...]


Reason: TypeAlias = OnlyChoice | CannotFail | GainsMost[ChoiceT] | DoneMostly[ChoiceT]


@dataclass(frozen=True, slots=True)
class Advice(Generic[ChoiceT]):
    """What the hard bot would do.

    Args:
        action: That.
        reason: Why.
        sure: Of 100, how sure it is that nothing else is better.
        details: More about it, for who wants to know: facts of the game's own, as `Game.facts` has.
    """

    action: ChoiceT
    reason: Reason[ChoiceT]
    sure: int
    details: tuple[object, ...] = ()


def advice_of(reckoning: Reckoning[ChoiceT]) -> Advice[ChoiceT]:
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
