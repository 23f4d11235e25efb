"""What an audit found, in English. The one rule: a passed audit is not made more of than it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cli import words
from cli.names import told_apart
from cli.words.en.telling import counted, scored
from cli.words.phrase import in_braces, phrase
from p2pcards.engine import Cause
from p2pcards.games import GAMES
from protocol.report import Counts, OutOfDeal, Problem, Report, Verdict

NOT_PROVED: Final = (
    "that nobody told another their cards by voice, or let another look at the screen",
    "who the person behind a key is",
    "that a seat declared absent was silent: the others say so, and a majority of them could lie",
)
"""What no log can show; said each time, so that a passed audit is not taken for more than it is."""


NOT_PROVED_HEADING: Final = "No log can prove, and so this audit does not:"


def _names(report: Report) -> tuple[str, ...]:
    """What the players are called in words; for programs they keep the names in the log."""
    return told_apart(report.names)


def verdict(path: str, report: Report) -> str:
    match report.verdict:
        case Verdict.REFUSED:
            return f"{path}: VERIFICATION FAILED. {problem(report)}"
        case Verdict.CHEAT_PROVED:
            return f"{path}: the log stands, and proves that a seat cheated."
        case Verdict.BREAKS_OFF:
            return f"{path}: IT BREAKS OFF, and is sound up to there."
        case Verdict.OK:
            return f"{path}: everything in it is verified."


def players(report: Report) -> str:
    return f"{GAMES[report.game].title}, played by {', '.join(_names(report))}."


def standings(report: Report) -> str:
    return f"Standings: {scored(_names(report), report.standings)}."


def proved_heading(report: Report) -> str:
    return "Proved, up to there:" if report.problem else "Proved:"


def proved(counts: Counts) -> Iterator[tuple[str, int, str]]:
    """What was verified: its name, how many, and what that means."""
    yield (
        "signatures",
        counts.signatures,
        "each entry is its seat's own, unaltered, in its place",
    )
    yield "shuffles", counts.shuffles, "each deck is the one before it, no card added or lost"
    yield "shares", counts.shares, "each hand and each card turned up comes from that deck"
    yield "cards", counts.cards, "each card played is the one that was dealt"
    yield "claims", counts.claims, _claims_meaning(counts)
    yield "deals", counts.deals, "each was played by the rules, and its result is signed"


def _claims_meaning(counts: Counts) -> str:
    """What became of the claims about hidden cards."""
    found = [
        f"{number} {what}"
        for number, what in (
            (counts.claims_proved, "proved at once"),
            (counts.claims_settled, "true when the cards were open"),
            (counts.claims_refuted, "FALSE when the cards were open"),
            (counts.claims_left_open, "never settled, as a seat was out"),
        )
        if number
    ]
    told = f": {', '.join(found)}" if found else ""
    return f"what was said of cards still hidden{told}"


def extent(report: Report) -> str:
    if report.is_over and report.problem is None:
        return f"The match is complete: {counted(report.complete_to, 'deal')}."
    if report.complete_to:
        return f"It is complete up to deal {report.complete_to}, whose result is signed."
    return "No deal in it is complete."


def cut(problem: Problem) -> str:
    """That a log breaks off, and what that means, in sentences."""
    breaks = phrase(
        words.reason(problem.reason), f", after entry {problem.entry - 1}"
    ).starting.ended
    rest = "Nothing in it is false, but what came then it does not say; another player's log may."
    return f"{in_braces(breaks)} {rest}"


def problem(report: Report) -> str:
    """Where and why the log does not stand, as a sentence."""
    problem = report.problem
    assert problem is not None
    if problem.seat is None:
        innocent = " That proves nothing against any seat." if report.names else ""
        return f"Entry {problem.entry}: {words.reason(problem.reason)}.{innocent}"
    whose = f"seat {problem.seat} ({_names(report)[problem.seat]})"
    return f"Entry {problem.entry}, {whose}: {words.reason(problem.reason)}."


def out_of_deal(report: Report, out: OutOfDeal) -> str:
    """Which seat was out of which deal, and why, as a sentence."""
    who = f"seat {out.seat} ({_names(report)[out.seat]})"
    word = {
        Cause.SILENT: "was silent",
        Cause.LEFT: "left the table",
        Cause.CAUGHT: "CHEATED",
    }[out.cause]
    reason = "" if out.cause is Cause.LEFT else f": {words.reason(out.reason, out.rule)}"
    return f"Deal {out.deal}, entry {out.entry}: {who} {word}{reason}."


# --- going on from a mark --------------------------------------------------------------------------


def verified_so_far(deals: int, name: str) -> str:
    return f"{counted(deals, 'deal')} verified  {name}"


def taken_on_trust(entries: int, deal: int) -> str:
    return (
        f"Up to entry {entries}, the result of deal {deal}, this program has verified it before, and takes"
        " that on trust; only what follows was verified now."
    )


def not_noted(why: str) -> str:
    return f"How far it is verified cannot be noted: {why}."


def mark_not_used(path: str, why: str) -> str:
    return f"{path} is verified from its beginning. An earlier audit's mark is not used: {why}."


# --- several logs of one table ---------------------------------------------------------------------


def same(both: str) -> str:
    return f"{both}: the same table, entry for entry."


def goes_on(both: str, longer: str, shorter: str, shared: int) -> str:
    return f"{both}: the same table. {longer} goes on where {shorter} ends, after entry {shared}."


def parted(both: str, shared: int) -> str:
    return (
        f"{both}: THEY PART after entry {shared}. Nobody signed two versions, so this proves nothing against"
        " anybody: a seat that was cut off, or has left, may hold what the others took back."
    )


def cheat_proved(both: str) -> str:
    return f"{both}: TOGETHER THEY PROVE A CHEAT."


def contradiction(names: Sequence[str], seat: int, deal: int, here: int, there: int) -> str:
    """A seat has signed two versions, each in its entry of one of two logs."""
    return (
        f"{told_apart(names)[seat]} (seat {seat}) signed two versions in deal {deal}: entry {here} of the"
        f" first, entry {there} of the second."
    )
