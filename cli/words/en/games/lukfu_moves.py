"""What a player of Luk Fu is offered, told and asked, in English. The one rule: one function a fact.

Cards come as they are drawn in few columns: `§234`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cli.words.en.games.any_moves import NO_POINTS_LOST
from cli.words.en.telling import in_words, listed
from cli.words.phrase import Phrase, Sign, Together, phrase
from p2pcards.games.lukfu.state import Phase

LABELS: Final[Mapping[str, str]] = {"play": "say play", "pass": "pass", "declare": "declare"}
"""What the offer line calls each verb."""
HELP: Final[Mapping[str, str]] = {
    "play": "yes: say play",
    "pass": "no: pass",
    "declare": "declare, when you lead",
}
"""What it does, for the page of keys."""
CHAPTERS: Final[Mapping[Phase, str]] = {
    Phase.CALL: "A DEAL FROM BEGINNING TO END",
    Phase.LEAD: "WHAT CAN BE LED",
    Phase.FOLLOW: "WHAT BEATS WHAT",
    Phase.CLOSING: "CLAIMS AND THE CLOSING CHECK",
}
"""Of the rules, what each phase is about."""

ORDER_OF_CARDS: Final = phrase(
    "Runs by suit: ",
    Sign("¢ "),
    "Coins, ",
    Sign("§ "),
    "Strings, ",
    Sign("₥ "),
    "Myriads, ",
    Sign("₮ "),
    "Tens. Sets 2 to 9; 9 beats 1.",
)
FACE_DOWN: Final = "put face down"
LEAD: Final = "You lead: a single, or a set or run of three and more."
NOT_YOUR_TURN: Final = "It is not your turn."


def fu(number: int) -> str:
    return f"{number} fu"


def declaring(number: int) -> str:
    return f"Declare {fu(number)}? All your cards are opened."


def leaving(points: int) -> str:
    return f"Leaving now costs {points} points."


def pays_for_deal(whose: str, *, is_due: bool) -> str:
    """What a seat that is out of the deal pays; `whose` is `your`, or a name's."""
    return f"{whose} seat pays for the deal" if is_due else NO_POINTS_LOST


def calling(old: int, *, is_master: bool) -> str:
    """What the hand is good for, before anybody is the caller; the Master leads, whoever that will be."""
    cards = "card" if old == 1 else "cards"
    leads = "You lead" if is_master else "The Master leads"
    return f"You hold {old} Old {cards}. {leads}. A caller who loses pays for both."


def cannot_beat(what: Together) -> Phrase:
    size = len(what.cards)
    cards = "card goes" if size == 1 else "cards go"
    due = f"{in_words(size)} {cards} face down, to be shown at the end."
    return phrase("You cannot beat ", what, f": {due}")


def face_down_must_wait(plays: Sequence[str], more: int, best: str) -> str:
    """These plays beat the best one, and so many more."""
    names = [*plays, f"{more} more"] if more else plays
    verb = "beats" if len(names) == 1 else "beat"
    return f"Face down must wait: {listed(names)} {verb} {best}."


def nothing_beats(what: str) -> str:
    return f"Nothing that is still out can beat {what}."


def can_be_beaten(what: str, by: str) -> str:
    return f"{what} can be beaten by {by}."


def a_higher(suit: str) -> str:
    """Any single card of the suit that is higher."""
    return f"a higher {suit}"


def nines(size: int) -> str:
    return f"{in_words(size)} nines"


def of_higher_rank(size: int) -> str:
    return f"{in_words(size)} of a higher rank"


def runs(size: int, own: str, above: Sequence[str], *, in_own: bool) -> str:
    """Runs that beat one of the suit `own`: of suits above it, and, where that can be, of its own."""
    if not above:
        return f"a higher run of {size} in {own}"
    run = f"any run of {size} in {' or '.join(above)}"
    return f"{run}, or a higher one in {own}" if in_own else run


def naming(suit: str) -> str:
    """A suit has been said; ranks are to follow."""
    return f"{suit} and the ranks: a digit each."


def in_no_play(card: str) -> str:
    return f"{card} is in no play that is allowed now."


def holds_no_rank(rank: str) -> str:
    return f"You hold no {rank}."


def does_not_hold(card: str) -> str:
    """The card as a log writes it."""
    return f"You do not hold {{{card}}}."
