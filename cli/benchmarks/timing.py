"""Processor time of small pieces of work.

The one rule: of several runs the fastest counts. Other programs and a cold start can only make a
run slower, so the fastest is nearest to what the work itself costs.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def fastest_ms(runs: int, work: Callable[[], object], times: int = 1) -> float:
    """Milliseconds of processor time that `work` takes, done `times` over in each of `runs` runs."""
    return min(_once(work, times) for _ in range(runs)) / times


def _once(work: Callable[[], object], times: int) -> float:
    begun = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - begun) * 1000


def timed_ms(work: Callable[[], T]) -> tuple[T, float]:
    """What `work` gives, and its processor time in milliseconds; for work that cannot be repeated."""
    begun = time.process_time()
    result = work()
    return result, (time.process_time() - begun) * 1000
