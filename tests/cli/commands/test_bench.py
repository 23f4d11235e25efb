from __future__ import annotations

import pytest

from cli.benchmarks import bots, contests, matches, proofs
from cli.benchmarks.budget import Line
from cli.benchmarks.timing import fastest_ms, timed_ms
from cli.commands import bench
from p2pcards.games import GAMES
from p2pcards.games.azi import search as azi_search
from tests.cli.test_json_documents import documented, names_in


@pytest.fixture
def small(monkeypatch):
    """Measure as little as possible; the numbers mean nothing then."""
    monkeypatch.setattr(bench, "measure_engine", lambda game, _: matches.measure_engine(game, 0.01))
    monkeypatch.setattr(bench, "measure_deal", lambda _: matches.measure_deal(1))
    monkeypatch.setattr(bench, "measure_shuffle", lambda cards, _: proofs.measure_shuffle(cards, 1))


@pytest.mark.slow
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
    assert [engine["game"] for engine in told["engines"]] == sorted(GAMES)
    assert all(engine["deals_per_s"] > 0 for engine in told["engines"])
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
