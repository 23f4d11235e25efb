"""`p2pcards fairness [LOG…]`: whether the cards of many deals look like chance."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cli.arguments import add_json
from cli.cells import pad, width
from cli.commands.logs.audit import problem_document
from cli.errors import CommandError, ExitCode
from cli.fairness.document import figure_document
from cli.fairness.figures import Farthest, Figure, farthest, figures
from cli.fairness.seen import SeenDeal, SeenLog, see
from cli.files.logs import own_logs, read_log
from cli.output import Output
from cli.words.en.commands import fairness as said
from cli.words.en.commands.replay import breaks_off
from p2pcards.engine import Cause
from protocol.crypto.identity import fingerprint


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "logs", nargs="*", type=Path, metavar="LOG", help="log files (all in the data folder)"
    )
    add_json(parser)


@dataclass(slots=True)
class _Gathered:
    """What all the logs show together; a deal that several of them have counts once."""

    documents: list[dict[str, Any]] = field(default_factory=list)
    deals: dict[tuple[str, int], SeenDeal] = field(default_factory=dict)
    names: dict[bytes, list[str]] = field(default_factory=dict)
    code: ExitCode = ExitCode.OK

    def add(self, seen: SeenLog) -> int:
        """Count a log's deals; how many of them are new."""
        before = len(self.deals)
        for deal in seen.deals:
            self.deals.setdefault((deal.table, deal.number), deal)
        for key, name in seen.names.items():
            known = self.names.setdefault(key, [])
            if name not in known:
                known.append(name)
        return len(self.deals) - before


def run(args: argparse.Namespace) -> int:
    output = Output(args.json)
    gathered = _Gathered()
    for path in args.logs or own_logs():
        try:
            _take(output, path, see(read_log(path)), gathered)
        except CommandError as error:
            output.note(error.sentence)
            gathered.code = max(gathered.code, error.code)
            gathered.documents.append({"file": str(path), "verdict": "unreadable"})
    deals = list(gathered.deals.values())
    found = figures(deals)
    judged = farthest(found)
    output.give(_document(gathered, found, judged))
    if deals:
        _tell(output, gathered, found, judged)
    else:
        output.note(said.NOTHING_TO_COUNT)
    return gathered.code


def _take(output: Output, path: Path, seen: SeenLog, gathered: _Gathered) -> None:
    """Count a log's deals, unless it is false, and say what the audit found."""
    report = seen.report
    problem = report.problem
    if problem is not None and not problem.is_cut:
        output.note(said.not_counted(str(path), report))
        gathered.code = ExitCode.VERIFICATION
        verdict, new = "refused", 0
    else:
        if problem is not None:
            output.note(breaks_off(str(path), problem))
        if any(out.cause is Cause.CAUGHT for out in report.outs):
            output.note(said.proves_cheat(str(path)))
        verdict, new = "breaks off" if problem else "ok", gathered.add(seen)
    gathered.documents.append(
        {
            "file": str(path),
            "verdict": verdict,
            "table": report.table,
            "game": report.game,
            "deals": len(seen.deals),
            "new_deals": new,
            "problem": problem_document(problem),
        }
    )


# --- in words --------------------------------------------------------------------------------------


def _tell(
    output: Output, gathered: _Gathered, found: Sequence[Figure], judged: Farthest | None
) -> None:
    good = [one for one in gathered.documents if one["verdict"] in ("ok", "breaks off")]
    repeated = sum(one["deals"] - one["new_deals"] for one in good)
    output.say(said.audited_first(len(good)))
    if repeated:
        output.say(said.repeated(repeated))
    for game in sorted({deal.game for deal in gathered.deals.values()}):
        _tell_game(output, gathered, game, [one for one in found if one.game == game])
    output.say()
    output.say(said.WHAT_Z_IS)
    if judged is None:
        output.say(said.NO_Z)
    else:
        output.say(said.farthest(_who(gathered, judged.figure.key), judged))
    output.say(said.NO_PROOF)


def _tell_game(output: Output, gathered: _Gathered, game: str, found: Sequence[Figure]) -> None:
    deals = [deal for deal in gathered.deals.values() if deal.game == game]
    tables = len({deal.table for deal in deals})
    output.say()
    output.say(said.heading(game, len(deals), tables))
    if not found:
        output.say(f"  {said.NO_CARD}")
        return
    columns = max(width(_who(gathered, one.key)) for one in found)
    output.say(f"  {'':<{columns}}  {'cards':<8} {'deals':>5} {'found':>6} {'fair':>8} {'z':>6}")
    last = ""
    for one in found:
        who = _who(gathered, one.key)
        z = "–" if one.z is None else f"{one.z:+.1f}"
        output.say(
            f"  {pad(who if who != last else '', columns)}  {one.measure:<8} {one.deals:>5}"
            f" {one.observed:>6} {one.expected:>8.1f} {z:>6}"
        )
        last = who


def _who(gathered: _Gathered, key: bytes | None) -> str:
    if key is None:
        return said.TURNED_UP
    return said.player(fingerprint(key), gathered.names[key])


# --- for programs ----------------------------------------------------------------------------------


def _document(
    gathered: _Gathered, found: Sequence[Figure], judged: Farthest | None
) -> dict[str, Any]:
    return {
        "format": "p2pcards-fairness/1",
        "logs": gathered.documents,
        "deals": len(gathered.deals),
        "players": [
            {"key": key.hex(), "fingerprint": fingerprint(key), "names": names}
            for key, names in gathered.names.items()
        ],
        "figures": [
            figure_document(one)
            | {"key": None if one.key is None else one.key.hex(), "deals": one.deals}
            for one in found
        ],
        "farthest": None
        if judged is None
        else {
            "figure": list(found).index(judged.figure),
            "among": judged.among,
            "chance": round(judged.chance, 6),
        },
    }
