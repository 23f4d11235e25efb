"""`p2pcards simulate GAME`: bots play a match over the whole protocol, and its log is kept."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import BinaryIO

from cli import words
from cli.arguments import add_game, add_json, add_level, add_option, number
from cli.bots.forgeries import Planned, read_fault
from cli.bots.scribe import Scribe
from cli.bots.simulation import Match, make_world
from cli.errors import CommandError, ExitCode, cannot_write
from cli.games import check_seats, find_game, read_options, usual_seats
from cli.names import told_apart
from cli.output import Output
from cli.words.en.commands import simulate as said
from cli.words.en.telling import scored
from p2pcards.engine import Seat
from protocol.table.effects import Effect, Refuse, Store, Tell
from protocol.table.judge.states import Over
from protocol.table.notices import DealSettled
from protocol.table.world import World

PROGRESS_S = 5
"""How often a long run says how far it is."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--seats",
        type=number(1, 1_000_000),
        metavar="N",
        help="bots (4, or as near as the game can have)",
    )
    parser.add_argument(
        "--deals",
        type=number(1, 1_000_000),
        default=10,
        metavar="N",
        help="deals (10); more where a pot is carried over, fewer where chips run out",
    )
    parser.add_argument(
        "--log", type=Path, required=True, metavar="FILE", help="where the log goes; overwritten"
    )
    parser.add_argument(
        "--seed", metavar="TEXT", help="makes the match repeatable, to the log's last byte"
    )
    add_level(parser, "how the bots play")
    parser.add_argument(
        "--fault",
        action="append",
        default=[],
        metavar="SEAT:PHASE:KIND",
        help="what goes wrong, such as 2:proof:shuffle_proof or 1:act:silent, for whoever writes a"
        " verifier; may be repeated; a wrong value lists the right ones",
    )
    add_option(parser)
    add_json(parser)


class Recorder:
    """Writes seat 0's log as it grows, and says now and then how far the match is."""

    def __init__(self, log: BinaryIO, output: Output, deals: int) -> None:
        self._log = log
        self._output = output
        self._deals = deals
        self._begun = self._told = time.monotonic()
        self._ends = [0]

    def watch(self, seat: Seat, effect: Effect) -> None:
        match effect:
            case Store(keep, lines) if seat == 0:
                self._store(keep, lines)
            case Tell(DealSettled(deal=deal)) if seat == 0:
                self._progress(deal)
            case Refuse(author, reason):
                raise AssertionError(
                    f"seat {seat} refuses what seat {author} sent: {words.reason(reason)}"
                )
            case _:
                pass

    def _store(self, keep: int, lines: tuple[bytes, ...]) -> None:
        if keep < len(self._ends) - 1:
            del self._ends[keep + 1 :]
            self._log.seek(self._ends[-1])
            self._log.truncate()
        for line in lines:
            self._log.write(line + b"\n")
            self._ends.append(self._ends[-1] + len(line) + 1)
        self._log.flush()

    def _progress(self, deal: int) -> None:
        now = time.monotonic()
        if now - self._told >= PROGRESS_S:
            self._told = now
            self._output.note(said.so_far(deal, self._deals, now - self._begun))

    @property
    def size(self) -> int:
        return self._ends[-1]


def run(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    seats = args.seats or usual_seats(game)
    check_seats(game, seats)
    options = read_options(game, args.option)
    match = Match(game, options, seats, args.deals, args.level, args.seed)
    output = Output(args.json)
    if args.fault:
        return _write_with_faults(
            match, [read_fault(text, seats) for text in args.fault], args, output
        )
    begun = time.monotonic()
    try:
        with open(args.log, "wb") as log:
            recorder = Recorder(log, output, args.deals)
            world = make_world(match, recorder.watch)
            world.run()
    except OSError as error:
        raise cannot_write(args.log, error) from None
    seconds = time.monotonic() - begun
    _check(world)
    referee = world.tables[0].referee
    setting = referee.setting
    assert setting is not None
    deals, standings = _outcome(world)
    output.give(
        {
            "format": "p2pcards-simulate/1",
            "game": game.name,
            "options": dict(options),
            "seats": seats,
            "deals": deals,
            "names": list(setting.names),
            "standings": list(standings),
            "table": setting.table.hex(),
            "seed": args.seed,
            "log": str(args.log),
            "bytes": recorder.size,
            "entries": len(referee.lines),
            "identical_logs": seats,
            "seconds": round(seconds, 3),
        }
    )
    output.say(said.played(deals, game.title, seats, seconds))
    if deals < args.deals:
        output.say(said.ENDED_EARLY)
    output.say(said.standings(scored(told_apart(setting.names), standings)))
    output.say(said.same_log(seats, len(referee.lines)))
    output.say(said.where_it_is(str(args.log), recorder.size))
    return ExitCode.OK


def _write_with_faults(
    match: Match, faults: list[Planned], args: argparse.Namespace, output: Output
) -> int:
    """The log of a match in which seats fail; no seat's own program would, so one hand writes it."""
    begun = time.monotonic()
    scribe = Scribe(match, faults)
    lines = scribe.write()
    for fault in scribe.open_faults:
        raise CommandError(said.no_occasion(str(fault)))
    try:
        size = args.log.write_bytes(b"".join(line + b"\n" for line in lines))
    except OSError as error:
        raise cannot_write(args.log, error) from None
    output.give(
        {
            "format": "p2pcards-simulate/1",
            "game": match.game.name,
            "options": dict(match.options),
            "seats": match.seats,
            "names": list(match.names[: match.seats]),
            "faults": args.fault,
            "seed": args.seed,
            "log": str(args.log),
            "bytes": size,
            "entries": len(lines),
            "seconds": round(time.monotonic() - begun, 3),
        }
    )
    told = said.with_faults(match.game.title, args.fault, str(args.log), len(lines), size)
    output.say(told)
    output.say(said.what_it_proves(str(args.log)))
    return ExitCode.OK


def _check(world: World) -> None:
    """Make sure that the match came to its end and that all seats hold the same log."""
    if not all(table.is_over for table in world.tables):
        raise CommandError(said.STANDSTILL)
    if any(table.referee.lines != world.tables[0].referee.lines for table in world.tables):
        raise CommandError(said.LOGS_DIFFER)


def _outcome(world: World) -> tuple[int, tuple[int, ...]]:
    """Number of deals played and the final standings."""
    state = world.tables[0].referee.state
    assert isinstance(state, Over)
    between = state.between
    return between.deal - 1, between.setting.game.standings(between.game_state)
