"""Cards drawn from box lines: groups in a shared frame, large cards, and the hand.

The one rule: a card never changes its place or width by being taken up, marked or forbidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cli.screen.drawing.canvas import Canvas
from cli.screen.drawing.spans import Role, Text
from cli.screen.drawing.text import MARK_ROLES, face_role, face_text, joined, mark, span, width
from cli.screen.drawing.view import Hand, HandCard, Played, Shown
from cli.table.faces import Face

LIGHT: Final = "╭┬╮│╰┴╯─"
HEAVY: Final = "┏┳┓┃┗┻┛━"

BIG_WIDTH: Final = 9
BIG_STEP: Final = 12
BIG_HEIGHT: Final = 5


class Cell(NamedTuple):
    """The inside of one framed card."""

    text: str
    role: Role
    target: str = ""


def is_narrow(cards: Sequence[Shown]) -> bool:
    """Whether all these cards are of two characters by their pack: money suits."""
    return all(card is not None and card.is_suit_first for card in cards)


def _cell(card: Shown, *, narrow: bool, ends: str = "  ") -> str:
    text = face_text(card)
    if narrow:
        text = text.replace("10", "T")
    return ends[0] + (text if narrow else text.rjust(3)) + ends[1]


def frame(
    canvas: Canvas, row: int, column: int, cells: Sequence[Cell], *, heavy: bool = False
) -> int:
    """Cells side by side in one frame of three rows; the column behind it."""
    shape = HEAVY if heavy else LIGHT
    role = Role.BEST if heavy else Role.FRAME
    lines = [shape[7] * width(cell.text) for cell in cells]
    canvas.write(row, column, shape[0] + shape[1].join(lines) + shape[2], role)
    canvas.write(row + 2, column, shape[4] + shape[5].join(lines) + shape[6], role)
    at = canvas.write(row + 1, column, shape[3], role)
    for cell in cells:
        at = canvas.put(row + 1, at, span(cell.text, cell.role, cell.target))
        at = canvas.write(row + 1, at, shape[3], role)
    return at


def frame_width(cards: Sequence[Shown]) -> int:
    """Columns of the frame around these cards."""
    return len(cards) * (5 if is_narrow(cards) else 6) + 1


def played_note(played: Played) -> Text:
    """The mark beside a played card and its words."""
    role = Role.BEST if played.is_best else Role.TEXT
    marked = mark(played.mark) if played.mark is not None else ()
    words = span(played.note, role)
    if marked and played.mark is not None and not played.is_best:
        words = span(played.note, MARK_ROLES[played.mark])
    return joined((marked, words), " ")


def played_cards(
    canvas: Canvas, row: int, column: int, played: Played, *, end: int, gap: int
) -> int:
    """Played cards in a frame: order digit at `column`, mark behind; the column behind the frame."""
    if played.order:
        canvas.write(row + 1, column, str(played.order))
    narrow = is_narrow(played.cards)
    cells = [Cell(_cell(card, narrow=narrow), face_role(card)) for card in played.cards]
    behind = frame(canvas, row, column + 1, cells, heavy=played.is_best)
    note = played_note(played)
    if behind + gap + width(note) > end and played.mark is not None:
        note = mark(played.mark)  # the story says the rest
    canvas.put(row + 1, behind + gap, note, end)
    return behind


def big_card(
    canvas: Canvas, row: int, column: int, card: Shown, *, role: Role, heavy: bool
) -> None:
    """A card of five rows."""
    shape = HEAVY if heavy else LIGHT
    line = shape[7] * (BIG_WIDTH - 2)
    canvas.write(row, column, shape[0] + line + shape[2], role)
    canvas.write(row + 4, column, shape[4] + line + shape[6], role)
    for inner, text in enumerate(_big_lines(card), start=1):
        at = canvas.write(row + inner, column, shape[3], role)
        at = canvas.write(row + inner, at, text, face_role(card))
        canvas.write(row + inner, at, shape[3], role)


def _big_lines(card: Face | None) -> tuple[str, str, str]:
    room = BIG_WIDTH - 2
    if card is None:
        return ("▒" * room, "▒" * room, "▒" * room)
    return (card.rank.ljust(room), card.suit.center(room), card.rank.rjust(room))


def big_played(canvas: Canvas, row: int, column: int, played: Played, *, end: int) -> None:
    """A played card of five rows: order digit at `column`, mark behind."""
    role = Role.BEST if played.is_best else Role.FRAME
    big_card(canvas, row, column + 1, played.cards[0], role=role, heavy=played.is_best)
    if played.order:
        canvas.write(row + 2, column, str(played.order))
    canvas.put(row + 2, column + 2 + BIG_WIDTH, played_note(played), end)


# --- the hand ------------------------------------------------------------------------------------------


def _role(card: HandCard) -> Role:
    return Role.DIM if card.is_gone else face_role(card.face)


def beneath(card: HandCard) -> str:
    """What stands beneath a card of the hand: its label, in `( )` if forbidden, `[ ]` for the cursor."""
    ends = "[]" if card.has_cursor else "()" if not card.is_allowed else "  "
    label = card.label or (" " if ends.strip() else "")
    return (ends[0] + label + ends[1]) if label else ""


def _within(text: str, columns: int) -> str:
    """A mark beneath a card in its place: without its blanks, or with a shorter label."""
    if len(text) > columns:
        text = text.strip()
    if len(text) > columns:
        text = text[0] + text[1 : columns - 1] + text[-1]
    return text


def _beneath_role(card: HandCard) -> Role:
    if card.has_cursor:
        return Role.TURN
    return Role.TEXT if card.is_allowed else Role.DIM


def _target(card: HandCard) -> str:
    return f"card:{card.slot}"


def framed_hand(
    canvas: Canvas, row: int, hand: Hand, *, end: int = 0, is_centred: bool = False
) -> None:
    """The hand in one shared frame, marks beneath, help right of it."""
    end = end or canvas.columns
    if hand.groups:
        wide = sum(3 + 4 * len(shown) + 5 for _, shown in hand.groups) - 5
        grouped_hand(canvas, row, max(2, (end - wide) // 2) if is_centred else 2, hand)
    if not hand.cards:
        _help(canvas, row, 2, hand, end)
        return
    narrow = hand.is_narrow or 1 + 6 * len(hand.cards) > end
    step = 5 if narrow else 6
    # Thirteen cards of six columns just fit on 80.
    spare = end - 1 - step * len(hand.cards)
    gap = 2 if hand.is_narrow else 3
    beside = max((gap + width(text) + 1 for text in hand.help), default=0)
    # Out of the middle as far as what is said beside it needs.
    centred = min(spare // 2, max(2, spare - beside))
    left = max(0, centred if is_centred else min(2, spare))
    if 1 + step * len(hand.cards) > end:
        bare_hand(canvas, row + 1, 1, hand)
        return
    cells = [
        Cell(
            _cell(card.face, narrow=narrow, ends="[]" if card.is_taken else "  "),
            Role.TURN if card.is_taken and card.face is None else _role(card),
            _target(card),
        )
        for card in hand.cards
    ]
    behind = frame(canvas, row, left, cells)
    for place, card in enumerate(hand.cards):
        start = left + step * place
        inner = start if narrow else start + 1
        text = _within(beneath(card), 5)
        at = inner + (5 - len(text)) // 2
        canvas.put(row + 3, at, span(text, _beneath_role(card), _target(card)))
        if card.has_cursor:
            canvas.cursor = (row + 1, start + 2)
    _help(canvas, row, behind + gap, hand, end)


def _help(canvas: Canvas, row: int, column: int, hand: Hand, end: int) -> None:
    for line, text in enumerate(hand.help[:3]):
        if column + width(text) < end:
            canvas.put(row + line, column, text)


def bare_hand(canvas: Canvas, row: int, column: int, hand: Hand) -> None:
    """The hand without frames: one row of cards, one of marks; `10` becomes `T` where it is tight."""
    if hand.groups:
        grouped_hand(canvas, row, column, hand)
    if 5 * len(hand.cards) == canvas.columns:
        column = 0  # twelve cards just fit on 60
    tight = column + 5 * len(hand.cards) > canvas.columns
    narrow = tight or hand.is_narrow
    step = 4 if tight else 5
    if column + step * len(hand.cards) > canvas.columns:
        step = 3  # a card that is taken up has its bracket at the left only
    for place, card in enumerate(hand.cards):
        at = column + step * place
        text = _cell(card.face, narrow=narrow, ends="[]" if card.is_taken else "  ")[:step]
        canvas.put(row, at, span(text, _role(card), _target(card)))
        below = _within(beneath(card), step)
        canvas.put(
            row + 1, at + (step - len(below)) // 2, span(below, _beneath_role(card), _target(card))
        )
        if card.has_cursor:
            canvas.cursor = (row, at + 1)


def grouped_hand(canvas: Canvas, row: int, column: int, hand: Hand) -> None:
    """The groups that are still to be played: `2   Q♠  J♠ 10♠      3 …`."""
    for name, shown in hand.groups:
        canvas.write(row, column, name, Role.DIM)
        for place, card in enumerate(shown):
            text = face_text(card).rjust(3)
            canvas.write(row, column + 3 + 4 * place, text, face_role(card))
        column += 3 + 4 * len(shown) + 5


def big_hand(canvas: Canvas, row: int, hand: Hand, end: int) -> None:
    """Up to four cards of five rows in the middle, marks beneath."""
    left = max(3, (end - BIG_STEP * len(hand.cards) + BIG_STEP - BIG_WIDTH) // 2)
    for place, card in enumerate(hand.cards):
        at = left + BIG_STEP * place
        if at + BIG_WIDTH > end:
            return
        # Which card is taken up is said by the offer line; the frame shows it where there is colour.
        role = Role.TURN if card.is_taken else Role.FRAME
        big_card(canvas, row, at, card.face, role=role, heavy=False)
        for line in range(BIG_HEIGHT):
            canvas.aim(row + line, at, at + BIG_WIDTH, _target(card))
        text = beneath(card).center(BIG_WIDTH)
        canvas.put(row + BIG_HEIGHT, at, span(text, _beneath_role(card), _target(card)))
        if card.has_cursor:
            canvas.cursor = (row + 2, at + 4)
