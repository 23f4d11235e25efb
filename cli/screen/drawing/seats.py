"""The other seats: their plates in a row or one line each, and what they have played.

The one rule: a seat looks the same in every game; only what its plate says differs.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.cells import cut, pad
from cli.screen.drawing.canvas import Canvas
from cli.screen.drawing.shapes import played_cards, played_note
from cli.screen.drawing.spans import Role, Text
from cli.screen.drawing.text import BACK, faces, joined, span, width
from cli.screen.drawing.view import Plate

NAME = 12

NAME_AMONG_MANY = 9


def _plate_width(columns: int, plates: int) -> int:
    return min(40, columns // max(1, plates))


def _corner(plate: Plate) -> Text:
    if plate.clock:
        return span(plate.clock, Role.TURN)
    return span(plate.corner, Role.TEXT)


def draw_plate_head(
    canvas: Canvas, row: int, column: int, end: int, plate: Plate, *, longest: int
) -> None:
    """Name and corner, then the figures."""
    role = Role.TURN if plate.is_turn else Role.DIM if plate.is_dim else Role.HEADING
    target = f"seat:{plate.seat}"
    corner = _corner(plate)
    room = min(longest, end - column - (width(corner) + 1 if corner else 0))
    if plate.is_turn:
        canvas.write(row, column - 1, "▸", Role.TURN)
    canvas.put(row, column, span(cut(plate.name, room), role, target), end)
    canvas.put_right(row, end, corner, column)
    figures = "   ".join(plate.figures)
    canvas.put(
        row + 1, column, span(figures, Role.DIM if plate.is_dim else Role.TEXT, target), end + 1
    )


def _longest_name(plates: Sequence[Plate]) -> int:
    return NAME if len(plates) < 5 else NAME_AMONG_MANY


def draw_plates(canvas: Canvas, plates: Sequence[Plate]) -> None:
    """Rows 2 to 4: the other seats."""
    wide = _plate_width(canvas.columns, len(plates))
    for place, plate in enumerate(plates):
        left = place * wide
        # With five other seats each column counts.
        end = left + wide - (2 if wide >= 20 else 1)
        draw_plate_head(canvas, 1, left + 1, end, plate, longest=_longest_name(plates))
        canvas.put(3, left + 1, act_of(plate), left + wide - 1)


def act_of(plate: Plate) -> Text:
    """What the seat did last, dim where it plays no part any more."""
    if plate.is_dim:
        return tuple(piece._replace(role=Role.DIM) for piece in plate.act)
    return plate.act


def draw_trick(canvas: Canvas, plates: Sequence[Plate], *, is_trick: bool) -> None:
    """Rows 5 to 7: what is on the table before each seat, or the cards it holds."""
    wide = _plate_width(canvas.columns, len(plates))
    gap = 1 if wide >= 26 else 0
    for place, plate in enumerate(plates):
        left, end = place * wide, (place + 1) * wide
        if plate.played is not None and plate.played.cards:
            behind = played_cards(canvas, 4, left + 1, plate.played, end=end, gap=gap)
            if plate.hand:
                canvas.put(6, behind + 1, faces(plate.hand), end)
        elif is_trick:
            beside = joined((faces(plate.hand), span(plate.note)))
            if width(beside) < wide - 1:
                canvas.put(5, left + 1, beside, end - 1)
            else:
                canvas.put(5, left + 1, faces(plate.hand), end - 1)
                canvas.put(6, left + 1, span(plate.note), end - 1)
        else:
            canvas.put(4, left + 1, faces(plate.hand), end - 1)
            canvas.put(5, left + 1, span(plate.note), end - 1)


def draw_compact_plates(canvas: Canvas, plates: Sequence[Plate]) -> int:
    """One line a seat; the row behind the last."""
    columns = canvas.columns
    names = NAME_AMONG_MANY + min(3, (columns - 60) // 3)
    stacks = max((width(plate.figures[0].strip()) for plate in plates if plate.figures), default=0)
    rest = [_lesser(plate) for plate in plates]
    paid = max(map(width, rest), default=0)
    card_at = columns - 20
    for row, plate in enumerate(plates[:7], start=1):
        role = Role.TURN if plate.is_turn else Role.DIM if plate.is_dim else Role.HEADING
        plain = Role.DIM if plate.is_dim else Role.TEXT
        if plate.is_turn:
            canvas.write(row, 0, "▸", Role.TURN)
        target = f"seat:{plate.seat}"
        canvas.put(row, 1, span(pad(plate.name, names), role, target), columns)
        first = plate.figures[0].strip() if plate.figures else ""
        at = names + 2
        at = canvas.write(row, at, first.rjust(max(3, stacks)), plain) + 2
        at = canvas.write(row, at, pad(rest[row - 1], paid), plain) + 2 if paid else at
        card = _line_card(plate)
        end = card_at - 1 if card else columns - 1
        corner = span(plate.clock, Role.TURN) if plate.clock else span(_status(plate))
        said = joined((corner, act_of(plate)), " ")
        if plate.act and not plate.clock and at + width(said) > end:
            said = act_of(plate)
        canvas.put(row, at, said if at + width(said) <= end else _without_backs(said), end)
        canvas.put(row, card_at, card, columns)
    return 1 + len(plates[:7])


def _without_backs(said: Text) -> Text:
    """What is said of closed cards, without a picture of them."""
    kept = [piece for piece in said if piece.text != BACK]
    while kept and not kept[0].text.strip():
        kept.pop(0)
    return tuple(kept)


def _lesser(plate: Plate) -> str:
    return "  ".join(plate.figures[1:])


def _status(plate: Plate) -> str:
    return "" if plate.corner == plate.note else plate.corner


def _line_card(plate: Plate) -> Text:
    played = plate.played
    if played is None or not played.cards:
        return span(plate.note)
    order = span(str(played.order)) if played.order else ()
    return joined((order, faces(played.cards), played_note(played)), " ")
