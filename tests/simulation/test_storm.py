"""Long matches in bad weather are played to their end (`storm`); the short ones are `test_swarm`'s."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.simulation.byzantine import draw_byzantine
from tests.simulation.storm import draw_long, run_long
from tests.simulation.swarm import Storm, draw_storm, run_faults


@pytest.mark.slow
@pytest.mark.usefixtures("light")
@pytest.mark.parametrize("game", ["azi", "hazari", "lukfu"])
@pytest.mark.parametrize("seed", range(2))
def test_a_long_match_in_bad_weather_is_played_to_its_end(game: str, seed: int) -> None:
    assert run_long(seed, game, deals=12)


@pytest.mark.heavy
@pytest.mark.usefixtures("light")
def test_the_same_record_and_dice_make_the_same_run() -> None:
    runs = [run_faults(*draw_storm(7, "azi", 2))[0] for _ in range(2)]
    assert len({(run.now_ms, run.steps) for run in runs}) == 1
    assert runs[0].tables[0].referee.lines == runs[1].tables[0].referee.lines


@pytest.mark.heavy
@pytest.mark.usefixtures("light")
def test_a_changed_record_makes_another_weather_at_the_same_table() -> None:
    faults, dice = draw_storm(3, "lukfu", 1)
    calm = replace(faults, longest_delay_ms=1, cut_chance=0.0, kill_chance=0.0, leave_chance=0.0)
    storm, report = run_faults(calm, dice)
    assert report is not None
    assert not report.outs
    assert storm.faults == calm


def test_a_failure_says_what_the_run_was_made_from(monkeypatch: pytest.MonkeyPatch) -> None:
    faults, dice = draw_byzantine(4, "azi", 3)

    def fail(storm: Storm) -> None:
        raise AssertionError("nothing holds")

    monkeypatch.setattr(Storm, "run", fail)
    with pytest.raises(AssertionError) as caught:
        run_faults(replace(faults, liar=None), dice)
    assert caught.value.__notes__ == [repr(replace(faults, liar=None))]
    assert draw_long(4, "azi")[0] == draw_long(4, "azi")[0] != draw_long(5, "azi")[0]
