"""What is forbidden, in words: the books of all games, and the clauses of their rules.

The one rule: nothing here knows a language but for the rules of any game; the books are put in by
`cli.words`, so that a language's own words can name a rule.
"""

from __future__ import annotations

from typing import Final

from cli.words.en.games.common import COMMON
from cli.words.phrase import Phrase, in_braces, phrase
from cli.words.told import Book
from p2pcards.engine import BadOptions, Rule
from p2pcards.games import GAMES

BOOKS: Final[dict[str, Book]] = {}
"""The words of each game, and of the protocol itself."""


def book(game: str) -> Book:
    """The words of a game; of one that brought none, those of any game."""
    return BOOKS.get(game, COMMON)


def clause(rule: Rule) -> Phrase:
    """A rule in words, as they stand after a colon."""
    found = book(rule.book).rules.get(rule.key) or COMMON.rules.get(rule.key)
    return phrase(rule.key if found is None else found(*rule.values))


def option_fault(game: str, error: BadOptions) -> str:
    """What is wrong with an option, as it stands after its name."""
    return in_braces(clause(Rule(game, "", error.key, error.values)))


def source(rule: Rule) -> str:
    """Where a rule stands: `Azi rule 6.2`."""
    if rule.book not in GAMES:
        return f"{rule.book.upper()} §{rule.number}"
    return f"{GAMES[rule.book].title} rule {rule.number}"


def sentence(rule: Rule) -> Phrase:
    """A rule as a sentence with its number."""
    return phrase(clause(rule).starting, f" ({source(rule)})").ended
