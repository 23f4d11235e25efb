"""A terminal in memory: what the program writes is drawn by pyte, what is typed goes in by a pipe."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pyte
import trio
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.base import PipeInput
from prompt_toolkit.output.vt100 import Vt100_Output

from cli.errors import ExitCode
from cli.evening.hosting import Hosting, host
from cli.evening.party import Party
from cli.screen.front import ScreenFront
from cli.screen.look import Depth, Look, Theme
from cli.settings import Settings
from p2pcards.games import GAMES
from protocol.crypto.identity import Identity
from protocol.net.lobby import Plan

LIMIT_S = 150.0

MODES = {"alternate": 1049, "mouse": 1000, "paste": 2004, "focus": 1004}
"""Private modes that must be off again at the end."""


class FakeTerminal(io.StringIO):
    """The written side."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        super().__init__()
        self.size = Size(rows, columns)
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.Stream(self.screen)
        self.written = ""

    def write(self, text: str) -> int:
        self.written += text
        self.stream.feed(text)
        return len(text)

    def fileno(self) -> int:
        raise io.UnsupportedOperation

    def isatty(self) -> bool:
        return True

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    @property
    def modes_left_on(self) -> set[str]:
        """Private modes that were switched on last, not off."""
        on = set()
        for name, mode in MODES.items():
            last_on = self.written.rfind(f"\x1b[?{mode}h")
            if last_on > self.written.rfind(f"\x1b[?{mode}l"):
                on.add(name)
        return on

    def resize(self, front: ScreenFront, columns: int, rows: int) -> None:
        """As a window manager would."""
        self.size = Size(rows, columns)
        self.screen.resize(rows, columns)
        front.app.application._on_resize()


@contextlib.contextmanager
def fake_terminal(
    columns: int = 80, rows: int = 24, look: Look | None = None, **settings: object
) -> Iterator[tuple[FakeTerminal, PipeInput, ScreenFront]]:
    """A terminal with a front on it that has not run yet."""
    terminal = FakeTerminal(columns, rows)
    with create_pipe_input() as keys:
        output = Vt100_Output(terminal, lambda: terminal.size, term="xterm-256color")
        look = look or Look(depth=Depth.PALETTE, theme=Theme.DARK)
        chosen = Settings(**{"trick_pause": 0.5, "result_pause": 0.5, **settings})
        yield terminal, keys, ScreenFront(chosen, look, source=keys, target=output)


def own_table(*, seats: int = 3, deals: int = 1, deadline_s: int = 0) -> Hosting:
    """A table of Azi with bots, in this process alone."""
    game = GAMES["azi"]
    plan = Plan(game, game.options({}), seats, deadline_s, deals)
    return Hosting(plan, seats - 1, "easy", 0, is_local=True, is_announced=False)


def party_at(folder: Path) -> Party:
    return Party(Identity.from_seed(bytes(32)), "Sanjar", None, 0.0, True, folder / "own.log", None)


async def evening_with(
    front: ScreenFront, party: Party, hosting: Hosting, person: Callable[[], object]
) -> ExitCode:
    """The evening, with a person's hands beside it; not longer than any test may take."""
    with trio.fail_after(LIMIT_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(person)
            code = await host(front, party, hosting)
            nursery.cancel_scope.cancel()
    return code


async def wait_until(condition: Callable[[], bool]) -> None:
    while not condition():
        await trio.sleep(0.01)
