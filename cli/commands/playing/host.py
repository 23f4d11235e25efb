"""`p2pcards host GAME`: open a table and play at it."""

from __future__ import annotations

import argparse

from cli import playing
from cli.arguments import add_game, add_level, number
from cli.evening.party import person


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    playing.add_hosting(parser, deals=0)
    parser.add_argument(
        "--bots",
        type=number(0, 1_000_000),
        default=0,
        metavar="N",
        help="seats taken by bots of this computer, which could see their hands (0)",
    )
    add_level(parser, "how those bots play")
    playing.add_name(parser)
    playing.add_log(parser)
    parser.add_argument(
        "--yes", action="store_true", help="be ready, without being asked, when all seats are taken"
    )
    playing.add_lines(parser)


def run(args: argparse.Namespace) -> int:
    hosting = playing.hosting_of(args, bots=args.bots, bot_level=args.level)
    display = playing.display_of(args)
    if (left := playing.greeted(args.name, hosting.plan.game, display)) is not None:
        return left
    party = person(args.name, is_ready_at_once=args.yes, log=args.log)
    return playing.run_host(party, hosting, display)
