"""Curves for bots, kept as their corners. The one rule: between two corners the line is straight."""

from __future__ import annotations

from itertools import pairwise


def row_through(corners: str) -> tuple[int, ...]:
    """The value at 0, 1, 2 and so on to the last corner, of a line through `place:value place:value`.

    The first corner is at 0; values between two corners are rounded down.
    """
    points = [tuple(map(int, corner.split(":"))) for corner in corners.split()]
    row = [points[0][1]]
    for (left, low), (right, high) in pairwise(points):
        row += [low + (high - low) * step // (right - left) for step in range(1, right - left + 1)]
    return tuple(row)
