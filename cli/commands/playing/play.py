"""`p2pcards play GAME`: alone against bots. Real peers, real shuffles, in one process."""

from __future__ import annotations

import argparse

from cli import playing
from cli.arguments import add_game, add_level, add_option, number
from cli.evening.hosting import Hosting
from cli.evening.party import person
from cli.games import check_bots, find_game, read_options
from protocol.net.lobby import Plan
from protocol.wire.entries import MOST_DEADLINE_S


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--bots",
        type=number(1, 1_000_000),  # how many of them, the game says
        metavar="N",
        help="opponents (3, or as many as the game takes)",
    )
    add_level(parser, "how they play")
    parser.add_argument(
        "--deals",
        type=number(0, 1_000_000),
        default=0,
        metavar="N",
        help="deals (as many as the match takes)",
    )
    parser.add_argument(
        "--deadline",
        type=number(0, MOST_DEADLINE_S),
        default=0,
        metavar="S",
        help="seconds for a turn (0: no clock)",
    )
    add_option(parser)
    playing.add_name(parser)
    playing.add_log(parser)
    playing.add_lines(parser)


def run(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    bots = min(3, game.most_seats - 1) if args.bots is None else args.bots
    check_bots(game, bots)
    plan = Plan(
        game=game,
        options=read_options(game, args.option),
        most=bots + 1,
        deadline_s=args.deadline,
        deals=args.deals,
    )
    hosting = Hosting(
        plan=plan,
        bots=bots,
        bot_level=args.level,
        port=0,
        is_local=True,
        is_announced=False,
    )
    if (left := playing.greeted(args.name, game, playing.display_of(args))) is not None:
        return left
    party = person(args.name, is_ready_at_once=True, log=args.log)
    return playing.run_host(party, hosting, playing.display_of(args))
