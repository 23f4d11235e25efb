"""What a seat can decide in Hazari, and how it is written in the log: its four groups.

The one rule: an action names slots, ascending inside each group, so that it says nothing about the
cards in them but what lies together; one action has one text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from p2pcards import engine
from p2pcards.engine import Slot
from p2pcards.forms import NO_TEXT, are_slots

SIZES = (3, 3, 3, 4)
"""Cards in each group; the group of four is always the last (hazari 7, 10)."""

DIGITS = 2
_SLOTS = [r" (?:0|[1-9][0-9]?)" * size for size in SIZES]
_TEXT = re.compile("declare" + r" \|".join(_SLOTS))


@dataclass(frozen=True, slots=True)
class Declare(engine.Action):
    """Being 'up': the hand in four groups, which bind from now on (hazari 12)."""

    groups: tuple[tuple[Slot, ...], ...]


def declaration(groups: Iterable[Iterable[Slot]]) -> Declare:
    """The action that declares these groups, in the one form it may have."""
    return Declare(tuple(tuple(sorted(group)) for group in groups))


def is_formed(action: object) -> bool:
    """Whether it declares three, three, three and four different slots, ascending in each group."""
    if type(action) is not Declare or type(action.groups) is not tuple:
        return False
    if not all(are_slots(group, DIGITS) for group in action.groups):
        return False
    slots = {slot for group in action.groups for slot in group}
    return tuple(map(len, action.groups)) == SIZES and len(slots) == sum(SIZES)


def format_action(action: Declare) -> str:
    """One line: `declare 0 4 8 | 12 16 20 | 24 28 32 | 36 40 44 48`."""
    return "declare " + " | ".join(" ".join(map(str, group)) for group in action.groups)


def text_of(action: object) -> str:
    """What was tried, for a refusal: as it is written, if it can be."""
    return format_action(cast(Declare, action)) if is_formed(action) else NO_TEXT


def parse_action(text: str) -> Declare:
    """Inverse of `format_action`; raises ValueError for any other text."""
    if not _TEXT.fullmatch(text):
        raise ValueError(f"not an action of Hazari: {text[:80]!r}")
    groups = text.removeprefix("declare ").split(" | ")
    action = Declare(tuple(tuple(map(int, group.split(" "))) for group in groups))
    if not is_formed(action):
        raise ValueError(f"slots must be different, and ascend in each group: {text!r}")
    return action
