"""`p2pcards evenings [LOG…]`: our past evenings, what they come to, and how the cards fell for us."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from cli import paths
from cli.arguments import add_json
from cli.errors import CommandError, ExitCode
from cli.evening.acquaintances import Acquaintances
from cli.fairness.figures import Draw, Figure
from cli.files import own_hands
from cli.files.logs import open_log, own_logs
from cli.files.own_key import own_public_key
from cli.history import figures, keeping, luck
from cli.history.document import document
from cli.history.evening import Evening, of_different_tables
from cli.history.evenings import read_evening
from cli.history.outcomes import Outcome, Summary, summary
from cli.history.second_chance import dice_for, play_again, stretches
from cli.output import Output
from cli.progress import Progress
from cli.words.en import history as history_words
from protocol.audit import Auditor
from protocol.log.rounds import BadRound


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(history_words.no_day(text)) from None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "logs", nargs="*", type=Path, metavar="LOG", help="log files (all in the data folder)"
    )
    parser.add_argument(
        "--hard-bot",
        action="store_true",
        help="also let the hard bot play your deals again, with your cards; this takes its time",
    )
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument(
        "--export", type=Path, metavar="FILE", help="instead, pack the logs into a new zip file"
    )
    instead.add_argument(
        "--prune",
        type=_day,
        metavar="DAY",
        help="instead, delete the logs of evenings before that day (2026-11-30); asks first",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    output = Output(args.json)
    own_key = own_public_key()
    evenings, code = _read(output, args.logs or own_logs(), own_key)
    if args.export is not None:
        keeping.export([one.file for one in evenings], args.export)
        output.say(history_words.exported(len(evenings), str(args.export)))
    if args.prune is not None:
        evenings = _prune(output, evenings, args.prune, own_key)
    told = of_different_tables(evenings)
    friends = Acquaintances(paths.known_peers_file()).names
    hands = _hands(output, told, own_key)
    again = _play_again(output, told, own_key) if args.hard_bot else {}
    output.give(document(told, friends, hands, again))
    if args.export is None and args.prune is None:
        for line in history_words.lines(told, friends, hands, again):
            output.say(line)
        if args.hard_bot and not again:
            output.say(history_words.NOTHING_TO_PLAY_AGAIN)
    return code


def _read(
    output: Output, logs: Sequence[Path], own_key: bytes | None
) -> tuple[list[Evening], ExitCode]:
    """The evenings of those files that tell of one; the others are named."""
    found: list[Evening] = []
    code = ExitCode.OK
    progress = Progress(len(logs), sys.stderr)
    for number, path in enumerate(logs):
        progress.at(number, history_words.reading(path.name))
        try:
            found.append(read_evening(path, own_key))
        except CommandError as error:
            progress.end()
            output.note(error.sentence)
            code = max(code, error.code)
    progress.end()
    return found, code


def _prune(
    output: Output, evenings: list[Evening], day: date, own_key: bytes | None
) -> list[Evening]:
    """Delete those before the day, if the player says so; what is left. Raises CommandError."""
    old = keeping.before(evenings, day, own_key)
    if not old:
        output.say(history_words.nothing_to_delete(day))
        return evenings
    if sys.stdin is None or not sys.stdin.isatty():
        raise CommandError(history_words.CANNOT_ASK, ExitCode.USAGE)
    output.say(history_words.before_deleting(old, keeping.size_of(old)))
    output.say(history_words.TYPE_YES_TO_DELETE)
    if sys.stdin.readline().strip().lower() != "yes":
        output.say(history_words.NOTHING_DELETED)
        return evenings
    keeping.delete(old, own_key)
    output.say(history_words.deleted(len(old)))
    return [one for one in evenings if one not in old]


def _hands(
    output: Output, evenings: Sequence[Evening], own_key: bytes | None
) -> tuple[Figure, ...]:
    """The hands we held, by game, beside what chance gives."""
    draws: dict[str, list[Draw]] = {}
    for one in figures.played(evenings):
        assert own_key is not None  # or we would have had no seat
        try:
            notes = own_hands.read_notes(own_hands.file_of(one.proposal, own_key))
        except CommandError as error:
            output.note(error.sentence)
            continue
        draws.setdefault(one.game.name, []).extend(luck.draws_in(notes, one.game.pack))
    return tuple(
        figure for game, drawn in sorted(draws.items()) for figure in luck.figures_of(game, drawn)
    )


def _play_again(
    output: Output, evenings: Sequence[Evening], own_key: bytes | None
) -> dict[str, Summary]:
    """What the hard bot would have won, by game."""
    played = figures.played(evenings)
    progress = Progress(sum(one.deals for one in played), sys.stderr)
    outcomes: dict[str, list[Outcome]] = {}
    before = 0
    for one in played:
        assert own_key is not None
        assert one.seat is not None
        dice = dice_for(one.proposal)
        try:
            notes = own_hands.file_of(one.proposal, own_key)
            hands = own_hands.read_hands(notes, one.game.pack)
            with open_log(one.file) as file:
                auditor = Auditor(file)
                for stretch in stretches(auditor, one.seat, hands):
                    done = auditor.report.complete_to
                    progress.at(before + done, history_words.playing_again(one.file.name))
                    outcome = play_again(one.game, stretch, one.seat, dice)
                    outcomes.setdefault(one.game.name, []).append(outcome)
        except CommandError as error:
            progress.end()
            output.note(error.sentence)
        except BadRound:
            pass  # its first line is none to agree to: it has no deals to play
        before += one.deals
    progress.end()
    return {game: summary(found) for game, found in sorted(outcomes.items())}
