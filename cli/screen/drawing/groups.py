"""Groups of cards being filled, in place of the trick: framed, or one line each.

The one rule: a card's place in its group is where the mouse and the cursor find it.
"""

from __future__ import annotations

from cli.screen.drawing.canvas import Canvas
from cli.screen.drawing.spans import Role
from cli.screen.drawing.text import face_role, face_text, joined, span, width
from cli.screen.drawing.view import Arranging, Group, HandCard


def draw_groups(canvas: Canvas, arranging: Arranging, top: int, end: int) -> None:
    """Six rows from `top`, up to column `end`: the groups and how they stand to each other."""
    wide = end // max(1, len(arranging.groups))
    for place, group in enumerate(arranging.groups):
        _group(canvas, top, place * wide, wide, group, f"group:{place}")
    canvas.put(top + 5, 2, arranging.order)
    canvas.put_right(top + 5, end - 2, span(arranging.count), 2)


def _group(canvas: Canvas, top: int, left: int, wide: int, group: Group, target: str) -> None:
    end = left + wide
    canvas.write(top, left, "╭─ ", Role.FRAME)
    at = canvas.put(top, left + 3, span(group.title, Role.HEADING, target), end - 2)
    canvas.write(top, at, " " + "─" * (end - at - 2) + "╮", Role.FRAME)
    for row in range(top + 1, top + 4):
        canvas.write(row, left, "│", Role.FRAME)
        canvas.write(row, end - 1, "│", Role.FRAME)
        canvas.aim(row, left + 1, end - 1, target)
    canvas.write(top + 4, left, "╰" + "─" * (wide - 2) + "╯", Role.FRAME)
    _group_cards(canvas, top + 1, left + 1, group)
    for row, text in enumerate(group.lines[:2], start=top + 2):
        canvas.put(row, left + 2, text, end - 1)


def _group_cards(canvas: Canvas, row: int, left: int, group: Group) -> None:
    for place, card in enumerate(group.cards):
        right = left + 4 * (place + 1)
        text = ".." if card is None else face_text(card.face)
        at = right - width(text)
        canvas.put(row, at, span(text, *_group_card(card)))
        if card is not None and card.is_taken:
            canvas.write(row, at - 1, "[", Role.TURN)
            canvas.write(row, right, "]", Role.TURN)
        if group.cursor == place:
            if card is None or not card.is_taken:
                canvas.write(row, at - 1, "▸", Role.TURN)
            canvas.cursor = (row, at)


def _group_card(card: HandCard | None) -> tuple[Role, str]:
    return (Role.DIM, "") if card is None else (face_role(card.face), f"card:{card.slot}")


def draw_compact_groups(canvas: Canvas, top: int, arranging: Arranging) -> int:
    """One line a group, and how they stand to each other; the row behind."""
    row = top
    for row, group in enumerate(arranging.groups, start=top):
        canvas.put(row, 1, span(group.title[:1], Role.HEADING, f"group:{row - top}"))
        _group_cards(canvas, row, 2, group)
        canvas.put(row, 21, joined(group.lines, "  "), canvas.columns)
    behind = canvas.put(row + 1, 1, arranging.order)
    if behind + 2 + width(span(arranging.count)) < canvas.columns:
        canvas.put_right(row + 1, canvas.columns - 1, span(arranging.count), 1)
    return row + 2
