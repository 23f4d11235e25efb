"""What a player of any game is offered, told and asked, in English. The one rule: one function a fact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

LABELS: Final[Mapping[str, str]] = {
    "fold": "fold",
    "call": "call",
    "all-in": "all-in",
    "bet": "bet",
    "raise": "raise",
}
"""What the offer line calls the verbs that several games have."""

NOTHING_AT_STAKE: Final = "Leave the table? Nothing of yours is at stake."
DEAL_IS_OVER: Final = "Leave the table? The deal is over."
OUT_ALREADY: Final = "Leave the table? You are out of this deal already."
LEAVING_PUTS_OUT: Final = "Leaving now puts you out of this deal."
NO_POINTS_LOST: Final = "no points are lost"
FINAL: Final = "That cannot be taken back."


def low_to_high(ranks: Sequence[str]) -> str:
    return f"Low to high: {' '.join(ranks)}."


def paying(cost: int, kept: int) -> str:
    """What an amount does to the stack."""
    return f"you pay {cost} and keep {kept}"


def puts_in_all(stack: int) -> str:
    return f"That puts in all of your {stack}."


def puts_in_most(cost: int, stack: int) -> str:
    return f"That puts in {cost} of your {stack}."
