"""A replay: the table as it stood, and the steps of the deal with what was checked at each.

The one rule: the same step draws the same screen, whichever way one came to it.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.screen.drawing.canvas import Canvas
from cli.screen.drawing.overlays import draw_pages
from cli.screen.drawing.parts import draw_ask, draw_bar, draw_offers
from cli.screen.drawing.seats import draw_compact_plates, draw_plates, draw_trick
from cli.screen.drawing.spans import Role, Text
from cli.screen.drawing.text import joined, span, width
from cli.screen.replay.view import ReplayView, Step

FULL = (80, 20)
CHECKS_AT = 36


def draw_replay(canvas: Canvas, view: ReplayView) -> None:
    """Draw it; at least 60x20."""
    columns, rows = canvas.columns, canvas.rows
    is_full = columns >= FULL[0]
    draw_bar(canvas, view.bar, compact=not is_full)
    if is_full:
        draw_plates(canvas, view.plates)
        draw_trick(canvas, view.plates, is_trick=True)
        stake = 7
    else:
        stake = draw_compact_plates(canvas, view.plates)
    _stake(canvas, stake, view, 2 if is_full else 1)
    top = stake + 1
    canvas.rule(top, span(view.eyes, Role.HEADING), view.eyes_note)
    bottom = rows - 3
    if view.overlay is not None:
        canvas.clear(top, bottom)
        draw_pages(canvas, view.overlay, top, bottom, columns)
    else:
        _steps(canvas, view, top + 1, bottom)
    _progress(canvas, bottom, view)
    draw_offers(canvas, rows - 2, view.keys)
    if view.ask.text or view.ask.typed is not None:
        draw_ask(canvas, rows - 1, view.ask)
    else:
        draw_offers(canvas, rows - 1, view.more_keys)


def _stake(canvas: Canvas, row: int, view: ReplayView, left: int) -> None:
    """Stake at the left, our seat in the middle, trump and led suit at the right."""
    short = view.middle.short
    end = canvas.columns - 2
    rest = joined(short[1:], "  ")
    start = end - width(rest)
    canvas.put(row, max(left, start), rest)
    at = left
    if short:
        at = canvas.put(row, left, short[0], max(left, start - 2))
    canvas.put(
        row, max(at + 2, min(30, start - width(view.own_line) - 2)), view.own_line, start - 1
    )


def _steps(canvas: Canvas, view: ReplayView, top: int, bottom: int) -> None:
    room = max(0, bottom - top)
    first = first_shown(view.cursor, len(view.steps), room)
    for row, step in enumerate(view.steps[first : first + room], start=top):
        is_current = first + row - top == view.cursor
        _step(canvas, row, step, is_current=is_current)


def first_shown(cursor: int, count: int, room: int) -> int:
    """The first step shown: the cursor a little below the middle, whichever way one came."""
    return max(0, min(cursor - (room * 5) // 8, count - room))


def _step(canvas: Canvas, row: int, step: Step, *, is_current: bool) -> None:
    target = f"step:{step.number}"
    if is_current:
        canvas.write(row, 1, "▸", Role.TURN)
        canvas.cursor = (row, 1)
    number = span(f"{step.number:>2}", Role.TURN if is_current else Role.DIM, target)
    at = canvas.put(row, 3, number)
    checks = CHECKS_AT if canvas.columns >= FULL[0] else canvas.columns
    if width(step.sentence) > checks - at - 4:
        # A long sentence is worth more than its marks; those are in words behind Enter.
        checks = min(canvas.columns, at + 2 + width(step.sentence) + 2)
    canvas.put(row, at + 2, _aimed(step.sentence, target), checks)
    canvas.put(row, checks, step.checks)
    canvas.aim(row, 0, canvas.columns, target)


def _aimed(text: Text, target: str) -> Text:
    return tuple(piece._replace(target=target) for piece in text)


def _progress(canvas: Canvas, row: int, view: ReplayView) -> None:
    """How far in the deal: `[====>....]`."""
    wide = 33 if canvas.columns >= FULL[0] else 13
    done = _done(view.steps, view.cursor, wide)
    bar = f"{view.deal}  [{'=' * done}>{'.' * (wide - 1 - done)}]"
    canvas.rule(row, span(view.speed, Role.HEADING), span(bar))


def _done(steps: Sequence[Step], cursor: int, wide: int) -> int:
    if not 0 <= cursor < len(steps):
        return 0
    return max(0, min(wide - 1, wide * steps[cursor].number // max(1, steps[-1].number)))
