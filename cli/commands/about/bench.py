"""`p2pcards bench`: measure the proofs, the engine and whole deals on this machine, or the bots."""

from __future__ import annotations

import argparse
import platform
from dataclasses import asdict
from typing import Any

from cli import __version__
from cli.arguments import add_json
from cli.benchmarks import contests
from cli.benchmarks.budget import LAP_MS, MULT_MS, Line, Measured, compare
from cli.benchmarks.matches import DEAL_SEATS, measure_deal, measure_engine
from cli.benchmarks.proofs import (
    DECKS,
    SEATS,
    ShuffleCost,
    measure_card,
    measure_chain,
    measure_shuffle,
    measure_signature,
)
from cli.benchmarks.starting import measure_start
from cli.benchmarks.timing import LAP, MULT, Cost
from cli.errors import CommandError, ExitCode
from cli.output import Output
from p2pcards.games import GAMES

_STEPS = ("prepared", "shuffle", "prove", "verify")
FULL = 52


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--quick", action="store_true", help="fewer runs: a few seconds, less exact"
    )
    parser.add_argument(
        "--bots",
        nargs="?",
        const="",
        metavar="GAME",
        help="measure how well the bots play instead, in one game or in all",
    )
    parser.add_argument(
        "--against",
        nargs="?",
        const="",
        metavar="NAME",
        help="hold an exploiter of the game, or all of them, against the hard bot",
    )
    parser.add_argument(
        "--seats", type=int, metavar="N", help="seats at which bots are compared (as is usual)"
    )
    parser.add_argument(
        "--deals",
        type=int,
        metavar="N",
        help=f"decks that bots are compared on, each played from every seat ({contests.DEALS})",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    output = Output(args.json)
    if args.bots is not None:
        return contests.run(args, output)
    for name in ("against", "deals", "seats"):
        if getattr(args, name) is not None:
            raise CommandError(f"--{name} goes with --bots.", ExitCode.USAGE)
    output.note("Measuring; other programs should rest meanwhile.")
    measured = _measure(is_quick=args.quick)
    output.give(_measured_document(measured))
    _tell(output, measured)
    return ExitCode.OK


def _measure(*, is_quick: bool) -> Measured:
    runs = 5 if is_quick else 25
    return Measured(
        shuffles=tuple(measure_shuffle(cards, runs) for cards in DECKS),
        chain=measure_chain(FULL, runs),
        card=measure_card(runs),
        signature=measure_signature(runs),
        engines={
            game: measure_engine(GAMES[game], 0.5 if is_quick else 3) for game in sorted(GAMES)
        },
        deal=measure_deal(2 if is_quick else 10),
        start=measure_start(3 if is_quick else 9),
        mult_us=MULT.ms() * 1000,
        lap_us=LAP.ms() * 1000,
    )


def _measured_document(measured: Measured) -> dict[str, Any]:
    card, deal, start = measured.card, measured.deal, measured.start
    return {
        "format": "p2pcards-bench/1",
        "version": __version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "mult_us": round(measured.mult_us, 2),
        "lap_us": round(measured.lap_us, 1),
        "shuffles": [
            {
                "cards": cost.cards,
                **_document(**{step: getattr(cost, step) for step in _STEPS}),
                "proof_bytes": cost.proof_bytes,
            }
            for cost in measured.shuffles
        ],
        "chain": {"cards": FULL, "shuffles": SEATS, **_document(verify=measured.chain)},
        "card": {
            "seats": SEATS,
            **_document(
                open=card.open, claim_prove=card.claim_prove, claim_verify=card.claim_verify
            ),
        },
        "signature": _document(sign=measured.signature.sign, verify=measured.signature.verify),
        "engines": [
            {"game": game, **{name: round(value) for name, value in asdict(cost).items()}}
            for game, cost in measured.engines.items()
        ],
        "deal": {
            "seats": DEAL_SEATS,
            **_document(cpu=deal.cpu),
            "raw_bytes": round(deal.raw_bytes),
            "log_bytes": round(deal.log_bytes),
            "deals": deal.deals,
            "audit_times": round(deal.audit_times, 2),
        },
        "start": {
            "version_ms": round(start.version.ms),
            "version_laps": round(start.version.units),
            "decision_ms": round(start.decision.ms),
            "decision_laps": round(start.decision.units),
        },
        "budget": [_line_document(line) for line in compare(measured)],
    }


def _document(**costs: Cost) -> dict[str, float]:
    return {
        name: value
        for step, cost in costs.items()
        for name, value in (
            (f"{step}_ms", round(cost.ms, 3)),
            (f"{step}_mult", round(cost.units, 2)),
        )
    }


def _tell(output: Output, measured: Measured) -> None:
    output.say(
        f"One mult (a multiplication of a variable point) takes {measured.mult_us:.0f} µs,"
        f" one lap (a piece of an engine's work) {measured.lap_us:.0f} µs."
    )
    for cost in measured.shuffles:
        output.say(_shuffle_line(cost))
    signature = measured.signature
    output.say(
        f"Signatures: sign {signature.sign.ms * 1000:.0f} µs,"
        f" verify {signature.verify.ms * 1000:.0f} µs."
    )
    told = ", ".join(
        f"{GAMES[game].title} {cost.deals_per_s:.0f}" for game, cost in measured.engines.items()
    )
    output.say(f"The engine alone, deals a second here and now: {told}.")
    deal, start = measured.deal, measured.start
    output.say(
        f"Azi, {DEAL_SEATS} seats, over {deal.deals} deals: {deal.cpu.ms:.0f} ms a seat and deal here and"
        f" now. The version is said after {start.version.ms / 1000:.2f} s, a first decision asked for"
        f" after {start.decision.ms / 1000:.2f} s."
    )
    output.say(
        "What was aimed at; times and deals as they would be at"
        f" {MULT_MS * 1000:.0f} µs a mult and {LAP_MS * 1000:.0f} µs a lap:"
    )
    for line in compare(measured):
        output.say("  " + _budget_line(line))


def _line_document(line: Line) -> dict[str, Any]:
    return {**asdict(line), "measured": round(line.measured, 2), "is_met": line.is_met}


def _shuffle_line(cost: ShuffleCost) -> str:
    def both(one: Cost) -> str:
        return f"{one.ms:.1f} ms ({one.units:.0f} mult)"

    return (
        f"{cost.cards} cards: prepare {both(cost.prepared)}, shuffle {both(cost.shuffle)},"
        f" prove {both(cost.prove)}, verify {both(cost.verify)}, {cost.proof_bytes} bytes."
    )


def _budget_line(line: Line) -> str:
    relation = "at least" if line.is_least else "at most"
    digits = 2 if line.limit < 10 else 1 if line.limit < 100 else 0
    verdict = "" if line.is_met else "  MISSED"
    return (
        f"{line.what:<34} {line.measured:>9.{digits}f} {line.unit:<8}"
        f" {relation} {line.limit:g}{verdict}"
    )
