from __future__ import annotations

import pytest

from cli.benchmarks import matches, proofs
from cli.benchmarks.budget import Line
from cli.benchmarks.timing import fastest_ms, timed_ms
from cli.commands import bench


@pytest.fixture
def small(monkeypatch):
    """Measure as little as possible; the numbers mean nothing then."""
    monkeypatch.setattr(bench, "measure_engine", lambda _: matches.measure_engine(0.01))
    monkeypatch.setattr(bench, "measure_deal", lambda _: matches.measure_deal(1))
    monkeypatch.setattr(bench, "measure_shuffle", lambda cards, _: proofs.measure_shuffle(cards, 1))


def test_it_measures_everything_and_sets_it_beside_the_budget(run, small):
    ended = run("bench", "--quick", "--json")
    assert ended.code == 0
    told = ended.document
    assert told["format"] == "p2pcards-bench/1"
    assert [cost["cards"] for cost in told["shuffles"]] == [27, 36, 52]
    for cost in told["shuffles"]:
        assert set(cost) == {"cards", "proof_bytes"} | {
            f"{what}_{unit}"
            for what in ("prepared", "shuffle", "prove", "verify")
            for unit in ("ms", "mult")
        }
    assert set(told["card"]) == {"seats"} | {
        f"{what}_{unit}"
        for what in ("open", "claim_prove", "claim_verify")
        for unit in ("ms", "mult")
    }
    assert set(told["signature"]) == {"sign_us", "verify_us"}
    assert told["deal"]["seats"] == 6
    assert len(told["budget"]) == 10
    assert "One mult" in ended.err
    assert "52 cards: prepare" in ended.err


def test_a_missed_limit_is_said():
    assert Line("x", 2, 1, "ms").is_met is False
    assert Line("x", 2, 1, "deals/s", is_least=True).is_met is True
    assert bench._budget_line(Line("x", 2, 1, "ms")).endswith("at most 1  MISSED")


def test_the_fastest_of_several_runs_counts():
    done = []
    assert fastest_ms(3, lambda: done.append(1), times=2) >= 0
    assert len(done) == 6
    assert timed_ms(lambda: 7)[0] == 7
