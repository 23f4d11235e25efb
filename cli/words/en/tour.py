"""What a newcomer is told of a deal that is shown with all cards open. The one rule: a sentence a step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BEGINNINGS: Final[Mapping[str, str]] = {
    "azi": "Whoever first takes two of three tricks wins the pot. You sit at the bottom.",
    "hazari": "Four players, four tricks; the points of the cards one takes count. You sit below.",
    "lukfu": "Three players: who comes to six fu wins the deal. You sit at the bottom.",
}
"""Of a game, before anything has happened."""

PHASES: Final[Mapping[str, Mapping[str, str]]] = {
    "azi": {
        "bidding": "Now all bid in turn: one folds, calls what one owes, or raises by a step.",
        "tricks": "Follow the led suit; who has none of it plays a trump, if there is one.",
        "buy-in": "A trick each is an azi: the pot stays, and the others may buy in for half.",
    },
    "hazari": {
        "arranging": "All put 13 cards into groups of 3, 3, 3, 4, none higher than the one before.",
        "tricks": "All show the first group, then the second: the highest takes all the points.",
    },
    "lukfu": {
        "call": "Who says play is the caller, and pays for both of the others after losing.",
        "lead": "The winner of a trick leads: a single, or a set or run of three and more.",
        "follow": "The others beat that, or put as many cards face down; who can must beat it.",
        "closing": "All hands are opened, and it is checked that nobody could beat and did not.",
    },
}
"""When a phase begins for the first time."""

END: Final = "That was a deal. In yours the others' cards stay closed, and h gives advice."
