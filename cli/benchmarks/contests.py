"""`bench --bots`: which players are held against which, and how what was found is told.

The one rule: what is told are the figures of `cli.benchmarks.bots`, each with its interval.
"""

from __future__ import annotations

import argparse
import platform
import time
from dataclasses import asdict
from typing import Any

from cli import __version__, words
from cli.benchmarks import bots
from cli.errors import CommandError, ExitCode
from cli.estimate import CONFIDENCE
from cli.games import check_seats, find_game, usual_seats
from cli.output import Output
from p2pcards.engine import LEVELS, AnyGame
from p2pcards.games import GAMES

LEAST_DEALS, DEALS = 2, 100
"""Of one comparison of bots: an interval needs two."""

PROGRESS_EVERY_S = 10


def run(args: argparse.Namespace, output: Output) -> int:
    """Compare the levels with each other, or exploiters with `hard`."""
    deals = DEALS if args.deals is None else args.deals
    if deals < LEAST_DEALS:
        raise CommandError(f"--deals is at least {LEAST_DEALS}.", ExitCode.USAGE)
    games = [find_game(args.bots)] if args.bots else [GAMES[name] for name in sorted(GAMES)]
    found: list[bots.Comparison] = []
    for game in games:
        seats = usual_seats(game) if args.seats is None else args.seats
        check_seats(game, seats)
        pairs = bots.COMPARISONS if args.against is None else _exploits(game, args.against)
        output.say(f"{game.title}, {seats} seats, {deals} decks played from every seat.")
        if args.against is None:
            output.say(
                f"What one seat wins in a deal more than the others on average, in {game.unit}:"
            )
        else:
            output.say(
                f"What one seat gains in a deal over a hard bot in its place, in {game.unit}:"
            )
        for challenger, others in pairs:
            progress = _Progress(output, f"{game.title}, {challenger} against {others}", deals)
            comparison = bots.compare(game, challenger, others, deals, progress, seats)
            told = _comparison_line if args.against is None else _exploit_line
            output.say("  " + told(comparison))
            found.append(comparison)
    output.give(
        {
            "format": "p2pcards-bots/1",
            "version": __version__,
            "python": platform.python_version(),
            "machine": platform.machine(),
            "confidence": CONFIDENCE,
            "comparisons": [_document(comparison) for comparison in found],
        }
    )
    return ExitCode.OK


def _exploits(game: AnyGame, name: str) -> list[tuple[str, str]]:
    if name and name not in game.exploiters:
        known = "; ".join(f"{each} ({does})" for each, does in words.exploiters(game).items())
        raise CommandError(
            f"{game.title} has no exploiter called {name!r}. It has: {known or 'none'}.",
            ExitCode.USAGE,
        )
    return [(each, LEVELS[-1]) for each in ([name] if name else game.exploiters)]


class _Progress:
    """Says now and then how many decks have been played."""

    def __init__(self, output: Output, what: str, deals: int) -> None:
        self._output, self._what, self._deals = output, what, deals
        self._said_s = time.monotonic()

    def __call__(self, done: int) -> None:
        if time.monotonic() - self._said_s >= PROGRESS_EVERY_S:
            self._said_s = time.monotonic()
            self._output.note(f"{self._what}: {done} of {self._deals} decks.")


def _comparison_line(comparison: bots.Comparison) -> str:
    verdict = "" if comparison.is_clear else "  not clear of 0"
    return (
        f"{comparison.challenger:<6} against {comparison.others:<6}"
        f" {comparison.difference:>+8.2f} ± {comparison.margin:.2f}"
        f"   {_times(comparison.times)}{verdict}"
    )


def _exploit_line(comparison: bots.Comparison) -> str:
    verdict = "  clear of 0" if comparison.is_clear else ""
    return f"{comparison.challenger:<12} {comparison.gain:>+8.2f} ± {comparison.gain_margin:.2f}{verdict}"


def _times(times: bots.MoveTime) -> str:
    return (
        f"{times.mean_ms:.2f} ms a move, {times.usual_ms:.0f} for 95 of 100,"
        f" {times.max_ms:.0f} at most"
    )


def _document(comparison: bots.Comparison) -> dict[str, Any]:
    times = comparison.times
    return {
        **asdict(comparison),
        "difference": round(comparison.difference, 3),
        "margin": round(comparison.margin, 3),
        "gain": round(comparison.gain, 3),
        "gain_margin": round(comparison.gain_margin, 3),
        "unit": GAMES[comparison.game].unit,
        "is_clear": comparison.is_clear,
        "times": {
            "moves": times.moves,
            "mean_ms": round(times.mean_ms, 3),
            "usual_ms": round(times.usual_ms, 1),
            "max_ms": round(times.max_ms, 1),
        },
    }
