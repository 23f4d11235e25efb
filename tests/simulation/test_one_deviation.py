"""Every single lie of one seat at a table of three, with links slow in some ways (see `one_deviation`)."""

from __future__ import annotations

import pytest

from tests.simulation.one_deviation import Ways, lies, run_one, slow_links
from tests.tiers import every


@pytest.mark.heavy
@pytest.mark.usefixtures("light")
@pytest.mark.parametrize(
    ("game", "number"),
    every(12, ((game, number) for game in ("azi", "lukfu") for number in range(24))),
)
def test_no_single_lie_splits_blames_or_hangs_anybody(game: str, number: int) -> None:
    slow = slow_links(16)[number % 16]
    some: list[Ways] = list(lies())[number % 3 :: 3]
    for ways in some:
        run_one(game, number, ways, slow)
