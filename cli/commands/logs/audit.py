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
from cli.errors import CommandError, ExitCode, reason_of
from cli.files.logs import open_log
from cli.output import Output
from cli.progress import Progress
from cli.words.document import reason_document, rule_document
from cli.words.en.commands import audit as said
from protocol.audit import Auditor, audit
from protocol.comparison import Comparison, compare
from protocol.mark import Mark
from protocol.report import Problem, Report, Verdict


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
            output.say(f"  {said.taken_on_trust(mark.entries, mark.deal)}", hang=4)
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
            "not_proved": list(said.NOT_PROVED),
        }
    )
    if any(document.get("verified", {}).get("entries") for document in documents):
        output.say(said.NOT_PROVED_HEADING)
        for line in said.NOT_PROVED:
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
            told = said.verified_so_far(auditor.report.complete_to, path.name)
            progress.at(auditor.source.bytes_read, told)

        try:
            report = audit(file, watch=watch, mark=mark)
        finally:
            progress.end()
        settled = last[0].settled if last else None
        if continues and settled is not None:
            try:
                leave_mark(file, settled)
            except OSError as error:
                output.note(said.not_noted(reason_of(error)))
    return report, mark


def _mark_of(path: Path, file: BinaryIO, output: Output) -> Mark | None:
    try:
        return known_mark(file)
    except MarkNotUsed as error:
        output.note(said.mark_not_used(str(path), str(error)))
        return None


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
    output.say(said.verdict(str(path), report), hang=2)
    if problem is not None and problem.is_cut:
        output.say(f"  {said.cut(problem)}", hang=4)
    if report.game and report.names:
        output.say(f"  {said.players(report)}", hang=4)
        output.say(f"  {said.extent(report)}")
    for out in report.outs:
        output.say(f"  {said.out_of_deal(report, out)}", hang=4)
    if report.standings:
        output.say(f"  {said.standings(report)}")
    if report.counts.entries:
        output.say(f"  {said.proved_heading(report)}")
        for what, number, meaning in said.proved(report.counts):
            output.say(f"    {what:<10} {number:>6}  {meaning}", hang=24)


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
            output.say(said.same(both), hang=2)
        case "beginning":
            longer, shorter = (one, other) if one.entries > other.entries else (other, one)
            told = said.goes_on(both, str(longer.path), str(shorter.path), compared.shared)
            output.say(told, hang=2)
        case "parted":
            output.say(said.parted(both, compared.shared), hang=2)
        case _:
            output.say(said.cheat_proved(both), hang=2)
            for each in compared.contradictions:
                told = said.contradiction(one.names, each.seat, each.deal, *each.entries)
                output.say(f"  {told}", hang=4)
