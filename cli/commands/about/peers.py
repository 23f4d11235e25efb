"""`p2pcards peers`: the keys met before."""

from __future__ import annotations

import argparse

from cli.arguments import add_json
from cli.errors import CommandError, ExitCode, cannot_read
from cli.output import Output
from cli.paths import known_peers_file
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
        where = f"Line {error.line} of {path}" if error.line else str(path)
        raise CommandError(
            f"{where} is no record of a peer. Move the file away to begin a new one.",
            why=error.reason,
        ) from None
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
        output.say("You have met nobody yet. Keys are remembered from the first table on.")
    for one in known:
        times = "once" if one.times_met == 1 else f"{one.times_met} times"
        output.say(
            f"{one.nick:<16} {fingerprint(one.peer)}  {' '.join(key_words(one.peer)):<22}"
            f"  met {times}, last on {one.last_met}"
        )
    return ExitCode.OK
