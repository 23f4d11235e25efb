"""What a language gives for a fact: its forms, and a book that keeps them by the kind of fact.

The one rule: one function a fact, found by the fact's type, never by its words; and no language here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from cli.words.phrase import Part, Phrase, phrase


@dataclass(frozen=True, slots=True)
class Told:
    """One fact in words, without the stop at its end.

    Args:
        long: A whole sentence.
        short: The same where there is little room.
        marked: The same where it is shown what has been checked, with marks.
        plate: In two or three words, beside the player's name; None where nothing is said there.
    """

    long: Phrase
    short: Phrase
    marked: Phrase
    plate: str | None = None


def told(
    *parts: Part,
    short: Phrase | None = None,
    marked: Phrase | None = None,
    plate: str | None = None,
) -> Told:
    """A sentence of these parts; the other forms are the same unless they are given."""
    long = phrase(*parts).starting
    return Told(
        long,
        long if short is None else short.starting,
        long if marked is None else marked.starting,
        plate,
    )


Fact = TypeVar("Fact")
Voice = TypeVar("Voice")


@dataclass(frozen=True, slots=True)
class Book:
    """The words of one game in one language.

    Args:
        facts: A function for each kind of fact, of the fact and of who tells it.
        rules: For each key of a rule a function of its values: a clause that begins small.
        options: Of each option of the table one line: meaning, values, default.
        page: The rules for people, plain text of at most 78 columns.
        exploiters: What each of the players does that bots are measured against.
    """

    facts: dict[type, Callable[[Any, Any], Told]] = field(default_factory=dict)
    rules: Mapping[str, Callable[..., Part]] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    page: str = ""
    exploiters: Mapping[str, str] = field(default_factory=dict)

    def tells(
        self, kind: type[Fact]
    ) -> Callable[[Callable[[Fact, Voice], Told]], Callable[[Fact, Voice], Told]]:
        """Marks the function that tells facts of this kind."""

        def keep(tell: Callable[[Fact, Voice], Told]) -> Callable[[Fact, Voice], Told]:
            assert kind not in self.facts, f"{kind} is told twice"
            self.facts[kind] = tell
            return tell

        return keep
