"""What a player of Azi is offered, told and asked, in English. The one rule: one function a fact."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cli.words.en.games.any_moves import NOTHING_AT_STAKE
from cli.words.en.telling import in_words
from p2pcards.games.azi.state import Phase

LABELS: Final[Mapping[str, str]] = {
    "fold": "fold",
    "call": "call",
    "all-in": "call all-in",
    "bet": "bet",
    "raise": "raise by",
    "blind": "bet blind",
    "no-blind": "look at the cards",
    "buy-in": "pay",
    "stay-out": "stay out",
}
"""What the offer line calls each verb."""
ALL_IN: Final = "all-in"
"""Where there is nothing to call."""

HELP: Final[Mapping[str, str]] = {
    "fold": "fold",
    "call": "call; all that you have, if that is less",
    "bet": "bet or raise; digits type an amount",
    "blind": "yes: bet blind, buy in",
    "no-blind": "no: look at the cards, stay out",
}
"""What it does, for the page of keys; another verb on the same key is told with it."""

_DEAL: Final = "A DEAL FROM BEGINNING TO END"
CHAPTERS: Final[Mapping[Phase, str]] = {
    **dict.fromkeys(Phase, _DEAL),
    Phase.BIDDING: "BIDDING",
    Phase.BLIND: "OPTIONS OF A TABLE",
    Phase.DISCARD: "OPTIONS OF A TABLE",
    Phase.TRICKS: "TRICKS",
    Phase.IDLE: "WHAT A SHORT WINNER GETS",
    Phase.BUY_IN: "AZI",
}
"""Of the rules, what each phase is about."""

NO_BET_YET: Final = "Nobody has bet yet, and there is no check: bet or fold."
BLIND: Final = "Nobody has seen a card yet; a blind bet is made before any is opened."
LEAD: Final = "You lead: any card."
FOLDING_GIVES_UP: Final = "You have bid in this deal; folding gives that up."
STAYED_OUT: Final = "You stay out of this deal, and are asked again after another azi."
NO_CHIPS_LOST: Final = "no chips are lost"


def calling(owed: int, pot: int) -> str:
    """What a call costs, and what the pot is then."""
    return f"Call {owed} and the pot is {pot}. The last to raise leads the first trick."


def call_too_dear(owed: int, stack: int) -> str:
    return f"The call is {owed}, more than you have: all-in with {stack}, or fold."


def discarding(done: int, seats: int) -> str:
    """So many of these seats have discarded."""
    first = "A discard is final and never shown."
    if not done:
        return first
    many = f"{in_words(done).capitalize()} of {in_words(seats)}"
    return f"{first} {many} are done; then the bidding."


def buying_in(pot: int, price: int) -> str:
    return f"To play for the pot of {pot} costs {price}."


def bid_becomes(level: int, consequence: str) -> str:
    return f"the bid becomes {level}; {consequence}"


def leaving(paid: int, *, has_folded: bool) -> str:
    """What leaving costs a seat that has paid so much, as a question."""
    if not paid:
        return NOTHING_AT_STAKE
    if has_folded:
        return f"Leave the table? You have folded; your {paid} stay in the pot."
    return f"Leaving now folds: your {paid} stay in the pot."


def cannot_pay_ante(ante: int) -> str:
    return f"You cannot pay the ante of {ante}: you may watch, or leave."


def stays_in_pot(whose: str, paid: int) -> str:
    """What a seat that is out has paid; `whose` is `your`, or a name's."""
    return f"{whose} {paid} stay in the pot" if paid else NO_CHIPS_LOST
