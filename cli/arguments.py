"""Arguments that commands of all kinds share.

The one rule: a flag means the same in every command that has it. Nothing is imported here that
commands without a network would have to wait for; arguments of playing are in `cli.playing`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

from p2pcards.engine import LEVELS
from p2pcards.games import GAMES


def number(least: int, most: int) -> Callable[[str], int]:
    """An argument's type: a whole number in this range."""

    def read(text: str) -> int:
        value = int(text) if text.isascii() and text.isdecimal() and len(text) <= 9 else -1
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} to {most}")
        return value

    return read


def add_game(parser: argparse.ArgumentParser) -> None:
    """GAME, which `cli.games.find_game` finds."""
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(sorted(GAMES))}")


def add_option(parser: argparse.ArgumentParser) -> None:
    """--option, which `cli.games.read_options` reads."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the game, as 'p2pcards rules GAME' lists them; may be repeated",
    )


def add_level(parser: argparse.ArgumentParser, how: str) -> None:
    """--level; `how` says whose: `how they play`."""
    parser.add_argument("--level", default="normal", choices=LEVELS, help=f"{how} (normal)")


def add_json(parser: argparse.ArgumentParser) -> None:
    """--json, which `cli.output.Output` is told of."""
    parser.add_argument("--json", action="store_true", help="print one JSON document instead")
