"""How the table stands when it does not just go on: who is missing, what happens, what it costs.

The one rule: one sentence for the ask line, and it says what comes next, never only what is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.table.games import moves_of
from cli.words.en import telling
from p2pcards.engine import AnyGame, Cause, Seat, State

ACCUSED = "Somebody says that you are absent."
LEAVING = "You are leaving; the others are being told."


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


def out_of_deal(game: AnyGame, state: State | None, seat: Seat, cause: Cause | None) -> str:
    """Why our seat is out of the deal, what that costs, and when it is back."""
    why = {
        Cause.SILENT: "You were voted absent",
        Cause.CAUGHT: "What your seat sent is refused",
        Cause.LEFT: "You have left",
        None: "You are out of this deal",
    }[cause]
    price = moves_of(game).price_of_being_out(state, seat, "your")
    words = [f"{why}: {price}."]
    if cause in (Cause.SILENT, None):
        next_deal = 1 if state is None else state.deal + 1
        words.append(f"Back from deal {next_deal}.")
    return " ".join(words)


def match_without_us(playing: int, least: int) -> str:
    """What becomes of the match of `playing` seats when our seat leaves; a game needs `least`."""
    return "That ends the match." if playing - 1 < least else "The others play on."
