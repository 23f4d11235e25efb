"""Whether the cards of many deals look like chance, in English. The one rule: it is never called proof."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cli.fairness.figures import Farthest
from cli.words.en.commands import audit
from cli.words.en.telling import counted, listed
from p2pcards.games import GAMES
from protocol.report import Report

NOTHING_TO_COUNT: Final = "No settled deal in good order was found; there is nothing to count."
NO_CARD: Final = "No card in them came to light that nobody had chosen to show."
WHAT_Z_IS: Final = (
    "z: how many standard deviations it lies off; in fair play 95 of 100 lie within 2."
)
NO_Z: Final = "No figure is over enough cards for a z."
NO_PROOF: Final = (
    "This is no proof, neither of cheating nor of its absence. That every deck was shuffled by all"
    " is proved, and checked above; what the shuffle gave is chance."
)
TURNED_UP: Final = "turned up"
"""Whose cards were counted that nobody holds."""


def not_counted(path: str, report: Report) -> str:
    return f"{path}: VERIFICATION FAILED, and is not counted. {audit.problem(report)}"


def proves_cheat(path: str) -> str:
    return f"{path} proves that a seat cheated; 'p2pcards audit' tells who, and when."


def audited_first(logs: int) -> str:
    stand = "stands" if logs == 1 else "stand"
    return f"Audited first, entry by entry: {counted(logs, 'log')} {stand}."


def repeated(deals: int) -> str:
    return f"{counted(deals, 'deal')} stood in more than one of them, and count once."


def heading(game: str, deals: int, tables: int) -> str:
    return f"{GAMES[game].title}, {counted(deals, 'deal')} at {counted(tables, 'table')}"


def farthest(who: str, judged: Farthest) -> str:
    figure = judged.figure
    where = f"{who}, {figure.measure}, {GAMES[figure.game].title}"
    only = judged.among == 1
    among = "The one with a z is" if only else f"Of {judged.among} with a z the farthest off is"
    return (
        f"{among} {where}: {figure.z:+.1f}. In fair play, the farthest of so many lies at least as"
        f" far off about {100 * judged.chance:.2g} times in 100."
    )


def player(fingerprint: str, names: Sequence[str]) -> str:
    """A key with all that it was called."""
    name, *others = names
    also = f", also called {listed(others)}" if others else ""
    return f"{name} ({fingerprint}{also})"
