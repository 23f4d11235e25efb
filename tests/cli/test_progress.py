"""The row that says how far a long piece of work is."""

from __future__ import annotations

import io

import pytest

from cli import progress
from cli.progress import Progress
from tests import systems


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "FIRST_S", 0)
    monkeypatch.setattr(progress, "EVERY_S", 0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def test_on_a_terminal_the_row_says_how_far_it_is_and_is_gone_at_the_end() -> None:
    stream = Terminal()
    work = Progress(200, stream)
    work.at(50, "3 deals verified  a.log")
    assert stream.getvalue() == f"\r{'█' * 6}{'░' * 18}  25%  3 deals verified  a.log\x1b[K"
    work.end()
    assert stream.getvalue().endswith("\r\x1b[K")


def test_a_hostile_name_moves_no_cursor_and_the_row_fits() -> None:
    stream = Terminal()
    Progress(2, stream).at(1, "\x1b[2J\n" + "x" * 200)
    row = stream.getvalue().removeprefix("\r").removesuffix("\x1b[K")
    assert "\x1b" not in row
    assert "\n" not in row
    assert len(row) <= 79


@systems.needs_locales
def test_where_only_ascii_arrives_it_is_drawn_in_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    stream = Terminal()
    Progress(2, stream).at(1, "half")
    assert stream.getvalue().isascii()


def test_elsewhere_nothing_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    work = Progress(2, stream)
    work.at(1, "half")
    work.end()
    Progress(2, None).at(1, "half")
    monkeypatch.setenv("TERM", "dumb")
    terminal = Terminal()
    Progress(2, terminal).at(1, "half")
    assert stream.getvalue() == terminal.getvalue() == ""


def test_what_is_done_soon_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "FIRST_S", 60)
    stream = Terminal()
    work = Progress(2, stream)
    work.at(1, "half")
    work.end()
    assert stream.getvalue() == ""
