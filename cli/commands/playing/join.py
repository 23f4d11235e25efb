"""`p2pcards join`: sit down at a table."""

from __future__ import annotations

import argparse

from cli import playing
from cli.evening.finding import LOOK_S
from cli.evening.party import person
from cli.evening.visiting import Visit


def add_arguments(parser: argparse.ArgumentParser) -> None:
    playing.add_target(parser)
    playing.add_name(parser)
    playing.add_log(parser)
    playing.add_wait(parser)
    playing.add_interface(parser)
    parser.add_argument("--yes", action="store_true", help="be ready without being asked")
    playing.add_lines(parser)


def run(args: argparse.Namespace) -> int:
    display = playing.display_of(args)
    if (left := playing.greeted(args.name, None, display)) is not None:
        return left
    party = person(args.name, is_ready_at_once=args.yes, log=args.log)
    where = Visit(
        args.target,
        is_watching=False,
        wait_s=args.seconds or LOOK_S,
        interfaces=args.interface,
    )
    return playing.run_visit(party, where, display)
