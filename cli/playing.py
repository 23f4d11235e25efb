"""What the playing commands share: arguments, and what runs an evening from them.

The one rule: a flag means the same in every command that has it.
"""

from __future__ import annotations

import argparse
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import trio

from cli import settings
from cli.arguments import add_option, number
from cli.errors import CommandError, ExitCode
from cli.evening.finding import LOOK_S
from cli.evening.front import Front
from cli.evening.hosting import Hosting, host
from cli.evening.match import matches
from cli.evening.party import Party
from cli.evening.returning import (
    go_back,
    meant_table,
    own_tables_left,
    tables_left,
    visit_or_go_back,
)
from cli.evening.visiting import Visit, another_visit
from cli.files.table_files import check_files
from cli.games import check_seats, find_game, read_options, usual_seats
from cli.lines.front import LineFront
from cli.output import has_terminal
from cli.words.en import resting
from p2pcards.engine import AnyGame
from protocol.net.finding.addresses import DEFAULT_PORT
from protocol.net.finding.interfaces import own_interfaces
from protocol.net.lobby import Plan
from protocol.net.returning import LeftTable
from protocol.wire.entries import MOST_DEADLINE_S
from protocol.wire.names import LONGEST_NAME, clean_name


def player_name(text: str) -> str:
    """An argument's type: a name that all can read whole; raises CommandError."""
    if clean_name(text) == clean_name("") != text:
        raise CommandError(
            f"{text!r} is no name: nobody could read it. Leave --name out for your login name.",
            ExitCode.USAGE,
        )
    if len(text.strip()) > LONGEST_NAME:
        raise CommandError(
            f"{text!r} is too long for a name: it may have {LONGEST_NAME} characters.",
            ExitCode.USAGE,
        )
    return text


def own_interface(text: str) -> str:
    """An argument's type: an interface of this machine, by its name or address."""
    found = own_interfaces()
    if not any(text in (one.name, one.ip) for one in found):
        known = ", ".join(f"{one.name} ({one.ip})" for one in found)
        raise argparse.ArgumentTypeError(
            f"there is no interface {text!r} on this machine; there is {known or 'none'}"
        )
    return text


def add_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--name", type=player_name, help="what to be called (your login name)")


