"""A figure for programs, as `fairness --json` and `evenings --json` have it (docs/json.md)."""

from __future__ import annotations

from typing import Any

from cli.fairness.figures import Figure


def figure_document(one: Figure) -> dict[str, Any]:
    """What was counted, beside what a fair deck gives."""
    return {
        "game": one.game,
        "measure": one.measure,
        "cards": one.cards,
        "observed": one.observed,
        "expected": round(one.expected, 4),
        "spread": round(one.spread, 4),
        "z": None if one.z is None else round(one.z, 4),
    }
