"""`p2pcards rules GAME`: the rules as plain text."""

from __future__ import annotations

import argparse
from typing import Final

from cli import words
from cli.arguments import add_game, add_json
from cli.errors import ExitCode
from cli.games import find_game
from cli.output import Output

WIDEST: Final = 12
"""Options with longer names have their explanations below them."""


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
        for line in page.splitlines():
            output.say(line)
        output.say()
        output.say("HOW THEY ARE GIVEN (--option KEY=VALUE)")
        columns = max(map(len, options), default=0)
        for name, line in options.items():
            if columns <= WIDEST:
                output.say(f"  {name:<{columns}}  {line}", hang=columns + 4)
            else:
                output.say(f"  {name}")
                output.say(f"      {line}", hang=6)
    return ExitCode.OK
