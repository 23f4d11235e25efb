"""The lines of a log file, read one after another as they are reached.

The one rule: what is held is what may still be looked at, never the whole file; a line that is
longer than any entry is passed over without being held.
"""

from __future__ import annotations

from typing import BinaryIO

from protocol.wire.codec import LINE_LIMIT


class FileLines:
    """A log's complete lines, by their offset from 0, without newlines.

    Args:
        file: Read from where it stands.
        first: Offset of the line that begins there.
        bytes_before: What stands before that line.
    """

    def __init__(self, file: BinaryIO, first: int = 0, bytes_before: int = 0) -> None:
        self._file = file
        self._first = first
        self._kept: list[bytes] = []
        self._is_at_end = False
        self.is_torn = False
        """Whether the file ends within a line; known when the end has been reached."""
        self.bytes_read = bytes_before
        self.bytes_let_go = bytes_before
        """Of the lines that will not be looked at again."""

    @property
    def count(self) -> int:
        """Complete lines read so far; all of them when the end has been reached."""
        return self._first + len(self._kept)

    def __getitem__(self, index: int) -> bytes:
        """Raises IndexError where the file has no such line, or it was let go."""
        while index >= self.count and not self._is_at_end:
            self._read()
        if index < self._first:
            raise IndexError(index)
        return self._kept[index - self._first]

    def let_go(self, index: int) -> None:
        """The lines before this one will not be looked at again."""
        done = max(0, min(index, self.count) - self._first)
        self.bytes_let_go += sum(len(line) + 1 for line in self._kept[:done])
        del self._kept[:done]
        self._first += done

    def _read(self) -> None:
        line = piece = self._file.readline(LINE_LIMIT + 2)
        self.bytes_read += len(piece)
        while piece and not piece.endswith(b"\n"):  # the rest of a line that is too long
            piece = self._file.readline(LINE_LIMIT)
            self.bytes_read += len(piece)
        if piece:
            self._kept.append(line.removesuffix(b"\n"))
        else:
            self._is_at_end = True
            self.is_torn = bool(line)
