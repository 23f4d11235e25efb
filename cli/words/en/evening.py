"""What is said of an evening, in English: who is there, how a table ends, what is waited for.

The one rule: whole, calm sentences in the present tense: what happened, who, what now. No praise, and
no blame before proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from cli.words.en import pausing, telling
from protocol.net.conduct.roles import Ending
from protocol.net.lobby import SeatInfo
from protocol.report import Report


def seconds(limit_ms: int) -> str:
    return telling.counted(max(1, round(limit_ms / 1000)), "second")


def clock(deadline_s: int) -> str:
    """A table's clock: `60 s a turn`."""
    return f"{deadline_s} s a turn" if deadline_s else "no clock"


def link_lost(name: str, *, is_only: bool) -> str:
    if is_only:
        return f"The link to {name} is gone; it is dialled again."
    return f"The link to {name} is gone; the others pass on what comes, and it is dialled again."


def link_back(name: str) -> str:
    return f"The link to {name} is back."


def leaves(name: str) -> str:
    """A seat has signed that it leaves, and nothing is due of it yet."""
    return f"{name} leaves the table; nobody has to wait for that."


def ended(ending: Ending) -> str:
    match ending:
        case Ending.OVER:
            return "All have signed the result of the match."
        case Ending.LEFT:
            return "You have left the table; the others know and go on."
        case Ending.LOOKED_ON:
            return "You watch this table no longer; it goes on."
        case Ending.LEFT_UNHEARD:
            return "You have left; nobody confirmed it in time, so the others may wait a little."
        case Ending.REMOVED:
            return "The others have gone on without you, and the table is closed for this seat."
        case Ending.ALONE:
            return "Nobody else has been reachable for five minutes. This seat stops waiting."
        case Ending.PAUSED:
            return pausing.GONE
        case _:
            assert_never(ending)


NO_OTHER_MATCH: Final = "The host has not opened another match within five minutes."

LEFT_BEFORE_OPENING: Final = "You have left before the table opened; nothing was at stake."

NOBODY_ANSWERS_YET: Final = (
    "None of the others is there yet. The match goes on when enough are back, whoever is first;"
    " if you leave now, your seat stays yours for a month."
)

ALL_ARE_ELSEWHERE: Final = "None of the others is at that table any more."

BACK_TO_THE_SEATS: Final = "Back to the seats: whoever is there says anew who is ready."


def waits_for_host(host: str) -> str:
    """What a guest reads who wants another match."""
    return f"You want another match. It begins when {host}, whose table it is, wants one too."


def waits_for_guests(seats: Sequence[SeatInfo]) -> str:
    """What a host reads who wants another match; empty where nobody but bots was there."""
    names = [seat.name for seat in seats if not seat.bot]
    if not names:
        return ""
    comes = "comes" if len(names) == 1 else "come"
    return f"You want another match. {telling.listed(names)} {comes} back with r."


def going_back(host: str | None) -> str:
    """Our seat at a table is still taken; `host` is None where the table is our own."""
    where = "your table" if host is None else f"{host}'s table"
    return f"Your seat at {where} is still yours: going back to it."


def last_words(ending: Ending, *, has_left: bool, deals: int) -> tuple[str, str]:
    """How the table ended, and what the log holds whose path comes next, on a line of its own to be copied.

    Args:
        ending: How it ended for us.
        has_left: Whether our player asked to leave.
        deals: Deals whose result is in the log.
    """
    is_over = ending is Ending.OVER
    how = "You have left, and that ends the match." if is_over and has_left else ended(ending)
    if not deals:
        where = "No deal was settled; what was signed is in this log:"
    elif ending is Ending.LOOKED_ON:
        where = "The log ends where you went, while that of the players goes on:"
    elif ending is Ending.PAUSED:
        where = "What has been signed so far is in this log:"
    elif is_over:
        where = "The log can be checked with p2pcards audit:"
    else:
        where = "The log ends where this seat left, while that of the others goes on:"
    return how, where


def audited(report: Report, entries: int) -> str:
    """What reading the whole log once more has found."""
    if not report.ok:
        return "✗ the audit refuses this log; p2pcards audit says why."
    return f"✓ audited: {telling.counted(report.complete_to, 'deal')}, {entries} entries."


def new_peer(name: str, words: Sequence[str]) -> str:
    return f"{name} is new to you. {compare(words)}"


def compare(words: Sequence[str]) -> str:
    return f"Compare by voice, both must read the same: {' '.join(words)}."


def words_match(names: Sequence[str]) -> str:
    """What was compared by voice with these players is the same."""
    return f"You and {telling.listed(names)} have the same words: nobody sits between you."


def words_differ(names: Sequence[str]) -> str:
    """It is not, with one of them at least."""
    whose = telling.listed(f"{name}'s" for name in names)
    return (
        f"Your words and {whose} differ: somebody may sit between you. You got up,"
        " and nothing was signed."
    )


def changed_key(name: str, last_met: str) -> str:
    return (
        f"{name}'s key is not the one of {last_met}. It may be a new computer, or somebody else:"
        f" ask {name} before you play."
    )


def seat_in_use(notes: str) -> str:
    return f"Another program of yours plays at this table already ({notes})."


def log_of_another_table(log: str, notes: str) -> str:
    return (
        f"{log} is not the log of the table you left, so you cannot go back to it."
        f" Remove {notes} to play elsewhere."
    )


def log_exists(log: str) -> str:
    return f"{log} holds something already. Give another name with --log."


def no_room_left(path: str) -> str:
    """The disk is full, in the middle of a match."""
    return (
        f"There is no room left for {path}. The seat has stopped, for nothing may happen"
        " unrecorded; what was stored before is unharmed."
    )


def no_list_of_peers(path: str, line: int) -> str:
    """The file of known players cannot be read; `line` is 0 where it is too large."""
    where = f"line {line}" if line else "its size"
    return f"{path} is no list of known players ({where}). Move it away to start anew."
