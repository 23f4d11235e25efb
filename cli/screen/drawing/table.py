"""The table, in four layouts: seats in a row, seats around the felt, one line a seat, and a split pane.

The one rule: bar, my line, hand, offers, ask line and key line stand on the same rows in every game
and phase of a layout, and nothing is ever drawn over them.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.screen.drawing.canvas import Canvas
from cli.screen.drawing.compact import draw_compact
from cli.screen.drawing.felt import draw_felt, panel_width
from cli.screen.drawing.groups import draw_groups
from cli.screen.drawing.overlays import draw_overlay
from cli.screen.drawing.parts import (
    FELT,
    FULL,
    draw_ask,
    draw_bar,
    draw_keys,
    draw_my_line,
    draw_offers,
    draw_story,
)
from cli.screen.drawing.result import draw_result
from cli.screen.drawing.seats import draw_plates, draw_trick
from cli.screen.drawing.shapes import Cell, frame, frame_width, framed_hand, played_cards
from cli.screen.drawing.spans import Role, Text
from cli.screen.drawing.text import face_role, span, width
from cli.screen.drawing.tiny import draw_tiny
from cli.screen.drawing.view import Middle, Played, TableView

COMPACT = (60, 20)
MOST_AROUND = 5
"""Seats around the felt beside our own; a spectator of six sees them in a row."""


def draw_table(canvas: Canvas, view: TableView) -> None:
    """Draw it in the layout that fits; at least 40x12."""
    size = (canvas.columns, canvas.rows)
    if size[0] < COMPACT[0] or size[1] < COMPACT[1]:
        draw_tiny(canvas, view)
    elif size[0] < FULL[0] or size[1] < FULL[1]:
        draw_compact(canvas, view)
    elif len(view.plates) <= MOST_AROUND and size[0] >= FELT[0] and size[1] >= FELT[1]:
        draw_felt(canvas, view)
    else:
        _full(canvas, view)
    if view.me.is_turn and canvas.cursor is None and view.offers:
        canvas.cursor = (canvas.rows - 3, 1)
    if view.is_asleep:
        for row in range(1, canvas.rows - 4):
            canvas.paint(row, Role.DIM)


# --- seats in a row: 80x24 and more ------------------------------------------------------------------


def _full(canvas: Canvas, view: TableView) -> None:
    bottom = canvas.rows
    draw_bar(canvas, view.bar)
    draw_plates(canvas, view.plates)
    is_turn = view.me.is_turn
    if view.arranging is not None:
        my = 16
        draw_groups(canvas, view.arranging, 5, canvas.columns)
        title, sorting = view.arranging.loose_title, view.arranging.sorting
        canvas.rule(11, span(title, Role.HEADING), span(sorting))
        framed_hand(canvas, 12, view.hand)
        end = canvas.columns - 2
        draw_story(canvas, my + 1, bottom - 4, view.story, column=2, end=end, back=view.story_back)
    else:
        my = bottom - 8
        if view.result is not None:
            draw_result(canvas, view.result)
        else:
            is_trick = view.middle.own is not None or any(seat.played for seat in view.plates)
            draw_trick(canvas, view.plates, is_trick=is_trick)
            _middle(canvas, view.middle)
        canvas.rule(10, span("story", Role.HEADING))
        end = canvas.columns
        if canvas.columns >= FELT[0] and canvas.rows >= FELT[1]:
            end -= panel_width(end) + 2
            _proofs_beside(canvas, 10, my, view.proofs, end)
        draw_story(canvas, 11, my, view.story, column=2, end=end - 2, back=view.story_back)
        framed_hand(canvas, my + 1, view.hand)
    draw_my_line(canvas, my, view.me)
    if view.more:
        draw_offers(canvas, bottom - 4, view.more, is_turn=is_turn)
    draw_offers(canvas, bottom - 3, view.offers, is_turn=is_turn)
    draw_ask(canvas, bottom - 2, view.ask)
    draw_keys(canvas, bottom - 1, view.keys)
    if view.overlay is not None:
        draw_overlay(canvas, view.overlay, top=1, low=10, bottom=my, end=canvas.columns)


def _middle(canvas: Canvas, middle: Middle) -> None:
    """Rows 8 to 10."""
    columns = canvas.columns
    right = columns // 2 + 2
    if middle.card is not None:
        right = columns - 10 - max((width(text) for text in middle.right), default=0)
    left_end = right - 1
    own = middle.own
    if own is not None:
        left_end = _own(canvas, own, right if middle.card is not None else columns)
    elif middle.centre:
        left_end = min((columns - width(text)) // 2 for text in middle.centre) - 1
        for row, text in enumerate(middle.centre[:3], start=7):
            canvas.put_centred(row, text, 0, columns)
    for row, text in enumerate(middle.left[:3], start=7):
        canvas.put(row, 2, text, max(3, left_end))
    if middle.card is not None:
        for row, text in enumerate(middle.right[:3], start=7):
            canvas.put_right(row, columns - 10, text)
        card = Cell(" " + middle.card.text.rjust(3) + " ", face_role(middle.card))
        frame(canvas, 7, columns - 8, [card])
    elif own is None or not own.cards:
        for row, text in enumerate(middle.right[:3], start=7):
            canvas.put(row, right, text)


def _own(canvas: Canvas, own: Played, end: int) -> int:
    """Our own card in the trick, or that it is due; the column left of which there is room."""
    columns = canvas.columns
    if not own.cards:
        at = columns // 2 - 7
        canvas.write(8, at, str(own.order) if own.order else " ", Role.TURN)
        canvas.put(8, at + 3, span(own.note, Role.TURN), end)
        return at - 1
    at = columns // 2 - 7 if len(own.cards) == 1 else columns // 3 + 1
    at = max(3, min(at, end - frame_width(own.cards) - 10))
    played_cards(canvas, 7, at, own, end=end, gap=1 if len(own.cards) > 1 else 0)
    return at - 1


def _proofs_beside(
    canvas: Canvas, top: int, bottom: int, proofs: Sequence[Text], column: int
) -> None:
    """The proofs right of the story, where there is no felt to sit around."""
    canvas.rule(top, span("proofs", Role.HEADING), start=column)
    for row in range(top + 1, bottom):
        canvas.write(row, column, "│", Role.FRAME)
    for row, text in enumerate(proofs[: max(0, bottom - top - 1)], start=top + 1):
        canvas.put(row, column + 2, text)
