"""How a screen looks on this terminal: colours of roles, letters for suits, ASCII for glyphs.

The one rule: a look changes no column. Every glyph has a stand-in of its own width.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import Final

from cli.cells import char_width
from cli.screen.drawing.spans import Role, Text
from cli.screen.screen_view import Drawn


class Depth(IntEnum):
    """How many colours the terminal has."""

    NONE = 0
    SIXTEEN = 16
    PALETTE = 256
    TRUE = 1 << 24


class Theme(StrEnum):
    """Colours of the terminal's own background; without knowing, the sixteen it has itself."""

    DARK = "dark"
    LIGHT = "light"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Look:
    """What a terminal can show and the player likes; unless said: all glyphs, no colour."""

    is_ascii: bool = False
    has_letters: bool = False
    depth: Depth = Depth.NONE
    theme: Theme = Theme.UNKNOWN


_LETTERS: Final = {
    "♠": "S",
    "♥": "H",
    "♦": "D",
    "♣": "C",
    "¢": "C",
    "§": "S",
    "₥": "M",
    "₮": "T",
}
_ASCII: Final = {
    **_LETTERS,
    "✓": "v",
    "✗": "x",
    "…": "~",
    "·": ".",
    "▸": ">",
    "▒": "#",
    "–": "-",
    "—": "-",
    "−": "-",
    "×": "x",
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
    "←": "<",
    "→": ">",
    "↑": "^",
    "↓": "v",
    "─": "-",
    "│": "|",
    **dict.fromkeys("╭╮╰╯┬┴├┤┼", "+"),
    **dict.fromkeys("━┃┏┓┗┛┳┻┣┫╋", "#"),
}
_LETTER_TABLE: Final = str.maketrans(_LETTERS)

# role: dark 24-bit and palette, light 24-bit and palette, sixteen on dark and light, bold or not
_COLOURS: Final[Mapping[Role, tuple[str, int, str, int, str, str, str]]] = {
    Role.TEXT: ("D8DEE4", 253, "1F262D", 235, "", "", ""),
    Role.DIM: ("8A949E", 246, "66707A", 242, "ansibrightblack", "ansibrightblack", ""),
    Role.FRAME: ("6B7782", 243, "808B95", 245, "ansibrightblack", "ansibrightblack", ""),
    Role.TURN: ("FFD75F", 221, "8A5A00", 94, "ansibrightyellow", "", "bold"),
    Role.BEST: ("FFD75F", 221, "8A5A00", 94, "ansibrightyellow", "", "bold"),
    Role.GOOD: ("7FD6A0", 115, "1B7A43", 22, "ansigreen", "ansigreen", ""),
    Role.OPEN: ("E0A85A", 179, "9A5B00", 94, "ansiyellow", "ansiyellow", ""),
    Role.BAD: ("FF8F7A", 210, "B3261E", 124, "ansibrightred", "ansired", "bold"),
    Role.TALK: ("B7A6F0", 147, "5B3FB0", 61, "ansibrightmagenta", "ansimagenta", ""),
    Role.KEY: ("7FC4FF", 117, "0B5CAD", 25, "ansibrightcyan", "ansiblue", ""),
    Role.HEADING: ("D8DEE4", 253, "1F262D", 235, "", "", "bold"),
    Role.SPADES: ("F2F2F2", 255, "111111", 233, "", "", "bold"),
    Role.HEARTS: ("FF6258", 203, "C2185B", 125, "ansibrightred", "ansired", ""),
    Role.DIAMONDS: ("55AEFF", 75, "0A58CA", 26, "ansibrightcyan", "ansiblue", ""),
    Role.CLUBS: ("B4EBA8", 151, "4A7A00", 22, "ansibrightgreen", "ansigreen", ""),
    Role.COINS: ("F0C24B", 215, "8A6100", 94, "ansibrightyellow", "ansiyellow", ""),
    Role.STRINGS: ("3FD0A0", 79, "00706A", 23, "ansicyan", "ansicyan", ""),
    Role.MYRIADS: ("F06BC0", 205, "A3218F", 126, "ansimagenta", "ansimagenta", ""),
    Role.TENS: ("F2F2F2", 255, "111111", 233, "", "", "bold"),
}
_NO_COLOUR: Final = {
    Role.BAR: "reverse",
    Role.TURN: "bold",
    Role.BEST: "bold",
    Role.BAD: "bold",
    Role.KEY: "bold",
    Role.HEADING: "bold",
}
_LEVELS: Final = (0, 95, 135, 175, 215, 255)


def style_of(role: Role, look: Look) -> str:
    """The role as prompt_toolkit writes styles: `#ffd75f bold`, `ansired`, `reverse`; perhaps empty."""
    if role is Role.BAR or look.depth is Depth.NONE:
        return _NO_COLOUR.get(role, "")
    dark, dark_palette, light, light_palette, dark_16, light_16, weight = _COLOURS[role]
    is_light = look.theme is Theme.LIGHT
    if look.depth is Depth.SIXTEEN or look.theme is Theme.UNKNOWN:
        colour = light_16 if is_light else dark_16
    elif look.depth is Depth.PALETTE:
        colour = _palette(light_palette if is_light else dark_palette)
    else:
        colour = f"#{light if is_light else dark}".lower()
    return f"{colour} {weight}".strip()


def _palette(index: int) -> str:
    """A colour of the 256, as its 24-bit value."""
    if index >= 232:
        grey = 8 + 10 * (index - 232)
        return f"#{grey:02x}{grey:02x}{grey:02x}"
    red, green, blue = (index - 16) // 36, (index - 16) // 6 % 6, (index - 16) % 6
    return f"#{_LEVELS[red]:02x}{_LEVELS[green]:02x}{_LEVELS[blue]:02x}"


def as_seen(drawn: Drawn, look: Look) -> Drawn:
    """The screen with this look's characters."""
    if not look.is_ascii and not look.has_letters:
        return drawn
    return replace(drawn, rows=tuple(_translated(row, look) for row in drawn.rows))


def _translated(row: Text, look: Look) -> Text:
    return tuple(piece._replace(text=words_as_seen(piece.text, look)) for piece in row)


def words_as_seen(words: str, look: Look) -> str:
    """Words with this look's characters, also where they leave the screen: titles and notices."""
    if look.is_ascii:
        return "".join(map(_ascii, words))
    return words.translate(_LETTER_TABLE) if look.has_letters else words


def _ascii(char: str) -> str:
    if " " <= char <= "~":
        return char
    return _ASCII.get(char, "?" * char_width(char))
