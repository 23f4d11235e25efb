"""How a deal ended: a headline and a small table.

The one rule: columns that are minor go first where there is no room; a number is never cut.
"""

from __future__ import annotations

from cli.cells import cut, pad
from cli.screen.drawing.canvas import Canvas
from cli.screen.drawing.parts import FULL
from cli.screen.drawing.spans import Role
from cli.screen.drawing.text import span
from cli.screen.drawing.view import Result


def draw_result(canvas: Canvas, result: Result) -> None:
    """Headline and table, where trick and middle are else."""
    # Two layers leave room for air; four still fit.
    top = 5 if len(result.rows) <= 3 else 4
    head = top + 2 if len(result.rows) <= 2 else top + 1
    canvas.put_centred(top, span(result.headline, Role.HEADING), 0, canvas.columns)
    draw_result_table(canvas, head, 10, result)


def draw_result_table(
    canvas: Canvas, head: int, bottom: int, result: Result, *, start: int = 2, end: int = 0
) -> None:
    """The columns that fit between `start` and `end`, in the rows up to `bottom`."""
    end = end or canvas.columns
    rows = (tuple(column.title for column in result.columns), *result.rows)
    for row, cells in enumerate(rows[: max(0, bottom - head)], start=head):
        at = start
        role = Role.DIM if row == head else Role.TEXT
        for column, text in zip(result.columns, cells, strict=False):
            if column.is_minor and end < FULL[0]:
                continue
            wide = column.width
            text = cut(text, wide) if column is not result.columns[-1] else text
            text = text.rjust(wide) if column.is_right else pad(text, wide)
            canvas.put(row, at, span(text.rstrip(), role), end)
            at += wide + 3
