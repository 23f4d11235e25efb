"""All keys of all screens, as docs/playing.md lists them: `make keys` writes them anew.

The one rule: every line comes from the record that does what it says.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cli.screen import choice_app, form
from cli.screen.app_keys import APP_KEYS
from cli.screen.binding import KeyRows, help_of
from cli.screen.games import screen_of
from cli.screen.lobby import address, seated_keys
from cli.screen.lobby import keys as lobby_keys
from cli.screen.newcomer import tour
from cli.screen.replay import keys as replay_keys
from cli.screen.table import table_keys
from p2pcards.games import GAMES

BEGIN: Final = "<!-- The keys: written by `make keys`. -->"
END: Final = "<!-- The keys end here. -->"


def lists() -> Iterator[tuple[str, KeyRows]]:
    """Each screen with its keys."""
    yield "A question with several answers", help_of(choice_app.KEYS)
    yield "A deal to look at", help_of(tour.KEYS)
    yield "The list of tables", help_of(lobby_keys.KEYS)
    yield "An address that is typed", help_of(address.KEYS)
    yield "The form for a new table", help_of(form.KEYS)
    yield "A table that has not started", help_of(seated_keys.KEYS)
    yield "Any table", table_keys.common_keys()
    yield (
        "What is laid over a table",
        help_of((*table_keys.LAID_OVER, *table_keys.FAULT)),
    )
    for name in sorted(GAMES):
        yield GAMES[name].title, screen_of(GAMES[name]).hand_keys
    yield "A replay", help_of(replay_keys.KEYS)
    yield "Everywhere", help_of(APP_KEYS)


def markdown() -> str:
    """The lists, between the marks that show where they stand."""
    lines = [BEGIN]
    for title, rows in lists():
        lines += ["", f"### {title}", "", "| key | |", "|---|---|"]
        lines += [f"| {keys} | {what} |" for keys, what in rows]
    return "\n".join((*lines, "", END))


def written_anew(document: str) -> str:
    """The document with the lists as they are now."""
    before, _, rest = document.partition(BEGIN)
    return before + markdown() + rest.partition(END)[2]


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(written_anew(path.read_text(encoding="utf-8")), encoding="utf-8")
