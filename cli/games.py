"""Games and their options as typed on the command line."""

from __future__ import annotations

from collections.abc import Sequence

from cli import words
from cli.errors import CommandError, ExitCode
from p2pcards.engine import AnyGame, BadOptions, TableOptions
from p2pcards.games import GAMES


def find_game(name: str) -> AnyGame:
    """The game called `name`; raises CommandError."""
    game = GAMES.get(name.lower())
    if game is None:
        known = ", ".join(sorted(GAMES))
        raise CommandError(f"There is no game called {name!r}. These are: {known}.", ExitCode.USAGE)
    return game


def read_options(game: AnyGame, pairs: Sequence[str]) -> TableOptions:
    """The game's complete options from KEY=VALUE words; raises CommandError."""
    given: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise CommandError(f"An option is KEY=VALUE, not {pair!r}.", ExitCode.USAGE)
        if key in given:
            raise CommandError(f"The option {key!r} is given twice.", ExitCode.USAGE)
        given[key] = value
    try:
        return game.options(given)
    except BadOptions as error:
        raise CommandError(
            f"The option {error.option!r} of {game.title}: {words.option_fault(game.name, error)}.",
            ExitCode.USAGE,
        ) from None


def usual_seats(game: AnyGame) -> int:
    """At how many seats a game is played where nobody says so: four, or as near as it can be."""
    return min(max(4, game.least_seats), game.most_seats)


def check_seats(game: AnyGame, seats: int) -> None:
    """Raises CommandError unless the game can be played by so many."""
    if not game.least_seats <= seats <= game.most_seats:
        wanted = _range(game.least_seats, game.most_seats)
        raise CommandError(f"{game.title} is for {wanted} seats, not {seats}.", ExitCode.USAGE)


def check_bots(game: AnyGame, bots: int) -> None:
    """Raises CommandError unless one person can play the game against so many."""
    few, many = game.least_seats - 1, game.most_seats - 1
    if not few <= bots <= many:
        raise CommandError(
            f"{game.title} takes {_range(few, many)} bots beside you, not {bots}.", ExitCode.USAGE
        )


def _range(few: int, many: int) -> str:
    return f"{few}" if few == many else f"{few} to {many}"
