"""Before a table plays: the tables on this network, and the seats of the one we sit at.

The one rule: a table never moves under the cursor; only the list around it scrolls.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.cells import cut, pad
from cli.screen.drawing.canvas import Canvas
from cli.screen.drawing.overlays import draw_pages
from cli.screen.drawing.parts import (
    draw_ask,
    draw_bar,
    draw_keys,
    draw_offers,
    draw_story,
    draw_title,
)
from cli.screen.drawing.spans import Role, Text
from cli.screen.drawing.text import MARK_ROLES, span, width, wrap
from cli.screen.drawing.view import Ask, Offer
from cli.screen.lobby.view import LobbyRow, LobbyView, SeatedView, SeatRow
from cli.screen.replay.view import MessageView

WIDE = 80
TALL = 24
LABEL = 9


def draw_lobby(canvas: Canvas, view: LobbyView) -> None:
    """The list, the chosen table's details, and what is worth knowing."""
    columns, bottom = canvas.columns, canvas.rows
    is_tall = bottom >= TALL
    draw_title(canvas, "p2pcards · tables on this network", view.me)
    top = 2 if is_tall else 1
    title = bottom - 14 if is_tall else bottom - 13
    _heads(canvas, top)
    end_of_list = title - 1
    _list(canvas, top + 1, end_of_list - 1 if is_tall else end_of_list, view)
    canvas.put(end_of_list, 4, span(view.note, Role.DIM))
    if view.title:
        canvas.rule(title, span(view.title, Role.HEADING), span(cut(view.corner, columns - 20)))
    else:
        canvas.rule(title)
    _details(canvas, title + 1, title + 6, view.details)
    canvas.rule(title + 6)
    _notices(canvas, title + 7, title + 10, view.notices)
    _last_rows(canvas, view.offers, view.ask, view.keys)
    if view.overlay is not None:
        canvas.clear(1, bottom - 3)
        draw_pages(canvas, view.overlay, 1, bottom - 3, columns)


def _last_rows(canvas: Canvas, offers: Sequence[Offer], ask: Ask, keys: Sequence[Offer]) -> None:
    bottom = canvas.rows
    draw_offers(canvas, bottom - 3, offers)
    draw_ask(canvas, bottom - 2, ask)
    draw_keys(canvas, bottom - 1, keys)


def _places(columns: int) -> dict[str, int]:
    """Where the columns of the list begin; narrow screens leave the options out."""
    if columns < WIDE:
        return {"game": 4, "seats": 12, "host": 18, "key": 28}
    spare = columns - WIDE
    return {"game": 4, "seats": 12, "options": 19, "host": 44 + spare, "key": 54 + spare}


def _heads(canvas: Canvas, row: int) -> None:
    for name, column in _places(canvas.columns).items():
        canvas.write(row, column, "key words" if name == "key" else name, Role.DIM)
    canvas.put_right(row, canvas.columns - 1, span("ping", Role.DIM))


