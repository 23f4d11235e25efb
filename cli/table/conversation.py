"""The talk of a whole evening: in the lobby, at the table, after the match, and who is not heard.

The one rule: one conversation an evening, of bounded length, whatever screen shows it; who is muted
stays so in every match, and is not told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cli.names import told_apart

MOST_LINES: Final = 500
"""Of 200 characters at most: what several people can say in an evening, and no more memory than that."""

OURSELVES: Final = b""
"""In place of a key, for what our own player says."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of talk.

    Args:
        key: Who says it.
        name: What the speaker was called when it was said.
        text: As it came; whoever shows it cleans it.
        is_watching: The speaker had no seat.
    """

    key: bytes
    name: str
    text: str
    is_watching: bool = False


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who can be muted."""

    key: bytes
    name: str
    is_watching: bool
    is_muted: bool


class Conversation:
    """See the module's docstring. Changed by `hear`, `say`, `mute`, `unmute`, `change` and `read` alone."""

    def __init__(self) -> None:
        self.lines: tuple[Line, ...] = ()
        self.unread = 0
        """Lines that have come since our player last looked at the talk, or said something."""
        self._muted: dict[bytes, str] = {}
        self._people: tuple[object, tuple[Person, ...]] = (None, ())
        """Who can be muted, and of what that was made: a frame asks for it, and names are slow to compare."""

    def hear(self, line: Line) -> bool:
        """Whether the line is to be shown: its speaker is not muted."""
        if line.key in self._muted:
            return False
        self._add(line)
        self.unread = min(self.unread + 1, MOST_LINES)
        return True

    def say(self, name: str, text: str) -> Line:
        """A line of our own player, who is called so."""
        line = Line(OURSELVES, name, text)
        self._add(line)
        self.unread = 0
        return line

    def read(self) -> None:
        """Our player has looked at it."""
        self.unread = 0

    def mute(self, person: Person) -> None:
        """Hear this player no more, until `unmute`."""
        self._muted[person.key] = person.name

    def unmute(self, person: Person) -> None:
        """Hear this player again."""
        self._muted.pop(person.key, None)

    def change(self, person: Person) -> None:
        """Hear this player no more, or again."""
        (self.unmute if person.is_muted else self.mute)(person)

    def people(self, seated: Mapping[bytes, str]) -> tuple[Person, ...]:
        """Who can be muted: those seated, by key, then whoever else has spoken or is muted; no two alike."""
        made_of = (self.lines, tuple(self._muted), tuple(seated.items()))
        if self._people[0] != made_of:
            self._people = (made_of, self._told_apart(seated))
        return self._people[1]

    def _told_apart(self, seated: Mapping[bytes, str]) -> tuple[Person, ...]:
        spoke = {line.key: line.name for line in self.lines if line.key != OURSELVES}
        names = {**seated, **{key: name for key, name in spoke.items() if key not in seated}}
        names |= {key: name for key, name in self._muted.items() if key not in names}
        return tuple(
            Person(key, name, key not in seated, key in self._muted)
            for key, name in zip(names, told_apart(names.values()), strict=True)
        )

    def person_named(self, word: str, seated: Mapping[bytes, str]) -> Person | None:
        """The one person whose name begins so; None where there is none, or there are several."""
        wanted = word.casefold()
        people = self.people(seated)
        exact = [one for one in people if one.name.casefold() == wanted]
        found = exact or [
            one for one in people if wanted and one.name.casefold().startswith(wanted)
        ]
        return found[0] if len(found) == 1 else None

    def _add(self, line: Line) -> None:
        self.lines = (*self.lines, line)[-MOST_LINES:]
