"""The full screen as an evening's front: lobby, table and whatever is said in between.

The one rule: keys only ask. What they want goes through one queue into trio, so that table and
network are touched from inside it alone, and a key never waits for a proof.
"""

from __future__ import annotations

import signal
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol

import trio
from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from cli import console, paths
from cli.errors import ExitCode
from cli.evening.acquaintances import Acquaintances
from cli.evening.conduct.ending import EveningEnd
from cli.evening.front import InCharge, LobbyFront, TableFront
from cli.screen.app import Screen, ScreenApp
from cli.screen.choice_app import MOST_OPTIONS, ChoiceScreen
from cli.screen.lobby.seated import SeatedScreen
from cli.screen.look import Look
from cli.screen.message_app import MessageScreen
from cli.screen.replay.show import watch_log
from cli.screen.table.app import After, TableScreen
from cli.screen.terminal import find_look
from cli.settings import Settings
from cli.settings import load as load_settings
from cli.table.conversation import Conversation
from cli.words.en import evening as evening_words
from p2pcards.engine import Seat
from protocol.audit import audit
from protocol.net.conduct.roles import Ending
from protocol.net.joining import Begun
from protocol.net.lobby import Room
from protocol.table.table import Table

WAITING_WISHES: Final = 64
"""Wishes of keys that trio has not come to yet; a full queue drops the key."""


def open_screen(*, is_ascii: bool = False) -> ScreenFront:
    """The screen on this program's terminal, as the settings say; raises CommandError."""
    settings = load_settings()
    return ScreenFront(settings, find_look(settings, ascii_wanted=is_ascii))


class Speaks(Screen, Protocol):
    """A screen on which sentences can be read."""

    def say(self, text: str) -> None: ...


