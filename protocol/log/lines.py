"""The lines of a log, of which the oldest may lie in its file alone.

The one rule: what can still be taken back is held here; only lines that stay for good are let go,
and only to an archive that has them already.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, Self, overload

PART = 512
"""Lines that are read back at a time."""


class Archive(Protocol):
    """Where the lines of a log have been stored, as the file of a seat."""

    def read(self, first: int, last: int) -> Sequence[bytes]:
        """The stored lines from `first` up to before `last`; fewer where they cannot be read."""
        ...


class NoArchive:
    """For who keeps no file: what is let go is gone, and others have it."""

    def read(self, first: int, last: int) -> Sequence[bytes]:
        return ()


class LogLines(Sequence[bytes]):
    """All lines of a log, from the first; the only thing here that changes.

    Args:
        lines: Those there are at the beginning.
    """

    def __init__(self, lines: Sequence[bytes]) -> None:
        self._archive: Archive = NoArchive()
        self._first = 0
        self._held = list(lines)

    @property
    def held_from(self) -> int:
        """The first line that is held here; those before it are in the archive."""
        return self._first

    def __len__(self) -> int:
        return self._first + len(self._held)

    @overload
    def __getitem__(self, index: int) -> bytes: ...
    @overload
    def __getitem__(self, index: slice) -> list[bytes]: ...
    def __getitem__(self, index: int | slice) -> bytes | list[bytes]:
        """One line, or those of a slice, as far as they can be read."""
        if isinstance(index, int):
            at = range(len(self))[index]
            return self._held[at - self._first] if at >= self._first else self._read(at, at + 1)[0]
        first, last, step = index.indices(len(self))
        assert step == 1
        if first >= self._first:
            return self._held[first - self._first : max(first, last) - self._first]
        old = self._read(first, min(last, self._first))
        has_gap = first + len(old) < self._first
        return [*old, *(() if has_gap else self._held[: max(0, last - self._first)])]

    def __iter__(self) -> Iterator[bytes]:
        for first in range(0, self._first, PART):
            yield from self._read(first, min(first + PART, self._first))
        yield from self._held

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def _read(self, first: int, last: int) -> Sequence[bytes]:
        return self._archive.read(first, last)

    def copy(self) -> Self:
        """The same lines, which go on from here by themselves."""
        other = type(self)(self._held)
        other._archive, other._first = self._archive, self._first
        return other

    def add(self, lines: Sequence[bytes]) -> None:
        self._held += lines

    def cut(self, keep: int) -> None:
        """Only the first lines stay."""
        assert keep >= self._first, "a line that was let go cannot be taken back"
        del self._held[keep - self._first :]

    def replace(self, first: int, last: int, lines: Sequence[bytes]) -> None:
        """Put lines in place of those from `first` up to before `last`."""
        assert first >= self._first, "a line that was let go cannot be replaced"
        self._held[first - self._first : last - self._first] = lines

    def let_go(self, first: int, archive: Archive) -> None:
        """Hold no line before `first` any more: the archive has them."""
        if first > self._first:
            self._archive = archive
            del self._held[: first - self._first]
            self._first = first
