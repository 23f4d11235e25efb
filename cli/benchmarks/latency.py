"""How long a key takes to be seen on the screen, while decks are made and proved beside it.

    python -m cli.benchmarks.latency [SEATS] [SECONDS] [GAME]

The one rule: measured from outside. A thread of its own types a key that always changes the screen
and waits for the bytes that draw it.
"""

from __future__ import annotations

import io
import json
import statistics
import sys
import threading
import time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

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
from protocol.crypto.rng import system_rng
from protocol.net.lobby import Plan

SEATS, SECONDS = 4, 20
KEY = "?"
"""Opens and closes the list of keys."""

PAUSE_S = 0.04
LOST_S = 5.0


class _Terminal(io.StringIO):
    """A terminal that only notes when something was drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn = threading.Event()

    def write(self, text: str) -> int:
        if len(text) > 40:  # more than a clock's digits
            self.drawn.set()
        return len(text)

    def fileno(self) -> int:
        raise io.UnsupportedOperation

    def isatty(self) -> bool:
        return True


def measure(seats: int = SEATS, seconds: float = SECONDS, game_name: str = "azi") -> dict[str, Any]:
    """Play bots against each other on the screen for so long, typing all the while.

    Returns:
        Milliseconds from key to drawing: `median`, `p95`, `p99`, `most`, and how many keys.
    """
    with TemporaryDirectory() as folder, create_pipe_input() as keys:
        terminal = _Terminal()
        output = Vt100_Output(terminal, lambda: Size(24, 80), term="xterm-256color")
        look = Look(depth=Depth.PALETTE, theme=Theme.DARK)
        settings = Settings(result_pause=0.5, trick_pause=0.5)
        front = ScreenFront(settings, look, source=keys, target=output)
        identity = Identity.generate(system_rng)
        # All seats are bots', ours too: so decks are made and cards played without a pause.
        party = Party(identity, "P", "easy", 0.0, True, Path(folder) / "log", None)
        game = GAMES[game_name]
        plan = Plan(game, game.options({}), seats, 0, 0)
        hosting = Hosting(plan, seats - 1, "easy", 0, is_local=True, is_announced=False)
        found: list[float] = []

        async def evening() -> ExitCode:
            with trio.move_on_after(seconds):
                return await host(front, party, hosting)
            return ExitCode.OK

        typist = threading.Thread(target=partial(_type, keys, terminal, seconds, found))
        typist.start()
        front.run(evening)
        typist.join()
    found.sort()
    return {
        "keys": len(found),
        "median": round(statistics.median(found), 1),
        "p95": round(found[int(len(found) * 0.95)], 1),
        "p99": round(found[int(len(found) * 0.99)], 1),
        "most": round(found[-1], 1),
    }


def _type(keys: PipeInput, terminal: _Terminal, seconds: float, found: list[float]) -> None:
    time.sleep(1)  # the screen opens
    until = time.monotonic() + seconds - 2
    while time.monotonic() < until:
        time.sleep(PAUSE_S)
        terminal.drawn.clear()
        begun = time.perf_counter()
        keys.send_text(KEY)
        if not terminal.drawn.wait(LOST_S):
            return
        found.append((time.perf_counter() - begun) * 1000)


if __name__ == "__main__":
    given, usual = sys.argv[1:4], [str(SEATS), str(SECONDS), "azi"]
    seats, seconds, name = given + usual[len(given) :]
    print(json.dumps(measure(int(seats), float(seconds), name)))
