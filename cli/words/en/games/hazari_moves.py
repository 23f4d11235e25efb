"""What a player of Hazari is told and asked, in English. The one rule: one function a fact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cli.words.en.games.hazari import name_of
from cli.words.en.telling import in_words
from cli.words.facts import Aim
from p2pcards.cards import Card
from p2pcards.games.hazari.state import Phase

ORDER_OF_CARDS: Final = (
    "Troy, Colour Run, Run, Colour, Pair, Indi. Runs: A-K-Q, A-2-3, K-Q-J … 4-3-2."
)
UP: Final = "Up? No card can be moved after that."
BEST_FIRST: Final = "best first"
"""What the clock does, in short."""
NEXT_BEST: Final = "the next best"
"""An arrangement beside the best one, which is too long to be named."""
AS_THEY_LIE: Final = "as they lie now"
LEAVING: Final = "Leaving now scores 0 in this deal."
NO_CARD_TO_EXCHANGE: Final = "There is no card here to exchange."
NOT_FULL: Final = "Groups 1 to 3 must be full to be sorted."
SORTED: Final = "Groups 1 to 3 are sorted."
NONE_LOOSE: Final = "All cards lie in groups: x exchanges two, 0 takes one out."

CHAPTERS: Final[Mapping[Phase, str]] = {
    **dict.fromkeys(Phase, "FOUR TRICKS"),
    Phase.ARRANGING: "ARRANGING",
}
"""Of the rules, what each phase is about."""

_PROPOSALS: Final[Mapping[Aim, tuple[str, str]]] = {
    Aim.BEST_FIRST: ("Best first", "best first"),
    Aim.EVEN: ("The even one", "the even one"),
    Aim.BEST: ("The best", "the best"),
}
"""At the start of a sentence, and inside one."""


def deal_scores_nothing(whose: str) -> str:
    """What a seat that is out of the deal pays; `whose` is `your`, or a name's."""
    return f"{whose} deal scores 0"


def no_room(group: int, room: int) -> str:
    """A group takes only so many more."""
    if not room:
        return f"Group {group} is full: x exchanges two cards, 0 takes one out."
    cards = "card" if room == 1 else "cards"
    return f"Group {group} has room for {in_words(room)} {cards} only."


def none_fills(group: int) -> str:
    return f"No loose cards fill group {group}."


def proposed(aim: Aim, expected: int, after: Aim | None) -> str:
    """What lies there now, worth so many points on average, and what the same key proposes next."""
    told = f"{_PROPOSALS[aim][0]}: {expected} points on average."
    return told if after is None else f"{told} a again: {_PROPOSALS[after][1]}."


def exchanging(cards: str) -> str:
    """Which card is to be exchanged."""
    return f"Exchange {cards}: choose the other card."


def in_order(expected: int) -> str:
    return f"In order: {expected} points on average. Up is final."


def suggestion(number: int, count: int, strength: str) -> str:
    return f"Tab {number} of {count}: {strength}."


def not_up(loose: int, *, is_all: bool) -> str:
    how_many = "all" if is_all else in_words(loose)
    return f"Not up yet: {how_many} {'card is' if loose == 1 else 'cards are'} loose."


def beats(percent: float) -> str:
    """How strong a full group is, among all threes there are."""
    return f"beats {percent:.1f}%"


def strength(cards: Sequence[Card], percent: float, points: int) -> str:
    """A full group in words: `Run 9-8-7, beats 97.6%, 20 pt`."""
    return f"{name_of(cards)}, {beats(percent)}, {points} pt"


def wins(group: int, strength: str, chance: int) -> str:
    """What a group is good for, in the trick of its number."""
    return f"Group {group}: {strength}, wins trick {group} in {chance}% of deals."
