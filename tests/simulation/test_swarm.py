"""Any weather, drawn from a seed: nobody honest is blamed, no chip is lost, all end with one log.

`pytest tests/simulation/test_swarm.py -k "seed_7"` repeats a table. What has ever failed is in
seeds.txt and is tried for ever.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from protocol.table import table
from tests.simulation.swarm import run_storm
from tests.tiers import every


def kept() -> list[tuple[int, str, int, bool]]:
    """A line of seeds.txt: the seed, and where they differ, the game, most deals, and `returns`."""
    found = []
    for line in (Path(__file__).parent / "seeds.txt").read_text().splitlines():
        seed, game, deals, *returns = [*line.split(), *["azi", "4"][len(line.split()) - 1 :]]
        found.append((int(seed), game, int(deals), bool(returns)))
    return found


@pytest.mark.heavy
@pytest.mark.usefixtures("light")
@pytest.mark.parametrize("seed", every(40, range(640)), ids="seed_{}".format)
def test_a_table_in_a_storm_ends_as_it_must(seed: int) -> None:
    run_storm(seed)


@pytest.mark.heavy
@pytest.mark.usefixtures("light")
@pytest.mark.parametrize("game", ["hazari", "lukfu"])
@pytest.mark.parametrize("seed", every(30, range(60)), ids="seed_{}".format)
def test_a_table_of_any_game_in_a_storm_ends_as_it_must(game: str, seed: int) -> None:
    run_storm(seed, game)


@pytest.mark.heavy
@pytest.mark.usefixtures("light")
@pytest.mark.parametrize("game", ["azi", "hazari", "lukfu"])
@pytest.mark.parametrize("seed", every(40, range(80)), ids="seed_{}".format)
def test_programs_that_crash_in_a_storm_and_are_started_again_contradict_nothing(
    game: str, seed: int
) -> None:
    run_storm(seed, game, returns=True)


@pytest.mark.heavy
@pytest.mark.usefixtures("light")
@pytest.mark.parametrize("part", [7, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("seed", "game", "returns"), [(16, "azi", False), (3, "azi", True), (19, "lukfu", True)]
)
def test_logs_told_in_tiny_parts_are_told_to_their_end_also_when_all_is_over(
    seed: int, game: str, returns: bool, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two seats that were cut from each other to the end have gone two ways: they compare them there."""
    monkeypatch.setattr(table, "TOLD_LINES", part)
    run_storm(seed, game, returns=returns)


@pytest.mark.slow
@pytest.mark.usefixtures("light")
@pytest.mark.parametrize(("seed", "game", "deals", "returns"), kept())
def test_a_storm_that_once_broke_a_table_breaks_none_any_more(
    seed: int, game: str, deals: int, returns: bool
) -> None:
    run_storm(seed, game, deals, returns=returns)
