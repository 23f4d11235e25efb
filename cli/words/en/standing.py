"""How the table stands when it does not just go on, in English: who is missing, what happens, what it costs.

The one rule: one sentence for the ask line, and it says what comes next, never only what is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cli.words.en import telling
from p2pcards.engine import Cause

ACCUSED: Final = "Somebody says that you are absent."
LEAVING: Final = "You are leaving; the others are being told."


def link_lost(left: str, away: Sequence[str], *, has_seat: bool) -> str:
    """No link to anybody; `left` is how long the seat still waits for one of those away."""
    if len(away) == 1:  # the one link there was: at which end it broke cannot be seen from here
        return f"No link to {away[0]}; either end may have lost it. {left} to come back."
    return f"Link lost. {left} to come back{'; your seat waits' if has_seat else ''}."


def rests(missing: Sequence[str]) -> str:
    """Too few are heard to decide anything."""
    return f"{telling.listed(missing)} must be heard again. What was signed stays in the log."


def absent_question(names: Sequence[str], voters: int) -> str:
    """Whether to say that these are absent."""
    who = telling.listed(names) if len(names) < 3 else f"those {telling.in_words(len(names))}"
    verb = "Is" if len(names) == 1 else "Are"
    decides = "Your word alone decides." if voters <= 2 else "More than half must say so."
    return f"{verb} {who} absent? {decides}"


def accused(name: str) -> str:
    """For the story: what somebody else has said."""
    return f"It is said that {name} is absent."


def declared(names: Sequence[str]) -> str:
    """For the story: what our player has said."""
    verb = "is" if len(names) == 1 else "are"
    return f"You say that {telling.listed(names)} {verb} absent."


def out_of_deal(cause: Cause | None, price: str, next_deal: int | None) -> str:
    """Why our seat is out of the deal, what that costs, and when it is back, where it comes back."""
    why = {
        Cause.SILENT: "You were voted absent",
        Cause.CAUGHT: "What your seat sent is refused",
        Cause.LEFT: "You have left",
        None: "You are out of this deal",
    }[cause]
    told = f"{why}: {price}."
    return told if next_deal is None else f"{told} Back from deal {next_deal}."


def barred(name: str, price: str, *, is_own: bool) -> str:
    """A seat is caught, and what that costs it."""
    who = "You are" if is_own else f"{name} is"
    return (
        f"{who} out of this deal and barred from this table; {price}. The log shows it to anyone."
    )


def after_leaving(price: str, *, ends_match: bool) -> str:
    """What leaving costs, and what becomes of the match."""
    return f"{price} {'That ends the match.' if ends_match else 'The others play on.'}"


TWO_VERSIONS: Final = "two different entries for one moment"
"""Why a seat is out that has signed both."""


def signed_by(signed: int, seats: int) -> str:
    """`All five have signed the result`, or how many of how many."""
    if signed == seats:
        return f"{everybody(seats)} have signed the result"
    verb = "has" if signed == 1 else "have"
    many = f"{telling.in_words(signed).capitalize()} of {telling.in_words(seats)}"
    return f"{many} {verb} signed the result"


def everybody(seats: int) -> str:
    """`Both`, or `All five`: the players, as a sentence begins."""
    return "Both" if seats == 2 else f"All {telling.in_words(seats)}"


def stacks_add_up(total: int, *, with_pot: bool) -> str:
    return f"Stacks with the pot add up to {total}" if with_pot else f"Stacks add up to {total}"


def points_add_up(total: int) -> str:
    return f"Points add up to {total}"


def points_of_deal_add_up(total: int) -> str:
    return f"The deal's points add up to {total}"


def deck_ready(deal: int) -> str:
    return f"The deck of deal {deal} is ready"
