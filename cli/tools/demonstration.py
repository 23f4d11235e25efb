"""Programs on this machine that meet, play and check each other, told step by step.

The one rule: nothing here is staged. They are processes of their own, started like any others;
this one only starts them, reads what they say, and compares and audits what they leave behind.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import trio

from cli import paths, words
from cli.bots.names import PLAYER_NAMES
from cli.errors import CommandError, ExitCode, cannot_write
from cli.games import usual_seats
from cli.tools.itself import ITSELF, surroundings
from cli.words.en.evening import ended
from cli.words.en.finding import NO_LOOPBACK
from cli.words.en.telling import in_words
from p2pcards.engine import AnyGame
from protocol.audit import audit
from protocol.net.conduct.roles import Ending
from protocol.net.finding.loopback import is_loopback_up
from protocol.report import Report

DEALS: Final = 3
DEADLINE_S: Final = 30

FIND_S: Final = 8
"""How long a guest looks for the table before it is given the address instead."""

START_S: Final = 90.0
PLAY_S: Final = 240.0

_KEY: Final = re.compile(r"This table's key, for friends to compare: ([a-z2-7]{8})")
_PORT: Final = re.compile(r"p2pcards join \S+:(\d+)")

# Ctrl-C is for us, and we end them.
if sys.platform == "win32":
    _APART: Final[dict[str, Any]] = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
else:
    _APART: Final[dict[str, Any]] = {"start_new_session": True}


@dataclass
class _Child:
    """A program that was started, and what it has said."""

    name: str
    log: Path
    process: trio.Process
    said: list[str] = field(default_factory=list)
    news: trio.Event = field(default_factory=trio.Event)
    is_silent: bool = False
    """Whether it has closed its output: nothing more will come."""


class Demonstration:
    """One run.

    Args:
        game: The game.
        say: Shows a line.
    """

    def __init__(self, game: AnyGame, say: Callable[[str], None]) -> None:
        self._game = game.name
        self._names = PLAYER_NAMES[: usual_seats(game)]
        self._say = say
        self._children: list[_Child] = []

    async def run(self) -> ExitCode:
        """Tell it all; raises CommandError where a step fails. No program is left running."""
        stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
        # Looked for before anything is played: there may be no home folder.
        kept = paths.logs_dir() / f"{self._game}-demo-{stamp}.log"
        if not await is_loopback_up():
            raise CommandError(NO_LOOPBACK, ExitCode.NETWORK)
        with tempfile.TemporaryDirectory(prefix="p2pcards-demo-") as folder:
            async with trio.open_nursery() as nursery:
                self._nursery = nursery
                try:
                    await self._meet(Path(folder))
                    await self._play()
                finally:
                    await self._end_all()
            report = self._compare_and_audit()
            self._keep_log(kept)
        self._say(f"The log is in {kept}. Check it yourself: p2pcards audit {kept}")
        self._say(f"Watch the match again: p2pcards replay --text {kept}")
        self._say(f"Play against bots: p2pcards play {self._game}")
        self._say(f"Play with others: p2pcards host {self._game}; they type: p2pcards join")
        return ExitCode.OK if report.ok else ExitCode.VERIFICATION

    # --- the steps ---------------------------------------------------------------------------------

    async def _meet(self, folder: Path) -> None:
        count = in_words(len(self._names)).capitalize()
        self._say(
            f"{count} programs start on this machine. Each makes a key of its own; none leads."
        )
        first, *others = self._names
        host = await self._start(
            first,
            folder,
            f"--host --seats {len(self._names)} --deals {DEALS} --deadline {DEADLINE_S}".split(),
        )
        key = (await self._heard(host, _KEY))[1]
        port = (await self._heard(host, _PORT))[1]
        self._say(f"{first} opens a table and announces it by multicast, under the key {key}.")
        guests = [
            await self._start(name, folder, [key, "--seconds", str(FIND_S)]) for name in others
        ]
        for guest in guests:
            if await self._has_found(guest):
                self._say(
                    f"{guest.name} finds the table and sits down; both have proved their keys."
                )
                continue
            self._say(
                f"{guest.name} sees no table: multicast does not work here. It dials the address."
            )
            self._children.remove(guest)
            again = await self._start(guest.name, folder, [f"127.0.0.1:{port}"])
            if not await self._has_found(again):
                raise _failed(again)
            self._say(f"{guest.name} sits down.")

    async def _has_found(self, guest: _Child) -> bool:
        # The last guest may be told of the start before it is told of its own seat.
        seated = re.compile(rf"^{guest.name} sits down|^All \w+ have signed the table")
        try:
            await self._heard(guest, seated)
        except CommandError:
            return False
        return True

    async def _play(self) -> None:
        """Tell the story as the host tells it, until all are done."""
        host = self._children[0]
        told = host.said.index(next(line for line in host.said if _PORT.search(line))) + 1
        is_told = False  # what its last words say of its own log is soon not so any more
        with trio.move_on_after(PLAY_S) as limit:
            while True:
                news = host.news
                for line in host.said[told:]:
                    is_told = is_told or line == ended(Ending.OVER)
                    if not is_told and not _is_lobby_talk(line):
                        self._say(line)
                told = len(host.said)
                if host.is_silent:
                    break
                await news.wait()
            for child in self._children:
                if await child.process.wait() != 0:
                    raise _failed(child)
        if limit.cancelled_caught:
            raise CommandError(f"The match did not end within {PLAY_S:.0f} s.")

    def _compare_and_audit(self) -> Report:
        logs = [child.log.read_bytes() for child in self._children]
        if any(log != logs[0] for log in logs):
            raise CommandError("The logs differ. This is a bug.", ExitCode.VERIFICATION)
        report = audit(logs[0])
        counts = report.counts
        self._say(
            f"All {in_words(len(logs))} hold the same log, byte for byte: {counts.entries} entries,"
            f" {len(logs[0])} bytes."
        )
        if report.problem is not None:
            self._say(
                f"The audit refuses entry {report.problem.entry}: {words.reason(report.problem.reason)}."
            )
            return report
        self._say(
            f"The log is audited from its bytes alone: {counts.signatures} signatures,"
            f" {counts.shuffles} shuffles, {counts.shares} shares, {counts.cards} cards"
            f" and {counts.claims_proved + counts.claims_settled} claims hold. Nobody could know or choose a card."
        )
        return report

    def _keep_log(self, kept: Path) -> None:
        try:
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self._children[0].log, kept)
        except OSError as error:
            raise cannot_write(kept, error) from None

    # --- the programs ------------------------------------------------------------------------------

    async def _start(self, name: str, folder: Path, words: Sequence[str]) -> _Child:
        log = folder / f"{name}.log"
        process = await trio.lowlevel.open_process(
            [*ITSELF, "bot", self._game, *words, "--name", name, "--log", str(log)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            **_APART,
            env=surroundings(folder / name),
        )
        child = _Child(name, log, process)
        self._children.append(child)
        self._nursery.start_soon(self._listen, child)
        return child

    async def _listen(self, child: _Child) -> None:
        assert child.process.stdout is not None
        waiting = b""
        async for data in child.process.stdout:
            *lines, waiting = (waiting + data).split(b"\n")
            child.said += [line.decode("utf-8", "replace").rstrip("\r") for line in lines]
            child.news.set()
            child.news = trio.Event()
        child.is_silent = True
        child.news.set()

    async def _heard(self, child: _Child, wanted: re.Pattern[str]) -> re.Match[str]:
        """Wait until the program has said something; raises CommandError where it ends first."""
        with trio.move_on_after(START_S) as limit:
            while True:
                news, is_silent = child.news, child.is_silent
                for line in child.said:
                    if match := wanted.search(line):
                        return match
                if is_silent:
                    break
                await news.wait()
        if limit.cancelled_caught:
            raise CommandError(f"{child.name}'s program does not go on: {_last_of(child)}")
        raise _failed(child)

    async def _end_all(self) -> None:
        """Whatever still runs is asked to leave, and soon after made to."""
        with trio.CancelScope(shield=True):
            running = [child for child in self._children if child.process.poll() is None]
            for child in running:
                with suppress(OSError):
                    child.process.terminate()
            with trio.move_on_after(8.0):
                for child in running:
                    await child.process.wait()
            for child in running:
                if child.process.poll() is None:
                    child.process.kill()
                    await child.process.wait()


def _is_lobby_talk(line: str) -> bool:
    return " sits down" in line or line.endswith(" is ready.")


def _failed(child: _Child) -> CommandError:
    return CommandError(f"{child.name}'s program has ended before its time: {_last_of(child)}")


def _last_of(child: _Child) -> str:
    return child.said[-1] if child.said else "It said nothing."
