"""`p2pcards key`: the player's own key, by which others know them again."""

from __future__ import annotations

import argparse

from cli.arguments import add_json
from cli.errors import CommandError, ExitCode
from cli.files.own_key import find_identity, find_or_make_identity
from cli.output import Output
from cli.paths import key_file
from protocol.crypto.identity import fingerprint, key_words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--new", action="store_true", help="make a key, if there is none")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    output = Output(args.json)
    path = key_file()
    if args.new:
        identity, is_new = find_or_make_identity()
        if not is_new:
            raise CommandError(
                f"There is a key already, in {path}; nothing is changed."
                " To become a stranger to all who know it, move it away first."
            )
        output.say("A new key is made.")
    else:
        found = find_identity()
        if found is None:
            raise CommandError(
                f"There is no key in {path} yet. 'p2pcards key --new' makes one;"
                " so does the first table you sit down at."
            )
        identity = found
    output.give(
        {
            "format": "p2pcards-key/1",
            "public": identity.public.hex(),
            "fingerprint": fingerprint(identity.public),
            "words": list(key_words(identity.public)),
            "path": str(path),
        }
    )
    output.say(f"Fingerprint  {fingerprint(identity.public)}")
    output.say(f"Key words    {' '.join(key_words(identity.public))}")
    output.say(f"File         {path}")
    output.say("Whoever has that file can sit down in your name; keep a copy where nobody looks.")
    return ExitCode.OK
