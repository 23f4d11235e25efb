"""The rules, laid over the table: opened at what this moment is about, scrolled and searched.

The one rule: pure; the text is that of `p2pcards rules`, line by line.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias

from cli import words
from cli.screen.binding import Binding, Row
from cli.screen.drawing.laid_over import PagesView
from cli.screen.drawing.spans import Role, Text
from cli.screen.drawing.text import span
from cli.screen.intents import Intent
from cli.table.choosing import AtTable, Choosing, Notice, Panel
from p2pcards.engine import AnyGame

LONGEST: Final = 40
"""Characters that are searched for at once."""

Pressed: TypeAlias = tuple[Choosing, Intent | None]


def rules_lines(game: AnyGame) -> tuple[str, ...]:
    """The lines of the rules."""
    return tuple(words.rules_page(game).splitlines())


def is_heading(line: str) -> bool:
    """Whether a chapter begins here."""
    return line.isupper() and not line.startswith((" ", "["))


def opening_line(at: AtTable) -> int:
    """Where to open: at the rule by which the card under the cursor must wait, or at this moment's chapter."""
    choosing, situation = at
    lines = rules_lines(situation.game)
    rule = situation.moves.forbidden.get(-1 if choosing.at_cursor is None else choosing.at_cursor)
    if rule is not None:
        found = next((n for n, line in enumerate(lines) if f"[{rule.number}]" in line), None)
        if found is not None:
            return _paragraph(lines, found)
    chapter = situation.chapter
    return next((n for n, line in enumerate(lines) if chapter and line == chapter), 0)


def _paragraph(lines: tuple[str, ...], number: int) -> int:
    """Where the paragraph with this line begins."""
    while number and lines[number - 1].strip():
        number -= 1
    return number


def rules_view(game: AnyGame, choosing: Choosing) -> PagesView:
    """The rules from where they have been scrolled to; lines with what is searched for stand out."""
    sought = choosing.sought.casefold()

    def drawn(line: str) -> Text:
        if sought and sought in line.casefold():
            return span(line, Role.TURN)
        return span(line, Role.HEADING if is_heading(line) else Role.TEXT)

    lines = tuple(map(drawn, rules_lines(game)))
    return PagesView(f"rules of {game.title}", lines, choosing.scroll)


def _next(at: AtTable, start: int) -> Choosing:
    """At the next line with what is searched for, round the end."""
    choosing, lines = at.choosing, rules_lines(at.situation.game)
    sought = choosing.sought.casefold()
    order = (*range(start, len(lines)), *range(min(start, len(lines))))
    found = next((n for n in order if sought in lines[n].casefold()), None)
    if found is None:
        return replace(choosing, notice=Notice(f"The rules have no '{choosing.sought}'."))
    return replace(choosing, scroll=found, notice=None)


def seek(at: AtTable, sought: str) -> Choosing:
    """Search for this, from where the page stands."""
    choosing = replace(at.choosing, sought=sought[:LONGEST])
    return _next(AtTable(choosing, at.situation), choosing.scroll) if sought else choosing


def _end(at: AtTable, _: str) -> Pressed:
    choosing = replace(at.choosing, is_seeking=False)
    if not choosing.sought:
        return choosing, None
    return _next(AtTable(choosing, at.situation), choosing.scroll), None


def _drop(at: AtTable, _: str) -> Pressed:
    return replace(at.choosing, is_seeking=False, sought=""), None


SEEKING: Final[tuple[Binding[AtTable, Pressed], ...]] = (
    Binding(("enter",), _end, now="this one"),
    Binding(("escape",), _drop, now="back"),
    Binding(("backspace",), lambda at, _: (seek(at, at.choosing.sought[:-1]), None)),
    Binding(("c-u",), lambda at, _: (replace(at.choosing, sought=""), None)),
)


def _is_open(at: AtTable) -> bool:
    return at.choosing.panel is Panel.RULES


def _open(at: AtTable, _: str) -> Pressed:
    if _is_open(at):
        return replace(at.choosing, panel=Panel.NONE, scroll=0), None
    to = opening_line(at)
    return replace(at.choosing, panel=Panel.RULES, scroll=to, sought="", typing=None), None


OPENING: Final = Binding(
    ("R",),
    _open,
    help="the rules, at what is going on now; / searches in them",
    row=Row.KEYS,
    label="rules",
    is_minor=True,
)
RULES: Final[tuple[Binding[AtTable, Pressed], ...]] = (
    Binding(
        ("/",),
        lambda at, _: (replace(at.choosing, is_seeking=True, sought=""), None),
        help="in the rules: search",
        when=_is_open,
        now="search",
    ),
    Binding(
        ("n",),
        lambda at, _: (_next(at, at.choosing.scroll + 1), None),
        when=lambda at: _is_open(at) and bool(at.choosing.sought),
        help="in the rules: the next place with what is searched for",
        now="next",
    ),
)
