"""`p2pcards demo`: peers meet on this machine, play three deals, and the log is audited."""

from __future__ import annotations

import argparse

import trio

from cli import console
from cli.games import find_game
from cli.lines.front import LineFront
from cli.settings import Settings
from cli.tools.demonstration import Demonstration


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", default="azi", metavar="GAME", help="the game (azi)")


def run(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    demonstration = Demonstration(game, console.say)

    async def main() -> int:
        return await LineFront(Settings(), reads_words=False).run(demonstration.run)

    return trio.run(main)
