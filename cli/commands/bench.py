"""`p2pcards bench`: measure the proofs, the engine and whole deals on this machine, or the bots."""

from __future__ import annotations

import argparse
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from cli import __version__
from cli.arguments import add_json
from cli.benchmarks import contests
from cli.benchmarks.budget import Line, compare
from cli.benchmarks.matches import DEAL_SEATS, DealCost, measure_deal, measure_engine
from cli.benchmarks.proofs import (
    DECKS,
    SEATS,
    CardCost,
    ShuffleCost,
    SignatureCost,
    measure_card,
    measure_mult_us,
    measure_shuffle,
    measure_signature,
)
from cli.errors import CommandError, ExitCode
from cli.output import Output
from p2pcards.games import GAMES

_TIMES = ("prepared_ms", "shuffle_ms", "prove_ms", "verify_ms")


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


@dataclass(frozen=True, slots=True)
class _Measured:
    """All that is measured of the proofs, the engine (deals a second, by game) and whole deals."""

    mult_us: float
    shuffles: tuple[ShuffleCost, ...]
    card: CardCost
    signature: SignatureCost
    engines: Mapping[str, float]
    deal: DealCost
    budget: tuple[Line, ...]


def _measure(*, is_quick: bool) -> _Measured:
    runs = 3 if is_quick else 15
    mult_us = measure_mult_us(runs)
    shuffles = tuple(measure_shuffle(cards, runs) for cards in DECKS)
    card = measure_card(runs)
    signature = measure_signature(runs)
    mult_us = min(mult_us, measure_mult_us(runs))
    engines = {game: measure_engine(GAMES[game], 0.3 if is_quick else 2) for game in sorted(GAMES)}
    deal = measure_deal(2 if is_quick else 10)
    budget = compare(mult_us, shuffles, card, engines["azi"], deal)
    return _Measured(mult_us, shuffles, card, signature, engines, deal, budget)


def _measured_document(measured: _Measured) -> dict[str, Any]:
    card, signature = asdict(measured.card), asdict(measured.signature)

    def mults(ms: float) -> float:
        return round(ms * 1000 / measured.mult_us, 1)

    return {
        "format": "p2pcards-bench/1",
        "version": __version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "mult_us": round(measured.mult_us, 2),
        "shuffles": [
            {
                "cards": cost.cards,
                **{name: round(getattr(cost, name), 3) for name in _TIMES},
                **{name[:-2] + "mult": mults(getattr(cost, name)) for name in _TIMES},
                "proof_bytes": cost.proof_bytes,
            }
            for cost in measured.shuffles
        ],
        "card": {
            "seats": SEATS,
            **{name: round(value, 3) for name, value in card.items()},
            **{name[:-2] + "mult": mults(value) for name, value in card.items()},
        },
        "signature": {name: round(value, 1) for name, value in signature.items()},
        "engines": [
            {"game": game, "deals_per_s": round(deals)} for game, deals in measured.engines.items()
        ],
        "deal": {
            "seats": DEAL_SEATS,
            **{name: round(value, 2) for name, value in asdict(measured.deal).items()},
        },
        "budget": [_line_document(line) for line in measured.budget],
    }


def _tell(output: Output, measured: _Measured) -> None:
    mult_us, signature = measured.mult_us, measured.signature
    output.say(f"One mult (a multiplication of a variable point) takes {mult_us:.1f} µs.")
    for cost in measured.shuffles:
        output.say(_shuffle_line(cost, mult_us))
    output.say(f"Signatures: sign {signature.sign_us:.0f} µs, verify {signature.verify_us:.0f} µs.")
    told = ", ".join(f"{GAMES[game].title} {deals:.0f}" for game, deals in measured.engines.items())
    output.say(f"The engine alone, deals a second: {told}.")
    output.say(f"Azi, {DEAL_SEATS} seats, over {measured.deal.deals} deals; and what was aimed at:")
    for line in measured.budget:
        output.say("  " + _budget_line(line))


def _line_document(line: Line) -> dict[str, Any]:
    return {**asdict(line), "measured": round(line.measured, 2), "is_met": line.is_met}


def _shuffle_line(cost: ShuffleCost, mult_us: float) -> str:
    def both(ms: float) -> str:
        return f"{ms:.1f} ms ({ms * 1000 / mult_us:.0f} mult)"

    return (
        f"{cost.cards} cards: prepare {both(cost.prepared_ms)}, shuffle {both(cost.shuffle_ms)},"
        f" prove {both(cost.prove_ms)}, verify {both(cost.verify_ms)}, {cost.proof_bytes} bytes."
    )


def _budget_line(line: Line) -> str:
    relation = "at least" if line.is_least else "at most"
    digits = 2 if line.limit < 10 else 1 if line.limit < 100 else 0
    verdict = "" if line.is_met else "  MISSED"
    return (
        f"{line.what:<34} {line.measured:>9.{digits}f} {line.unit:<8}"
        f" {relation} {line.limit:g}{verdict}"
    )
