"""The table in a split pane, from 40x12: what one must know to play, and nothing beside it.

The one rule: seats with their stacks, stake, hand, offers and what is asked never go; the story gets what is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cli.cells import cut, pad
from cli.screen.drawing.canvas import Canvas
from cli.screen.drawing.groups import draw_compact_groups
from cli.screen.drawing.overlays import draw_overlay
from cli.screen.drawing.parts import (
    draw_ask,
    draw_bar,
    draw_keys,
    draw_my_line,
    draw_offers,
    draw_story,
    offers_text,
)
from cli.screen.drawing.shapes import bare_hand, played_note
from cli.screen.drawing.spans import Role, Text
from cli.screen.drawing.text import faces, joined, span, width
from cli.screen.drawing.view import Offer, Plate, TableView

MOST_ROWS = 3
"""So many seats have a row of their own; more of them share it, two and two."""
NAME = 9


def draw_tiny(canvas: Canvas, view: TableView) -> None:
    """Draw all of it."""
    bottom, columns = canvas.rows, canvas.columns
    is_turn = view.me.is_turn
    my = bottom - 6
    draw_bar(canvas, view.bar, compact=True)
    if view.arranging is not None:
        row = draw_compact_groups(canvas, 1, view.arranging)
    else:
        row = _seats(canvas, view.plates)
        stake = joined(view.middle.short, "  ")
        if view.result is not None:
            stake = span(view.result.headline, Role.HEADING)
        canvas.put(row, 1, stake, columns)
        row += 1
    draw_story(canvas, row, my, view.story, column=1, end=columns - 1, back=view.story_back)
    # Who one is, one knows; what one has, and what is due, must both be read.
    draw_my_line(canvas, my, replace(view.me, left=view.me.left[1:2] or view.me.left))
    bare_hand(canvas, my + 1, 0, view.hand)
    first, second = _two_rows((*view.offers, *view.more), columns)
    draw_offers(canvas, my + 3, first, is_turn=is_turn)
    if second:
        draw_offers(canvas, my + 4, second, is_turn=is_turn)
    draw_ask(canvas, my + 4 if not second else my + 5, view.ask, rows=1 if second else 2)
    if not (first or view.ask.text or view.ask.typed is not None):
        draw_keys(canvas, bottom - 1, view.keys)
    if is_turn and canvas.cursor is None and first:
        canvas.cursor = (my + 3, 1)
    if view.overlay is not None:
        draw_overlay(canvas, view.overlay, top=1, low=1, bottom=my, end=columns)


def _two_rows(offers: Sequence[Offer], columns: int) -> tuple[tuple[Offer, ...], tuple[Offer, ...]]:
    """Offers over two rows, if one is not enough: what is on the first begins it."""
    kept = [offer for offer in offers if not offer.is_minor]
    if width(offers_text(offers, columns - 2)) <= columns - 2:
        return tuple(offers), ()
    count = len(kept)
    while count > 1 and width(offers_text(kept[:count], columns - 2)) > columns - 2:
        count -= 1
    return tuple(kept[:count]), tuple(kept[count:])


def _seats(canvas: Canvas, plates: Sequence[Plate]) -> int:
    """A row a seat, or half a one; the row behind the last."""
    if len(plates) <= MOST_ROWS:
        for row, plate in enumerate(plates, start=1):
            _seat(canvas, row, 1, canvas.columns, plate, figures=plate.figures)
        return 1 + len(plates)
    half = canvas.columns // 2
    for place, plate in enumerate(plates):
        row, left = 1 + place // 2, half * (place % 2)
        _seat(canvas, row, left + 1, left + half, plate, figures=plate.figures[:1])
    return 1 + (len(plates) + 1) // 2


def _seat(
    canvas: Canvas, row: int, column: int, end: int, plate: Plate, *, figures: Sequence[str]
) -> None:
    """Name, figures, and what it has played, or did last."""
    role = Role.TURN if plate.is_turn else Role.DIM if plate.is_dim else Role.HEADING
    if plate.is_turn:
        canvas.write(row, column - 1, "▸", Role.TURN)
    canvas.put(
        row, column, span(pad(cut(plate.name, NAME), NAME + 1), role, f"seat:{plate.seat}"), end
    )
    plain = Role.DIM if plate.is_dim else Role.TEXT
    money = " ".join(part.strip() for part in figures)
    at = canvas.write(row, column + NAME + 1, money, plain) + 1
    canvas.put_right(row, end, _shown(plate, end - at), at)


def _shown(plate: Plate, room: int) -> Text:
    """The played card; else the clock, the corner or the last act: what there is room for."""
    if plate.played is not None and plate.played.cards:
        card = faces(plate.played.cards)
        marked = joined((card, played_note(plate.played)), " ")
        return marked if width(marked) <= room else card
    clock = span(plate.clock, Role.TURN) if plate.clock else span(plate.corner)
    choices = (joined((clock, plate.act), " "), plate.act if not plate.clock else clock)
    return next((text for text in choices if width(text) <= room), clock)
