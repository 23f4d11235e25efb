"""What is laid over the table: proofs, a fault, pages of text.

The one rule: the hand, my line, the offers and the key line stay free.
"""

from __future__ import annotations

from itertools import accumulate
from typing import assert_never

from cli.cells import cut
from cli.screen.drawing.canvas import Canvas
from cli.screen.drawing.laid_over import FaultView, Overlay, PagesView, ProofsView, ShufflerRow
from cli.screen.drawing.spans import Role, Text
from cli.screen.drawing.text import mark, span, width, wrap
from cli.words.phrase import Mark

FAULT_TEXT = 70


def draw_overlay(
    canvas: Canvas, overlay: Overlay, *, top: int, low: int, bottom: int, end: int
) -> None:
    """Draw it in the rows up to `bottom`: a fault from `low`, anything else from `top`."""
    match overlay:
        case ProofsView():
            canvas.clear(top, bottom, 0, end)
            _proofs(canvas, overlay, top, bottom, end)
        case FaultView():
            _fault(canvas, overlay, low, bottom, end)
        case PagesView():
            canvas.clear(top, bottom, 0, end)
            draw_pages(canvas, overlay, top, bottom, end)
        case _:
            assert_never(overlay)


def draw_pages(canvas: Canvas, pages: PagesView, top: int, bottom: int, end: int) -> None:
    """A rule and the lines that fit beneath, from `first` on."""
    room = max(0, bottom - top - 1)
    broken = [wrap(line, end - 4, pages.hang) or [()] for line in pages.lines]
    rows = [part for line in broken for part in line]
    above = [0, *accumulate(map(len, broken))]
    last = max(0, len(rows) - room)
    canvas.last_line = next(line for line, count in enumerate(above) if count >= last)
    first = min(above[min(pages.first, len(broken))], last)
    corner = pages.corner
    if len(rows) > room:
        corner = f"{first + 1}–{min(first + room, len(rows))} of {len(rows)}"
    canvas.rule(top, span(pages.title, Role.HEADING), span(corner), end=end)
    for row, text in enumerate(rows[first : first + room], start=top + 1):
        canvas.put(row, 2, text, end)


def _fault(canvas: Canvas, fault: FaultView, low: int, bottom: int, end: int) -> None:
    left, right = 2, max(12, min(end - 3, 2 + FAULT_TEXT + 5))
    rows: list[tuple[Text, Text]] = []
    for number, paragraph in enumerate(fault.paragraphs):
        for line, text in enumerate(wrap(paragraph, right - left - 4, 0)):
            is_first = not number and not line
            rows.append((mark(Mark.REFUSED) if is_first else (), text))
    rows = rows[: max(1, bottom - 3)]
    top = max(1, min(low, bottom - len(rows) - 2))
    canvas.clear(top, bottom, 0, end)
    at = canvas.write(top, left, "┏━ ", Role.BAD)
    at = canvas.write(top, at, cut(fault.title, right - at - 3), Role.BAD)
    canvas.write(top, at, " " + "━" * (right - at - 1) + "┓", Role.BAD)
    for row, (sign, text) in enumerate(rows, start=top + 1):
        canvas.write(row, left, "┃", Role.BAD)
        canvas.put(row, left + 2, sign)
        canvas.put(row, left + 4, text, right)
        canvas.write(row, right, "┃", Role.BAD)
    canvas.write(top + len(rows) + 1, left, "┗" + "━" * (right - left - 1) + "┛", Role.BAD)


# --- proofs ------------------------------------------------------------------------------------------

_WIDE = (2, 16, 28, 34, 50, 69)
_NARROW = (1, 12, 23, 28, 42, 60)
_HEADS = ("seat", "committed", "key", "shuffle", "checked by you", "accepted")


def _proofs(canvas: Canvas, proofs: ProofsView, top: int, bottom: int, end: int) -> None:
    is_wide = end >= 80
    columns = _WIDE if is_wide else _NARROW
    left = columns[0]
    row = top
    number = 0
    canvas.rule(row, span(proofs.title, Role.HEADING), span(proofs.corner), end=end)
    row += 1
    if proofs.seats:
        for column, head in zip(columns, _HEADS, strict=True):
            canvas.write(row, column, head if column < end else "", Role.DIM)
        row += 1
    for seat in proofs.seats:
        if row >= bottom:
            return
        _chosen(canvas, row, left, number == proofs.cursor)
        for place, (column, text) in enumerate(zip(columns, _cells(seat), strict=True)):
            following = columns[place + 1] - 1 if place + 1 < len(columns) else end
            canvas.put(row, column, text, min(following, end))
        row += 1
        number += 1
    lines = [part for text in proofs.explained for part in wrap(text, end - left, 0)]
    # The explanation is known after the first evening; the facts are why one looks.
    room = bottom - row - len(proofs.facts) - 1
    for text in lines[: max(0, room)] if len(lines) <= room else ():
        canvas.put(row, left, text, end)
        row += 1
    if proofs.facts and row < bottom:
        canvas.rule(row, span(proofs.facts_title, Role.HEADING), end=end)
        row += 1
    label_width = max((width(label) for label, _ in proofs.facts), default=0)
    text_at = left + (max(30, label_width + 3) if is_wide else min(label_width + 2, 24))
    for label, text in proofs.facts:
        if row >= bottom:
            return
        _chosen(canvas, row, left, number == proofs.cursor)
        canvas.put(row, left, span(label), text_at - 1)
        canvas.put(row, text_at, text, end)
        row += 1
        number += 1


def _chosen(canvas: Canvas, row: int, left: int, is_chosen: bool) -> None:
    if is_chosen:
        canvas.write(row, left - 1 if left < 2 else left - 2, "▸", Role.TURN)
        canvas.cursor = (row, left)


def _cells(seat: ShufflerRow) -> tuple[Text, ...]:
    return (
        span(seat.name),
        seat.committed,
        seat.key,
        seat.shuffle,
        seat.checked,
        seat.accepted,
    )