class ScreenFront:
    """One program's screen, from its opening to its end; made once, run once.

    Args:
        settings: The player's.
        look: What the terminal can show.
        source, target: In place of the terminal.
    """

    def __init__(
        self,
        settings: Settings,
        look: Look,
        *,
        source: Input | None = None,
        target: Output | None = None,
    ) -> None:
        self.settings = settings
        self.in_charge: InCharge | None = None
        self.wants_again = False
        self.last: Begun | None = None
        self._is_alone = False
        self._conversation = Conversation()
        self._screen: Speaks = MessageScreen("p2pcards", self.stop)
        self.app = ScreenApp(
            self._screen,
            look,
            has_mouse=settings.mouse,
            has_bell=settings.bell,
            has_notices=settings.notices,
            source=source,
            target=target,
        )
        self._scope = trio.CancelScope()
        self._scopes = [self._scope]
        self._wished, self._wishes = trio.open_memory_channel[Callable[[], None]](WAITING_WISHES)
        self._end = EveningEnd()
        self.is_ending = False
        """The evening ends, whatever the table comes to."""
        self.last_words: list[str] = []
        """How the last table ended, said once more when the screen has gone."""

    # --- as the evening's front ------------------------------------------------------------------------

    def say(self, text: str) -> None:
        self._screen.say(text)
        self.app.redraw()

    def prompt(self, text: str) -> None:
        """The screen shows its keys by itself."""

    def connecting(self, text: str) -> None:
        if isinstance(self._screen, MessageScreen) and self._screen.says(text):
            return  # tried once more: the time goes on
        screen = MessageScreen("connecting", self.stop, since_ms=self.app.now_ms())
        screen.say(text)
        self.show(screen)

    async def choose(self, question: str, options: Sequence[str]) -> int | None:
        if len(options) > MOST_OPTIONS:
            return None
        chosen, choices = trio.open_memory_channel[int](1)
        before = self._screen
        self.show(
            ChoiceScreen(
                question,
                options,
                choose=lambda place: self.wish(lambda: chosen.send_nowait(place)),
                leave=self.stop,
            )
        )
        place = await choices.receive()
        self.show(before)
        return place

    def stop(self) -> None:
        self.wish(lambda: self._scopes[-1].cancel())

    def _distrust(self, words: str) -> None:
        """Our player gets up because what was compared by voice differs."""
        self.last_words = [words]
        self._end.distrust()
        self.stop()

    @contextmanager
    def visiting(self) -> Iterator[trio.CancelScope]:
        """What `stop` ends is this block, and not the whole evening."""
        scope = trio.CancelScope()
        self._scopes.append(scope)
        try:
            with scope:
                yield scope
        finally:
            self._scopes.remove(scope)
            self.in_charge = None

    @contextmanager
    def waiting(self, text: str) -> Iterator[trio.CancelScope]:
        self.connecting(text)
        with self.visiting() as scope:
            yield scope

    def show(self, screen: Speaks) -> None:
        """Show this screen; sentences go to it."""
        self._screen = screen
        self.app.show(screen)

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
        self._is_alone = is_quiet
        if is_quiet:
            return self._charge(_QuietLobby(self.stop))
        screen = SeatedScreen(
            own_key,
            Acquaintances(paths.known_peers_file()),
            set_ready=lambda is_ready: self.wish(lambda: set_ready(is_ready)),
            leave=self.stop,
            distrust=self._distrust,
            conversation=self._conversation,
            talk=lambda text: self.wish(lambda: talk(text)),
            set_bots=None if set_bots is None else lambda step: self.wish(lambda: set_bots(step)),
            is_watching=is_watching,
        )
        self.show(screen)
        return self._charge(screen)

    def open_table(
        self,
        table: Table,
        *,
        is_person: bool,
        on_first_link: Callable[[Seat, tuple[str, ...]], None],
    ) -> TableFront:
        screen = TableScreen(
            table,
            self.settings,
            app=self.app,
            wish=self.wish,
            interrupt=lambda: self._heed(signal.SIGINT),
            is_person=is_person,
            is_alone=self._is_alone,
            on_first_link=on_first_link,
            conversation=self._conversation,
        )
        self.show(screen)
        self.in_charge = screen
        return screen

    async def end_table(self, ending: Ending, words: Sequence[str], log: Path) -> None:
        self.last_words = list(words)
        screen = self._screen
        if isinstance(screen, TableScreen) and not self.is_ending:
            for text in words:
                screen.say_last(text)
            if ending in (Ending.LEFT, Ending.LOOKED_ON, Ending.PAUSED):
                return
            async with trio.open_nursery() as nursery:
                if ending is Ending.OVER:
                    nursery.start_soon(self._audit, screen, log)
                self.wants_again = await self._until_seen(screen, log) is After.AGAIN
                nursery.cancel_scope.cancel()

    async def _until_seen(self, screen: TableScreen, log: Path) -> After:
        while (after := await screen.wait_seen()) is After.REPLAY:
            await watch_log(self.app, log)
            self.app.show(screen)
        return after

    async def _audit(self, screen: TableScreen, log: Path) -> None:
        """Read the whole log once more, as anybody could who was not there."""

        def read() -> str | None:
            try:
                data = log.read_bytes()
            except OSError:
                return None  # whoever took it away knows
            return evening_words.audited(audit(data), data.count(b"\n"))

        told = await trio.to_thread.run_sync(read, abandon_on_cancel=True)
        if told is not None:
            screen.say_last(told)

    def wish(self, what: Callable[[], None]) -> None:
        """Have this done inside trio; dropped where too many wait already."""
        try:
            self._wished.send_nowait(what)
        except (trio.WouldBlock, trio.BrokenResourceError):
            self.app.ring()

    def _charge(self, screen: SeatedScreen | _QuietLobby) -> LobbyFront:
        self.in_charge = screen
        return screen

    # --- running ---------------------------------------------------------------------------------------

    def run(self, evening: Callable[[], Awaitable[ExitCode]]) -> int:
        """Run the evening to whichever end it comes to; the exit code."""

        async def core() -> int:
            code: int | None = None
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._fulfil)
                with self._scope:
                    code = await evening()
                nursery.cancel_scope.cancel()
            return self._end.code(code)

        try:
            ended = self.app.run(core, on_signal=self._heed, on_screen_gone=self._lose_links)
        finally:
            for text in self.last_words:
                console.say(text)
        is_lost = ended.is_terminal_gone or ended.value is None
        return self._end.code(ExitCode.FAILURE if is_lost else ended.value)

    async def _fulfil(self) -> None:
        async for what in self._wishes:
            what()
            self.app.redraw()

    def _heed(self, number: int) -> None:
        """A signal: leave, politely unless it is asked for a second time."""
        limit_s = self._end.heed(number)
        if limit_s is None:
            self._lose_links()
        else:
            self.leave_within(limit_s)

    def _lose_links(self) -> None:
        self.is_ending = True
        self.wish(self._scope.cancel)

    def leave_within(self, limit_s: float) -> None:
        """Leave, and be gone by then."""

        def limit() -> None:
            self._scope.deadline = min(self._scope.deadline, trio.current_time() + limit_s)

        self.wish(limit)
        self._leave()

    def _leave(self) -> None:
        self.is_ending = True
        if self.in_charge is not None and self.in_charge.has_stake:
            self.wish(self.in_charge.leave)
        else:
            self.wish(self._scope.cancel)


class _QuietLobby:
    """A table that fills by itself: nothing to see yet."""

    has_stake = False

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop

    def show(self, room: Room) -> None:
        """Nothing to see."""

    def link_up(self, key: bytes, words: tuple[str, ...]) -> None:
        """Nobody but our own bots comes here."""

    def said(self, key: bytes, name: str, text: str) -> None:
        """Bots do not talk."""

    def ask(self, text: str, answer: Callable[[], None]) -> None:
        answer()

    def take(self, words: str) -> None:
        """Nothing is typed here."""

    def closed(self) -> None:
        self._stop()

    def leave(self) -> None:
        self._stop()
