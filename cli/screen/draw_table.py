"""The table, in three layouts: seats in a row, seats around the felt, and one line a seat.

The one rule: bar, my line, hand, offers, ask line and key line stand on the same rows in every game
and phase of a layout, and nothing is ever drawn over them.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.screen.canvas import Canvas
from cli.screen.draw_overlays import draw_overlay
from cli.screen.draw_parts import (
    draw_ask,
    draw_bar,
    draw_keys,
    draw_my_line,
    draw_offers,
    draw_story,
)
from cli.screen.shapes import (
    BIG_HEIGHT,
    BIG_STEP,
    Cell,
    bare_hand,
    big_hand,
    big_played,
    frame,
    frame_width,
    framed_hand,
    played_cards,
    played_note,
)
from cli.screen.text import (
    cut,
    face_role,
    face_text,
    faces,
    joined,
    pad,
    span,
    width,
)
from cli.screen.view import (
    Arranging,
    Group,
    HandCard,
    Middle,
    Plate,
    Played,
    Result,
    Role,
    Said,
    TableView,
    Text,
)

FULL = (80, 24)
FELT = (120, 40)
MOST_AROUND = 5
"""Seats around the felt beside our own; a spectator of six sees them in a row."""
PANEL = 38
NAME = 12
NAME_AMONG_MANY = 9


def draw_table(canvas: Canvas, view: TableView) -> None:
    """Draw it in the layout that fits; at least 60x20."""
    size = (canvas.columns, canvas.rows)
    if size[0] < FULL[0] or size[1] < FULL[1]:
        _compact(canvas, view)
    elif (
        view.middle.felt
        and len(view.plates) <= MOST_AROUND
        and size[0] >= FELT[0]
        and size[1] >= FELT[1]
    ):
        _felt(canvas, view)
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
        _arranging(canvas, view.arranging)
        framed_hand(canvas, 12, view.hand)
        draw_story(canvas, my + 1, bottom - 4, view.story, column=2, end=canvas.columns - 2)
    else:
        my = bottom - 8
        if view.result is not None:
            _result(canvas, view.result)
        else:
            is_trick = view.middle.own is not None or any(seat.played for seat in view.plates)
            draw_trick(canvas, view.plates, is_trick=is_trick)
            _middle(canvas, view.middle)
        canvas.rule(10, span("story", Role.HEADING))
        end = canvas.columns
        if canvas.columns >= FELT[0] and canvas.rows >= FELT[1]:
            end -= PANEL + 2
            _proofs_beside(canvas, 10, my, view.proofs, end)
        draw_story(canvas, 11, my, view.story, column=2, end=end - 2)
        framed_hand(canvas, my + 1, view.hand)
    draw_my_line(canvas, my, view.me)
    if view.more:
        draw_offers(canvas, bottom - 4, view.more, is_turn=is_turn)
    draw_offers(canvas, bottom - 3, view.offers, is_turn=is_turn)
    draw_ask(canvas, bottom - 2, view.ask)
    draw_keys(canvas, bottom - 1, view.keys)
    if view.overlay is not None:
        draw_overlay(canvas, view.overlay, top=1, low=10, bottom=my, end=canvas.columns)


def _plate_width(columns: int, plates: int) -> int:
    return min(40, columns // max(1, plates))


def _corner(plate: Plate) -> Text:
    if plate.clock:
        return span(plate.clock, Role.TURN)
    return span(plate.corner, Role.TEXT)


def _plate_head(
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
        _plate_head(canvas, 1, left + 1, end, plate, longest=_longest_name(plates))
        canvas.put(3, left + 1, _act(plate), left + wide - 1)


def _act(plate: Plate) -> Text:
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


def _result(canvas: Canvas, result: Result) -> None:
    """Headline and table, where trick and middle are else."""
    # Two layers leave room for air; four still fit.
    top = 5 if len(result.rows) <= 3 else 4
    head = top + 2 if len(result.rows) <= 2 else top + 1
    canvas.put_centred(top, span(result.headline, Role.HEADING), 0, canvas.columns)
    _result_table(canvas, head, 10, result)


def _result_table(
    canvas: Canvas, head: int, bottom: int, result: Result, *, start: int = 2, end: int = 0
) -> None:
    end = end or canvas.columns
    rows = (tuple(column.title for column in result.columns), *result.rows)
    for row, cells in enumerate(rows[: max(0, bottom - head)], start=head):
        at = start
        role = Role.DIM if row == head else Role.TEXT
        for column, text in zip(result.columns, cells, strict=False):
            if column.is_minor and end < FULL[0]:
                continue
            wide = column.width
            text = cut(text, wide) if column is not result.columns[-1] else text
            text = text.rjust(wide) if column.is_right else pad(text, wide)
            canvas.put(row, at, span(text.rstrip(), role), end)
            at += wide + 3


# --- arranging -------------------------------------------------------------------------------------------


def _arranging(canvas: Canvas, arranging: Arranging) -> None:
    """Rows 6 to 12: the groups and how they stand to each other."""
    wide = canvas.columns // max(1, len(arranging.groups))
    for place, group in enumerate(arranging.groups):
        _group(canvas, 5, place * wide, wide, group, f"group:{place}")
    canvas.put(10, 2, arranging.order)
    canvas.put_right(10, canvas.columns - 2, span(arranging.count), 2)
    canvas.rule(11, span(arranging.loose_title, Role.HEADING), span(arranging.sorting))


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


# --- one line a seat: 60x20 and more ---------------------------------------------------------------------


def _compact(canvas: Canvas, view: TableView) -> None:
    bottom, columns = canvas.rows, canvas.columns
    draw_bar(canvas, view.bar, compact=columns < FULL[0])
    is_turn = view.me.is_turn
    my = bottom - 7
    if view.result is not None and view.result.is_by_seat:
        _result_table(canvas, 1, 6, view.result, start=1)
        after = 2 + len(view.result.rows)
    else:
        after = draw_compact_plates(canvas, view.plates)
    if view.arranging is not None:
        after = _compact_groups(canvas, after + 1, view.arranging)
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
    draw_story(canvas, story + 1, story_bottom, view.story, column=1, end=columns - 1)
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
        said = joined((corner, _act(plate)), " ")
        if plate.act and not plate.clock and at + width(said) > end:
            said = _act(plate)
        canvas.put(row, at, said, end)
        canvas.put(row, card_at, card, columns)
    return 1 + len(plates[:7])


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


def _compact_groups(canvas: Canvas, top: int, arranging: Arranging) -> int:
    """One line a group, and how they stand to each other; the row behind."""
    row = top
    for row, group in enumerate(arranging.groups, start=top):
        canvas.put(row, 1, span(group.title[:1], Role.HEADING, f"group:{row - top}"))
        _group_cards(canvas, row, 2, group)
        canvas.put(row, 21, joined(group.lines, "  "), canvas.columns)
    canvas.put(row + 1, 1, arranging.order)
    canvas.put_right(row + 1, canvas.columns - 1, span(arranging.count), 1)
    return row + 2


# --- seats around the felt: 120x40 and more -----------------------------------------------------------------


def _felt(canvas: Canvas, view: TableView) -> None:
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
        _result_table(canvas, head + 2, my, view.result, end=end)
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
    _plate_head(canvas, row, column, head_end, plate, longest=NAME)
    row += 2
    if plate.act:
        canvas.put(row, column, _act(plate), end - 1)
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


def _proofs_beside(
    canvas: Canvas, top: int, bottom: int, proofs: Sequence[Text], column: int
) -> None:
    """The proofs right of the story, where there is no felt to sit around."""
    canvas.rule(top, span("proofs", Role.HEADING), start=column)
    for row in range(top + 1, bottom):
        canvas.write(row, column, "│", Role.FRAME)
    for row, text in enumerate(proofs[: max(0, bottom - top - 1)], start=top + 1):
        canvas.put(row, column + 2, text)


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
