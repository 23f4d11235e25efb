"""What the parts of an action can be. The one rule: exactly those values that have a text in the log.

`True` is no number and 7.0 no slot, although Python takes them for 1 and 7: in a state, and so in its
digest, they would be others. A game refuses them itself, whoever has built the action.
"""

from __future__ import annotations

from itertools import pairwise

DIGITS = 9
"""Most digits of a number in an action."""

NO_TEXT = "no_text"
"""Stands as the action of a refusal, where it is nothing that could be written in the log."""


def is_number(value: object, digits: int = DIGITS) -> bool:
    """Whether it is a whole number of at most so many decimal digits, and not negative."""
    return type(value) is int and 0 <= value < 10**digits


def are_slots(value: object, digits: int) -> bool:
    """Whether it is a tuple of slots, ascending, each once, of at most so many digits each."""
    return (
        type(value) is tuple
        and all(is_number(slot, digits) for slot in value)
        and all(one < other for one, other in pairwise(value))
    )
