"""`p2pcards tour GAME`: one deal for a newcomer, with all cards open, told step by step."""

from __future__ import annotations

import argparse

from cli.arguments import add_game
from cli.errors import CommandError, ExitCode
from cli.games import find_game
from cli.output import has_terminal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--ascii", action="store_true", help="draw with letters and signs that every terminal has"
    )


def run(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    if not has_terminal():
        raise CommandError(
            f"A deal is shown on a terminal only; 'p2pcards rules {game.name}' tells the rules.",
            ExitCode.USAGE,
        )
    from cli.screen.front import open_screen  # only where there is a terminal
    from cli.screen.newcomer.welcome import show_tour

    front = open_screen(is_ascii=args.ascii)

    async def evening() -> ExitCode:
        await show_tour(front, game)
        return ExitCode.OK

    return front.run(evening)
