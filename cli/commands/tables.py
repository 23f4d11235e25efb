"""`p2pcards tables`: which tables the network lists. Listings are hints, not proofs."""

from __future__ import annotations

import argparse
from typing import Any

import trio

from cli import playing, wording
from cli.arguments import add_json, number
from cli.errors import ExitCode
from cli.finding import open_listings
from cli.output import Output
from p2pcards.games import GAMES
from protocol.crypto.identity import key_words
from protocol.net.discovery import TableListing

LOOK_S = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seconds",
        type=number(1, 3600),
        default=LOOK_S,
        metavar="S",
        help=f"how long to look ({LOOK_S})",
    )
    playing.add_interface(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    output = Output(args.json)
    found, fault = trio.run(_look, args.seconds, args.interface)
    output.give(
        {"format": "p2pcards-tables/1", "fault": fault, "tables": [_json(one) for one in found]}
    )
    if not found:
        error = wording.no_table_found(None, args.seconds, fault)
        output.note(error.sentence)
        return error.code if fault is not None else ExitCode.OK
    for one in found:
        output.say(_line(one))
    output.say("Sit down with: p2pcards join NAME. A listing proves nothing; the key does.")
    return ExitCode.OK


async def _look(seconds: int, only: list[str]) -> tuple[tuple[TableListing, ...], str | None]:
    # No key of our own is needed to look, and a table of our own is one of those looked for.
    async with open_listings(bytes(32), only) as (listings, discovery):
        await trio.sleep(seconds)
        return listings.all(), discovery.fault


def _line(one: TableListing) -> str:
    game = GAMES.get(one.game)
    title = one.game if game is None else game.title
    where = wording.address_line(one.addresses[:2])
    words = " ".join(key_words(one.peer))
    return (
        f"{one.nick}  {one.fingerprint}  {title}  {one.seats} seats  {one.flags}  {words}  {where}"
    )


def _json(one: TableListing) -> dict[str, Any]:
    return {
        "host": one.nick,
        "key": one.peer.hex(),
        "fingerprint": one.fingerprint,
        "game": one.game,
        "seats": one.seats,
        "state": one.flags,
        "version": one.version,
        "addresses": [str(address) for address in one.addresses],
    }
