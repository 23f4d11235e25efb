"""The Linux text console: its font is asked, and where it cannot be, letters are safe."""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys

import pytest

from cli.console_font import draws
from cli.output import is_unicode

if sys.platform != "linux":
    pytest.skip("only Linux has this console", allow_module_level=True)

import fcntl

SUITS = "♠♥♦♣"
OWN_PLACES = {glyph: place for place, glyph in enumerate(SUITS + "✓✗", start=3)}


class Console:
    """A stream on it, whose font has these places."""

    encoding = "utf-8"

    def isatty(self):
        return True

    def fileno(self):
        return 1


def has_font(monkeypatch, places):
    """The kernel's answer to GIO_UNIMAP."""

    def ioctl(descriptor, request, wanted, mutate):
        assert (descriptor, request, mutate) == (1, 0x4B66, True)
        room, address = struct.unpack("HP", wanted)
        assert len(places) <= room
        pairs = b"".join(struct.pack("HH", ord(glyph), place) for glyph, place in places.items())
        ctypes.memmove(address, pairs, len(pairs))
        struct.pack_into("H", wanted, 0, len(places))

    monkeypatch.setattr(fcntl, "ioctl", ioctl)


def has_no_font(monkeypatch):
    def ioctl(*_):
        raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))

    monkeypatch.setattr(fcntl, "ioctl", ioctl)


@pytest.fixture(autouse=True)
def on_the_console(monkeypatch):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("TERM", "linux")


def test_a_font_with_a_place_for_each_suit_draws_them(monkeypatch):
    has_font(monkeypatch, OWN_PLACES)
    assert draws(1, SUITS)
    assert is_unicode(Console())


def test_a_font_that_draws_every_suit_as_a_diamond_does_not(monkeypatch):
    has_font(monkeypatch, OWN_PLACES | dict.fromkeys(SUITS, 4))
    assert not draws(1, SUITS)
    assert not is_unicode(Console())


def test_a_font_that_lacks_a_mark_gets_letters(monkeypatch):
    has_font(monkeypatch, {glyph: place for glyph, place in OWN_PLACES.items() if glyph != "✓"})
    assert not is_unicode(Console())


def test_where_no_font_can_be_asked_there_are_letters(monkeypatch):
    has_no_font(monkeypatch)
    assert not is_unicode(Console())


def test_a_real_descriptor_that_is_no_console_is_asked_without_harm():
    with open(os.devnull, "rb") as nowhere:
        assert not draws(nowhere.fileno(), SUITS)


def test_other_terminals_are_not_asked(monkeypatch):
    has_no_font(monkeypatch)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert is_unicode(Console())


def test_a_file_written_from_the_console_keeps_its_glyphs(monkeypatch):
    has_no_font(monkeypatch)
    console = Console()
    monkeypatch.setattr(console, "isatty", lambda: False, raising=False)
    assert is_unicode(console)
