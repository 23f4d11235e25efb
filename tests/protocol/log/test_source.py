"""A log file read line by line: what is a line, what is torn, and what is held (SPEC §8)."""

from __future__ import annotations

import io

import pytest

from protocol.log.source import FileLines
from protocol.wire.codec import LINE_LIMIT


def lines_of(data: bytes) -> tuple[list[bytes], bool]:
    lines = FileLines(io.BytesIO(data))
    found = []
    try:
        while True:
            found.append(lines[len(found)])
    except IndexError:
        return found, lines.is_torn


@pytest.mark.parametrize(
    ("data", "expected", "is_torn"),
    [
        (b"", [], False),
        (b"\n", [b""], False),
        (b"a\nb\n", [b"a", b"b"], False),
        (b"a\nb", [b"a"], True),
        (b"a\r\n\n", [b"a\r", b""], False),
    ],
)
def test_a_line_ends_with_one_newline_and_what_has_none_is_torn(
    data: bytes, expected: list[bytes], is_torn: bool
) -> None:
    assert lines_of(data) == (expected, is_torn)


def test_the_longest_line_is_whole_and_of_a_longer_one_no_more_is_held_than_shows_it() -> None:
    longest = b"x" * LINE_LIMIT
    (one, two, three), is_torn = lines_of(longest + b"\n" + longest * 20 + b"\nend\n")
    assert one == longest
    assert LINE_LIMIT < len(two) <= LINE_LIMIT + 2
    assert three == b"end"
    assert not is_torn


def test_a_long_end_without_newline_is_torn_and_held_no_longer() -> None:
    assert lines_of(b"a\n" + b"x" * (5 * LINE_LIMIT)) == ([b"a"], True)


def test_lines_that_were_let_go_are_counted_and_gone() -> None:
    lines = FileLines(io.BytesIO(b"a\nb\nc\n"))
    assert lines[1] == b"b"
    lines.let_go(1)
    assert (lines[1], lines[2], lines.count) == (b"b", b"c", 3)
    with pytest.raises(IndexError):
        lines[0]
    lines.let_go(9)
    assert lines.count == 3


def test_nothing_is_read_before_it_is_asked_for() -> None:
    file = io.BytesIO(b"a\n" * 1000)
    lines = FileLines(file)
    assert lines[1] == b"a"
    assert file.tell() == lines.bytes_read == 4
