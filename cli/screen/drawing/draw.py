"""A view drawn on a screen of any size.

The one rule: `draw` is a pure function, and what it gives is exactly as large as the screen.
"""

from __future__ import annotations

from typing import Final, assert_never

from cli.cells import cut
from cli.screen.drawing.canvas import Canvas
from cli.screen.drawing.lobby import draw_lobby, draw_message, draw_seated
from cli.screen.drawing.replay import draw_replay
from cli.screen.drawing.spans import Role
from cli.screen.drawing.table import draw_table
from cli.screen.drawing.view import TableView
from cli.screen.lobby.view import LobbyView, SeatedView
from cli.screen.look import Look, as_seen
from cli.screen.replay.view import MessageView, ReplayView
from cli.screen.screen_view import Drawn, ScreenView, Size

SMALLEST: Final = Size(60, 20)
SMALLEST_TABLE: Final = Size(40, 12)
"""In a split pane one can play on, but not look for a table."""


def smallest(view: ScreenView) -> Size:
    """What a screen needs."""
    return SMALLEST_TABLE if isinstance(view, TableView) else SMALLEST


def draw(view: ScreenView, size: Size, look: Look) -> Drawn:
    """The screen: `size.rows` rows, each `size.columns` wide, in this look's characters."""
    size = Size(max(0, size[0]), max(0, size[1]))
    canvas = Canvas(size)
    if size.columns < smallest(view).columns or size.rows < smallest(view).rows:
        canvas.write(0, 0, cut(too_small(view, size), size.columns), Role.TEXT)
        if size == (1, 1):
            canvas.clear(0, 1)
    else:
        match view:
            case TableView():
                draw_table(canvas, view)
            case LobbyView():
                draw_lobby(canvas, view)
            case SeatedView():
                draw_seated(canvas, view)
            case ReplayView():
                draw_replay(canvas, view)
            case MessageView():
                draw_message(canvas, view)
            case _:
                assert_never(view)
    return as_seen(Drawn(canvas.drawn(), canvas.cursor, canvas.story_back, canvas.last_line), look)


def too_small(view: ScreenView, size: Size) -> str:
    """What is said instead of a screen; the game goes on."""
    least = smallest(view)
    needed = f"{least.columns}x{least.rows} needed, this is {size.columns}x{size.rows}."
    if isinstance(view, TableView) and view.me.due:
        due = view.me.asks or view.me.due
        return f"{needed} {due[0].upper()}{due[1:].rstrip('.')}."
    return needed
