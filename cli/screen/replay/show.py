"""A log shown on this program's terminal: read and verified while it is already being watched.

The one rule: the log is verified in a thread, a little at a time; a key never waits for a proof.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import trio

from cli.errors import SIGNAL_BASE, CommandError
from cli.files.logs import read_log
from cli.files.own_hands import Hands, file_of, read_hands
from cli.files.own_key import find_identity
from cli.screen.app import ScreenApp
from cli.screen.message_app import MessageScreen
from cli.screen.replay.app import ReplayScreen
from cli.screen.terminal import find_look
from cli.settings import load as load_settings
from cli.table.story.tape import Tape, record
from p2pcards.games import GAMES
from protocol.report import Problem
from protocol.table.judge.opening import read_proposal
from protocol.wire.codec import BadLine
from protocol.wire.entries import Proposal

PORTION_S: Final = 0.05
"""How much of the log is verified between two looks at the screen."""


def show_replay(
    path: Path, data: bytes, deal: int | None, *, is_ascii: bool = False
) -> Problem | None:
    """Show a log on this program's terminal until enough has been seen; why it does not stand.

    Raises:
        CommandError: The settings are wrong.
        SystemExit: A signal ended it.
    """
    settings = load_settings()
    app = ScreenApp(
        MessageScreen("p2pcards", lambda: None),
        find_look(settings, ascii_wanted=is_ascii),
        has_mouse=settings.mouse,
        has_bell=False,
        has_notices=False,
    )
    scope = trio.CancelScope()
    numbers: list[int] = []

    def heed(number: int) -> None:
        numbers.append(number)
        scope.cancel()

    async def core() -> Problem | None:
        with scope:
            return await _watch(app, path.name, data, deal)
        return None

    problem = app.run(core, on_signal=heed).value
    if numbers:
        raise SystemExit(SIGNAL_BASE + numbers[0])
    return problem


async def watch_log(app: ScreenApp, path: Path) -> None:
    """Show a log in the midst of another screen, until enough has been seen."""
    try:
        data = read_log(path)
    except CommandError:
        return  # it has just been played; whoever took it away knows
    await _watch(app, path.name, data, None)


async def _watch(app: ScreenApp, name: str, data: bytes, deal: int | None) -> Problem | None:
    tape = Tape(data.count(b"\n"))
    try:
        identity = find_identity()
    except CommandError:
        identity = None  # whose key it is only says who sits at the bottom
    wishes, wished = trio.open_memory_channel[None](1)

    def leave() -> None:
        with suppress(trio.WouldBlock):
            wishes.send_nowait(None)

    screen = ReplayScreen(
        tape,
        name,
        own_key=None if identity is None else identity.public,
        hands=None if identity is None else _own_hands(data, identity.public),
        deal=deal,
        leave=leave,
    )
    app.show(screen)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(read_tape, data, tape, app.redraw)
        await wished.receive()
        nursery.cancel_scope.cancel()
    return tape.problem


def _own_hands(data: bytes, own_key: bytes) -> Hands:
    """What our own seat has noted of its cards, if it sat at this table."""
    proposal = data.partition(b"\n")[0]
    try:
        entry = read_proposal(proposal).entry
    except BadLine:
        return {}  # the screen says what is wrong with the log
    game = GAMES.get(entry.game) if isinstance(entry, Proposal) else None
    if game is None:
        return {}
    return read_hands(file_of(proposal, own_key), game.pack)


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
