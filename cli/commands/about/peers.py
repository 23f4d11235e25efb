"""`p2pcards peers`: the keys met before."""

from __future__ import annotations

import argparse

from cli.arguments import add_json
from cli.errors import CommandError, ExitCode, cannot_read
from cli.output import Output
from cli.paths import known_peers_file
from cli.words.en.commands import own as said
from protocol.crypto.identity import fingerprint, key_words
from protocol.net.files.known_peers import KnownPeers, PeersFileBad


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    output = Output(args.json)
    path = known_peers_file()
    try:
        known = KnownPeers(path).all()
    except PeersFileBad as error:
        told = said.no_record(str(path), error.line)
        raise CommandError(told, why=error.reason) from None
    except OSError as error:
        raise cannot_read(path, error) from None
    output.give(
        {
            "format": "p2pcards-peers/1",
            "path": str(path),
            "peers": [
                {
                    "public": one.peer.hex(),
                    "fingerprint": fingerprint(one.peer),
                    "words": list(key_words(one.peer)),
                    "name": one.nick,
                    "first_met": one.first_met,
                    "last_met": one.last_met,
                    "times_met": one.times_met,
                }
                for one in known
            ],
        }
    )
    if not known:
        output.say(said.MET_NOBODY)
    for one in known:
        output.say(
            f"{one.nick:<16} {fingerprint(one.peer)}  {' '.join(key_words(one.peer)):<22}"
            f"  {said.met(one.times_met, one.last_met)}"
        )
    return ExitCode.OK
