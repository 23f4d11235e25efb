"""`p2pcards config`: shows and changes the settings; writes the shells' completions."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from cli import paths, settings
from cli.arguments import add_json
from cli.errors import CommandError, ExitCode
from cli.output import Output
from cli.tools.completion import SHELLS, completion
from cli.words.en.commands import own as said


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("key", nargs="?", metavar="KEY", help="a setting")
    parser.add_argument("value", nargs="?", metavar="VALUE", help="its new value")
    parser.add_argument(
        "--completion",
        choices=SHELLS,
        help="print the completion of commands and options for this shell instead",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    output = Output(args.json)
    if args.completion is not None:
        if args.key is not None or args.json:
            raise CommandError(said.COMPLETION_ALONE, ExitCode.USAGE)
        print(completion(args.completion), end="")
        return ExitCode.OK
    if args.key is not None:
        settings.kind_of(args.key)
    if args.value is not None:
        settings.change(args.key, args.value)
    values = asdict(settings.load())
    path = paths.config_file()
    output.give({"format": "p2pcards-config/1", "path": str(path), "settings": values})
    if args.value is not None:
        now = settings.as_typed(values[args.key])
        output.say(said.setting_is(args.key, now, str(path)))
        if values[args.key] != asdict(settings.read_file(path))[args.key]:
            variable = settings.VARIABLE_PREFIX + args.key.upper()
            output.note(said.variable_first(variable))
    elif args.key is not None:
        output.say(settings.as_typed(values[args.key]))
    else:
        for name, value in values.items():
            shown = settings.as_typed(value)
            output.say(f"{name:<12}  {shown:<8}  {settings.KINDS[name].help}", hang=24)
        output.note(said.settings_file(str(path)))
    return ExitCode.OK
