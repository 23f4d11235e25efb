"""How long a person waits for the program: to say its version, and to ask them for a first decision.

The one rule: measured from outside, as a program of its own in an empty data folder. What counts is
processor time, told beside laps like all the rest; bots that take their time are no part of it.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from cli.benchmarks.timing import LAP, Cost, spent_by_children_s, usual_of
from cli.lines.turn import YOUR_TURN
from cli.tools.itself import ITSELF, surroundings


@dataclass(frozen=True, slots=True)
class StartCost:
    """Milliseconds and laps until the version is said, and until a first decision is asked for."""

    version: Cost
    decision: Cost


def measure_start(runs: int) -> StartCost:
    """`--version`, and `play azi` line by line with the usual bots."""
    return StartCost(_cost(runs, _say_version), _cost(runs, _play))


def _say_version(environment: dict[str, str]) -> None:
    subprocess.run([*ITSELF, "--version"], env=environment, check=True, stdout=subprocess.DEVNULL)


def _play(environment: dict[str, str]) -> None:
    with subprocess.Popen(
        [*ITSELF, "play", "azi", "--lines"],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as player:
        assert player.stdout is not None
        found = any(line.startswith(YOUR_TURN) for line in player.stdout)
        player.kill()
    assert found, "no decision was asked for"


def _cost(runs: int, work: Callable[[dict[str, str]], None]) -> Cost:
    costs = []
    for _ in range(runs):
        with TemporaryDirectory() as folder:
            before_ms = LAP.ms()
            begun_s = spent_by_children_s()
            work(surroundings(Path(folder)))
            ms = 1000 * (spent_by_children_s() - begun_s)
            lap_ms = (before_ms + LAP.ms()) / 2
        costs.append(Cost(ms, ms / lap_ms))
    return usual_of(costs)
