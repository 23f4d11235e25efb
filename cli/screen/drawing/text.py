"""Lines of text: sentences made into spans, measured, cut and broken.

The one rule: widths are terminal columns, as `cells` measures them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from cli import cells
from cli.cells import char_width
from cli.output import draw_cards
from cli.screen.drawing.spans import Role, Span, Text
from cli.table.faces import Face, face, short_play
from cli.words.phrase import Drawn, Mark, Name, Phrase, Piece, Sign, Together

SUIT_ROLES: Final = {
    "♠": Role.SPADES,
    "♥": Role.HEARTS,
    "♦": Role.DIAMONDS,
    "♣": Role.CLUBS,
    "¢": Role.COINS,
    "§": Role.STRINGS,
    "₥": Role.MYRIADS,
    "₮": Role.TENS,
}
MARK_ROLES: Final = {
    Mark.CHECKED: Role.GOOD,
    Mark.CHECKING: Role.OPEN,
    Mark.CLAIMED: Role.OPEN,
    Mark.REFUSED: Role.BAD,
    Mark.NOT_DUE: Role.DIM,
}
BACK: Final = "▒▒"

_PIECE: Final = re.compile(r"(?:10|[2-9JQKAT])?[♠♥♦♣]|[¢§₥₮][0-9]*|▒▒|(?<!\S)[✓…?✗·](?!\S)")
_WORD: Final = re.compile(r"\s*(?:[✓…?✗] )*\S+(?: {1,2}[✓…?✗](?=  |$))*")
"""What is never broken: a word with its marks, be they before it or at the end of its sentence."""


def width(text: Text | str) -> int:
    """Columns that a text takes."""
    if isinstance(text, str):
        return cells.width(text)
    return sum(cells.width(span.text) for span in text)


def plain(text: Text) -> str:
    """The characters alone."""
    return "".join(span.text for span in text)


def span(text: str, role: Role = Role.TEXT, target: str = "") -> Text:
    """A text of one piece; none where it is empty."""
    return (Span(role, text, target),) if text else ()


def sentence(text: str | Phrase, role: Role = Role.TEXT) -> Text:
    """A sentence with its cards (`{10H}`, or drawn already) and its marks in their colours."""
    if isinstance(text, Phrase):
        return _merged(span for piece in text.pieces for span in _spans_of(piece, role))
    text = draw_cards(text)
    pieces: list[Span] = []
    end = 0
    for match in _PIECE.finditer(text):
        if match.start() > end:
            pieces.append(Span(role, text[end : match.start()]))
        pieces.append(Span(_piece_role(match[0], role), match[0]))
        end = match.end()
    if end < len(text):
        pieces.append(Span(role, text[end:]))
    return tuple(pieces)


def _spans_of(piece: Piece, role: Role) -> Text:
    match piece:
        case Drawn(pack, card):
            shown = face(pack, card)
            return (Span(face_role(shown), shown.text),)
        case Together(pack, cards):
            return sentence(short_play([face(pack, card) for card in cards]), role)
        case Sign(glyphs):
            return sentence(glyphs, role)
        case Mark():
            return (Span(MARK_ROLES[piece] if role is Role.TEXT else role, piece.value),)
        case Name(name):
            return (Span(role, name),)
        case _:
            return (Span(role, str(piece)),)


def _merged(spans: Iterable[Span]) -> Text:
    """Neighbours of one role as one span."""
    out: list[Span] = []
    for one in spans:
        if out and out[-1].role is one.role:
            out[-1] = out[-1]._replace(text=out[-1].text + one.text)
        else:
            out.append(one)
    return tuple(out)


def _piece_role(piece: str, role: Role) -> Role:
    if piece == BACK:
        return Role.FRAME
    for suit, suit_role in SUIT_ROLES.items():
        if suit in piece:
            return suit_role
    return MARK_ROLES[Mark(piece)] if role is Role.TEXT else role


def mark(value: Mark, words: str = "") -> Text:
    """A mark, with words behind it."""
    return span(f"{value.value} {words}".rstrip(), MARK_ROLES[value])


def joined(parts: Iterable[Text], between: str = "   ") -> Text:
    """The parts that are not empty, with this between them."""
    out: list[Span] = []
    for part in parts:
        if part:
            if out:
                out.append(Span(Role.TEXT, between))
            out += part
    return tuple(out)


def face_role(shown: Face | None) -> Role:
    """The colour of a card; a closed one is a frame."""
    return Role.FRAME if shown is None else SUIT_ROLES[shown.suit]


def face_text(shown: Face | None) -> str:
    """A card in two or three columns."""
    return BACK if shown is None else shown.text


def faces(cards: Iterable[Face | None]) -> Text:
    """Cards in a row, one blank between them."""
    return joined((span(face_text(card), face_role(card)) for card in cards), " ")


def wrap(text: Text, columns: int, hang: int = 2) -> list[Text]:
    """The text broken between words; what follows the first row hangs by `hang` columns."""
    if columns < 1:
        return []
    if width(text) <= columns:
        return [text]
    hang = hang if columns > hang + 8 else 0
    letters = [(char, piece) for piece in text for char in piece.text]
    rows: list[list[tuple[str, Span]]] = [[]]
    room = columns
    used = 0
    for match in _WORD.finditer(plain(text)):
        word = letters[match.start() : match.end()]
        wide = sum(char_width(char) for char, _ in word)
        if used + wide > room and used:
            while word and word[0][0] == " ":
                word = word[1:]
            wide = sum(char_width(char) for char, _ in word)
            rows.append([])
            used, room = 0, columns - hang
        for letter in word:
            step = char_width(letter[0])
            if used + step > room and used:
                rows.append([])
                used, room = 0, columns - hang
            rows[-1].append(letter)
            used += step
    indent = span(" " * hang)
    return [(indent if number and hang else ()) + _spans(row) for number, row in enumerate(rows)]


def _spans(row: list[tuple[str, Span]]) -> Text:
    out: list[Span] = []
    for char, piece in row:
        if out and out[-1].role is piece.role and out[-1].target == piece.target:
            out[-1] = out[-1]._replace(text=out[-1].text + char)
        else:
            out.append(piece._replace(text=char))
    return tuple(out)
