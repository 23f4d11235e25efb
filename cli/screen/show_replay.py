"""A log shown on this program's terminal: read and verified while it is already being watched.

The one rule: the log is verified in a thread, a little at a time; a key never waits for a proof.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import trio

from cli.errors import CommandError
from cli.own_key import find_identity
from cli.screen.app import ScreenApp
from cli.screen.replay_app import ReplayScreen
from cli.screen.tape import Tape, record
from cli.screen.terminal import find_look
from cli.settings import load as load_settings
from protocol.audit import Problem

PORTION_S: Final = 0.05
"""How much of the log is verified between two looks at the screen."""


def show_replay(
    path: Path, data: bytes, deal: int | None, *, is_ascii: bool = False
) -> Problem | None:
    """Show a log on this program's terminal until enough has been seen; why it does not stand.

    Raises:
        CommandError: The settings are wrong.
    """
    settings = load_settings()
    tape = Tape(data.count(b"\n"))
    left = trio.Event()
    try:
        identity = find_identity()
    except CommandError:
        identity = None  # whose key it is only says who sits at the bottom
    screen = ReplayScreen(
        tape,
        path.name,
        own_key=None if identity is None else identity.public,
        deal=deal,
        leave=lambda: wishes.send_nowait(left.set),
        repaint=lambda: app.repaint(),
    )
    wishes, wished = trio.open_memory_channel[Callable[[], None]](16)
    app = ScreenApp(
        screen, find_look(settings, ascii_wanted=is_ascii), has_mouse=settings.mouse, has_bell=False
    )

    async def core() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(read_tape, data, tape, app.redraw)
            async for wish in wished:
                wish()
                if left.is_set():
                    nursery.cancel_scope.cancel()

    app.run(core)
    return tape.problem


async def read_tape(data: bytes, tape: Tape, changed: Callable[[], None]) -> None:
    """Verify the log in a thread, a little at a time, so that what is verified can be watched already."""
    rest = record(data, tape)

    def some() -> None:
        until = time.monotonic() + PORTION_S
        for _ in rest:
            if time.monotonic() >= until:
                break

    while not tape.is_complete:
        await trio.to_thread.run_sync(some)
        changed()
