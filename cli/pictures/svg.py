"""A drawn screen as an SVG file: a picture of a terminal that needs no font of ours.

The one rule: every cell stands on its column, whatever font the reader has. Frames, suits and marks
are drawn as lines and shapes; words are stretched to their columns; nothing leans on how wide a
glyph happens to be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from cli.screen.drawing.spans import Role, Text
from cli.screen.look import Depth, Look, Theme, style_of
from cli.screen.screen_view import Drawn, Size

CELL: Final = Size(9, 20)
"""Pixels: what 15 px of the common monospace fonts take."""

FONT: Final = (
    "ui-monospace,SFMono-Regular,Menlo,Consolas,DejaVu Sans Mono,Liberation Mono,monospace"
)
FONT_PX: Final = 15
BASELINE: Final = 15
MIDDLE_X: Final = 4.5
MIDDLE_Y: Final = 9.5
"""Where a frame's lines run in a cell: on half pixels, so that they are sharp."""

MARGIN: Final = 14

BACKGROUND: Final = "#1e1e1e"
"""One of those that the colours were chosen on; the picture brings it along, so that it does not
matter whether the page is light or dark."""

BAR: Final = "#d8dee4"
"""What reversed rows are filled with."""

LOOK: Final = Look(depth=Depth.TRUE, theme=Theme.DARK)

_WORDS: Final = re.compile(r"\S+(?: \S+)*")
"""What is written in one go: never two blanks in a row, which SVG would make one."""

_ARMS: Final[Mapping[str, str]] = {
    "─": "lr",
    "│": "ud",
    "┬": "lrd",
    "┴": "lru",
    "├": "udr",
    "┤": "udl",
    "┼": "lrud",
    "━": "LR",
    "┃": "UD",
    "┏": "RD",
    "┓": "LD",
    "┗": "RU",
    "┛": "LU",
    "┳": "LRD",
    "┻": "LRU",
    "┣": "UDR",
    "┫": "UDL",
    "╋": "LRUD",
}
"""Which sides of its cell a piece of a frame reaches; capitals are heavy."""

_CORNERS: Final[Mapping[str, str]] = {
    "╭": "M9 9.5H7.5q-3 0-3 3V20",
    "╮": "M0 9.5h1.5q3 0 3 3V20",
    "╰": "M9 9.5H7.5q-3 0-3-3V0",
    "╯": "M0 9.5h1.5q3 0 3-3V0",
}
_STROKES: Final[Mapping[str, str]] = {
    "✓": "M1.2 10.6 3.6 13.6 8 6.2",
    "✗": "M1.5 6.3 7.5 13.7M7.5 6.3 1.5 13.7",
    "←": "M7.6 10H1.2M3.7 7.2 1.2 10l2.5 2.8",
    "→": "M1.4 10h6.4M5.3 7.2 7.8 10 5.3 12.8",
    "↑": "M4.5 15V5.4M2 8.2l2.5-2.8L7 8.2",
    "↓": "M4.5 5.2v9.6M2 12l2.5 2.8L7 12",
}
_SHAPES: Final[Mapping[str, str]] = {
    "♠": "M4.5 4.2C5.9 6.7 8.4 8.2 8.4 10.6A1.9 1.9 0 0 1 5 11.7Q5.1 13.8 6.3 14.8H2.7Q3.9 13.8 4 11.7"
    "A1.9 1.9 0 0 1 .6 10.6C.6 8.2 3.1 6.7 4.5 4.2Z",
    "♥": "M4.5 15C2.9 12.6.5 10.8.5 7.9A2 2 0 0 1 4.5 7.3 2 2 0 0 1 8.5 7.9C8.5 10.8 6.1 12.6 4.5 15Z",
    "♦": "M4.5 4.2Q6 7.2 8.3 9.7 6 12.2 4.5 15.2 3 12.2.7 9.7 3 7.2 4.5 4.2Z",
    "♣": "M4.5 4.4A2 2 0 0 1 6.1 7.7 2 2 0 1 1 5 11.2Q5.1 13.7 6.3 14.8H2.7Q3.9 13.7 4 11.2"
    "A2 2 0 1 1 2.9 7.7 2 2 0 0 1 4.5 4.4Z",
    "▸": "M1.8 5.8 7.6 10 1.8 14.2Z",
}
_GLYPHS: Final[Mapping[str, str]] = {
    **{char: f'<path id="{{}}" d="{path}" class="l"/>' for char, path in _CORNERS.items()},
    **{char: f'<path id="{{}}" d="{path}" class="s"/>' for char, path in _STROKES.items()},
    **{char: f'<path id="{{}}" d="{path}"/>' for char, path in _SHAPES.items()},
}
"""Characters that are drawn, in the pixels of a cell; `{}` is for the id."""

_BACK: Final = "▒"
_DRAWN: Final = frozenset({*_ARMS, *_GLYPHS, _BACK})


class _Cell(NamedTuple):
    column: int
    char: str
    role: Role


