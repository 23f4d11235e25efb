"""`p2pcards rules GAME`: the rules as plain text, page by page on a terminal."""

from __future__ import annotations

import argparse
import os
import pydoc
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from cli import words
from cli.arguments import add_game, add_json
from cli.errors import ExitCode
from cli.games import find_game
from cli.output import HANG, Output, has_terminal, is_unicode, to_ascii

WIDEST: Final = 12
"""Options with longer names have their explanations below them."""
HOW_GIVEN: Final = "HOW THEY ARE GIVEN (--option KEY=VALUE)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    output, page, options = Output(args.json), words.rules_page(game), words.option_help(game)
    output.give(
        {
            "format": "p2pcards-rules/1",
            "game": game.name,
            "title": game.title,
            "least_seats": game.least_seats,
            "most_seats": game.most_seats,
            "pack": [game.pack.text(card) for card in game.pack.cards],
            "options": [
                {"name": name, "help": line, "default": game.options({})[name]}
                for name, line in options.items()
            ],
            "text": page,
        }
    )
    if not args.json:
        read(_lines(page, options), output)
    return ExitCode.OK


def _lines(page: str, options: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """All lines, each with where it goes on if it is broken."""
    yield from ((line, HANG) for line in (*page.splitlines(), "", HOW_GIVEN))
    columns = max(map(len, options), default=0)
    for name, line in options.items():
        if columns <= WIDEST:
            yield f"  {name:<{columns}}  {line}", columns + 4
        else:
            yield from ((f"  {name}", HANG), (f"      {line}", 6))


def read(lines: Iterable[tuple[str, int]], output: Output) -> None:
    """Page by page on a terminal, with the pager that there is; else as they are."""
    if not has_terminal():
        for line, hang in lines:
            output.say(line, hang=hang)
        return
    shown = [line if is_unicode(sys.stdout) else to_ascii(line) for line, _ in lines]
    os.environ.setdefault("LESS", "FRX")  # less leaves what was read on the screen
    pydoc.pager("\n".join(shown) + "\n")
