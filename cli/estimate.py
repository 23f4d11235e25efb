"""A mean of what chance has scattered, and how far it may be off.

The one rule: the values are independent of each other; whoever counts sees to that.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev
from typing import Final

CONFIDENCE: Final = 0.95


def mean_and_margin(values: Sequence[float]) -> tuple[float, float | None]:
    """Their mean, and half the width of its interval (normal approximation); None for a single value."""
    if len(values) < 2:
        return fmean(values), None
    width = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    return fmean(values), width * stdev(values) / len(values) ** 0.5
