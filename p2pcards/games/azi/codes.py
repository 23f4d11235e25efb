"""Cards as small numbers, for games that are only imagined; and what they are good for.

The one rule: with the trump suit known, comparing two numbers decides a trick. A card is
`class * 16 + strength`; trumps are of the highest class, the other suits of classes 0 to 2.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from p2pcards.cards import Card
from p2pcards.corners import row_through
from p2pcards.games.azi.state import ACE, SIX

TRUMPS = 48
"""The first code of a trump."""

KING, QUEEN = ACE - 1, ACE - 2

_CORNERS = (
    "0:60 30:190 45:280 65:300 90:430 110:570 130:720 150:820 170:900 210:980 250:1000",
    "0:10 30:80 45:110 65:130 90:220 110:350 130:500 150:660 170:800 210:940 250:1000",
    "0:5 30:40 45:55 65:75 90:135 110:240 130:355 150:530 170:690 210:900 250:1000",
    "0:0 30:20 45:35 65:50 90:90 110:180 130:265 150:430 170:600 210:850 250:1000",
    "0:0 30:15 45:17 65:38 90:67 110:155 130:207 150:350 170:510 210:800 250:1000",
)
"""For one to five rivals, `worth of a hand : times of 1000 that it takes the pot`, an azi counted as a
third of one. From 40,000 deals for each number of rivals, all staying in, with straight lines between.
"""


def code_of(card: Card, turn_up: Card) -> int:
    """The card's number, the trump being that of `turn_up`."""
    if card.suit != turn_up.suit:
        return (card.suit - 1) * 16 + card.rank
    is_top = card.rank == SIX and turn_up.rank == ACE
    return TRUMPS + (ACE + 1 if is_top else card.rank)


def beats(code: int, best: int) -> bool:
    """Whether a card wins against the best of a trick so far, which is the led suit's or a trump."""
    return code > best if code >> 4 == best >> 4 else code >= TRUMPS


def _worth(code: int) -> int:
    strength = code & 15
    if code >= TRUMPS:
        return 40 + 6 * strength
    return {ACE: 55, KING: 30, QUEEN: 15}.get(strength, 4)


WORTH = tuple(_worth(code) for code in range(TRUMPS + 16))
"""About how many hundredths of a trick each card is good for."""


def worth_of(hand: Iterable[int]) -> int:
    """The worth of all the cards together."""
    return sum(WORTH[code] for code in hand)


@cache
def chances() -> tuple[tuple[int, ...], ...]:
    """For one to five rivals: by worth of a hand, how many of 1000 pots it takes if all stay in."""
    return tuple(_row(corners) for corners in _CORNERS)


def _row(corners: str) -> tuple[int, ...]:
    row = row_through(corners)
    # No hand is worth more than the three best trumps.
    return (*row, *[row[-1]] * (3 * max(WORTH) - len(row) + 1))
