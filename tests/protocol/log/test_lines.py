"""A log's lines are the same whether they are held or lie in an archive."""

from __future__ import annotations

import pytest

from protocol.log.lines import LogLines, NoArchive

ALL = [b"%d" % number for number in range(1200)]


class Shelved:
    def read(self, first: int, last: int) -> list[bytes]:
        return ALL[first:last]


@pytest.fixture
def lines() -> LogLines:
    lines = LogLines(ALL)
    lines.let_go(1100, Shelved())
    return lines


@pytest.mark.parametrize("first", [0, 3, 1099, 1100, 1150, 1199, 1200, 1300])
@pytest.mark.parametrize("last", [None, 0, 5, 1100, 1101, 1200, 1300])
def test_any_part_is_the_same_as_before(lines: LogLines, first: int, last: int | None) -> None:
    assert lines[first:last] == ALL[first:last]


def test_it_has_all_its_lines_in_order(lines: LogLines) -> None:
    assert (len(lines), list(lines), lines.held_from) == (1200, ALL, 1100)
    assert (lines[0], lines[1099], lines[1100], lines[-1]) == (
        ALL[0],
        ALL[1099],
        ALL[1100],
        ALL[-1],
    )
    assert lines == ALL
    with pytest.raises(IndexError):
        lines[1200]


def test_a_copy_goes_on_by_itself(lines: LogLines) -> None:
    other = lines.copy()
    other.cut(1150)
    other.add([b"x"])
    other.replace(1100, 1101, [b"y", b"z"])
    assert (len(other), other[1100], other[1101], other[-1]) == (1152, b"y", b"z", b"x")
    assert lines == ALL


def test_what_was_let_go_is_never_changed(lines: LogLines) -> None:
    with pytest.raises(AssertionError):
        lines.cut(1099)
    with pytest.raises(AssertionError):
        lines.replace(1099, 1100, [])
    lines.let_go(50, NoArchive())
    assert lines == ALL


def test_without_an_archive_nothing_is_told_of_what_was_let_go() -> None:
    lines = LogLines(ALL)
    lines.let_go(1100, NoArchive())
    assert lines[:1150] == []
    assert lines[1100:] == ALL[1100:]
