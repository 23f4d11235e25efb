"""The full screen itself: draws whichever screen is shown, and gives it the keys.

The one rule: it knows no game and no table. What is seen comes as a view, what is pressed goes on
as a name, and both happen at once: nothing here waits.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Protocol, TypeVar

import trio
from prompt_toolkit.application import Application, run_in_terminal
from prompt_toolkit.data_structures import Point
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, UIContent, UIControl, Window
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output import Output

from cli.cells import char_width
from cli.screen.app_keys import APP_KEYS
from cli.screen.bell import Bell
from cli.screen.binding import found
from cli.screen.bridge import Ended, run_bridged
from cli.screen.drawing.draw import draw
from cli.screen.intents import Click, Key, Paste
from cli.screen.look import Look, style_of, words_as_seen
from cli.screen.screen_view import Drawn, ScreenView, Size
from cli.screen.terminal import (
    DEPTHS,
    REPORT_FOCUS,
    REPORT_NO_FOCUS,
    focus_reports,
    notice_of,
    own_title,
    title_of,
)
from cli.screen.terminal_keys import FOCUS_IN, FOCUS_OUT, KEY_NAMES, take_only_keys

T = TypeVar("T")

FRAME_S: Final = 1 / 30
SWITCH_S: Final = 0.001
"""How long a thread may hold the interpreter while a key waits; Python's own 5 ms add up to frames."""

TICK_S: Final = 0.25
"""How often a screen with a clock on it is drawn; the terminal gets only what has changed."""

ESCAPE_S: Final = 0.05
"""How long an Esc may be the beginning of a longer sequence."""


class Screen(Protocol):
    """What can be shown: the lobby, a table, a replay."""

    def view(self, now_ms: int) -> ScreenView:
        """What is to be seen now."""
        ...

    def press(self, key: Key, now_ms: int) -> None:
        """A key, or a click; judged by the frame that was drawn last."""
        ...

    def drawn(self, now_ms: int, drawn: Drawn) -> None:
        """The view asked for last is on the terminal from now on, drawn so."""
        ...


class ScreenApp:
    """One program's screen.

    Args:
        screen: Shown first.
        look: What the terminal can show.
        has_mouse: Whether to take the mouse.
        has_bell: Whether `ring` may ring.
        has_notices: Whether to set the window's title, and show a notice on the desktop.
        source, target: In place of the terminal.
    """

    def __init__(
        self,
        screen: Screen,
        look: Look,
        *,
        has_mouse: bool = True,
        has_bell: bool = True,
        has_notices: bool = True,
        source: Input | None = None,
        target: Output | None = None,
    ) -> None:
        self._screen = screen
        self.look = look
        self._has_bell = has_bell
        self._has_notices = has_notices
        self._clock_offset_s = 0.0
        self._is_due = False
        self._bell = Bell(self.now_ms())
        self.application: Application[None] = Application(
            layout=Layout(Window(_Canvas(self), always_hide_cursor=False)),
            key_bindings=self._bindings(),
            full_screen=True,
            mouse_support=Condition(lambda: has_mouse),
            color_depth=DEPTHS[look.depth],
            max_render_postpone_time=None,
            input=source,
            output=target,
        )
        self.application.ttimeoutlen = ESCAPE_S
        self.application.timeoutlen = ESCAPE_S
        take_only_keys(self.application.input)

    def now_ms(self) -> int:
        """The moment, on trio's clock."""
        return round((time.perf_counter() + self._clock_offset_s) * 1000)

    @property
    def screen(self) -> Screen:
        return self._screen

    def show(self, screen: Screen) -> None:
        """Show this screen from now on."""
        self._screen = screen
        self.redraw()

    def redraw(self) -> None:
        """Something has changed: it is seen within a frame, with whatever else changes until then."""
        loop = self.application.loop
        if loop is not None and not self._is_due:
            self._is_due = True
            loop.call_later(FRAME_S, self._draw_now)

    def _draw_now(self) -> None:
        self._is_due = False
        self.application.invalidate()

    def repaint(self) -> None:
        """Draw everything anew, whatever the terminal shows."""
        self.application.renderer.clear()
        self.redraw()

    def ring(self) -> None:
        """Something is due: ring, unless the player is looking, or wants no bell."""
        if self._has_bell and self._bell.rings(self.now_ms()):
            self.application.output.bell()
            self.application.output.flush()

    def call(self, words: str) -> None:
        """The player's turn has come: the title says so, and who looks elsewhere is called."""
        self.title(words)
        if self._has_notices and self._bell.rings(self.now_ms()):
            self._write(notice_of(words_as_seen(words, self.look)))
        self.ring()

    def title(self, words: str) -> None:
        """What the window is called from now on."""
        if self._has_notices:
            self._write(title_of(words_as_seen(words, self.look)))

    def _write(self, sequence: str) -> None:
        if sequence:
            self.application.output.write_raw(sequence)
            self.application.output.flush()

    def suspend(self) -> None:
        """Stop, as any program does; the terminal is the shell's until that goes on with us."""

        if sys.platform != "win32":  # whose shells know no such thing

            def stop() -> None:
                self._write(REPORT_NO_FOCUS)
                os.kill(0, signal.SIGTSTP)  # goes on here when the shell says so
                self._write(REPORT_FOCUS)

            run_in_terminal(stop)

    def run(
        self,
        core: Callable[[], Awaitable[T]],
        *,
        on_signal: Callable[[int], None] | None = None,
        on_screen_gone: Callable[[], None] | None = None,
    ) -> Ended[T]:
        """Show the screen for as long as `core` runs; as `run_bridged`."""

        async def ticking() -> T:
            self._clock_offset_s = trio.current_time() - time.perf_counter()
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._tick)
                result = await core()
                nursery.cancel_scope.cancel()
            return result

        output = self.application.output
        with focus_reports(output), self._titled(output), _quick_turns():
            return run_bridged(
                self.application, ticking, on_signal=on_signal, on_screen_gone=on_screen_gone
            )

    def _titled(self, output: Output) -> contextlib.AbstractContextManager[None]:
        return own_title(output) if self._has_notices else contextlib.nullcontext()

    async def _tick(self) -> None:
        while True:
            await trio.sleep(TICK_S)
            self.redraw()

    # --- keys ----------------------------------------------------------------------------------------

    def press(self, key: Key) -> None:
        """A key for the screen that is shown."""
        now_ms = self.now_ms()
        self._bell.pressed(now_ms)
        if isinstance(key, str) and (binding := found(APP_KEYS, self, key)) is not None:
            binding.does(self, key)
            return
        self._screen.press(key, now_ms)
        self.application.invalidate()  # what a key does is seen at once

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()

        def bind(key: Keys, name: str) -> None:
            bindings.add(key, eager=True)(lambda _: self.press(name))

        for key, name in KEY_NAMES.items():
            bind(key, name)

        @bindings.add(Keys.Any)
        def _(event: KeyPressEvent) -> None:
            self.press("space" if event.data == " " else event.data)

        @bindings.add(Keys.BracketedPaste)
        def _(event: KeyPressEvent) -> None:
            self.press(Paste(event.data))

        @bindings.add(FOCUS_IN)
        def _(_: KeyPressEvent) -> None:
            self._bell.focus(True)

        @bindings.add(FOCUS_OUT)
        def _(_: KeyPressEvent) -> None:
            self._bell.focus(False)

        return bindings

    # --- drawing -------------------------------------------------------------------------------------

    def _draw(self, size: Size) -> Drawn:
        now_ms = self.now_ms()
        drawn = draw(self._screen.view(now_ms), size, self.look)
        self._screen.drawn(now_ms, drawn)
        return drawn


