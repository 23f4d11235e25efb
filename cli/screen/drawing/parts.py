"""What all screens share: bar, offers, ask line, key line, and the story.

The one rule: these look the same on every screen, so that the eye finds them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cli.cells import cut
from cli.screen.drawing.canvas import Canvas
from cli.screen.drawing.spans import Role, Span, Text
from cli.screen.drawing.text import joined, span, width, wrap
from cli.screen.drawing.view import Ask, Bar, MyLine, Offer, StoryLine, Told
from cli.table.story.lines import Said

FULL = (80, 24)
FELT = (120, 40)
WIDE = 80
LEAST_NAME = 12
"""Columns that `You · …` keeps before our own figures."""
JOINED_WIDTH = 40
"""Up to here two short bids share a row of the story."""


def draw_bar(canvas: Canvas, bar: Bar, *, compact: bool = False) -> None:
    """Game and table, phase in the middle, trust at the edge; the table's name goes first."""
    edge = canvas.columns - 1
    trust = joined((bar.trust,), "")
    start = max(1, edge - width(trust))
    title = bar.game if compact or not bar.table else f"{bar.game} · {bar.table}"
    if compact:
        room = max(0, start - 2)
        words = f"{title} · {bar.phase}" if bar.phase else title
        canvas.write(0, 1, cut(words, room - 1))
    else:
        middle = (canvas.columns - width(bar.phase)) // 2
        longest = start - 3 - width(bar.phase) - 2
        title = cut(title, max(longest, width(bar.game)))
        middle = min(max(middle, 1 + width(title) + 2), start - 2 - width(bar.phase))
        canvas.write(0, 1, title)
        if middle > 1 + width(title):
            canvas.write(0, middle, bar.phase)
    canvas.put(0, start, trust, edge)
    canvas.paint(0, Role.BAR)


def draw_title(canvas: Canvas, left: str, right: str) -> None:
    """A first row that is no table's."""
    edge = canvas.columns - 1
    start = max(1, edge - width(right))
    canvas.write(0, 1, cut(left, start - 3 if right else edge - 1))
    canvas.put(0, start, span(right), edge)
    canvas.paint(0, Role.BAR)


def offer_text(offer: Offer, *, is_turn: bool = False) -> Text:
    """`f fold`, or `(fold)` where it is not open."""
    target = offer.target or (f"key:{offer.key}" if offer.key else "")
    if not offer.is_open:
        return span(f"({offer.label})", Role.DIM, target)
    words = Role.TURN if is_turn else Role.TEXT
    blank = " " if offer.key and offer.label else ""
    pieces = (Span(Role.KEY, offer.key, target), Span(words, blank + offer.label, target))
    return tuple(piece for piece in pieces if piece.text)


def offers_text(
    offers: Sequence[Offer], columns: int, *, is_turn: bool = False, between: str = "   "
) -> Text:
    """Offers on one row: without minor ones, the last first, then closer together, where there is no room."""
    kept = list(offers)
    while width(text := _offers(kept, between, is_turn)) > columns:
        minor = [offer for offer in kept if offer.is_minor]
        if not minor:
            return _offers(kept, "  ", is_turn)
        kept.remove(minor[-1])
    return text


def _offers(offers: Iterable[Offer], between: str, is_turn: bool) -> Text:
    return joined((offer_text(offer, is_turn=is_turn) for offer in offers), between)


def draw_offers(
    canvas: Canvas, row: int, offers: Sequence[Offer], *, is_turn: bool = False, end: int = 0
) -> None:
    """A row of offers."""
    end = end or canvas.columns
    canvas.put(row, 1, offers_text(offers, end - 2, is_turn=is_turn), end)


def draw_keys(canvas: Canvas, row: int, keys: Sequence[Offer], *, end: int = 0) -> None:
    """The key line."""
    end = end or canvas.columns
    text = offers_text(keys, end - 2, between="   " if end >= WIDE else "  ")
    canvas.put(row, 1, text, end)
    canvas.paint(row, Role.BAR, 0, end)


def draw_ask(canvas: Canvas, row: int, ask: Ask, *, rows: int = 1, end: int = 0) -> None:
    """The ask line: a sentence over up to `rows` rows, or what is being typed."""
    end = end or canvas.columns
    if ask.typed is not None:
        _draw_typed(canvas, row, ask, end)
        return
    text = ask.text
    if ask.rule and width(text) + 2 + width(ask.rule) <= end - 2:
        text = joined((text, span(ask.rule, Role.DIM)), "  ")
    if rows > 1:
        for line, part in enumerate(wrap(text, end - 2, 0)[:rows]):
            canvas.put(row + line, 1, part, end)
    else:
        canvas.put(row, 1, text, end)


