"""`p2pcards replay LOG`: the match again, each step with what was verified for it; a screen or text."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cli import words
from cli.arguments import add_json
from cli.commands.logs.audit import problem_document
from cli.errors import CommandError, ExitCode
from cli.files.logs import read_log
from cli.names import told_apart
from cli.output import Output, has_terminal, in_glyphs
from cli.words.document import check_document, fact_document
from cli.words.en.commands import replay as said
from cli.words.phrase import in_braces
from cli.words.retelling import Told, retell
from protocol.audit import Auditor, problem_of
from protocol.log.rounds import BadRound
from protocol.report import Report


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", type=Path, metavar="LOG", help="a log file")
    parser.add_argument("--text", action="store_true", help="as text, one sentence a line")
    parser.add_argument(
        "--ascii", action="store_true", help="draw with letters and signs that every terminal has"
    )
    parser.add_argument("--deal", type=int, metavar="N", help="only deal N (all is verified)")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    output = Output(args.json)
    data = read_log(args.log)
    if not (args.text or args.json) and has_terminal():
        return _show(args.log, data, args.deal, is_ascii=args.ascii)
    steps: list[Told] = []
    last_deal = 0
    report = Report()
    try:
        auditor = Auditor(data)
        report = auditor.report
        for told in retell(auditor):
            last_deal = max(last_deal, told.deal)
            if args.deal in (None, told.deal):
                steps.append(told)
                _say(output, told, steps[-2] if len(steps) > 1 else None, told_apart(report.names))
    except BadRound as error:
        report.problem = problem_of(error)
    output.give(_document(args.log, report, steps))
    if report.problem is not None and report.problem.is_cut:
        output.note(said.breaks_off(None, report.problem))
        return ExitCode.FAILURE
    if report.problem is not None:
        output.note(said.failed(str(args.log), report, is_told=bool(steps)))
        return ExitCode.VERIFICATION
    if args.deal is not None and not steps:
        raise CommandError(said.no_such_deal(str(args.log), args.deal, last_deal))
    if not report.is_over:
        output.say(said.ends_after(report.complete_to))
    return ExitCode.OK


def _show(path: Path, data: bytes, deal: int | None, *, is_ascii: bool) -> int:
    from cli.screen.replay.show import show_replay  # text need not wait for a screen

    problem = show_replay(path, data, deal, is_ascii=is_ascii)
    if problem is None:
        return ExitCode.OK
    if problem.is_cut:
        Output().note(said.breaks_off(str(path), problem))
        return ExitCode.FAILURE
    Output().note(said.failed_on_screen(str(path), problem))
    return ExitCode.VERIFICATION


def _say(output: Output, told: Told, before: Told | None, names: Sequence[str]) -> None:
    if before is None or before.deal != told.deal:
        if before is not None:
            output.say()
        output.say(said.heading(told.deal))
    entry = "" if before is not None and before.entry == told.entry else str(told.entry)
    checks = words.checks_in_full(told.verified, names)
    marks = f"  ✓ {', '.join(checks)}" if checks else ""
    output.say(f"{entry:>5}  {in_glyphs(told.text.ended)}{marks}", hang=9)


def _document(path: Path, report: Report, steps: list[Told]) -> dict[str, Any]:
    names = told_apart(report.names)
    return {
        "format": "p2pcards-replay/1",
        "file": str(path),
        "table": report.table,
        "game": report.game,
        "names": list(report.names),
        "steps": [
            {
                "entry": told.entry,
                "deal": told.deal,
                "text": in_braces(told.text.ended),
                "fact": fact_document(report.game, told.fact),
                "verified": [words.check(one, names) for one in told.verified],
                "checks": [check_document(one) for one in told.verified],
            }
            for told in steps
        ],
        "complete_to": report.complete_to,
        "is_over": report.is_over,
        "problem": problem_document(report.problem),
    }
