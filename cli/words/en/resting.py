"""What is said of a table that rests, and of those who may go back to it.

The one rule: a table is called by its game, its friends, its day and its last deal, for nobody
remembers a key.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from cli.words.en.telling import listed

WHICH_TABLE: Final = "You have a seat at a table that rests. Do you go back to it?"
LOOK_ELSEWHERE: Final = "No: look for another table."

_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
    *("October", "November", "December"),
)


def open_another(game: str) -> str:
    return f"No: open a new table of {game}."


def table(game: str, friends: Sequence[str], day: date, deals: int) -> str:
    """A table that rests, in a few words: `Azi with Bek and Chinara, Friday 28 November, after deal 7`."""
    after = f"after deal {deals}" if deals else "in its first deal"
    when = f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]}"
    return f"{game} with {listed(friends)}, {when}, {after}"


def rests_still(table: str, word: str) -> str:
    """Nobody could be asked, so what was typed is done; `word` is what joins the table."""
    return f"You still have a seat at a table that rests ({table}); p2pcards join {word} goes back."
