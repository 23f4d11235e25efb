"""Going round the table. The one rule: seats are whole numbers and 'left of' means the next higher.

For tables at which a seat may be missing; a game that needs all of its seats counts on by itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from p2pcards.engine import Seat


def clockwise(seats: Iterable[Seat], start: Seat) -> tuple[Seat, ...]:
    """`seats` in playing order: from `start` upwards, then from the lowest.

    `start` need not be one of them and may be one past the last seat of the table, so
    `clockwise(seats, seat + 1)` always begins with the neighbour on the left of `seat`.
    """
    ordered = sorted(seats)
    return tuple([seat for seat in ordered if seat >= start]) + tuple(
        [seat for seat in ordered if seat < start]
    )
