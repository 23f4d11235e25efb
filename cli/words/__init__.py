"""What the program says of a game: its facts and rules in a language.

The one rule: whatever happens is put into words here and nowhere else, so that lines, screen, replay
and audit tell it alike. A language is a folder; English is the one there is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cli.words.en import table
from cli.words.en.faults import reason as reason
from cli.words.en.games import azi, hazari, lukfu
from cli.words.en.games.common import COMMON
from cli.words.en.games.common import proved as proved
from cli.words.en.games.common import proved_aloud as proved_aloud
from cli.words.en.grammar import Voice
from cli.words.en.table import check as check
from cli.words.en.table import checks as checks
from cli.words.en.table import checks_in_full as checks_in_full
from cli.words.facts import Proved
from cli.words.phrase import in_braces
from cli.words.rules import BOOKS, book
from cli.words.rules import clause as clause
from cli.words.rules import option_fault as option_fault
from cli.words.rules import sentence as sentence
from cli.words.rules import source as source
from cli.words.told import Book, told
from cli.words.told import Told as Told
from p2pcards.engine import AnyGame, Event, Seat, State

BOOKS.update(azi=azi.BOOK, hazari=hazari.BOOK, lukfu=lukfu.BOOK, spec=table.BOOK)


def bring(game: str, words: Book) -> None:
    """The words of a game that is none of the program's own."""
    BOOKS[game] = words


def voice_of(game: AnyGame, names: Sequence[str], own: Seat | None = None) -> Voice:
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
    found = book(game).facts.get(kind) or COMMON.facts.get(kind) or table.BOOK.facts.get(kind)
    return told(str(fact)) if found is None else found(fact, voice)


def story(
    game: AnyGame, before: State, event: Event, after: State, names: Sequence[str]
) -> tuple[str, ...]:
    """What happened, in sentences in which all go by their names; cards in braces."""
    voice = voice_of(game, names)
    facts = game.facts(before, event, after)
    return tuple(in_braces(tell(game.name, fact, voice).long.ended) for fact in facts)


def option_help(game: AnyGame) -> Mapping[str, str]:
    """Each option of the game with its line."""
    known = book(game.name).options
    return {name: known.get(name, "") for name in game.option_names}


def exploiters(game: AnyGame) -> Mapping[str, str]:
    """Each of the game's exploiters, with what it does."""
    known = book(game.name).exploiters
    return {name: known.get(name, "") for name in game.exploiters}


def rules_page(game: AnyGame) -> str:
    """The rules for people; a game that brought none has its title alone."""
    return book(game.name).page or f"{game.title}\n"
