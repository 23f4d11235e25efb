"""A screen being drawn, cell by cell.

The one rule: whatever is put where, every row stays exactly as wide as the screen. What does not
fit is cut, and half of a wide character never remains.
"""

from __future__ import annotations

import unicodedata

from cli.cells import char_width
from cli.screen.drawing.spans import Role, Span, Text
from cli.screen.drawing.text import span, width
from cli.screen.screen_view import Size


class Canvas:
    """Rows of cells, all blank at first. Rows and columns count from 0."""

    def __init__(self, size: Size) -> None:
        self.columns, self.rows = size
        self.cursor: tuple[int, int] | None = None
        self.story_back = 0
        """How many sentences the story can be scrolled back."""
        self.last_line = 0
        """Of pages laid over it: the line at the top when their end is seen."""
        self._cells = [[(" ", Role.TEXT, "")] * self.columns for _ in range(self.rows)]

    def put(self, row: int, column: int, text: Text, end: int | None = None) -> int:
        """Write from `column` up to `end` (the edge); the column after the last one written.

        What is longer is cut with `…`.
        """
        end = self.columns if end is None else min(end, self.columns)
        if not 0 <= row < self.rows:
            return column
        is_long = column + width(text) > end
        limit = end - 1 if is_long else end
        for piece in text:
            for char in piece.text:
                step = char_width(char)
                if not step:
                    self._combine(row, column, char)
                    continue
                if column + step > limit:
                    if is_long and 0 <= column < end:
                        self._cell(row, column, "…", piece.role, piece.target)
                    return end
                self._cell(row, column, char, piece.role, piece.target)
                if step == 2:
                    self._cell(row, column + 1, "", piece.role, piece.target)
                column += step
        return column

    def write(self, row: int, column: int, words: str, role: Role = Role.TEXT) -> int:
        """`put` for words of one role."""
        return self.put(row, column, span(words, role))

    def put_right(self, row: int, end: int, text: Text, start: int = 0) -> None:
        """Write so that it ends before column `end`, and begins at `start` at the earliest."""
        self.put(row, max(start, end - width(text)), text, end)

    def put_centred(self, row: int, text: Text, start: int, end: int) -> None:
        """Write in the middle between two columns."""
        self.put(row, max(start, start + (end - start - width(text)) // 2), text, end)

    def rule(
        self,
        row: int,
        left: Text = (),
        right: Text = (),
        *,
        start: int = 0,
        end: int | None = None,
        lead: int = 2,
    ) -> None:
        """A line with words in it: `── left ───── right ──`; `right` is kept whole, `left` is cut."""
        end = self.columns if end is None else min(end, self.columns)
        for column in range(start, end):
            self._cell(row, column, "─", Role.FRAME, "")
        tail = 2 if right else 0
        stop = end - tail - (width(right) + 2 if right else 0)
        if left:
            stop_left = max(start + lead, stop - 2)
            begin = start + lead + (1 if lead else 0)
            if lead:
                self.write(row, start + lead, " ")
            column = self.put(row, begin, left, stop_left)
            if column < stop:
                self.write(row, column, " ")
        if right:
            column = max(start, stop)
            self.write(row, column, " ")
            column = self.put(row, column + 1, right, end)
            if column < end:
                self.write(row, column, " ")

    def clear(self, top: int, bottom: int, start: int = 0, end: int | None = None) -> None:
        """Blank the rows from `top` up to `bottom`."""
        end = self.columns if end is None else end
        for row in range(max(0, top), min(bottom, self.rows)):
            for column in range(start, end):
                self._cell(row, column, " ", Role.TEXT, "")

    def paint(self, row: int, role: Role, start: int = 0, end: int | None = None) -> None:
        """Give a whole row one role; what is bad keeps its own."""
        end = self.columns if end is None else min(end, self.columns)
        if 0 <= row < self.rows:
            cells = self._cells[row]
            for column in range(start, end):
                char, old, target = cells[column]
                if old is not Role.BAD:
                    cells[column] = (char, role, target)

    def aim(self, row: int, start: int, end: int, target: str) -> None:
        """Make these cells a place to click."""
        if 0 <= row < self.rows:
            cells = self._cells[row]
            for column in range(max(0, start), min(end, self.columns)):
                cells[column] = (*cells[column][:2], target)

    def drawn(self) -> tuple[Text, ...]:
        """The rows as spans."""
        return tuple(_spans(cells) for cells in self._cells)

    def _combine(self, row: int, column: int, char: str) -> None:
        # Only marks that stand on a letter; what steers a terminal has no place on a screen.
        if 0 < column <= self.columns and unicodedata.category(char) == "Mn" and char < "\ufe00":
            at = column - 1
            if self._cells[row][at][0] == "" and at:
                at -= 1
            old, role, target = self._cells[row][at]
            if len(old) < 4:
                self._cells[row][at] = (old + char, role, target)

    def _cell(self, row: int, column: int, char: str, role: Role, target: str) -> None:
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return
        cells = self._cells[row]
        old = cells[column][0]
        if old == "" and column:
            cells[column - 1] = (" ", *cells[column - 1][1:])
        elif column + 1 < self.columns and cells[column + 1][0] == "":
            cells[column + 1] = (" ", *cells[column + 1][1:])
        cells[column] = (char, role, target)


def _spans(cells: list[tuple[str, Role, str]]) -> Text:
    out: list[Span] = []
    chars: list[str] = []
    last: tuple[Role, str] | None = None
    for char, role, target in cells:
        if (role, target) != last:
            if last is not None:
                out.append(Span(last[0], "".join(chars), last[1]))
            last, chars = (role, target), []
        chars.append(char)
    if last is not None:
        out.append(Span(last[0], "".join(chars), last[1]))
    return tuple(out)
