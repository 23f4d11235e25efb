"""`p2pcards tables`: which tables the network lists. Listings are hints, not proofs."""

from __future__ import annotations

import argparse
from shlex import quote
from typing import Any

import trio

from cli import playing
from cli.arguments import add_json, number
from cli.errors import ExitCode
from cli.evening import failures
from cli.evening.conduct.listed import obstacle, words_for
from cli.evening.finding import open_listings
from cli.files.own_key import own_public_key
from cli.output import Output
from cli.words.en import evening as evening_words
from cli.words.en import finding as finding_words
from cli.words.en.faults import reason
from p2pcards.games import GAMES
from protocol.crypto.identity import key_words
from protocol.faults import Reason
from protocol.net.finding.addresses import dialling_order
from protocol.net.finding.interfaces import own_interfaces
from protocol.net.finding.listings import TableListing

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
    own = own_public_key()
    found, fault = trio.run(_look, args.seconds, args.interface)
    words = words_for(found)
    output.give(
        {
            "format": "p2pcards-tables/1",
            "fault": None if fault is None else reason(fault),
            "code": None if fault is None else fault.code,
            "tables": [_json(one, word, own) for one, word in zip(found, words, strict=True)],
        }
    )
    if not found:
        error = failures.no_table_found(None, args.seconds, fault)
        output.note(error.sentence)
        return error.code if fault is not None else ExitCode.OK
    for one in found:
        output.say(_line(one, own))
    by_fingerprint = [
        one for one, word in zip(found, words, strict=True) if word == one.fingerprint
    ]
    if by_fingerprint:
        names = sorted({one.nick for one in by_fingerprint})
        output.say(finding_words.joined_by_fingerprint(names))
    free = [word for one, word in zip(found, words, strict=True) if obstacle(one, own) is None]
    if free:
        output.say(finding_words.how_to_sit_down(quote(free[0])))
    output.say(finding_words.LISTING_PROVES_NOTHING)
    return ExitCode.OK


async def _look(seconds: int, only: list[str]) -> tuple[tuple[TableListing, ...], Reason | None]:
    async with open_listings(only) as (listings, discovery):
        await trio.sleep(seconds)
        return listings.all(), discovery.fault


def _line(one: TableListing, own: bytes | None) -> str:
    game = GAMES.get(one.game)
    title = one.game if game is None else game.title
    where = finding_words.address_line(dialling_order(one.addresses, own_interfaces())[:2])
    words = " ".join(key_words(one.peer))
    state = finding_words.state_of(one, obstacle(one, own))
    if one.deadline_s is not None:
        state += f", {evening_words.clock(one.deadline_s)}"
    return f"{one.nick}  {one.fingerprint}  {title}  {one.seats} seats  {state}  {words}  {where}"


def _json(one: TableListing, word: str, own: bytes | None) -> dict[str, Any]:
    return {
        "host": one.nick,
        "key": one.peer.hex(),
        "fingerprint": one.fingerprint,
        "game": one.game,
        "seats": one.seats,
        "state": one.state,
        "deadline": one.deadline_s,
        "version": one.version,
        "protocol": one.protocol,
        "obstacle": obstacle(one, own),
        "join": word,
        "addresses": [str(address) for address in one.addresses],
    }