def svg_of(drawn: Drawn, title: str) -> str:
    """The screen as an SVG document; all its characters are one column wide.

    Args:
        drawn: What `cli.screen.drawing.draw` gave.
        title: What is to be seen, for those who cannot see it.
    """
    columns = max(sum(len(piece.text) for piece in row) for row in drawn.rows)
    width = columns * CELL.columns + 2 * MARGIN
    height = len(drawn.rows) * CELL.rows + 2 * MARGIN
    cells = [tuple(_cells(row)) for row in drawn.rows]
    used = {cell.char for row in cells for cell in row}
    roles = {cell.role for row in cells for cell in row}
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
            f' viewBox="0 0 {width} {height}" role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>{_style(roles)}</style>",
            "<defs>",
            *(shape.format(_id(char)) for char, shape in _GLYPHS.items() if char in used),
            "</defs>",
            f'<rect width="{width}" height="{height}" rx="8" fill="{BACKGROUND}"/>',
            f'<g transform="translate({MARGIN} {MARGIN})">',
            *(
                line
                for number, row in enumerate(cells)
                for role, run in groupby(row, key=lambda cell: cell.role)
                for line in _run(tuple(run), role, number * CELL.rows)
            ),
            "</g>",
            "</svg>",
            "",
        ]
    )


def _cells(row: Text) -> Iterator[_Cell]:
    column = 0
    for piece in row:
        for char in piece.text:
            yield _Cell(column, char, piece.role)
            column += 1


def _run(cells: tuple[_Cell, ...], role: Role, top: int) -> Iterator[str]:
    """The cells of one role, side by side in one row."""
    left = cells[0].column * CELL.columns
    if role is Role.BAR:
        size = f'width="{len(cells) * CELL.columns}" height="{CELL.rows}"'
        yield f'<rect x="{left}" y="{top}" {size} fill="{BAR}"/>'
    words = "".join(" " if cell.char in _DRAWN else cell.char for cell in cells)
    for found in _WORDS.finditer(words):
        place = f'x="{left + found.start() * CELL.columns}" y="{top + BASELINE}"'
        length = f'textLength="{len(found[0]) * CELL.columns}"'
        if max(found[0]) > "\xff":
            length += ' lengthAdjust="spacingAndGlyphs"'  # perhaps from another font, and wider
        yield f'<text class="{role}" {place} {length}>{escape(found[0])}</text>'
    for cell in cells:
        if cell.char in _GLYPHS:
            place = f'x="{cell.column * CELL.columns}" y="{top}"'
            yield f'<use class="{role}" href="#{_id(cell.char)}" {place}/>'
    for weight, path in (
        ("l", _lines(cells, top, is_heavy=False)),
        ("h", _lines(cells, top, is_heavy=True)),
        ("b", _backs(cells, top)),
    ):
        if path:
            yield f'<path class="{role} {weight}" d="{path}"/>'


def _lines(cells: tuple[_Cell, ...], top: int, *, is_heavy: bool) -> str:
    """The straight pieces of frames, neighbours joined."""
    path = ""
    for char, group in groupby(cells, key=lambda cell: cell.char):
        alike = tuple(group)
        arms = _ARMS.get(char, "")
        if arms.isupper() is not is_heavy:
            continue
        is_flat = set(arms.lower()) == {"l", "r"}
        for cell in alike[:1] if is_flat else alike:
            x, y = cell.column * CELL.columns, top
            width = CELL.columns * (len(alike) if is_flat else 1)
            path += _arms(arms.lower(), x, y, width)
    return path


def _arms(arms: str, x: int, y: int, width: int) -> str:
    start = x if "l" in arms else x + MIDDLE_X
    end = x + width if "r" in arms else x + MIDDLE_X
    upper = y if "u" in arms else y + MIDDLE_Y
    lower = y + CELL.rows if "d" in arms else y + MIDDLE_Y
    path = f"M{start:g} {y + MIDDLE_Y:g}H{end:g}" if start < end else ""
    return path + (f"M{x + MIDDLE_X:g} {upper:g}V{lower:g}" if upper < lower else "")


def _backs(cells: tuple[_Cell, ...], top: int) -> str:
    """Closed cards."""
    path = ""
    for char, group in groupby(cells, key=lambda cell: cell.char):
        if char == _BACK:
            alike = tuple(group)
            x, width = alike[0].column * CELL.columns, len(alike) * CELL.columns
            path += f"M{x} {top + 2}h{width}v{CELL.rows - 4}h-{width}z"
    return path


def _id(char: str) -> str:
    return f"u{ord(char):x}"


def _style(roles: set[Role]) -> str:
    rules = [
        f"text{{font:{FONT_PX}px {FONT};fill:currentColor;"
        "text-rendering:geometricPrecision;white-space:pre}",
        "use,path{fill:currentColor}",
        ".l,.h,.s{fill:none;stroke:currentColor}",
        ".s{stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}",
        ".h{stroke-width:3;stroke-linecap:square}",
        ".b{opacity:.45}",
    ]
    for role in sorted(roles):
        if role is Role.BAR:
            rules.append(f".bar{{color:{BACKGROUND}}}")
            continue
        colour, *bold = style_of(role, LOOK).split()
        weight = ";font-weight:bold" if bold else ""
        rules.append(f".{role}{{color:{colour}{weight}}}")
    return "".join(rules)
