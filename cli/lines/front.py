"""The front of lines: standard input, signals, and who is in charge of typed words.

The one rule: every way to end goes through who is in charge, so that a seat is never just dropped.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import trio

from cli import console, paths
from cli.errors import ExitCode
from cli.evening.acquaintances import Acquaintances
from cli.evening.conduct.ending import EveningEnd
from cli.evening.front import InCharge, LobbyFront, TableFront
from cli.lines.choice import LineChoice
from cli.lines.lobby import LineLobby
from cli.lines.table import LineTable
from cli.settings import Settings
from cli.table.conversation import Conversation
from p2pcards.engine import Seat
from protocol.net.conduct.roles import Ending
from protocol.net.joining import Begun
from protocol.table.table import Table


class _Waiting:
    """Somebody is waited for: one word breaks it off."""

    has_stake = False

    def __init__(self, front: LineFront, break_off: Callable[[], None]) -> None:
        self._front = front
        self._break_off = break_off

    def take(self, words: str) -> None:
        if words.lower() in ("leave", "quit"):
            self._break_off()
        else:
            self._front.say("Type leave to wait no longer.")

    def closed(self) -> None:
        """Nobody could break it off: the program ends, and the seat stays as it is."""
        self._front.say("Standard input is closed, so nobody is waited for any longer.")
        self._front.stop()

    def leave(self) -> None:
        self._front.stop()


class LineFront:
    """Lines, words and signals of one program.

    Args:
        settings: The player's.
        reads_words: Whether standard input belongs to this program's player.
    """

    def __init__(self, settings: Settings, *, reads_words: bool) -> None:
        self.wants_again = False
        self.last: Begun | None = None
        self._settings = settings
        self.in_charge: InCharge | None = None
        self._reads_words = reads_words
        self._lobby: LineLobby | None = None
        self._table: LineTable | None = None
        self._is_closed = False
        """Nothing more can be typed."""
        self._conversation = Conversation()
        self._scope = trio.CancelScope()
        self._end = EveningEnd()

    def say(self, text: str) -> None:
        """A line, at once."""
        console.say(text)

    def prompt(self, text: str) -> None:
        """A line like any other."""
        console.say(text)

    def stop(self) -> None:
        """End the evening where it is: nothing is at stake."""
        self._scope.cancel()

    def connecting(self, text: str) -> None:
        """Lines say who has been found, and who not."""

    async def choose(self, question: str, options: Sequence[str]) -> int | None:
        if not self._is_typed_to():
            return None
        self.in_charge = choice = LineChoice(question, options, say=self.say, leave=self.stop)
        return await choice.wait()

    @contextmanager
    def waiting(self, text: str) -> Iterator[trio.CancelScope]:
        self.say(text)
        before = self.in_charge
        with trio.CancelScope() as scope:
            self.in_charge = _Waiting(self, scope.cancel)
            try:
                yield scope
            finally:
                self.in_charge = before

    def open_lobby(
        self,
        own_key: bytes,
        *,
        set_ready: Callable[[bool], None],
        talk: Callable[[str], None],
        set_bots: Callable[[int], None] | None = None,
        is_quiet: bool = False,
        is_watching: bool = False,
    ) -> LobbyFront:
        lobby = LineLobby(
            own_key,
            Acquaintances(paths.known_peers_file() if self._reads_words else None),
            say=self.say,
            set_ready=set_ready,
            leave=self.stop,
            distrust=self._distrust,
            conversation=self._conversation,
            talk=talk,
            is_quiet=is_quiet,
            is_watching=is_watching,
        )
        self.in_charge = self._lobby = lobby
        return lobby

    def open_table(
        self,
        table: Table,
        *,
        is_person: bool,
        on_first_link: Callable[[Seat, tuple[str, ...]], None],
    ) -> TableFront:
        agreed = set() if self._lobby is None else self._lobby.agreed

        def on_link(seat: Seat, words: tuple[str, ...]) -> None:
            if words not in agreed:
                on_first_link(seat, words)

        lines = LineTable(
            table,
            self.say,
            self._settings,
            now_ms=lambda: round(trio.current_time() * 1000),
            is_person=is_person,
            on_first_link=on_link,
            conversation=self._conversation,
        )
        self.in_charge = self._table = lines
        return lines

    async def end_table(self, ending: Ending, words: Sequence[str], log: Path) -> None:
        for text in words:
            self.say(text)
        is_over = ending is Ending.OVER and self._table is not None
        if is_over and self._is_typed_to() and not self._is_closed:
            assert self._table is not None
            self.wants_again = await self._table.wait_seen()

    def _is_typed_to(self) -> bool:
        """Whether somebody sits there and types; a program at a pipe wants to be told no more."""
        return self._reads_words and sys.stdin is not None and sys.stdin.isatty()

    async def run(self, evening: Callable[[], Awaitable[ExitCode]]) -> int:
        """Run the evening to whichever end it comes to; the exit code."""
        code: int | None = None
        async with trio.open_nursery() as nursery:
            await nursery.start(self._heed_signals)
            if self._reads_words:
                nursery.start_soon(self._read_words)
            with self._scope:
                code = await evening()
            nursery.cancel_scope.cancel()
        return self._end.code(code)

    def _distrust(self, words: str) -> None:
        """Our player gets up because what was compared by voice differs."""
        self.say(words)
        self._end.distrust()
        self.stop()

    async def _read_words(self) -> None:
        async for words in console.typed_lines():
            if self.in_charge is not None and words.strip():
                self.in_charge.take(words.strip())
        self._is_closed = True
        while self.in_charge is None:
            await trio.sleep(0.1)
        self.in_charge.closed()

    async def _heed_signals(self, *, task_status: trio.TaskStatus[None]) -> None:
        has_asked = False
        with trio.open_signal_receiver(*console.heeded()) as signals:
            task_status.started()
            async for number in signals:
                has_stake = self.in_charge is not None and self.in_charge.has_stake
                if number == signal.SIGINT and has_stake and not has_asked:
                    has_asked = True
                    self.say("Leave the table? Ctrl-C again leaves at once; anything else stays.")
                    continue
                limit_s = self._end.heed(number)
                if limit_s is None:
                    self._scope.cancel()
                    continue
                self._scope.deadline = min(self._scope.deadline, trio.current_time() + limit_s)
                if self.in_charge is None:
                    self.stop()
                else:
                    self.in_charge.leave()
