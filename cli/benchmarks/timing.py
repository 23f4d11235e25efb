"""What pieces of work cost, in milliseconds of processor time and in a unit that is measured beside them.

The one rule: the unit is measured just before and just after the work that is told in it. The speed of
a processor changes within seconds, for its heat and for other programs; how many units a work
costs hardly does, so that two runs agree.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Final, TypeVar

from protocol.crypto.group import H1, Scalar
from protocol.crypto.rng import system_rng

T = TypeVar("T")

LEAST_MS: Final = 3
"""For so long at least a unit is measured each time."""


def spent_s() -> float:
    """Processor time of this program so far, in seconds.

    Windows counts that in steps of 16 ms, longer than most of what is measured: there it is what the
    clock shows.
    """
    if sys.platform != "win32":
        return time.process_time()
    else:  # noqa: RET505 - so that each system's own branch is all that is checked for it
        return time.perf_counter()


def spent_by_children_s() -> float:
    """Processor time of all programs that this one has started and that have ended, in seconds.

    Windows keeps no such account: there it is what the clock shows.
    """
    if sys.platform != "win32":
        told = os.times()
        return told.children_user + told.children_system
    else:  # noqa: RET505 - so that each system's own branch is all that is checked for it
        return time.perf_counter()


@dataclass(frozen=True, slots=True)
class Unit:
    """A fixed piece of work that others are measured in; done `times` between two looks at the clock."""

    work: Callable[[], object]
    times: int = 1

    def ms(self) -> float:
        """What it takes now; measured for so long that any system's clock has moved."""
        begun, done, ms = spent_s(), 0, 0.0
        while ms < LEAST_MS:
            _repeat(self.work, self.times)
            done += self.times
            ms = (spent_s() - begun) * 1000
        return ms / done


@dataclass(frozen=True, slots=True)
class Cost:
    """What a piece of work costs."""

    ms: float
    units: float


class Meter:
    """Adds up what the pieces of a long work cost, each beside its own units."""

    def __init__(self, unit: Unit) -> None:
        self.cost = Cost(0, 0)
        self._unit = unit
        self._before_ms = unit.ms()

    def measure(self, work: Callable[[], T]) -> T:
        """Do `work`; what it gives."""
        begun = spent_s()
        result = work()
        ms = (spent_s() - begun) * 1000
        after_ms = self._unit.ms()
        unit_ms = (self._before_ms + after_ms) / 2
        self.cost = Cost(self.cost.ms + ms, self.cost.units + ms / unit_ms)
        self._before_ms = after_ms
        return result


def measured(unit: Unit, work: Callable[[], T]) -> tuple[T, Cost]:
    """What `work` gives and costs; for work that cannot be repeated."""
    meter = Meter(unit)
    return meter.measure(work), meter.cost


def usual_cost(runs: int, unit: Unit, work: Callable[[], object], times: int = 1) -> Cost:
    """What `work` usually costs, done `times` over in each of `runs` runs."""
    costs = [measured(unit, lambda: _repeat(work, times))[1] for _ in range(runs)]
    usual = usual_of(costs)
    return Cost(usual.ms / times, usual.units / times)


def usual_of(costs: list[Cost]) -> Cost:
    """Of several runs of one work: the shortest time, for others only make it longer, and the middle
    number of units, in which others hardly show.
    """
    return Cost(min(cost.ms for cost in costs), median(cost.units for cost in costs))


def _repeat(work: Callable[[], object], times: int) -> None:
    for _ in range(times):
        work()


# --- the two units -----------------------------------------------------------------------------

_scalar = Scalar.random(system_rng)

MULT: Final = Unit(lambda: _scalar * H1, times=10)
"""One multiplication of a variable point by a scalar, of which proofs are made."""


def _lap() -> None:
    state: dict[str, object] = {}
    for seat in range(640):
        held = tuple([place for place in range(8) if place != seat & 7])
        state = {**state, "seat": seat, "held": held, "high": max(held, key=lambda place: -place)}


LAP: Final = Unit(_lap)
"""A fixed piece of what an engine does; a millisecond on the machine for which limits were set."""
