"""The bridge between screen and table: whichever ends first, both end, and nothing is left behind."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import trio
from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.base import PipeInput
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import DummyOutput

from cli.screen import bridge
from cli.screen.bridge import Ended, run_bridged
from tests import systems


@pytest.fixture(autouse=True)
def signals_as_a_shell_gives_them() -> Iterator[None]:
    """Whoever runs these tests may have signals ignored, as `nohup` and `&` do."""
    before = {number: signal.getsignal(number) for number in bridge.SIGNALS}
    for number in bridge.SIGNALS:
        usual = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
        signal.signal(number, usual)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


class Bug(Exception):
    """What goes wrong."""


class OtherBug(Exception):
    """What goes wrong on the other side."""


class Evening:
    """A small program on the bridge: a core that ticks and says goodbye, a screen with a few keys."""

    def __init__(self, core_end: Callable[[Evening], Any] | None = None) -> None:
        self.goodbyes = 0
        self.is_drawing_broken = False
        self.asked, self._wishes = trio.open_memory_channel[str](8)
        self.core_end = core_end
        self.wanted: BaseException | None = None
        self.begun = threading.Event()
        self.is_all_sent = threading.Event()

    def application(self, terminal: PipeInput) -> Application[None]:
        keys = KeyBindings()

        @keys.add("q")
        @keys.add("c-c")
        def _(event: KeyPressEvent) -> None:
            self.asked.send_nowait("quit")

        @keys.add("e")
        def _(event: KeyPressEvent) -> None:
            event.app.exit()

        @keys.add("x")
        def _(event: KeyPressEvent) -> None:
            raise Bug

        @keys.add("d")
        def _(event: KeyPressEvent) -> None:
            self.is_drawing_broken = True

        def text() -> str:
            if self.is_drawing_broken:
                raise Bug
            return "playing"

        layout = Layout(Window(FormattedTextControl(text, focusable=True)))
        return Application(
            layout=layout,
            key_bindings=keys,
            full_screen=True,
            input=terminal,
            output=DummyOutput(),
        )

    async def core(self) -> str:
        try:
            self.begun.set()
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._tick)
                nursery.start_soon(self._fail)
                async for _ in self._wishes:
                    nursery.cancel_scope.cancel()
                    return "left"
            raise AssertionError
        finally:
            with trio.CancelScope(shield=True):
                while not self.is_all_sent.is_set():  # a signal after the end would end the tests
                    await trio.sleep(0.001)
                self.goodbyes += 1

    async def _tick(self) -> None:
        while True:
            await trio.sleep(0.001)

    async def _fail(self) -> None:
        while self.wanted is None:
            await trio.sleep(0.001)
        raise self.wanted


def at(seconds: float, evening: Evening, what: Callable[[], object]) -> threading.Thread:
    """Do it so long after the evening has begun: before, signals would end the tests."""

    def act() -> None:
        evening.begun.wait(10)
        time.sleep(seconds)
        what()
        evening.is_all_sent.set()

    thread = threading.Thread(target=act)
    thread.start()
    return thread


def kill(number: int) -> None:
    os.kill(os.getpid(), number)


def run_evening(
    end: Callable[[Evening, PipeInput], object], moment_s: float = 0.01, **more: Any
) -> tuple[Evening, Ended[str] | BaseException]:
    """Run one, ended in this way at this moment; what came of it."""
    evening = Evening()
    handlers = [signal.getsignal(number) for number in bridge.SIGNALS]
    with create_pipe_input() as terminal, create_app_session(input=terminal, output=DummyOutput()):
        application = evening.application(terminal)
        timer = at(moment_s, evening, lambda: end(evening, terminal))
        try:
            result: Ended[str] | BaseException = run_bridged(application, evening.core, **more)
        except BaseException as error:
            result = error
        timer.join()
    assert not application.is_running
    assert handlers == [signal.getsignal(number) for number in bridge.SIGNALS]
    assert trio.run(_one) == 1, "trio works again in this thread"
    return evening, result


async def _one() -> int:
    await trio.sleep(0)
    return 1


def unwrapped(error: object) -> object:
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error


def want(error: BaseException) -> Callable[[Evening, PipeInput], object]:
    return lambda evening, _: setattr(evening, "wanted", error)


ENDINGS: dict[str, Callable[[Evening, PipeInput], object]] = {
    "the key q": lambda _, terminal: terminal.send_text("q"),
    "the key Ctrl-C": lambda _, terminal: terminal.send_text("\x03"),
    "the screen exits": lambda _, terminal: terminal.send_text("e"),
    "a key binding fails": lambda _, terminal: terminal.send_text("x"),
    "drawing fails": lambda _, terminal: terminal.send_text("d"),
    "the core fails": want(Bug()),
    "the core exits": want(SystemExit(3)),
    "end of input": lambda _, terminal: terminal.close(),
    "both fail": lambda evening, terminal: (
        terminal.send_text("x"),
        setattr(evening, "wanted", Bug()),
    ),
}
SIGNALLED: dict[str, Callable[[Evening, PipeInput], object]] = {
    "SIGINT": lambda *_: kill(signal.SIGINT),
    "SIGTERM": lambda *_: kill(signal.SIGTERM),
    "SIGHUP": lambda *_: kill(signal.SIGHUP),
    "two signals": lambda *_: (kill(signal.SIGTERM), kill(signal.SIGINT)),
}


@pytest.mark.heavy
@pytest.mark.parametrize(
    "ending", [*ENDINGS, *(pytest.param(one, marks=systems.needs_signals) for one in SIGNALLED)]
)
def test_at_any_moment_every_ending_ends_both_and_the_goodbye_is_said(ending):
    chance = random.Random(ending)
    for _ in range(8):
        evening, result = run_evening((ENDINGS | SIGNALLED)[ending], chance.uniform(0, 0.03))
        # A core that was never begun has no goodbye to say; here it always begins.
        assert evening.goodbyes == 1, result


def test_the_core_s_value_comes_back():
    _, result = run_evening(ENDINGS["the key q"])
    assert result == Ended("left", False)


@pytest.mark.parametrize("ending", ["a key binding fails", "drawing fails", "the core fails"])
def test_an_error_reaches_the_caller_as_itself(ending):
    _, result = run_evening(ENDINGS[ending])
    assert isinstance(unwrapped(result), Bug)


def test_the_end_of_the_input_is_told_apart():
    _, result = run_evening(ENDINGS["end of input"])
    assert result == Ended(None, True)


def test_errors_of_both_sides_come_in_one_group():
    evening = Evening()
    with create_pipe_input() as terminal, create_app_session(input=terminal, output=DummyOutput()):

        async def core() -> None:
            try:
                await trio.sleep_forever()
            finally:
                raise OtherBug

        terminal.send_text("x")
        with pytest.raises(BaseExceptionGroup) as caught:
            run_bridged(evening.application(terminal), core)
    assert {type(unwrapped(error)) for error in caught.value.exceptions} == {Bug, OtherBug}


def test_a_core_that_ends_before_the_screen_has_started_ends_the_screen():
    evening = Evening()
    with create_pipe_input() as terminal, create_app_session(input=terminal, output=DummyOutput()):

        async def core() -> str:
            return "port in use"

        assert run_bridged(evening.application(terminal), core).value == "port in use"

        async def failing() -> str:
            raise Bug

        with pytest.raises(Bug):
            run_bridged(evening.application(terminal), failing)


@systems.needs_signals
def test_a_signal_may_be_answered_politely():
    numbers: list[int] = []
    holder: list[Evening] = []

    def on_signal(number: int) -> None:
        numbers.append(number)
        holder[0].asked.send_nowait("quit")

    def end(evening: Evening, _: PipeInput) -> None:
        holder.append(evening)
        kill(signal.SIGTERM)

    _, result = run_evening(end, on_signal=on_signal)
    assert result == Ended("left", False)
    assert numbers == [signal.SIGTERM]


@systems.needs_signals
@pytest.mark.parametrize("number", bridge.SIGNALS)
def test_a_signal_that_was_ignored_stays_so_and_is_given_back(number):
    signal.signal(number, signal.SIG_IGN)

    def end(_: Evening, terminal: PipeInput) -> None:
        kill(number)
        terminal.send_text("q")

    _, result = run_evening(end, on_signal=lambda number: pytest.fail(f"heeded {number}"))
    assert result == Ended("left", False)
    assert signal.getsignal(number) is signal.SIG_IGN


@systems.needs_signals
def test_a_handler_of_its_own_is_given_back():
    def handler(*_: object) -> None:
        """Somebody else's."""

    signal.signal(signal.SIGTERM, handler)
    run_evening(SIGNALLED["SIGTERM"])
    assert signal.getsignal(signal.SIGTERM) is handler