def _draw_typed(canvas: Canvas, row: int, ask: Ask, end: int) -> None:
    column = canvas.put(row, 1, ask.text, end)
    if ask.text and not ask.text[-1].text.endswith(" "):
        column = canvas.write(row, column, " ")
    typed = ask.typed or ""
    if ask.is_boxed:
        column = canvas.write(row, column, "[ ")
    room = max(1, end - column - width(ask.after) - 6)
    while width(typed) > room:
        typed = typed[1:]
    column = canvas.put(row, column, span(typed, Role.TURN), end)
    canvas.cursor = (row, min(column, canvas.columns - 1))
    if ask.is_boxed:
        column = canvas.write(row, column, " ]")
    if ask.after:
        canvas.put(row, column + 3, ask.after, end)


def draw_my_line(canvas: Canvas, row: int, me: MyLine, *, end: int = 0) -> None:
    """The rule above the hand."""
    end = end or canvas.columns
    between = "  " if end < WIDE else "   "
    due = cut(me.due, max(0, end - 10))
    room = end - 3 - (width(due) + 5 if due else 0)
    left = _own_side(me.left, room - 2, between)
    role = Role.TURN if me.is_turn and me.is_hurried else Role.HEADING
    canvas.rule(
        row,
        span(left, role),
        span(due, Role.TURN if me.is_turn else Role.TEXT),
        end=end,
    )


def _own_side(parts: Sequence[str], room: int, between: str) -> str:
    """Our name and figures: the last figures go first, then the name is cut; the stack never goes."""
    if not parts:
        return ""
    name, *figures = parts
    if not figures:
        return name
    while len(figures) > 1 and width(between.join(figures)) + len(between) > room - LEAST_NAME:
        figures.pop()
    behind = "".join(between + figure for figure in figures)
    return cut(name, max(LEAST_NAME, room - width(behind))) + behind


# --- the story -----------------------------------------------------------------------------------------


def _said(line: Said) -> Text:
    return span(f'{line.name}: "{line.words}"', Role.TALK)


def _text(line: StoryLine, columns: int) -> Text:
    if isinstance(line, Said):
        return _said(line)
    is_long = line.short and width(line.text) > columns
    return line.short if is_long else line.text


def _joins(before: StoryLine, after: StoryLine) -> str | None:
    """What stands between two lines that may share a row; None if they may not."""
    if not isinstance(before, Told) or not before.is_bid:
        return None
    if isinstance(after, Told):
        return " " if after.is_bid else None
    return "   "


def _shared(story: Sequence[StoryLine], columns: int) -> list[Text]:
    rows: list[Text] = []
    last: StoryLine | None = None
    for line in story:
        text = _text(line, columns)
        between = None if last is None else _joins(last, line)
        if between is not None:
            both = joined((rows[-1], text), between)
            if width(both) <= min(columns, JOINED_WIDTH):
                rows[-1] = both
                last = line
                continue
        rows.append(text)
        last = line
    return rows


def story_rows(story: Sequence[StoryLine], columns: int, rows: int, back: int = 0) -> list[Text]:
    """The last rows of the story; short bids share one if it does not fit otherwise.

    `back`: so many of its last sentences are left out, but not those that the first rows begin with.
    """
    if rows <= 0:
        return []
    story = story[: len(story) - min(back, most_back(story, columns, rows))]
    # Each sentence takes a row at least, so older ones than these cannot be seen.
    texts: list[Text] = [_text(line, columns) for line in story]
    if len(texts) > rows:
        texts = _shared(story, columns)
    shown: list[Text] = []
    for text in reversed(texts):
        parts = wrap(text, columns)
        if shown and len(shown) + len(parts) > rows:
            break  # half a sentence says nothing
        shown = parts + shown
    return shown[-rows:]


def most_back(story: Sequence[StoryLine], columns: int, rows: int) -> int:
    """How many sentences it can be scrolled back: until its first ones are seen."""
    used = fitting = 0
    for line in story:
        used += len(wrap(_text(line, columns), columns))
        if used > rows:
            break
        fitting += 1
    return max(0, len(story) - max(1, fitting))


def draw_story(
    canvas: Canvas,
    top: int,
    bottom: int,
    story: Sequence[StoryLine],
    *,
    column: int,
    end: int,
    back: int | None = None,
) -> None:
    """The story in the rows from `top` up to `bottom`, as far `back` as it is scrolled, if it can be."""
    if back is not None:
        canvas.story_back = most_back(story, end - column, bottom - top)
    for row, text in enumerate(story_rows(story, end - column, bottom - top, back or 0), start=top):
        canvas.put(row, column, text, end)
