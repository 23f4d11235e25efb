"""What the program says of a game: its facts and rules in a language.

The one rule: whatever happens is put into words here and nowhere else, so that lines, screen, replay
and audit tell it alike. A language is a folder; English is the one there is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cli.words.en import azi, hazari, lukfu, table
from cli.words.en.common import COMMON
from cli.words.en.common import proved as proved
from cli.words.en.common import proved_aloud as proved_aloud
from cli.words.en.grammar import Voice
from cli.words.en.table import check as check
from cli.words.en.table import checks as checks
from cli.words.facts import Proved
from cli.words.phrase import Phrase, in_braces, phrase
from cli.words.told import Book, told
from cli.words.told import Told as Told
from p2pcards.engine import BadOptions, Event, Game, Rule, Seat
from p2pcards.games import GAMES

BOOKS: dict[str, Book] = {
    "azi": azi.BOOK,
    "hazari": hazari.BOOK,
    "lukfu": lukfu.BOOK,
    "spec": table.BOOK,
}
"""The words of each game, and of the protocol itself."""


def bring(game: str, book: Book) -> None:
    """The words of a game that is none of the program's own."""
    BOOKS[game] = book


def voice_of(game: Game[Any], names: Sequence[str], own: Seat | None = None) -> Voice:
    """One who tells of a table of this game; `own` is called `you`."""
    return Voice(game.pack, names, own)


def tell(game: str, fact: object, voice: Voice) -> Told:
    """A fact in words; what a game has brought no words for is told as it stands."""
    if isinstance(fact, Proved):
        inner = tell(game, fact.fact, voice)
        return replace(
            inner, long=proved_aloud(inner.long), short=inner.long, marked=proved(inner.marked)
        )
    kind = type(fact)
    found = _book(game).facts.get(kind) or COMMON.facts.get(kind) or table.BOOK.facts.get(kind)
    return told(str(fact)) if found is None else found(fact, voice)


def story(
    game: Game[Any], before: Any, event: Event, after: Any, names: Sequence[str]
) -> tuple[str, ...]:
    """What happened, in sentences in which all go by their names; cards in braces."""
    voice = voice_of(game, names)
    facts = game.facts(before, event, after)
    return tuple(in_braces(tell(game.name, fact, voice).long.ended) for fact in facts)


def clause(rule: Rule) -> Phrase:
    """A rule in words, as they stand after a colon."""
    found = _book(rule.book).rules.get(rule.key) or COMMON.rules.get(rule.key)
    return phrase(rule.key if found is None else found(*rule.values))


def option_fault(game: str, error: BadOptions) -> str:
    """What is wrong with an option, as it stands after its name."""
    return in_braces(clause(Rule(game, "", error.key, error.values)))


def option_help(game: Game[Any]) -> Mapping[str, str]:
    """Each option of the game with its line."""
    known = _book(game.name).options
    return {name: known.get(name, "") for name in game.option_names}


def exploiters(game: Game[Any]) -> Mapping[str, str]:
    """Each of the game's exploiters, with what it does."""
    known = _book(game.name).exploiters
    return {name: known.get(name, "") for name in game.exploiters}


def rules_page(game: Game[Any]) -> str:
    """The rules for people; a game that brought none has its title alone."""
    return _book(game.name).page or f"{game.title}\n"


def source(rule: Rule) -> str:
    """Where a rule stands: `Azi rule 6.2`."""
    if rule.book not in GAMES:
        return f"{rule.book.upper()} §{rule.number}"
    return f"{GAMES[rule.book].title} rule {rule.number}"


def sentence(rule: Rule) -> Phrase:
    """A rule as a sentence with its number."""
    return phrase(clause(rule).starting, f" ({source(rule)})").ended


def reason(why: str, rule: Rule | None) -> str:
    """Why a seat was caught, with the game's rule that it broke, where it was one."""
    if rule is None:
        return why
    return in_braces(phrase(why, ": ", clause(rule), f" ({source(rule)})"))


def _book(game: str) -> Book:
    return BOOKS.get(game, COMMON)
