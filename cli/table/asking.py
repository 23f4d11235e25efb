"""What is asked before it is done: moves that cost much, leaving, and saying that others are absent.

The one rule: whether something is asked about is decided here for all fronts.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.table.games import moves_of
from cli.words.en import standing
from cli.words.en.games.any_moves import FINAL, NOTHING_AT_STAKE
from p2pcards.engine import Action, AnyGame, AnyView


def question_before(game: AnyGame, view: AnyView, action: Action, asks: str) -> str | None:
    """What is asked before a legal action is done; None if it is done at once.

    Args:
        asks: The player's setting: `costly`, `always`, `never`.
    """
    if asks == "never":
        return None
    question = moves_of(game).question(view, action)
    return FINAL if question is None and asks == "always" else question


def question_of_absence(names: Sequence[str], voters: int, asks: str) -> str | None:
    """What is asked before these are said to be absent; None if it is said at once."""
    return None if asks == "never" else standing.absent_question(names, voters)


def question_of_leaving(game: AnyGame, view: AnyView | None, playing: int) -> str:
    """What leaving costs a seat just now, as a question.

    Args:
        view: What the seat knows of the deal under way; None between deals.
        playing: How many seats play, ours among them.
    """
    if view is None:
        return NOTHING_AT_STAKE
    price = moves_of(game).leave_price(view)
    return standing.after_leaving(price, ends_match=playing - 1 < game.least_seats)
