"""The table in a small window, from 60x20: one line a seat.

The one rule: names, stacks, stake, hand, offers and ask line never go for want of room.
"""

from __future__ import annotations

from cli.screen.drawing.canvas import Canvas
from cli.screen.drawing.groups import draw_compact_groups
from cli.screen.drawing.overlays import draw_overlay
from cli.screen.drawing.parts import (
    FULL,
    draw_ask,
    draw_bar,
    draw_keys,
    draw_my_line,
    draw_offers,
    draw_story,
)
from cli.screen.drawing.result import draw_result_table
from cli.screen.drawing.seats import draw_compact_plates
from cli.screen.drawing.shapes import bare_hand
from cli.screen.drawing.spans import Role
from cli.screen.drawing.text import joined, span, width
from cli.screen.drawing.view import TableView


def draw_compact(canvas: Canvas, view: TableView) -> None:
    """Draw all of it."""
    bottom, columns = canvas.rows, canvas.columns
    draw_bar(canvas, view.bar, compact=columns < FULL[0])
    is_turn = view.me.is_turn
    my = bottom - 7
    if view.result is not None and view.result.is_by_seat:
        draw_result_table(canvas, 1, 6, view.result, start=1)
        after = 2 + len(view.result.rows)
    else:
        after = draw_compact_plates(canvas, view.plates)
    if view.arranging is not None:
        after = draw_compact_groups(canvas, after + 1, view.arranging)
        story = after
    else:
        stake = max(6, after + 1) if view.plates[5:] else 6
        text = joined(view.middle.short, "     ")
        if view.result is not None:
            text = span(view.result.headline, Role.HEADING)
        if width(text) > columns - 2:
            text = joined(view.middle.short, "  ")
        canvas.put(stake, 1, text)
        story = stake + 1
    canvas.rule(story, span("story", Role.HEADING))
    story_bottom = my if view.arranging is not None else my - 1
    draw_story(
        canvas,
        story + 1,
        story_bottom,
        view.story,
        column=1,
        end=columns - 1,
        back=view.story_back,
    )
    draw_my_line(canvas, my, view.me)
    bare_hand(canvas, my + 1, 1, view.hand)
    offers = my + 3
    if view.more:
        draw_offers(canvas, offers, view.more, is_turn=is_turn)
        offers += 1
    draw_offers(canvas, offers, view.offers, is_turn=is_turn)
    draw_ask(canvas, offers + 1, view.ask, rows=1 if view.more else 2)
    draw_keys(canvas, bottom - 1, view.keys)
    if is_turn and canvas.cursor is None and view.offers:
        canvas.cursor = (offers, 1)
    if view.overlay is not None:
        draw_overlay(canvas, view.overlay, top=1, low=story, bottom=my, end=columns)
