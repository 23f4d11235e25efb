"""What is said of matches of bots whose log is kept, in English. The one rule: what was checked is said."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cli.words.en.telling import counted

ENDED_EARLY: Final = "The match ended early, by the game's rules: no further deal could be dealt."
STANDSTILL: Final = "The match came to a standstill before its end. This is a bug."
LOGS_DIFFER: Final = "The seats hold different logs. This is a bug."


def so_far(deal: int, deals: int, seconds: float) -> str:
    return f"Deal {deal} of {deals} is settled; {seconds:.0f} s."


def played(deals: int, title: str, seats: int, seconds: float) -> str:
    are = "is" if deals == 1 else "are"
    return f"{counted(deals, 'deal')} of {title} {are} played by {seats} bots in {seconds:.1f} s."


def standings(scores: str) -> str:
    return f"Standings: {scores}."


def same_log(seats: int, entries: int) -> str:
    return f"All {seats} seats hold the same log, byte for byte: {entries} entries."


def where_it_is(log: str, size: int) -> str:
    return f"It is in {log} ({size} bytes). Check it: p2pcards audit {log}"


def no_occasion(fault: str) -> str:
    return (
        f"{fault} finds no occasion in this match. Try more deals, another seed, or another seat."
    )


def with_faults(title: str, faults: Iterable[str], log: str, entries: int, size: int) -> str:
    return (
        f"The log of a match of {title} in which {', '.join(faults)} happened is in"
        f" {log}: {entries} entries, {size} bytes."
    )


def what_it_proves(log: str) -> str:
    return f"See what it proves: p2pcards audit {log}"
