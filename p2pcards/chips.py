"""Chips: pots in layers, and dividing them without losing or making one.

The one rule: amounts are whole numbers, and whatever goes into a function comes out of it again.
Where a division leaves odd chips, the order of the seats handed in decides who gets them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from p2pcards.engine import Seat


@dataclass(frozen=True, slots=True)
class Layer:
    """A part of the pot: `amount` chips that only the `claimants` (ascending) can win."""

    amount: int
    claimants: tuple[Seat, ...]


def layers(payments: Mapping[Seat, int], survivors: Collection[Seat]) -> tuple[Layer, ...]:
    """The pot cut where a survivor's payment ends, lowest layer first; none of them empty.

    Everyone's payments are in the layers, folded seats' too; what a folded seat paid above the
    highest survivor joins the top layer.

    Args:
        payments: Chips each seat has put in.
        survivors: The seats that can still win; at least one.
    """
    levels = sorted({payments[seat] for seat in survivors} - {0}) or [0]
    cut: list[Layer] = []
    below = 0
    for level in levels:
        is_top = level == levels[-1]
        amount = sum(
            (paid if is_top else min(paid, level)) - min(paid, below) for paid in payments.values()
        )
        claimants = tuple(sorted(seat for seat in survivors if payments[seat] >= level))
        if amount:
            cut.append(Layer(amount, claimants))
        below = level
    return tuple(cut)


def restrict(pot: Iterable[Layer], seats: Collection[Seat]) -> tuple[Layer, ...]:
    """The same layers with only those claimants that are among `seats`; perhaps none."""
    return tuple(
        Layer(layer.amount, tuple(seat for seat in layer.claimants if seat in seats))
        for layer in pot
    )


def merge(pot: Iterable[Layer]) -> tuple[Layer, ...]:
    """Layers with equal claimants made one, in the place of the lowest of them."""
    amounts: dict[tuple[Seat, ...], int] = {}
    for layer in pot:
        amounts[layer.claimants] = amounts.get(layer.claimants, 0) + layer.amount
    return tuple(Layer(amount, claimants) for claimants, amount in amounts.items() if amount)


def split_equally(amount: int, seats: Sequence[Seat]) -> dict[Seat, int]:
    """Equal parts for `seats`; the odd chips go one each to the first of them."""
    each, odd = divmod(amount, len(seats))
    return {seat: each + (place < odd) for place, seat in enumerate(seats)}


def split_in_proportion(amount: int, weights: Sequence[tuple[Seat, int]]) -> dict[Seat, int]:
    """Parts in proportion to the weights, rounded down; odd chips by largest remainder.

    Of equal remainders the seat that stands earlier in `weights` comes first. The weights must not
    all be zero.
    """
    total = sum(weight for _, weight in weights)
    parts = {seat: amount * weight // total for seat, weight in weights}
    by_remainder = sorted(weights, key=lambda pair: -(amount * pair[1] % total))
    for seat, _ in by_remainder[: amount - sum(parts.values())]:
        parts[seat] += 1
    return parts


def uncalled(payments: Mapping[Seat, int]) -> tuple[Seat, int] | None:
    """The one seat that paid most and its excess over the second; None if several paid most."""
    if len(payments) < 2:
        return None
    (second, _), (most, seat) = sorted((paid, seat) for seat, paid in payments.items())[-2:]
    return (seat, most - second) if most > second else None
