"""One record for a word that can be typed: what it does, when, and how the help tells of it.

The one rule: what is done, what the help says and what is offered to whoever types something else
are read from the same record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Here = TypeVar("Here")


def _always(_: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Word(Generic[Here]):
    """A word, or several that mean the same.

    Args:
        names: The word as help and offers name it, then others that are understood.
        does: What happens; it is given what was typed behind the word.
        help: A sentence for the help, or its part; empty where another record tells it.
        when: Whether it is understood.
        is_offered: Whether it is named where something else was typed.
    """

    names: tuple[str, ...]
    does: Callable[[Here, str], None]
    help: str = ""
    when: Callable[[Here], bool] = _always
    is_offered: bool = True


def meant(words: Iterable[Word[Here]], here: Here, typed: str) -> Callable[[], None] | None:
    """What a typed line does; None where its first word is none of these."""
    verb, _, rest = typed.partition(" ")
    word = next((one for one in words if verb.lower() in one.names and one.when(here)), None)
    return None if word is None else lambda: word.does(here, rest.strip())


def help_of(words: Iterable[Word[Here]]) -> tuple[str, ...]:
    """The lines of the help."""
    return tuple(word.help for word in words if word.help)


def offered(words: Iterable[Word[Here]], here: Here) -> str:
    """Those that are understood, in a row: `ready, table or leave`."""
    *names, last = (word.names[0] for word in words if word.is_offered and word.when(here))
    return f"{', '.join(names)} or {last}" if names else last