@contextmanager
def _quick_turns() -> Iterator[None]:
    """Have threads with proofs give way to keys soon, as long as the block lasts.

    The modules and tables made until now stay for good, so that the collector need not go through
    them again and again: that took up to 0.15 s each time, with nothing else running meanwhile.
    """
    before_s = sys.getswitchinterval()
    gc.collect()
    gc.freeze()
    sys.setswitchinterval(SWITCH_S)
    try:
        yield
    finally:
        sys.setswitchinterval(before_s)
        gc.unfreeze()


class _Canvas(UIControl):
    """The whole terminal as one control."""

    def __init__(self, app: ScreenApp) -> None:
        self._app = app
        self._drawn = Drawn()

    def is_focusable(self) -> bool:
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        self._drawn = drawn = self._app._draw(Size(width, height))
        look = self._app.look
        lines: list[StyleAndTextTuples] = [
            [(style_of(span.role, look), span.text) for span in row] for row in drawn.rows
        ]
        row, column = drawn.cursor or (0, 0)
        return UIContent(
            get_line=lambda number: lines[number] if number < len(lines) else [],
            line_count=max(1, len(lines)),
            cursor_position=Point(column, row),
            show_cursor=drawn.cursor is not None,
        )

    def mouse_handler(self, mouse_event: MouseEvent) -> Any:
        target = self._target_at(mouse_event.position)
        match mouse_event.event_type:
            case MouseEventType.SCROLL_UP:
                self._app.press("s-tab" if target.startswith("card:") else "wheel-up")
            case MouseEventType.SCROLL_DOWN:
                self._app.press("tab" if target.startswith("card:") else "wheel-down")
            case MouseEventType.MOUSE_DOWN if target:
                is_why = mouse_event.button is MouseButton.RIGHT
                self._app.press(Click(target, is_why=is_why))
            case _:
                return NotImplemented
        return None

    def _target_at(self, position: Point) -> str:
        if not 0 <= position.y < len(self._drawn.rows):
            return ""
        column = 0
        for span in self._drawn.rows[position.y]:
            column += sum(map(char_width, span.text))
            if position.x < column:
                return span.target
        return ""
