"""What a terminal can do: asked of a real one, and of the variables."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace

import pytest

from cli.screen.look import Depth, Theme
from cli.screen.terminal import (
    PROBE,
    console_of_windows,
    draws_glyphs,
    find_look,
    focus_reports,
    notice_of,
    own_title,
    title_of,
)
from cli.settings import Settings

pty = pytest.importorskip(
    "pty", reason="Windows has no pseudo-terminals that a test could hold", exc_type=ImportError
)


@pytest.mark.parametrize(
    ("variables", "depth"),
    [
        ({}, Depth.NONE),
        ({"TERM": "dumb"}, Depth.NONE),
        ({"TERM": "xterm"}, Depth.SIXTEEN),
        ({"TERM": "xterm-256color"}, Depth.PALETTE),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, Depth.TRUE),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, Depth.NONE),
    ],
)
def test_colours_are_as_many_as_the_variables_say(variables, depth):
    settings = Settings(charset="unicode")
    assert find_look(settings, environment=variables).depth is depth


@pytest.mark.parametrize(
    ("colours", "theme"),
    [("15;0", Theme.DARK), ("0;15", Theme.LIGHT), ("0;7", Theme.LIGHT), ("x", Theme.UNKNOWN)],
)
def test_the_background_is_asked_of_colorfgbg_unless_the_settings_say(colours, theme):
    variables = {"TERM": "xterm-256color", "COLORFGBG": colours}
    assert find_look(Settings(charset="unicode"), environment=variables).theme is theme
    dark = Settings(charset="unicode", theme="dark")
    assert find_look(dark, environment=variables).theme is Theme.DARK
    none = Settings(charset="unicode", theme="none")
    assert find_look(none, environment=variables).depth is Depth.NONE


@pytest.mark.parametrize(
    ("obeys", "depth", "title"),
    [(True, Depth.TRUE, "\x1b]0;Your turn\a"), (False, Depth.SIXTEEN, "")],
    ids=["Windows 10 and later", "an old console"],
)
@pytest.mark.parametrize("variables", [{}, {"TERM": "xterm-256color"}], ids=["no TERM", "a TERM"])
def test_on_windows_the_console_itself_is_asked(monkeypatch, variables, obeys, depth, title):
    """Its terminals set no TERM; and one set by hand changes nothing about the console."""
    windows10 = ModuleType("prompt_toolkit.output.windows10")
    asked = []
    windows10.is_win_vt100_enabled = lambda: asked.append(True) or obeys
    monkeypatch.setitem(sys.modules, windows10.__name__, windows10)
    monkeypatch.setattr(sys, "platform", "win32")
    console_of_windows.cache_clear()
    assert find_look(Settings(charset="unicode"), environment=variables).depth is depth
    assert title_of("Your turn", variables) == title
    written = []
    output = SimpleNamespace(write_raw=written.append, flush=lambda: None)
    with own_title(output), focus_reports(output):
        pass
    assert bool(written) is obeys
    assert asked == [True], "once, and not at every title"
    console_of_windows.cache_clear()


def test_ascii_is_chosen_by_flag_by_setting_and_without_a_terminal():
    assert find_look(Settings(charset="unicode"), ascii_wanted=True).is_ascii
    assert find_look(Settings(charset="ascii")).is_ascii
    assert not find_look(Settings(charset="unicode")).is_ascii


@contextmanager
def terminal(answer: bytes) -> Iterator[tuple[object, object]]:
    """A terminal that answers the probe."""
    master, slave = pty.openpty()
    heard = b""

    def act() -> None:
        nonlocal heard
        while b"\x1b[6n" not in heard:
            heard += os.read(master, 1024)
        os.write(master, answer)

    thread = threading.Thread(target=act)
    thread.start()
    with open(slave, encoding="utf-8", closefd=False) as source:  # noqa: SIM117
        with open(slave, "w", encoding="utf-8", closefd=False) as target:
            yield source, target
    thread.join()
    os.close(slave)
    os.close(master)
    assert PROBE.encode() in heard


@pytest.mark.parametrize(
    ("answer", "draws"),
    [
        (b"\x1b[1;5R", True),
        (b"\x1b[1;9R", False),
        (b"\x1b[24;7R", False),
        (b"typed\x1b[3;5R", True),
        (b"", True),
        (b"nonsense", True),
    ],
)
def test_glyphs_are_drawn_where_the_terminal_says_they_take_four_columns(
    monkeypatch, answer, draws
):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    with terminal(answer) as (source, target):
        assert draws_glyphs(source, target) is draws


@pytest.mark.parametrize(
    ("variables", "notice"),
    [
        ({"TERM": "xterm-256color"}, "\x1b]9;Your turn\a"),
        ({"TERM": "xterm-256color", "VTE_VERSION": "7600"}, "\x1b]777;notify;p2pcards;Your turn\a"),
        ({"TERM": "foot"}, "\x1b]777;notify;p2pcards;Your turn\a"),
        ({"TERM": "rxvt-unicode-256color"}, "\x1b]777;notify;p2pcards;Your turn\a"),
        ({"TERM": "linux"}, ""),
        ({"TERM": "dumb"}, ""),
        ({}, ""),
    ],
)
def test_a_notice_is_sent_in_the_one_way_that_the_terminal_takes(variables, notice):
    assert notice_of("Your turn", variables) == notice
    assert title_of("Your turn", variables) == ("\x1b]0;Your turn\a" if notice else "")
