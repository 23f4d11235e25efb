"""The table in a large window, from 120x40: seats around the felt, story and proofs beside it.

The one rule: the felt has the rows and columns that the panel leaves, never more.
"""

from __future__ import annotations

from cli.screen.drawing.canvas import Canvas
from cli.screen.drawing.overlays import draw_overlay
from cli.screen.drawing.parts import (
    FELT,
    draw_ask,
    draw_bar,
    draw_keys,
    draw_my_line,
    draw_offers,
    draw_story,
)
from cli.screen.drawing.result import draw_result_table
from cli.screen.drawing.seats import NAME, act_of, draw_plate_head
from cli.screen.drawing.shapes import BIG_HEIGHT, BIG_STEP, big_hand, big_played, framed_hand
from cli.screen.drawing.text import faces, span
from cli.screen.drawing.view import Middle, Plate, Played, Role, Said, TableView

PANEL = 38


def draw_felt(canvas: Canvas, view: TableView) -> None:
    """Draw all of it."""
    bottom = canvas.rows
    end = canvas.columns - PANEL - 2
    spare = bottom - FELT[1]
    third = end // 3
    my = bottom - 14
    draw_bar(canvas, view.bar)
    middle_row = 10 + spare // 2
    for plate, (row, column) in zip(
        view.plates, _places(len(view.plates), third, middle_row), strict=False
    ):
        _felt_seat(canvas, row, column, column + third - 5, plate, end=column + third)
    _felt_middle(canvas, view.middle, middle_row, third)
    if view.result is not None:
        head = my - 7
        canvas.put_centred(head, span(view.result.headline, Role.HEADING), 0, end)
        draw_result_table(canvas, head + 2, my, view.result, end=end)
    elif view.middle.own is not None:
        _felt_own(canvas, my, third + 2, view.middle.own, end=2 * third)
    draw_my_line(canvas, my, view.me, end=end)
    if len(view.hand.cards) <= 4:
        big_hand(canvas, my + 1, view.hand, end)
    else:
        framed_hand(canvas, my + 1, view.hand)
    _facts(canvas, my + 2, view, end)
    draw_offers(canvas, my + 8, view.offers, is_turn=view.me.is_turn, end=end)
    if view.more:
        draw_offers(canvas, my + 7, view.more, is_turn=view.me.is_turn, end=end)
    draw_ask(canvas, my + 9, view.ask, end=end)
    draw_keys(canvas, bottom - 1, view.keys, end=end)
    if view.me.is_turn and canvas.cursor is None and view.offers:
        canvas.cursor = (my + 8, 1)
    _panel(canvas, view, end, my)
    if view.overlay is not None:
        draw_overlay(canvas, view.overlay, top=1, low=10, bottom=my, end=end)


def _places(plates: int, third: int, middle_row: int) -> tuple[tuple[int, int], ...]:
    """Where the seats sit, clockwise from the left of ours."""
    left, right = (middle_row, 3), (middle_row, 2 * third + 3)
    top = tuple((1, 3 + place * third) for place in range(3))
    match plates:
        case 0 | 1:
            return (top[1],)
        case 2:
            return (top[0], top[2])
        case 3:
            return (left, top[1], right)
        case 4:
            return (left, top[0], top[2], right)
        case _:
            return (left, *top, right)


def _felt_seat(
    canvas: Canvas, row: int, column: int, head_end: int, plate: Plate, *, end: int
) -> None:
    draw_plate_head(canvas, row, column, head_end, plate, longest=NAME)
    row += 2
    if plate.act:
        canvas.put(row, column, act_of(plate), end - 1)
        row += 1
    played = plate.played
    if played is not None and played.cards:
        big_played(canvas, row, column - 1, played, end=end)
    else:
        canvas.put(row, column, faces(plate.hand), end - 1)
        canvas.put(row + (1 if plate.hand else 0), column, span(plate.note), end - 1)


def _felt_middle(canvas: Canvas, middle: Middle, row: int, third: int) -> None:
    for line, text in enumerate(middle.felt[:9]):
        canvas.put(row + line, third + 3, text, 2 * third + 1)


def _felt_own(canvas: Canvas, my: int, column: int, own: Played, *, end: int) -> None:
    if own.cards:
        big_played(canvas, my - 1 - BIG_HEIGHT - 1, column, own, end=end)
    else:
        canvas.write(my - 5, column, str(own.order) if own.order else " ", Role.TURN)
        canvas.put(my - 5, column + 3, span(own.note, Role.TURN), end)


def _facts(canvas: Canvas, row: int, view: TableView, end: int) -> None:
    column = max(36, 3 + BIG_STEP * len(view.hand.cards))
    for line, (label, text) in enumerate(view.facts[:4]):
        canvas.put(row + line, column, span(label.ljust(9), Role.DIM), end - 1)
        canvas.put(row + line, column + 9, text, end - 1)


def _panel(canvas: Canvas, view: TableView, end: int, my: int) -> None:
    """Story, talk and proofs, right of the felt."""
    for row in range(1, canvas.rows):
        canvas.write(row, end, "│", Role.FRAME)
    start = end + 2

    def heading(row: int, words: str) -> None:
        canvas.rule(row, span(words, Role.HEADING), start=start, lead=0)

    heading(1, "story")
    told = [line for line in view.story if not isinstance(line, Said)]
    draw_story(canvas, 2, my - 6, told, column=start, end=canvas.columns)
    heading(my - 5, "talk")
    said = [f"{line.name}: {line.words}" for line in view.story if isinstance(line, Said)]
    for row, words in enumerate(said[-4:], start=my - 4):
        canvas.put(row, start, span(words, Role.TALK))
    heading(my + 1, "proofs")
    for row, text in enumerate(view.proofs[: canvas.rows - my - 3], start=my + 2):
        canvas.put(row, start, text)
