"""The table in a large window, from 120x40: seats around the felt, story and proofs beside it.

The one rule: the felt has the rows and columns that the panel leaves, never more.
"""

from __future__ import annotations

from cli.screen.drawing.canvas import Canvas
from cli.screen.drawing.groups import draw_groups
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
from cli.screen.drawing.shapes import (
    BIG_HEIGHT,
    BIG_WIDTH,
    big_card,
    big_hand,
    big_played,
    framed_hand,
    played_cards,
)
from cli.screen.drawing.spans import Role
from cli.screen.drawing.text import faces, span, wrap
from cli.screen.drawing.view import Arranging, Middle, Plate, Played, TableView
from cli.table.story.lines import Said

PANEL = 38
WIDEST_PANEL = 60
"""On a very wide screen story and talk get half of what is wider than 120 columns, up to here."""


def panel_width(columns: int) -> int:
    """Columns of story, talk and proofs."""
    return min(WIDEST_PANEL, PANEL + (columns - FELT[0]) // 2)


def draw_felt(canvas: Canvas, view: TableView) -> None:
    """Draw all of it."""
    bottom = canvas.rows
    end = canvas.columns - panel_width(canvas.columns) - 2
    spare = bottom - FELT[1]
    third = end // 3
    my = bottom - 14
    draw_bar(canvas, view.bar)
    middle_row = 10 + spare // 2
    places = _places(len(view.plates), end, middle_row)
    wide = end // 2 - 3 if len(places) == 2 else third
    for plate, (row, column) in zip(view.plates, places, strict=False):
        _felt_seat(canvas, row, column, column + wide - 5, plate, end=column + wide)
    is_between = any(row == middle_row for row, _ in places)
    middle = (third + 3, 2 * third + 1) if is_between else (3, end - 2)
    if view.arranging is not None:
        _felt_groups(canvas, my, view.arranging, end)
    elif view.result is not None:
        head = my - 7
        canvas.put_centred(head, span(view.result.headline, Role.HEADING), 0, end)
        draw_result_table(canvas, head + 2, my, view.result, end=end)
    else:
        _felt_middle(canvas, view.middle, middle_row, *middle)
        _trump(canvas, my - 6, view.middle, end)
        if view.middle.own is not None:
            _felt_own(canvas, my, third + 2, view.middle.own, end=2 * third + 8)
    draw_my_line(canvas, my, view.me, end=end)
    if len(view.hand.cards) <= 4 and not view.hand.groups:
        big_hand(canvas, my + 1, view.hand, end)
    else:
        framed_hand(canvas, my + 2, view.hand, end=end, is_centred=True)
    draw_offers(canvas, my + 8, view.offers, is_turn=view.me.is_turn, end=end)
    if view.more:
        draw_offers(canvas, my + 7, view.more, is_turn=view.me.is_turn, end=end)
    draw_ask(canvas, my + 9, view.ask, rows=2, end=end)
    draw_keys(canvas, bottom - 1, view.keys, end=end)
    if view.me.is_turn and canvas.cursor is None and view.offers:
        canvas.cursor = (my + 8, 1)
    _panel(canvas, view, end, my)
    if view.overlay is not None:
        draw_overlay(canvas, view.overlay, top=1, low=10, bottom=my, end=end)


def _places(plates: int, end: int, middle_row: int) -> tuple[tuple[int, int], ...]:
    """Where the seats sit, clockwise from the left of ours."""
    third = end // 3
    left, right = (middle_row, 3), (middle_row, 2 * third + 3)
    top = tuple((1, 3 + place * third) for place in range(3))
    match plates:
        case 0 | 1:
            return (top[1],)
        case 2:
            return (top[0], (1, end // 2 + 3))
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
    if played is not None and len(played.cards) == 1:
        big_played(canvas, row, column - 1, played, end=end)
    elif played is not None and played.cards:
        played_cards(canvas, row, column - 1, played, end=end, gap=0)
        canvas.put(row + 3, column, faces(plate.hand), end - 1)
    else:
        canvas.put(row, column, faces(plate.hand), end - 1)
        canvas.put(row + (1 if plate.hand else 0), column, span(plate.note), end - 1)


def _felt_middle(canvas: Canvas, middle: Middle, row: int, start: int, end: int) -> None:
    """What is at stake; beside it, where no seats are, what has been seen."""
    texts = middle.felt or (*middle.left, *middle.centre)
    is_wide = end - start > FELT[0] // 2
    if middle.card is None and not is_wide:
        texts = (*texts, (), *middle.right)
    broken = [part for text in texts for part in (wrap(text, end - start, 2) or [()])]
    for line, text in enumerate(broken[:9]):
        canvas.put(row + line, start, text, end)
    if middle.card is None and is_wide:
        for line, text in enumerate(middle.right[:9]):
            canvas.put(row + line, (start + end) // 2, text, end)


def _trump(canvas: Canvas, row: int, middle: Middle, end: int) -> None:
    """The turned-up card at the right, with what it says before it."""
    if middle.card is None:
        return
    column = end - BIG_WIDTH - 3
    big_card(canvas, row, column, middle.card, role=Role.FRAME, heavy=False)
    for line, text in enumerate(middle.right[:BIG_HEIGHT], start=row + 1):
        canvas.put_right(line, column - 1, text)


def _felt_own(canvas: Canvas, my: int, column: int, own: Played, *, end: int) -> None:
    if len(own.cards) == 1:
        big_played(canvas, my - 1 - BIG_HEIGHT - 1, column, own, end=end)
    elif own.cards:
        played_cards(canvas, my - 5, column, own, end=end, gap=1)
    else:
        canvas.write(my - 5, column, str(own.order) if own.order else " ", Role.TURN)
        canvas.put(my - 5, column + 3, span(own.note, Role.TURN), end)


def _felt_groups(canvas: Canvas, my: int, arranging: Arranging, end: int) -> None:
    """The groups being filled, in the middle of the felt; the loose cards are the hand."""
    draw_groups(canvas, arranging, my - 9, end)
    loose = f"{arranging.loose_title} {arranging.sorting}" if arranging.sorting else ""
    canvas.put_right(my - 3, end - 2, span(loose, Role.DIM))


def _panel(canvas: Canvas, view: TableView, end: int, my: int) -> None:
    """Story, talk and proofs, right of the felt."""
    for row in range(1, canvas.rows):
        canvas.write(row, end, "│", Role.FRAME)
    start = end + 2

    def heading(row: int, words: str) -> None:
        canvas.rule(row, span(words, Role.HEADING), start=start, lead=0)

    talk = my - 5 - (canvas.rows - FELT[1]) // 4
    heading(1, "story")
    told = [line for line in view.story if not isinstance(line, Said)]
    draw_story(canvas, 2, talk - 1, told, column=start, end=canvas.columns, back=view.story_back)
    heading(talk, "talk")
    said = [line for line in view.story if isinstance(line, Said)]
    draw_story(canvas, talk + 1, my, said, column=start, end=canvas.columns)
    heading(my + 1, "proofs")
    row = my + 2
    for text in view.proofs[: canvas.rows - my - 3]:
        canvas.put(row, start, text)
        row += 1
    for label, text in view.facts[: max(0, canvas.rows - row - 1)]:
        row += 1
        canvas.put(row, start, span(label.ljust(8), Role.DIM))
        canvas.put(row, start + 8, text)
