from __future__ import annotations

import subprocess
import sys

import pytest

from cli.benchmarks import bots, contests, matches, proofs, starting, timing
from cli.benchmarks.budget import Line
from cli.benchmarks.timing import Cost, Meter, Unit
from cli.commands.about import bench
from p2pcards.games import GAMES
from p2pcards.games.azi import search as azi_search
from tests.cli.test_json_documents import documented, names_in


@pytest.fixture
def small(monkeypatch):
    """Measure as little as possible; the numbers mean nothing then."""
    monkeypatch.setattr(bench, "measure_engine", lambda game, _: matches.measure_engine(game, 0.01))
    monkeypatch.setattr(bench, "measure_deal", lambda _: matches.measure_deal(1))
    monkeypatch.setattr(bench, "measure_shuffle", lambda cards, _: proofs.measure_shuffle(cards, 1))
    monkeypatch.setattr(bench, "measure_chain", lambda cards, _: proofs.measure_chain(cards, 1))
    monkeypatch.setattr(bench, "measure_start", lambda _: starting.measure_start(1))


def both(*steps):
    return {f"{step}_{unit}" for step in steps for unit in ("ms", "mult")}


@pytest.mark.slow
def test_it_measures_everything_and_sets_it_beside_the_budget(run, small):
    ended = run("bench", "--quick", "--json")
    assert ended.code == 0
    told = ended.document
    assert told["format"] == "p2pcards-bench/1"
    assert [cost["cards"] for cost in told["shuffles"]] == [27, 36, 52]
    for cost in told["shuffles"]:
        steps = both("prepared", "shuffle", "prove", "verify")
        assert set(cost) == {"cards", "proof_bytes"} | steps
    assert set(told["chain"]) == {"cards", "shuffles"} | both("verify")
    assert set(told["card"]) == {"seats"} | both("open", "claim_prove", "claim_verify")
    assert set(told["signature"]) == both("sign", "verify")
    assert [engine["game"] for engine in told["engines"]] == sorted(GAMES)
    assert all(engine["deals_per_s"] > 0 for engine in told["engines"])
    assert told["deal"]["seats"] == 6
    assert set(told["start"]) == {
        f"{what}_{unit}" for what in ("version", "decision") for unit in ("ms", "laps")
    }
    assert len(told["budget"]) == 16
    assert "One mult" in ended.err
    assert "52 cards: prepare" in ended.err


def test_a_missed_limit_is_said():
    assert Line("x", 2, 1, "ms").is_met is False
    assert Line("x", 2, 1, "deals/s", is_least=True).is_met is True
    assert bench._budget_line(Line("x", 2, 1, "ms")).endswith("at most 1  MISSED")


class Clock:
    """A processor whose speed a test sets: each step of work takes `step_s`."""

    def __init__(self, monkeypatch):
        self.now = 0.0
        self.step_s = 1.0
        monkeypatch.setattr(timing, "spent_s", lambda: self.now)

    def work(self, steps=1):
        self.now += steps * self.step_s


def test_a_work_costs_as_many_units_on_a_slow_processor_as_on_a_fast_one(monkeypatch):
    clock = Clock(monkeypatch)
    unit = Unit(clock.work, times=3)
    assert timing.usual_cost(3, unit, lambda: clock.work(7), times=2) == Cost(7000, 7)
    clock.step_s = 5.0
    assert timing.usual_cost(3, unit, lambda: clock.work(7), times=2) == Cost(35_000, 7)


def test_a_unit_is_measured_until_a_coarse_clock_has_moved(monkeypatch):
    clock = Clock(monkeypatch)
    clock.step_s = 0.001
    monkeypatch.setattr(timing, "spent_s", lambda: clock.now // 0.016 * 0.016)
    assert Unit(clock.work).ms() == pytest.approx(1, rel=0.1)


def test_what_a_child_takes_is_counted():
    program = [sys.executable, "-c", "sum(range(3_000_000))"]
    cost = starting._cost(1, lambda environment: subprocess.run(program, check=True))
    assert cost.ms > 0
    assert cost.units > 0


def test_a_long_work_is_counted_slice_by_slice_at_the_speed_of_each(monkeypatch):
    clock = Clock(monkeypatch)
    meter = Meter(Unit(clock.work, times=1))
    assert meter.measure(lambda: clock.work(4) or "result") == "result"
    assert meter.cost == Cost(4000, 4)

    def slower():
        clock.work(1)
        clock.step_s = 3.0
        clock.work(1)

    meter.measure(slower)
    assert meter.cost == Cost(
        8000, 6
    )  # Four seconds at two a unit, the middle of before and after.


def test_of_several_runs_the_shortest_time_and_the_middle_of_the_units_count():
    costs = [Cost(5, 30), Cost(7, 10), Cost(6, 20)]
    assert timing.usual_of(costs) == Cost(5, 20)


@pytest.fixture
def thoughtless(monkeypatch):
    """Bots that hardly think: their strength means nothing then."""
    monkeypatch.setattr(azi_search, "PLAYOUTS", 8)


def test_bots_are_measured_level_by_level(run, thoughtless):
    ended = run("bench", "--bots", "azi", "--deals", "2", "--json")
    assert ended.code == 0
    told = ended.document
    assert told["format"] == "p2pcards-bots/1"
    pairs = [(found["challenger"], found["others"]) for found in told["comparisons"]]
    assert pairs == list(bots.COMPARISONS)
    for found in told["comparisons"]:
        assert (found["game"], found["seats"], found["deals"]) == ("azi", 4, 2)
        assert found["unit"] == "chips"
        assert found["is_clear"] == (found["difference"] > found["margin"])
        assert found["times"]["moves"] > 0
    assert "hard   against normal" in ended.err
    assert set(names_in(told)) <= documented("p2pcards-bots/1")


def test_all_games_are_measured_unless_one_is_named(run, monkeypatch):
    asked = []

    def compare(game, challenger, others, deals, told, seats):
        asked.append(game.name)
        told(1)
        return bots.Comparison(
            game.name, challenger, others, seats, deals, 1.0, 2.0, bots.MoveTime(1, 1.0, 1.0, 1.0)
        )

    monkeypatch.setattr(bots, "compare", compare)
    monkeypatch.setattr(contests, "PROGRESS_EVERY_S", 0)
    ended = run("bench", "--bots")
    assert ended.code == 0
    assert list(dict.fromkeys(asked)) == sorted(GAMES)
    assert "not clear of 0" in ended.out
    assert "Azi, easy against random: 1 of 100 decks." in ended.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--deals", "5"), "--deals goes with --bots"),
        (("--bots", "azi", "--deals", "1"), "--deals is at least 2"),
        (("--bots", "whist"), "no game called"),
    ],
)
def test_what_cannot_be_measured_is_refused(run, words, sentence):
    ended = run("bench", *words)
    assert ended.code == 2
    assert sentence in ended.err
