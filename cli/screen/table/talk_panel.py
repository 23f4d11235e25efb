"""The talk of the evening laid over the table or the seats: read back, and who is heard.

The one rule: pure; the talk itself is the evening's one conversation, and muting asks for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cli.cells import clean
from cli.screen.binding import Binding
from cli.screen.drawing.laid_over import PagesView
from cli.screen.drawing.spans import Role, Text
from cli.screen.drawing.text import sentence, span
from cli.screen.intents import Mute
from cli.screen.pages import ALL
from cli.screen.table.doing import Pressed, TableKeys
from cli.table.choosing import AtTable, Notice, Panel
from cli.table.conversation import Line, Person
from cli.words.en import talking

NEWEST: Final = ALL
"""Where the talk is opened: at its end, and it stays there as more comes."""
DIGITS: Final = tuple("123456789")


def talk_page(lines: Sequence[Line], first: int) -> PagesView:
    """What has been said; long lines are broken."""
    told = tuple(map(_line, lines)) or (sentence(talking.NO_TALK_YET),)
    return PagesView("talk of this evening", told, first)


def _line(line: Line) -> Text:
    name = talking.speaker(clean(line.name), is_watching=line.is_watching)
    return (*span(f"{name}: ", Role.TALK), *span(clean(line.text)))


def people_page(people: Sequence[Person], first: int) -> PagesView:
    """Who can be muted, each with a digit."""
    rows = tuple(_person(number, person) for number, person in enumerate(people, start=1))
    return PagesView("who is heard", rows or (sentence(talking.NOBODY_TO_MUTE),), first)


def _person(number: int, person: Person) -> Text:
    digit = str(number) if number <= len(DIGITS) else " "
    name = talking.speaker(clean(person.name), is_watching=person.is_watching)
    role = Role.DIM if person.is_muted else Role.TEXT
    heard = ("muted", Role.OPEN) if person.is_muted else ("heard", Role.GOOD)
    return (*span(f"{digit}  ", Role.KEY), *span(f"{name}   ", role), *span(*heard))


def chosen(people: Sequence[Person], digit: str) -> Person | None:
    """Who stands beside the digit."""
    place = int(digit) - 1
    return people[place] if place < len(people) else None


def told_of(person: Person) -> str:
    """What is said when they are muted, or heard again."""
    told = talking.unmuted if person.is_muted else talking.muted
    return told(clean(person.name))


# --- at the table --------------------------------------------------------------------------------------


def _is_open(at: AtTable) -> bool:
    return at.choosing.panel is Panel.TALK


def _is_people(at: AtTable) -> bool:
    return at.choosing.panel is Panel.PEOPLE


def _to(at: AtTable, panel: Panel) -> Pressed:
    scroll = NEWEST if panel is Panel.TALK else 0
    return replace(at.choosing, panel=panel, scroll=scroll, typing=None), None


def _mute(at: AtTable, digit: str) -> Pressed:
    person = chosen(at.situation.people, digit)
    if person is None:
        return at.choosing, None
    told = replace(at.choosing, notice=Notice(told_of(person)))
    return told, Mute(person)


OPENING: Final[Binding[AtTable, Pressed]] = Binding(
    ("l",),
    lambda at, _: _to(at, Panel.NONE if _is_open(at) else Panel.TALK),
    help="the talk of the evening, read back",
)
TALK_PANEL: Final[TableKeys] = (
    Binding(("escape",), lambda at, _: _to(at, Panel.TALK), when=_is_people, now="to the talk"),
    Binding(
        DIGITS,
        _mute,
        help="hear somebody's talk no more, or again",
        name="m 1–9",
        when=_is_people,
        now="mute, hear again",
        shown="1–9",
    ),
    Binding(("m",), lambda at, _: _to(at, Panel.PEOPLE), when=_is_open, now="mute"),
)