def add_log(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--log", type=Path, metavar="FILE", help="where the log goes (the data folder's logs)"
    )


def add_interface(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--interface",
        action="append",
        default=[],
        type=own_interface,
        metavar="IP",
        help="announce and look on this interface only, and tell no other: its address or name; may be repeated",
    )


def add_wait(parser: argparse.ArgumentParser, default: str = f"{LOOK_S:g}") -> None:
    parser.add_argument(
        "--seconds",
        type=number(1, 3600),
        metavar="S",
        help=f"how long to look for a table ({default})",
    )


def add_target(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "target",
        nargs="?",
        metavar="TABLE|HOST:PORT",
        help="a host's name or key fingerprint as 'p2pcards tables' lists them, or an address;"
        " nothing where there is one table only",
    )


def add_lines(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lines",
        action="store_true",
        help="play without the full screen, one event a line",
    )
    parser.add_argument(
        "--ascii", action="store_true", help="draw with letters and signs that every terminal has"
    )


def add_hosting(parser: argparse.ArgumentParser, *, deals: int) -> None:
    """What a host decides."""
    ends = "as many as the match takes" if not deals else str(deals)
    parser.add_argument(
        "--seats",
        type=number(1, 1_000_000),  # how many of them, the game says
        metavar="N",
        help="seats at the table, yours included (4, or as many as the game takes)",
    )
    parser.add_argument(
        "--deals", type=number(0, 1_000_000), default=deals, metavar="N", help=f"deals ({ends})"
    )
    parser.add_argument(
        "--deadline",
        type=number(0, MOST_DEADLINE_S),
        metavar="S",
        help="seconds for a turn, 0 for no clock (your setting 'deadline', 60)",
    )
    parser.add_argument(
        "--listen",
        type=number(1, 65_535),
        metavar="PORT",
        help=f"listen on this TCP port ({DEFAULT_PORT}, or any where it is taken)",
    )
    parser.add_argument(
        "--no-mdns", action="store_true", help="do not announce the table on the network"
    )
    add_interface(parser)
    add_option(parser)


def hosting_of(args: argparse.Namespace, *, bots: int, bot_level: str) -> Hosting:
    """The table that the arguments of `add_hosting` describe; raises CommandError."""
    game = find_game(args.game)
    fitting = max(usual_seats(game), bots + 1)
    seats = fitting if args.seats is None else args.seats
    check_seats(game, seats)
    if bots >= seats:
        raise CommandError(f"{bots} bots do not fit beside you at {seats} seats.", ExitCode.USAGE)
    plan = Plan(
        game=game,
        options=read_options(game, args.option),
        most=seats,
        deadline_s=settings.load().deadline if args.deadline is None else args.deadline,
        deals=args.deals,
    )
    return Hosting(
        plan=plan,
        bots=bots,
        bot_level=bot_level,
        port=args.listen,
        is_local=False,
        is_announced=not args.no_mdns,
        interfaces=args.interface,
    )


@dataclass(frozen=True, slots=True)
class Display:
    """How an evening is shown.

    Args:
        is_lines: In lines, even on a terminal.
        is_ascii: On the screen, with ASCII alone.
    """

    is_lines: bool
    is_ascii: bool = False


LINES: Final = Display(is_lines=True)


def display_of(args: argparse.Namespace) -> Display:
    """What the arguments of `add_lines` say."""
    return Display(is_lines=args.lines, is_ascii=args.ascii)


def greeted(name: str | None, game: AnyGame | None, display: Display) -> int | None:
    """Greet whoever starts for the first time, on a screen; the exit code where they leave then."""
    is_screen = not display.is_lines and has_terminal()
    if name is not None or not is_screen or not settings.is_first_start():
        return None
    from cli.screen.newcomer.welcome import welcome  # only where there is a terminal

    return welcome(game, is_ascii=display.is_ascii)


def run_host(party: Party, hosting: Hosting, display: Display = LINES) -> int:
    """Host until the end, or go back to the table of this game that we had opened; the exit code."""
    may_go_back = party.is_person and not hosting.is_local
    back = _Back(
        own_tables_left(party, hosting) if may_go_back else (),
        resting.open_another(hosting.plan.game.title),
        interfaces=hosting.interfaces,
        is_announced=hosting.is_announced,
    )
    back.check_files(party)

    def evening(front: Front) -> Awaitable[ExitCode]:
        def once(party: Party) -> Awaitable[ExitCode]:
            return host(front, party, hosting)

        return matches(front, party, back.first(front, once), once)

    return _run(party.is_person, display, evening)


def run_visit(party: Party, where: Visit, display: Display = LINES) -> int:
    """Visit a table until the end, or go back to the one at which we sit already; the exit code.

    On a terminal, where no table is named, it is chosen in the lobby.
    """
    may_sit = party.is_person and not where.is_watching
    back = _Back(
        tables_left(party, where.target) if may_sit else (),
        resting.LOOK_ELSEWHERE,
        is_named=where.target is not None,
        interfaces=where.interfaces,
    )
    back.check_files(party, is_watching=where.is_watching)
    if where.target is None and party.is_person and not display.is_lines and has_terminal():
        from cli.screen.front import open_screen
        from cli.screen.lobby.evening import lobby_evening

        screen = open_screen(is_ascii=display.is_ascii)

        def lobby(party: Party) -> Awaitable[ExitCode]:
            return lobby_evening(
                screen, party, where.interfaces, where.wait_s, is_watching=where.is_watching
            )

        def another(party: Party) -> Awaitable[ExitCode]:
            return another_visit(screen, party, where)

        # What the lobby has begun comes to its end there; only of the table gone back to another follows.
        return screen.run(lambda: matches(screen, party, back.first(screen, lobby), another))
    return _run(
        party.is_person,
        display,
        lambda front: matches(
            front,
            party,
            back.first(front, lambda party: visit_or_go_back(front, party, where)),
            lambda party: another_visit(front, party, where),
        ),
    )


@dataclass(frozen=True, slots=True)
class _Back:
    """The tables to go back to before what was asked for, which `otherwise` says to who is asked.

    Args:
        tables: The latest first.
        otherwise: See `meant_table`, and `is_named`.
        interfaces, is_announced: See `go_back`.
    """

    tables: tuple[LeftTable, ...]
    otherwise: str
    is_named: bool = False
    interfaces: Sequence[str] = ()
    is_announced: bool = True

    def check_files(self, party: Party, *, is_watching: bool = False) -> None:
        """Refuse at once files that could not be kept, where there is nothing to go back to."""
        if not self.tables:
            check_files(party.log, is_watching=is_watching)

    def first(
        self, front: Front, then: Callable[[Party], Awaitable[ExitCode]]
    ) -> Callable[[Party], Awaitable[ExitCode]]:
        """Go back to the table that is meant; where there is none, or nobody answers, `then`."""

        async def evening(party: Party) -> ExitCode:
            left = await meant_table(
                front, party, self.tables, self.otherwise, is_named=self.is_named
            )
            if left is not None:
                code = await go_back(
                    front,
                    party,
                    left,
                    interfaces=self.interfaces,
                    is_announced=self.is_announced,
                )
                if code is not None:
                    return code
            if self.tables:
                check_files(party.log)
            return await then(party)

        return evening


def _run(is_person: bool, display: Display, evening: Callable[[Front], Awaitable[ExitCode]]) -> int:
    if is_person and not display.is_lines and has_terminal():
        from cli.screen.front import open_screen  # 0.2 s that lines and bots need not wait for

        screen = open_screen(is_ascii=display.is_ascii)
        return screen.run(partial(evening, screen))

    async def main() -> int:
        chosen = settings.load() if is_person else settings.Settings()
        front = LineFront(chosen, reads_words=is_person)
        return await front.run(partial(evening, front))

    return trio.run(main)
