"""`p2pcards key`: the player's own key, by which others know them again."""

from __future__ import annotations

import argparse

from cli.arguments import add_json
from cli.errors import CommandError, ExitCode
from cli.files.own_key import find_identity, find_or_make_identity
from cli.output import Output
from cli.paths import key_file
from cli.words.en.commands import own as said
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
            raise CommandError(said.key_there(str(path)))
        output.say(said.NEW_KEY)
    else:
        found = find_identity()
        if found is None:
            raise CommandError(said.no_key(str(path)))
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
    public = identity.public
    for line in said.key_lines(fingerprint(public), key_words(public), str(path)):
        output.say(line)
    output.say(said.KEEP_IT)
    return ExitCode.OK
