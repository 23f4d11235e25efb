"""Reading the options of a table, as agreed on in JSON or as typed by people.

The one rule: a value that is returned can be played with; everything else is refused by its name.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import TypeVar

from p2pcards.engine import BadOptions

Word = TypeVar("Word", bound=StrEnum)


def refuse_unknown(given: Collection[str], known: Collection[str], title: str) -> None:
    """Raises BadOptions if a name in `given` is none of the `known` options of the game `title`."""
    for name in given:
        if name not in known:
            raise BadOptions(name, "no_such_option", (title, *known))


def whole_number(
    given: Mapping[str, object], name: str, default: int, least: int, most: int
) -> int:
    """The number that `given` has for an option, else the default; BadOptions if it is out of range."""
    value = given.get(name, default)
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 9:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadOptions(name, "whole_number")
    if not least <= value <= most:
        raise BadOptions(name, "in_range", (least, most, value))
    return value


def word(given: Mapping[str, object], name: str, words: type[Word]) -> Word:
    """The word that `given` has for an option, else the first of `words`; BadOptions for another."""
    first, *_ = words
    value = given.get(name, first)
    if not isinstance(value, str) or value not in [str(one) for one in words]:
        raise BadOptions(name, "one_of", tuple(map(str, words)))
    return words(value)