@pytest.mark.parametrize("ending", ["end of input", "the screen exits", "a key binding fails"])
def test_when_the_screen_goes_the_core_may_end_by_itself(ending):
    holder: list[Evening] = []

    def end(evening: Evening, terminal: PipeInput) -> None:
        holder.append(evening)
        ENDINGS[ending](evening, terminal)

    evening, result = run_evening(end, on_screen_gone=lambda: holder[0].asked.send_nowait("quit"))
    assert evening.goodbyes == 1
    if ending == "a key binding fails":
        assert isinstance(unwrapped(result), Bug)
    else:
        assert isinstance(result, Ended)
        assert result.value == "left"


def test_a_core_that_does_not_end_by_itself_is_cancelled(monkeypatch):
    monkeypatch.setattr(bridge, "FAREWELL_S", 0.05)
    evening, result = run_evening(ENDINGS["end of input"], on_screen_gone=lambda: None)
    assert result == Ended(None, True)
    assert evening.goodbyes == 1


def test_cancellation_from_outside_ends_both():
    evening = Evening()

    async def main() -> None:
        with (
            create_pipe_input() as terminal,
            create_app_session(input=terminal, output=DummyOutput()),
        ):
            application = evening.application(terminal)
            evening.is_all_sent.set()
            task = asyncio.ensure_future(bridge._run(application, evening.core, None, None))
            await asyncio.sleep(0.02)
            task.cancel()
            await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(main())
    assert evening.goodbyes == 1


def test_a_core_that_ends_inside_trio_is_seen_as_trio():
    evening = Evening()
    with create_pipe_input() as terminal, create_app_session(input=terminal, output=DummyOutput()):

        async def core() -> bool:
            await trio.to_thread.run_sync(time.sleep, 0.001)
            return trio.lowlevel.in_trio_task()

        assert run_bridged(evening.application(terminal), core).value is True
