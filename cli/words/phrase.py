"""A phrase: words with the cards, names and numbers in them still as values.

The one rule: nothing is taken out of a phrase again by looking at its letters; a surface draws it
piece by piece, and only then is it text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from p2pcards.cards import Card, Pack
from p2pcards.engine import Seat


class Mark(StrEnum):
    """How far something is proved; the value is the glyph."""

    CHECKED = "✓"
    CHECKING = "…"
    CLAIMED = "?"
    REFUSED = "✗"
    NOT_DUE = "·"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card, to be drawn as the surface draws it."""

    pack: Pack
    card: Card


@dataclass(frozen=True, slots=True)
class Name:
    """A player's name, as it is; no letter of it is ever changed."""

    text: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class Together:
    """Cards played together: an eye takes them in as one, an ear one by one."""

    pack: Pack
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Sign:
    """What helps the eye alone, such as the glyph of a suit before its name; it is not read out."""

    text: str


Piece: TypeAlias = str | int | Drawn | Together | Sign | Name | Mark


@dataclass(frozen=True, slots=True)
class Phrase:
    """Pieces, one after the other; no blank is added between them."""

    pieces: tuple[Piece, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.pieces)

    @property
    def starting(self) -> Phrase:
        """As a sentence starts; a name stays as it is."""
        match self.pieces:
            case (str(first), *rest) if not isinstance(first, Mark):
                return Phrase((first[:1].upper() + first[1:], *rest))
            case _:
                return self

    @property
    def ended(self) -> Phrase:
        """As a sentence ends; a mark is an end of its own."""
        return self if any(isinstance(piece, Mark) for piece in self.pieces) else phrase(self, ".")


Part: TypeAlias = Piece | Phrase


def phrase(*parts: Part) -> Phrase:
    """The parts as one phrase."""
    pieces: list[Piece] = []
    for part in parts:
        for piece in part.pieces if isinstance(part, Phrase) else (part,):
            if _is_words(piece) and pieces and _is_words(pieces[-1]):
                pieces[-1] = f"{pieces[-1]}{piece}"
            elif piece != "":
                pieces.append(piece)
    return Phrase(tuple(pieces))


def _is_words(piece: Piece) -> bool:
    return isinstance(piece, str) and not isinstance(piece, Mark)


def between(separator: str, parts: Iterable[Part]) -> Phrase:
    """The parts with a separator between them."""
    out: list[Part] = []
    for part in parts:
        out += [separator, part] if out else [part]
    return phrase(*out)


def drawn(pack: Pack, cards: Iterable[Card]) -> Phrase:
    """Cards in a row."""
    return between(" ", (Drawn(pack, card) for card in cards))


def apart(whole: Part) -> Phrase:
    """The phrase with each card by itself, also where several are played together."""
    pieces = phrase(whole).pieces
    return phrase(
        *(drawn(one.pack, one.cards) if isinstance(one, Together) else one for one in pieces)
    )


def text_of(whole: Part, draw: Callable[[Drawn], str]) -> str:
    """The phrase as text, each card as `draw` writes it."""
    return "".join(
        draw(piece)
        if isinstance(piece, Drawn)
        else piece.text
        if isinstance(piece, Name | Sign)
        else str(piece)
        for piece in apart(whole).pieces
    )


def in_braces(whole: Part) -> str:
    """The phrase as text with its cards in braces, `{10H}`, as files and older surfaces keep it."""
    return text_of(whole, lambda piece: f"{{{piece.pack.text(piece.card)}}}")
