"""Tables with a liar, drawn from seeds: no two results, nobody honest caught, one verdict, no hang.

`python -m tests.simulation.byzantine FIRST COUNT` tries more of them; a seed that has ever broken a
table is kept here for ever.
"""

from __future__ import annotations

import pytest

from tests.simulation.byzantine import run_byzantine
from tests.tiers import every

KEPT = [
    (10, "hazari"),
    (27, "lukfu"),
    (39, "azi"),  # it signed against itself when a line of a settled deal came late
    (72, "azi"),
    (86, "lukfu"),
    (126, "azi"),
    (131, "lukfu"),
    (182, "lukfu"),
    (185, "lukfu"),
    (418, "hazari"),
    (1529, "lukfu"),
    (100126, "hazari"),
    (1000191, "azi"),  # started again on another way, a seat had forgotten the one that it had left
    (1100775, "azi"),  # and evidence that was to take effect later
    (1101695, "lukfu"),
    (
        1300784,
        "lukfu",
    ),  # two votes of the liar: a seat could not follow those who had closed by one
    (1301792, "lukfu"),  # a word beside a leave: nor those who had closed a round by the leave
    (1302404, "lukfu"),  # nor was the word of one against the liar's vote alone followed
    (1203014, "lukfu"),  # a seat refused the gate behind which it stood, voted out in it
    (1104198, "azi"),  # a result in two versions did not bring back whoever had been voted out
    (1101163, "hazari"),  # the simulation took what the liar refuses for an honest seat's refusal
    (310311, "azi"),  # two honest seats never met: one did not return to the gate that it had left
]


@pytest.mark.heavy
@pytest.mark.usefixtures("light")
@pytest.mark.parametrize(("seed", "game"), KEPT)
def test_a_liar_that_once_broke_a_table_breaks_none_any_more(seed: int, game: str) -> None:
    run_byzantine(seed, game)


@pytest.mark.heavy
@pytest.mark.usefixtures("light")
@pytest.mark.parametrize("game", ["azi", "hazari", "lukfu"])
@pytest.mark.parametrize("seed", every(60, range(120)), ids="seed_{}".format)
def test_a_table_with_a_liar_ends_as_it_must(seed: int, game: str) -> None:
    run_byzantine(seed, game)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4), ids="seed_{}".format)
def test_a_table_with_a_liar_ends_as_it_must_with_real_proofs(seed: int) -> None:
    run_byzantine(1000 + seed, ["azi", "hazari", "lukfu"][seed % 3], most_deals=2)
