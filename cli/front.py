"""A playing program's front: where an evening shows what happens, and takes what is wanted.

The one rule: one thing at a time is in charge of the words, the lobby or the table, and every way
to end (leave, end of input, Ctrl-C, a signal) goes through it, so that a seat is never just dropped.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol

import trio

from cli import console, paths
from cli.acquaintances import Acquaintances
from cli.errors import ExitCode
from cli.evening_end import EveningEnd
from cli.line_choice import LineChoice
from cli.line_lobby import LineLobby
from cli.line_table import LineTable
from cli.settings import Settings
from p2pcards.engine import Seat, View
from protocol.net.conduct.roles import Ending, Observer
from protocol.net.lobby import Room
from protocol.net.session import Session
from protocol.table.table import Table


class InCharge(Protocol):
    """Who takes the words just now."""

    def take(self, words: str) -> None:
        """A typed line."""
        ...

    def closed(self) -> None:
        """Nothing more can be typed."""
        ...

    def leave(self) -> None:
        """Leave without asking again."""
        ...

    @property
    def has_stake(self) -> bool:
        """Whether leaving should be asked about first."""
        ...


class LobbyFront(InCharge, Protocol):
    """Shows a table that has not started."""

    def show(self, room: Room) -> None:
        """The room as it is now."""
        ...

    def link_up(self, key: bytes, words: tuple[str, ...]) -> None:
        """There is a link to this key, and these are its comparison words."""
        ...

    def ask(self, text: str, answer: Callable[[], None]) -> None:
        """Ask once whether to sit down; `answer` if so, else the player gets up."""
        ...


class TableFront(InCharge, Observer, Protocol):
    """Shows a table, and decides for its seat where a person plays it."""

    async def decide(self, view: View, limit_ms: int | None) -> Any:
        """As `protocol.net.session.Player`."""
        ...

    def sit_down(self, session: Session) -> None:
        """The session whose table this is."""
        ...


class Front(Protocol):
    """Shows an evening: in lines, or on the full screen."""

    in_charge: InCharge | None
    wants_again: bool
    """Whether the player wants another match at the table that has just ended."""

    def say(self, text: str) -> None:
        """A sentence to be read."""
        ...

    def prompt(self, text: str) -> None:
        """What can be typed; for fronts without keys of their own."""
        ...

    def stop(self) -> None:
        """End the evening where it is: nothing is at stake."""
        ...

    def connecting(self, text: str) -> None:
        """Somebody is looked for or dialled; `text` says who."""
        ...

    async def choose(self, question: str, options: Sequence[str]) -> int | None:
        """Ask which of these is meant; None where nobody can be asked, or answers."""
        ...

    def waiting(self, text: str) -> AbstractContextManager[trio.CancelScope]:
        """A block that waits for somebody, for as long as the player likes; `text` says for whom.

        The scope is cancelled where the player breaks it off.
        """
        ...

    def open_lobby(
        self,
        own_key: bytes,
        *,
        set_ready: Callable[[bool], None],
        set_bots: Callable[[int], None] | None = None,
        is_quiet: bool = False,
        is_watching: bool = False,
    ) -> LobbyFront:
        """Show a table that has not started; it is in charge.

        Args:
            own_key: Our key, to find our seat.
            set_ready: Called when our player is ready, or not any more.
            set_bots: Called with +1 or -1 for one bot more or less, where that is ours to say.
            is_quiet: The table fills by itself.
            is_watching: No seat is wished for.
        """
        ...

    def open_table(
        self,
        table: Table,
        *,
        is_person: bool,
        on_first_link: Callable[[Seat, tuple[str, ...]], None],
    ) -> TableFront:
        """Show a table; it is in charge."""
        ...

    async def end_table(self, ending: Ending, words: Sequence[str], log: Path) -> None:
        """The table is over for us, which these sentences say; returns when the player has seen it."""
        ...


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
        self._settings = settings
        self.in_charge: InCharge | None = None
        self._reads_words = reads_words
        self._lobby: LineLobby | None = None
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
        if not self._reads_words or sys.stdin is None or not sys.stdin.isatty():
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
        )
        self.in_charge = lines
        return lines

    async def end_table(self, ending: Ending, words: Sequence[str], log: Path) -> None:
        for text in words:
            self.say(text)

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
