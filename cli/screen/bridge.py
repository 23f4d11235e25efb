"""The screen and the table in one thread: asyncio hosts prompt_toolkit, and trio is its guest.

The one rule: whichever side ends first, and however, the other is ended too and waited for, and
only then does the loop close. So the terminal is itself again, and no farewell is cut off.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

import trio
from prompt_toolkit.application import Application

T = TypeVar("T")

SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)

FAREWELL_S: Final = 8.0
"""How long the core may take to end by itself once the screen has gone."""


@dataclass(frozen=True, slots=True)
class Ended(Generic[T]):
    """How the two ended without an error.

    Args:
        value: What the core returned; None where it was cancelled.
        is_terminal_gone: The terminal was closed under the screen.
    """

    value: T | None
    is_terminal_gone: bool


@dataclass(eq=False)
class ScreenFailed(Exception):
    """The loop met an error that belongs to no task and brought no exception with it."""

    message: str

    def __str__(self) -> str:
        return self.message


def run_bridged(
    application: Application[None],
    core: Callable[[], Awaitable[T]],
    *,
    on_signal: Callable[[int], None] | None = None,
    on_screen_gone: Callable[[], None] | None = None,
) -> Ended[T]:
    """Run the screen with `core`, a trio function, beside it, until both have ended.

    Args:
        application: Not running yet.
        core: When it returns, the screen is closed.
        on_signal: Called with each SIGINT, SIGTERM and SIGHUP, to end the core politely; without
            it, the core is cancelled. (In raw mode Ctrl-C is a key, not a signal.)
        on_screen_gone: Called when the screen ends first, to end the core politely; it has
            FAREWELL_S for that. Without it, the core is cancelled.

    Raises:
        BaseException: What either side raised, as itself; a group where both did.
    """
    return asyncio.run(_run(application, core, on_signal, on_screen_gone))


async def _run(
    application: Application[None],
    core: Callable[[], Awaitable[T]],
    on_signal: Callable[[int], None] | None,
    on_screen_gone: Callable[[], None] | None,
) -> Ended[T]:
    loop = asyncio.get_running_loop()
    core_ended: asyncio.Future[Any] = loop.create_future()
    scope = trio.CancelScope()
    stray: list[BaseException] = []

    async def guest() -> T | None:
        with scope:
            return await core()
        return None

    screen = asyncio.ensure_future(
        application.run_async(set_exception_handler=False, handle_sigint=False)
    )

    def on_stray(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        # An exception of a key binding or a redraw ends up here, since no task awaits it.
        error = context.get("exception") or ScreenFailed(context["message"])
        if not _exit(application, error):
            stray.append(error)
            screen.cancel()

    def end_screen(_: object) -> None:
        # The core may end before the screen has started ("port in use").
        if not _exit(application, None) and not screen.done():
            screen.cancel()

    loop.set_exception_handler(on_stray)
    trio.lowlevel.start_guest_run(
        guest,
        run_sync_soon_threadsafe=loop.call_soon_threadsafe,
        run_sync_soon_not_threadsafe=loop.call_soon,
        host_uses_signal_set_wakeup_fd=True,
        done_callback=core_ended.set_result,
    )
    core_ended.add_done_callback(end_screen)

    def heed(number: int) -> None:
        if on_signal is None:
            scope.cancel()
        else:
            on_signal(number)

    def end_core(at_once: bool) -> None:
        if at_once or on_screen_gone is None:
            scope.cancel()
        else:
            scope.deadline = min(scope.deadline, trio.current_time() + FAREWELL_S)
            on_screen_gone()

    with _signals(loop, heed):
        cancelled = await _wait_all(screen, core_ended, end_core)
    if cancelled is not None:
        raise cancelled
    return _judge(screen, core_ended.result(), stray)


async def _wait_all(
    screen: asyncio.Future[None],
    core_ended: asyncio.Future[Any],
    end_core: Callable[[bool], None],
) -> asyncio.CancelledError | None:
    """Wait for both ends, whatever comes; the cancellation from outside that came meanwhile."""
    cancelled: asyncio.CancelledError | None = None
    while not (screen.done() and core_ended.done()):
        left = [one for one in (screen, core_ended) if not one.done()]
        try:
            await asyncio.shield(asyncio.wait(left, return_when=asyncio.FIRST_COMPLETED))
        except asyncio.CancelledError as error:
            cancelled = error
            screen.cancel()
            end_core(True)
        else:
            if not core_ended.done():
                end_core(False)
    return cancelled


def _exit(application: Application[None], error: BaseException | None) -> bool:
    """End a running application; False where it is not running, or ending already."""
    future = application.future
    if future is None or future.done():
        return False
    if error is None:
        application.exit()
    else:
        application.exit(exception=error)
    return True


def _judge(screen: asyncio.Future[None], core: Any, stray: list[BaseException]) -> Ended[Any]:
    """What both have come to. `core` is what trio gives: a value, or an error, to unwrap."""
    errors = list(stray)
    value = None
    is_terminal_gone = False
    if not screen.cancelled() and (error := screen.exception()) is not None:
        # End of input, or writing to a terminal that is not there any more.
        if isinstance(error, EOFError | OSError):
            is_terminal_gone = True
        else:
            errors.append(error)
    try:
        value = core.unwrap()
    except BaseException as error:
        errors.append(error)
    if len(errors) > 1:
        raise BaseExceptionGroup("the screen and the table have failed", errors)
    if errors:
        raise errors[0]
    return Ended(value, is_terminal_gone)


@contextmanager
def _signals(loop: asyncio.AbstractEventLoop, heed: Callable[[int], None]) -> Iterator[None]:
    """Heed the signals; afterwards each is what it was, ignored ones too (`nohup`).

    One that was ignored stays so all along: whoever started us wants us to live on.
    """
    before: dict[int, Any] = {}
    try:
        for number in SIGNALS:
            handler = signal.getsignal(number)
            if handler is signal.SIG_IGN:
                continue
            try:
                loop.add_signal_handler(number, heed, number)
            except (NotImplementedError, RuntimeError, ValueError):
                continue  # Windows, or not the main thread
            before[number] = handler
        yield
    finally:
        for number, handler in before.items():
            loop.remove_signal_handler(number)
            if handler is not None:  # else it was not set from Python, and cannot be
                signal.signal(number, handler)