def _list(canvas: Canvas, top: int, bottom: int, view: LobbyView) -> None:
    room = max(1, bottom - top)
    cursor = view.cursor or 0
    first = max(0, min(cursor - room // 2, len(view.tables) - room))
    for row, table in enumerate(view.tables[first : first + room], start=top):
        _table(canvas, row, table, is_chosen=first + row - top == view.cursor)


def _table(canvas: Canvas, row: int, table: LobbyRow, *, is_chosen: bool) -> None:
    columns = canvas.columns
    role = Role.DIM if table.is_dim else Role.TEXT
    places = _places(columns)
    cells = {
        "game": table.game,
        "seats": table.seats,
        "options": table.options,
        "host": table.host,
        "key": f"{table.mark.value} {table.key_words}",
    }
    target = f"table:{table.key}"
    if is_chosen:
        canvas.write(row, 2, "▸", Role.TURN)
        canvas.cursor = (row, 4)
    starts = [*places.values(), columns - 1 - width(table.ping)]
    for number, (name, column) in enumerate(places.items()):
        text = cut(cells[name], starts[number + 1] - column - 1)
        if name == "key":
            canvas.put(row, column, span(text, MARK_ROLES[table.mark], target))
        else:
            is_name = is_chosen and name == "game"
            canvas.put(row, column, span(text, Role.HEADING if is_name else role, target))
    canvas.put_right(row, columns - 1, span(table.ping, role, target))
    canvas.aim(row, 0, columns, target)


def _details(canvas: Canvas, top: int, bottom: int, details: Sequence[tuple[str, Text]]) -> None:
    for row, (label, text) in enumerate(details[: max(0, bottom - top)], start=top):
        canvas.put(row, 2, span(pad(label, LABEL - 1), Role.DIM))
        canvas.put(row, 2 + LABEL, text)


def _notices(canvas: Canvas, top: int, bottom: int, notices: Sequence[Text]) -> None:
    rows = [part for text in notices for part in wrap(text, canvas.columns - 4)]
    for row, text in enumerate(rows[: max(0, bottom - top)], start=top):
        canvas.put(row, 2, text)


def draw_seated(canvas: Canvas, view: SeatedView) -> None:
    """The seats, who is ready, what is agreed on, and what happened."""
    columns, bottom = canvas.columns, canvas.rows
    draw_bar(canvas, view.bar, compact=columns < WIDE)
    row = 2 if bottom >= TALL else 1
    for seat in view.seats:
        if row < bottom - 10:
            _seat(canvas, row, seat)
            row += 1
    if bottom >= TALL:
        row += 1
    canvas.put(row, 2, span(view.countdown, Role.TURN))
    row += 1
    canvas.rule(row, span("table", Role.HEADING))
    details = view.details[: max(0, min(5, bottom - 8 - row))]
    _details(canvas, row + 1, row + 1 + len(details), details)
    row += 1 + len(details)
    canvas.rule(row, span("story", Role.HEADING))
    notices = [part for text in view.notices for part in wrap(text, columns - 4)]
    story_end = max(row + 1, bottom - 4 - len(notices))
    draw_story(canvas, row + 1, story_end, view.story, column=2, end=columns - 2)
    _notices(canvas, story_end, bottom - 4, view.notices)
    _last_rows(canvas, view.offers, view.ask, view.keys)
    if view.overlay is not None:
        canvas.clear(1, bottom - 3)
        draw_pages(canvas, view.overlay, 1, bottom - 3, columns)


def _seat(canvas: Canvas, row: int, seat: SeatRow) -> None:
    columns = canvas.columns
    role = Role.DIM if seat.is_free else Role.TEXT
    target = f"seat:{seat.number}"
    canvas.put(row, 2, span(f"{seat.number}", Role.DIM))
    canvas.put(row, 4, span(cut("free" if seat.is_free else seat.name, 14), role, target))
    if seat.is_free:
        return
    ready = ("✓ ready", Role.GOOD) if seat.is_ready else ("· not ready", Role.DIM)
    canvas.put(row, 19, span(*ready))
    key = f"{seat.mark.value} {seat.known}" if seat.mark is not None else seat.known
    key_role = MARK_ROLES[seat.mark] if seat.mark is not None else Role.TEXT
    right = columns - 1 - width(seat.ping)
    room = right - 1 if seat.ping else right
    key = cut(key, min(24, room - 32))
    canvas.put(row, 32, span(key, key_role), room)
    # In a column of its own, which begins earlier where that one would be too narrow.
    start = max(32 + width(key) + 1, min(57, room - width(seat.kind)))
    canvas.put(row, start, span(cut(seat.kind, room - start), Role.DIM), room)
    canvas.put_right(row, columns - 1, span(seat.ping, Role.DIM), right)


def draw_message(canvas: Canvas, view: MessageView) -> None:
    """A title and sentences."""
    draw_title(canvas, view.title, "")
    rows = [part for line in view.lines for part in (wrap(line, canvas.columns - 4, 0) or [()])]
    for row, text in enumerate(rows[: max(0, canvas.rows - 6)], start=2):
        canvas.put(row, 2, text)
    _last_rows(canvas, view.offers, view.ask, view.keys)
