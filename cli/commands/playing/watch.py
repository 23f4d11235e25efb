"""`p2pcards watch`: follow a table without a seat. Everything is verified here, live."""

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
    playing.add_lines(parser)


def run(args: argparse.Namespace) -> int:
    party = person(args.name, is_ready_at_once=True, log=args.log)
    where = Visit(
        args.target, is_watching=True, wait_s=args.seconds or LOOK_S, interfaces=args.interface
    )
    return playing.run_visit(party, where, playing.display_of(args))
