"""What mail, chats, browsers and editors make of a log, recognised from how the file begins.

The one rule: only what is done to all of a file alike counts, which is never done at the table. A
log that is altered in one place is left to the audit, which refuses it and says whose word it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import Final


class Damage(Enum):
    """What the file is instead of a log."""

    EMPTY = auto()
    ZEROS = auto()
    PACKED = auto()
    UTF_16 = auto()
    BYTE_ORDER_MARK = auto()
    LINE_ENDS = auto()
    PAGE = auto()
    BASE64 = auto()
    MAIL = auto()
    QUOTED = auto()
    QUOTED_PRINTABLE = auto()
    SPACES = auto()
    BROKEN_LINES = auto()
    TYPOGRAPHY = auto()
    LAID_OUT = auto()
    CUT_SHORT = auto()
    OTHER_VERSION = auto()
    NO_LOG = auto()


_ENTRY: Final = b'{"e":{"t":'
"""How each line of a log begins (SPEC §6.2)."""

_VERSION: Final = re.compile(
    rb'\{"e":\{"t":"propose",[^\n]{0,400}?"version":"p2pcards/([0-9]{1,9})"'
)
"""How the first line of a log of any version is expected to begin."""

_PACKED: Final = (
    b"\x1f\x8b",  # gzip
    b"PK\x03\x04",
    b"BZh",
    b"\xfd7zXZ\x00",
    b"\x28\xb5\x2f\xfd",  # zstd
    b"7z\xbc\xaf\x27\x1c",
    b"Rar!\x1a\x07",
)
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff", b"{\0", b"\0{")
_HEADERS: Final = re.compile(rb"(?:[A-Za-z][A-Za-z0-9-]*: .*\r?\n(?:[ \t].*\r?\n)*){2,}\r?\n")
_IN_BASE64: Final = re.compile(rb"eyJlIjp7InQiOi[A-Za-z0-9+/=\s]*\Z")
_SPACED: Final = re.compile(rb'\{\s*"e"\s*:\s*\{\s*"t"\s*:')
HEAD: Final = 1 << 16
"""Bytes that are looked at: a log has a dozen lines in them."""


def damage_of(head: bytes) -> Damage | None:
    """What has become of a file on its way; None where it may be a log, true or false.

    Args:
        head: Its first bytes, at most `HEAD`: all of it where they are fewer.
    """
    text = head.lstrip()
    if not text:
        return Damage.EMPTY
    if not head.strip(b"\0"):
        return Damage.ZEROS
    if head.startswith(_PACKED):
        return Damage.PACKED
    if head.startswith(_UTF_16):
        return Damage.UTF_16
    if head.startswith(b"\xef\xbb\xbf"):
        return Damage.BYTE_ORDER_MARK
    version = _VERSION.match(head)
    if version is not None and version[1] != b"1":
        return Damage.OTHER_VERSION
    if text.startswith(b"<") or b"&quot;e&quot;" in head:
        return Damage.PAGE
    if _HEADERS.match(head):
        return Damage.MAIL
    if _IN_BASE64.match(text):
        return Damage.BASE64
    return _damage_of_lines(head)


def _damage_of_lines(head: bytes) -> Damage | None:
    lines = head.splitlines()
    first = lines[0]
    lines = lines[:-1] or lines  # the last one may be cut, by us or by whoever left
    if _share(lines, lambda line: line.startswith((b"> ", b">{"))):
        return Damage.QUOTED
    if first.endswith(b"=") and b"=3D" in head:
        return Damage.QUOTED_PRINTABLE
    if any(mark.encode() in head[:8] for mark in "“”„«»"):
        return Damage.TYPOGRAPHY
    if _ENTRY not in head:
        return Damage.LAID_OUT if _SPACED.search(head) else Damage.NO_LOG
    ends = head.count(b"\n")
    if b"\r" in head and ends == head.count(b"\r\n"):
        return Damage.LINE_ENDS  # all of them, or there are none but carriage returns
    if _share(lines, lambda line: line != line.strip()) or 3 * lines.count(b"") > len(lines):
        return Damage.SPACES
    if not ends and len(head) < HEAD:
        return Damage.CUT_SHORT
    if first.startswith(_ENTRY) and not _share(lines, lambda line: line.startswith(_ENTRY)):
        return Damage.BROKEN_LINES
    return None


def _share(lines: Sequence[bytes], holds: Callable[[bytes], bool]) -> bool:
    """Whether it holds for most of them."""
    return 2 * sum(map(holds, lines)) > len(lines)
