"""`p2pcards bot GAME`: a seat without a person, for filling tables and for tests."""

from __future__ import annotations

import argparse
import math

from cli import playing
from cli.arguments import add_game, add_level
from cli.errors import CommandError, ExitCode
from cli.evening.party import robot
from cli.evening.visiting import Visit
from cli.games import find_game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    playing.add_target(parser)
    parser.add_argument(
        "--host", action="store_true", help="open a table, and start when all seats are taken"
    )
    add_level(parser, "how it plays")
    parser.add_argument(
        "--think",
        type=float,
        default=0.0,
        metavar="S",
        help="seconds it takes for a decision, so that people can follow (0)",
    )
    parser.add_argument(
        "--name", type=playing.player_name, default="Bot", help="what it is called (Bot)"
    )
    playing.add_log(parser)
    playing.add_wait(parser, "until there is one")
    playing.add_hosting(parser, deals=10)


def run(args: argparse.Namespace) -> int:
    find_game(args.game)
    if not 0 <= args.think <= 60:
        raise CommandError("A bot may think for 0 to 60 seconds.", ExitCode.USAGE)
    party = robot(args.name, args.level, think_s=args.think, log=args.log)
    if args.host:
        if args.target is not None:
            raise CommandError(
                "A bot that hosts goes to no other table: leave out the address.", ExitCode.USAGE
            )
        return playing.run_host(party, playing.hosting_of(args, bots=0, bot_level=args.level))
    where = Visit(
        args.target,
        is_watching=False,
        wait_s=args.seconds or math.inf,
        interfaces=args.interface,
    )
    return playing.run_visit(party, where)
