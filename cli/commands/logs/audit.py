"""`p2pcards audit LOG…`: verify log files from their bytes, trusting nobody."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Final

from cli import words
from cli.arguments import add_json
from cli.audited import MarkNotUsed, known_mark, leave_mark
from cli.errors import CommandError, ExitCode
from cli.files.logs import open_log
from cli.names import told_apart
from cli.output import Output
from cli.progress import Progress
from cli.words.document import reason_document, rule_document
from cli.words.en.telling import counted
from cli.words.phrase import in_braces, phrase
from p2pcards.engine import Cause
from p2pcards.games import GAMES
from protocol.audit import Auditor, audit
from protocol.comparison import Comparison, compare
from protocol.mark import Mark
from protocol.report import Counts, OutOfDeal, Problem, Report, Verdict

NOT_PROVED = (
    "that nobody told another their cards by voice, or let another look at the screen",
    "who the person behind a key is",
    "that a seat declared absent was silent: the others say so, and a majority of them could lie",
)
"""What no log can show; said each time, so that a passed audit is not taken for more than it is."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("logs", nargs="+", type=Path, metavar="LOG", help="log files")
    parser.add_argument(
        "--continue",
        dest="continues",
        action="store_true",
        help="go on from where the last audit with this option ended, taking its word for what is before;"
        " leaves a mark of how far the log is verified now",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    output = Output(args.json)
    codes: set[int] = set()
    documents: list[dict[str, Any]] = []
    copies: dict[str, list[_Copy]] = {}
    for path in args.logs:
        try:
            report, mark = _audited(path, output, continues=args.continues)
        except CommandError as error:
            output.note(error.sentence)
            codes.add(error.code)
            documents.append({"file": str(path), "verdict": "unreadable", "reason": error.sentence})
            continue
        codes.add(EXIT_CODES[report.verdict])
        documents.append(_document(path, report, mark))
        _tell(output, path, report)
        if mark is not None:
            output.say(
                f"  Up to entry {mark.entries}, the result of deal {mark.deal}, this program has verified it"
                " before, and takes that on trust; only what follows was verified now.",
                hang=4,
            )
        if report.table and report.verdict is not Verdict.REFUSED:
            copy = _Copy(path, report.names, report.counts.entries)
            copies.setdefault(report.table, []).append(copy)
    comparisons: list[dict[str, Any]] = []
    for first, *others in copies.values():
        for copy in others:
            compared = compare(first.lines(), copy.lines())
            codes.add(_COMPARED_CODES[_compared(compared)])
            comparisons.append(_comparison_document(first, copy, compared))
            _tell_comparison(output, first, copy, compared)
    output.give(
        {
            "format": "p2pcards-audit/1",
            "logs": documents,
            "comparisons": comparisons,
            "not_proved": list(NOT_PROVED),
        }
    )
    if any(document.get("verified", {}).get("entries") for document in documents):
        output.say("No log can prove, and so this audit does not:")
        for line in NOT_PROVED:
            output.say(f"  - {line}", hang=4)
    # A failed verification is worse news than a file that could not be read.
    return max(codes)


def _audited(path: Path, output: Output, *, continues: bool) -> tuple[Report, Mark | None]:
    """What the audit of a file finds, and from where it went on; on a terminal it shows how far it is."""
    with open_log(path) as file:
        mark = _mark_of(path, file, output) if continues else None
        progress = Progress(os.fstat(file.fileno()).st_size, sys.stderr)
        last: list[Auditor] = []

        def watch(auditor: Auditor) -> None:
            last[:] = [auditor]
            deals = counted(auditor.report.complete_to, "deal")
            progress.at(auditor.source.bytes_read, f"{deals} verified  {path.name}")

        try:
            report = audit(file, watch=watch, mark=mark)
        finally:
            progress.end()
        settled = last[0].settled if last else None
        if continues and settled is not None:
            try:
                leave_mark(file, settled)
            except OSError as error:
                output.note(f"How far it is verified cannot be noted: {error.strerror}.")
    return report, mark


def _mark_of(path: Path, file: BinaryIO, output: Output) -> Mark | None:
    try:
        return known_mark(file)
    except MarkNotUsed as error:
        output.note(
            f"{path} is verified from its beginning. An earlier audit's mark is not used: {error}."
        )
        return None


def _names(report: Report) -> tuple[str, ...]:
    """What the players are called in words; for programs they keep the names in the log."""
    return told_apart(report.names)


EXIT_CODES: Final[Mapping[Verdict, ExitCode]] = {
    Verdict.OK: ExitCode.OK,
    Verdict.BREAKS_OFF: ExitCode.FAILURE,
    Verdict.CHEAT_PROVED: ExitCode.VERIFICATION,
    Verdict.REFUSED: ExitCode.VERIFICATION,
}
"""A log that breaks off is not false, but nor does it show what its last deal came to."""


def _document(path: Path, report: Report, mark: Mark | None) -> dict[str, Any]:
    counts = report.counts
    return {
        "file": str(path),
        "verdict": str(report.verdict),
        "continued_from": None if mark is None else {"entry": mark.entries, "deal": mark.deal},
        "table": report.table,
        "game": report.game,
        "names": list(report.names),
        "complete_to": report.complete_to,
        "is_over": report.is_over,
        "standings": list(report.standings),
        "verified": {
            "entries": counts.entries,
            "signatures": counts.signatures,
            "deals": counts.deals,
            "shuffles": counts.shuffles,
            "shares": counts.shares,
            "cards": counts.cards,
            "claims": counts.claims,
            "claims_proved": counts.claims_proved,
            "claims_settled": counts.claims_settled,
            "claims_refuted": counts.claims_refuted,
        },
        "outs": [
            {
                "entry": out.entry,
                "deal": out.deal,
                "seat": out.seat,
                "name": report.names[out.seat],
                "cause": str(out.cause),
                "reason": words.reason(out.reason, out.rule),
                "fault": reason_document(out.reason),
                "rule": rule_document(out.rule),
            }
            for out in report.outs
        ],
        "problem": problem_document(report.problem),
    }


def problem_document(problem: Problem | None) -> dict[str, Any] | None:
    """Why the log is not good, as `--json` says it."""
    if problem is None:
        return None
    return {
        "entry": problem.entry,
        "seat": problem.seat,
        "reason": words.reason(problem.reason),
        "fault": reason_document(problem.reason),
        "is_cut": problem.is_cut,
    }


def _tell(output: Output, path: Path, report: Report) -> None:
    problem = report.problem
    match report.verdict:
        case Verdict.REFUSED:
            output.say(f"{path}: VERIFICATION FAILED. {describe_problem(report)}", hang=2)
        case Verdict.CHEAT_PROVED:
            output.say(f"{path}: the log stands, and proves that a seat cheated.")
        case Verdict.BREAKS_OFF:
            output.say(f"{path}: IT BREAKS OFF, and is sound up to there.")
        case Verdict.OK:
            output.say(f"{path}: everything in it is verified.")
    if problem is not None and problem.is_cut:
        output.say(f"  {describe_cut(problem)}", hang=4)
    if report.game and report.names:
        title = GAMES[report.game].title
        output.say(f"  {title}, played by {', '.join(_names(report))}.", hang=4)
        output.say(f"  {_extent(report)}")
    for out in report.outs:
        output.say(f"  {describe_out(report, out)}", hang=4)
    if report.standings:
        pairs = zip(_names(report), report.standings, strict=True)
        output.say(f"  Standings: {', '.join(f'{name} {points}' for name, points in pairs)}.")
    counts = report.counts
    if counts.entries:
        output.say("  Proved" + (", up to there:" if problem else ":"))
        for what, number, meaning in (
            (
                "signatures",
                counts.signatures,
                "each entry is its seat's own, unaltered, in its place",
            ),
            ("shuffles", counts.shuffles, "each deck is the one before it, no card added or lost"),
            ("shares", counts.shares, "each hand and each card turned up comes from that deck"),
            ("cards", counts.cards, "each card played is the one that was dealt"),
            ("claims", counts.claims, _claims_meaning(counts)),
            ("deals", counts.deals, "each was played by the rules, and its result is signed"),
        ):
            output.say(f"    {what:<10} {number:>6}  {meaning}", hang=24)


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


def _extent(report: Report) -> str:
    if report.is_over and report.problem is None:
        return f"The match is complete: {counted(report.complete_to, 'deal')}."
    if report.complete_to:
        return f"It is complete up to deal {report.complete_to}, whose result is signed."
    return "No deal in it is complete."


def describe_cut(problem: Problem) -> str:
    """That a log breaks off, and what that means, in sentences."""
    breaks = phrase(
        words.reason(problem.reason), f", after entry {problem.entry - 1}"
    ).starting.ended
    rest = "Nothing in it is false, but what came then it does not say; another player's log may."
    return f"{in_braces(breaks)} {rest}"


def describe_problem(report: Report) -> str:
    """Where and why the log does not stand, as a sentence."""
    problem = report.problem
    assert problem is not None
    if problem.seat is None:
        innocent = " That proves nothing against any seat." if report.names else ""
        return f"Entry {problem.entry}: {words.reason(problem.reason)}.{innocent}"
    whose = f"seat {problem.seat} ({_names(report)[problem.seat]})"
    return f"Entry {problem.entry}, {whose}: {words.reason(problem.reason)}."


def describe_out(report: Report, out: OutOfDeal) -> str:
    """Which seat was out of which deal, and why, as a sentence."""
    who = f"seat {out.seat} ({_names(report)[out.seat]})"
    word = {
        Cause.SILENT: "was silent",
        Cause.LEFT: "left the table",
        Cause.CAUGHT: "CHEATED",
    }[out.cause]
    reason = "" if out.cause is Cause.LEFT else f": {words.reason(out.reason, out.rule)}"
    return f"Deal {out.deal}, entry {out.entry}: {who} {word}{reason}."


# --- several logs of one table ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Copy:
    """A log that stands: its file, its players, how many of its lines are verified."""

    path: Path
    names: tuple[str, ...]
    entries: int

    def lines(self) -> Iterator[bytes]:
        """The verified lines; raises CommandError if the file has gone meanwhile."""
        with open_log(self.path) as file:
            for line in islice(file, self.entries):
                yield line.removesuffix(b"\n")


def _compared(compared: Comparison) -> str:
    if compared.contradictions:
        return "cheat proved"
    if compared.is_same:
        return "same"
    return "beginning" if compared.is_beginning else "parted"


_COMPARED_CODES: Final[Mapping[str, ExitCode]] = {
    "same": ExitCode.OK,
    "beginning": ExitCode.OK,
    "parted": ExitCode.FAILURE,
    "cheat proved": ExitCode.VERIFICATION,
}
"""Where logs part and nobody is to blame, one of them still does not tell what came of the match."""


def _comparison_document(one: _Copy, other: _Copy, compared: Comparison) -> dict[str, Any]:
    return {
        "files": [str(one.path), str(other.path)],
        "verdict": _compared(compared),
        "shared_entries": compared.shared,
        "contradictions": [
            {
                "seat": each.seat,
                "name": one.names[each.seat],
                "deal": each.deal,
                "entries": list(each.entries),
            }
            for each in compared.contradictions
        ],
    }


def _tell_comparison(output: Output, one: _Copy, other: _Copy, compared: Comparison) -> None:
    both = f"{one.path} and {other.path}"
    match _compared(compared):
        case "same":
            output.say(f"{both}: the same table, entry for entry.", hang=2)
        case "beginning":
            longer, shorter = (one, other) if one.entries > other.entries else (other, one)
            output.say(
                f"{both}: the same table. {longer.path} goes on where {shorter.path} ends, after entry"
                f" {compared.shared}.",
                hang=2,
            )
        case "parted":
            output.say(
                f"{both}: THEY PART after entry {compared.shared}. Nobody signed two versions, so this"
                " proves nothing against anybody: a seat that was cut off, or has left, may hold what"
                " the others took back.",
                hang=2,
            )
        case _:
            output.say(f"{both}: TOGETHER THEY PROVE A CHEAT.", hang=2)
            for each in compared.contradictions:
                here, there = each.entries
                output.say(
                    f"  {told_apart(one.names)[each.seat]} (seat {each.seat}) signed two versions in deal"
                    f" {each.deal}: entry {here} of the first, entry {there} of the second.",
                    hang=4,
                )
