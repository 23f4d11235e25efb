"""What this terminal can do: colours, background, glyphs, reports.

The one rule: asked once, before the screen opens, and whatever is not known is taken as the least.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import sys
import time
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, TextIO

from prompt_toolkit.output import ColorDepth, Output

from cli.output import is_unicode
from cli.screen.look import Depth, Look, Theme
from cli.settings import Settings

PROBE: Final = "♠─₥✓"
"""Glyphs whose width terminals differ about; four columns where all is well."""

PROBE_LIMIT_S: Final = 0.2
_ANSWER: Final = re.compile(rb"\x1b\[(\d+);(\d+)R")

REPORT_FOCUS: Final = "\x1b[?1004h"
REPORT_NO_FOCUS: Final = "\x1b[?1004l"

DEPTHS: Final[Mapping[Depth, ColorDepth]] = {
    Depth.NONE: ColorDepth.DEPTH_1_BIT,
    Depth.SIXTEEN: ColorDepth.DEPTH_4_BIT,
    Depth.PALETTE: ColorDepth.DEPTH_8_BIT,
    Depth.TRUE: ColorDepth.DEPTH_24_BIT,
}


_KEEP_TITLE: Final = "\x1b[22;0t"
_GIVE_TITLE_BACK: Final = "\x1b[23;0t"

WINDOWS: Final = "windows"
"""The kind of terminal of Windows 10 and later, which names none itself."""
OLD_WINDOWS: Final = "old-windows"
"""A console of Windows that writes escape sequences out instead of doing what they say."""
_MUTE_TERMINALS: Final = ("", "dumb", "linux", OLD_WINDOWS)
"""They have no title, and might write out what sets one."""


def _kind(environment: Mapping[str, str]) -> str:
    """`TERM`, or what is known without it."""
    term = environment.get("TERM", "")
    return term if sys.platform != "win32" or term == "dumb" else console_of_windows()


@cache
def console_of_windows() -> str:
    """Which of its two kinds the console is, asked once; empty where there is none."""
    if sys.platform == "win32":
        from prompt_toolkit.output.windows10 import is_win_vt100_enabled

        # By this is chosen too how the screen is drawn there, whatever the variable may say.
        return WINDOWS if is_win_vt100_enabled() else OLD_WINDOWS
    else:  # noqa: RET505 - so that each system's own branch is all that is checked for it
        return ""


def title_of(text: str, environment: Mapping[str, str] = os.environ) -> str:
    """What sets the window's title; empty where there is none."""
    return "" if _kind(environment) in _MUTE_TERMINALS else f"\x1b]0;{text}\a"


def notice_of(text: str, environment: Mapping[str, str] = os.environ) -> str:
    """What shows a notice on the desktop, in the one way that this terminal takes, lest it come twice."""
    term = _kind(environment)
    if term in _MUTE_TERMINALS:
        return ""
    if "VTE_VERSION" in environment or term.startswith(("rxvt", "foot")):
        return f"\x1b]777;notify;p2pcards;{text}\a"
    return f"\x1b]9;{text}\a"


@contextlib.contextmanager
def own_title(output: Output) -> Iterator[None]:
    """Keep the window's title, and give it back after the block."""
    if not title_of(""):
        yield
        return
    output.write_raw(_KEEP_TITLE)
    output.flush()
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # the terminal may be gone
            output.write_raw(_GIVE_TITLE_BACK)
            output.flush()


@contextlib.contextmanager
def focus_reports(output: Output) -> Iterator[None]:
    """Have the terminal report when its window comes to the front, as long as the block lasts."""
    if _kind(os.environ) == OLD_WINDOWS:
        yield
        return
    output.write_raw(REPORT_FOCUS)
    output.flush()
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # the terminal may be gone
            output.write_raw(REPORT_NO_FOCUS)
            output.flush()


def find_look(
    settings: Settings,
    *,
    ascii_wanted: bool = False,
    environment: Mapping[str, str] = os.environ,
) -> Look:
    """How screens look on this terminal, as far as settings, variables and terminal say."""
    if ascii_wanted or settings.charset != "auto":
        is_ascii = ascii_wanted or settings.charset == "ascii"
    else:
        is_ascii = not draws_glyphs(sys.stdin, sys.stdout)
    return Look(
        is_ascii=is_ascii,
        has_letters=settings.suits == "letters",
        depth=_depth(settings, environment),
        theme=_theme(settings, environment),
    )


def _depth(settings: Settings, environment: Mapping[str, str]) -> Depth:
    term = _kind(environment)
    if environment.get("NO_COLOR") or settings.theme == "none" or term in ("", "dumb"):
        return Depth.NONE
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return Depth.TRUE
    if term == WINDOWS or "direct" in term:
        return Depth.TRUE
    return Depth.PALETTE if "256" in term else Depth.SIXTEEN


def _theme(settings: Settings, environment: Mapping[str, str]) -> Theme:
    if settings.theme in ("dark", "light"):
        return Theme(settings.theme)
    background = environment.get("COLORFGBG", "").rpartition(";")[2]
    if not background.isdecimal():
        return Theme.UNKNOWN
    return Theme.LIGHT if int(background) in (7, *range(9, 16)) else Theme.DARK


def draws_glyphs(source: TextIO | None, target: TextIO | None) -> bool:
    """Whether the terminal draws our glyphs one column wide each: prints some and asks where it stands.

    A terminal that does not answer is believed what its locale says.
    """
    if source is None or target is None or not is_unicode(target):
        return False
    try:
        column = _ask_column(source.fileno(), target.fileno())
    except (OSError, ValueError):
        return True
    return column is None or column == len(PROBE) + 1


def _ask_column(source: int, target: int) -> int | None:
    """The cursor's column after the probe; None without an answer."""
    if (
        sys.platform != "win32"
    ):  # its console's input cannot be waited for; there the locale decides
        import termios
        import tty

        if not (os.isatty(source) and os.isatty(target)):
            return None
        before = termios.tcgetattr(source)
        heard = b""
        try:
            tty.setcbreak(source, termios.TCSADRAIN)
            os.write(target, f"\r{PROBE}\x1b[6n".encode())
            until = time.monotonic() + PROBE_LIMIT_S
            while (left := until - time.monotonic()) > 0:
                if select.select([source], [], [], left)[0]:
                    heard += os.read(source, 64)
                    if match := _ANSWER.search(heard):
                        return int(match[2])
        finally:
            os.write(target, b"\r\x1b[K")
            termios.tcsetattr(source, termios.TCSADRAIN, before)
    return None
