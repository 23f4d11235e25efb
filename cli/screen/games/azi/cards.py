"""Azi's cards and seats as its screen writes them.

The one rule: nothing here looks at more than it is given.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cli.screen.drawing.spans import Text
from cli.screen.drawing.text import sentence
from cli.screen.drawing.view import Played
from cli.table.faces import Face, face
from cli.table.story.known import Known
from cli.words.phrase import Mark
from p2pcards.cards import Card
from p2pcards.engine import Seat
from p2pcards.games.azi.state import PACK, AziState
from p2pcards.games.azi.state import Played as Card_
from p2pcards.seats import clockwise
from p2pcards.tricks import trick_winner

GLYPHS: Final = {"H": "♥", "D": "♦", "S": "♠"}


def as_played(state: AziState, order: int, play: Card_) -> Played:
    """A card in the running trick, with what it tells."""
    best = state.plays[
        trick_winner([card.card for card in state.plays], state.trump, state.strength)
    ]
    note = ""
    if play == best:
        note = "best"
    elif play.card.suit != state.led_suit and state.hands[play.seat]:
        note = f"no {_glyph(state.plays[0].card.suit)} left"
    return Played((face_of(play.card),), order, Mark.CHECKED, note, is_best=play == best)


def as_seated(known: Known, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """From our left on, ourselves last."""
    return clockwise(seats, 0 if known.facts.seat is None else known.facts.seat + 1)


def face_of(card: Card) -> Face:
    """A card of this pack as it is drawn."""
    return face(PACK, card)


def _glyph(suit: int) -> str:
    return GLYPHS[PACK.suits[suit - 1]]


def with_suit(word: str, suit: int) -> Text:
    """`trump ♦`."""
    return sentence(f"{word} {_glyph(suit)}")
