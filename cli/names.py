"""What players are called in sentences and on screens: no two so that one could be taken for the other.

The one rule: a number is put behind a name, and nothing is taken from it; who it is the key says.
"""

from __future__ import annotations

from collections.abc import Iterable

from protocol.net.lookalikes import look_alike


def told_apart(names: Iterable[str]) -> tuple[str, ...]:
    """The players in seat order, no two that look alike: `Bek`, `Bek 2`.

    Nobody is called `you`, as a player is called on their own screen.
    """
    kept: list[str] = []
    for name in names:
        other, number = name, 1
        while any(look_alike(other, one) for one in ("you", *kept)):
            number += 1
            other = f"{name} {number}"
        kept.append(other)
    return tuple(kept)
