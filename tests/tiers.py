"""Which of many cases of one kind are run every day.

The one rule: a case that is left out of the day's tests is marked slow, and so never forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def every(step: int, cases: Iterable[Any]) -> list[Any]:
    """All cases; those between the first, the `step`th after it, and so on, are slow."""
    return [
        case if number % step == 0 else pytest.param(*_values(case), marks=pytest.mark.slow)
        for number, case in enumerate(cases)
    ]


def _values(case: Any) -> tuple[Any, ...]:
    return case if isinstance(case, tuple) else (case,)
