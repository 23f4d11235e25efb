"""Any weather, drawn from a seed: nobody honest is blamed, no chip is lost, all end with one log.

`pytest tests/simulation/test_swarm.py -k "seed_7"` repeats a table. What has ever failed is in
seeds.txt and is tried for ever.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.simulation.swarm import run_storm

KEPT = [int(line) for line in (Path(__file__).parent / "seeds.txt").read_text().split()]
QUICK = range(40)
LONG = range(40, 640)


@pytest.mark.usefixtures("light")
@pytest.mark.parametrize("seed", QUICK, ids="seed_{}".format)
def test_a_table_in_a_storm_ends_as_it_must(seed: int) -> None:
    run_storm(seed)


@pytest.mark.slow
@pytest.mark.usefixtures("light")
@pytest.mark.parametrize("seed", [*KEPT, *LONG], ids="seed_{}".format)
def test_a_table_in_any_of_many_storms_ends_as_it_must(seed: int) -> None:
    run_storm(seed)
