from __future__ import annotations

import re
import sys

import pytest

from cli.games import find_game
from protocol.audit import audit


def test_the_match_is_told_again_with_its_marks(run, good_log):
    ended = run("replay", good_log, "--text")
    assert (ended.code, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert lines[0] == "THE TABLE"
    assert lines[1] == "    1  Ainura proposes Azi to Bek and Chinara.  ✓ signature"
    assert any(re.search(r" leads \w+[♥♦♠]\.  ✓ signature, the card$", line) for line in lines)
    assert any("✓ 3 proofs of shuffles" in line for line in lines)
    assert lines[-1].lstrip().startswith("The match is over after")


@pytest.mark.heavy
def test_what_was_checked_several_times_for_one_sentence_is_said_once(run, tmp_path):
    log = tmp_path / "hazari.log"
    run("simulate", "hazari", "--log", log, "--deals", 1, "--seed", "x", "--level", "easy")
    out = run("replay", log, "--text").out
    assert re.search(r" leads .+, an? .+\.  ✓ signature \(4\), the cards \(4\)$", out, re.MULTILINE)
    assert "signature, signature" not in out


@pytest.mark.heavy
def test_the_story_names_every_deal_and_every_result(run, good_log):
    out = run("replay", good_log, "--text").out
    for deal in range(1, audit(good_log.read_bytes()).counts.deals + 1):
        assert f"\nDEAL {deal}\n" in out
        assert f"The result of deal {deal} is signed by all three: " in out


@pytest.mark.heavy
def test_players_of_one_name_are_told_apart(run, namesakes_log):
    out = run("replay", namesakes_log, "--text").out
    assert "Bek proposes Azi to Bek 2." in out
    assert "Bek 2 shuffles." in out
    assert re.search(r"is signed by both: Bek \d+, Bek 2 \d+\.", out)


def test_one_deal_alone(run, good_log):
    ended = run("replay", good_log, "--text", "--deal", 2)
    assert ended.code == 0
    assert ended.out.startswith("DEAL 2\n")
    assert "DEAL 1" not in ended.out


def test_a_deal_that_is_not_in_it(run, good_log):
    ended = run("replay", good_log, "--text", "--deal", 99)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("There is no deal 99 in ")


def test_json_has_the_same_steps(run, good_log):
    told = run("replay", good_log, "--json").document
    assert told["format"] == "p2pcards-replay/1"
    assert (told["problem"], told["is_over"]) == (None, True)
    names = {"entry", "deal", "text", "fact", "verified", "checks"}
    assert all(set(step) == names for step in told["steps"])
    facts = [step["fact"] for step in told["steps"]]
    proposed = {"host": 0, "title": "Azi", "others": [1, 2]}
    assert facts[0] == {"kind": "Proposed", "values": proposed}
    leads = [fact for fact in facts if fact["kind"] == "Led"]
    assert leads
    assert all(find_game("azi").pack.card(fact["values"]["card"]) for fact in leads)
    assert {"kind": "signature", "seat": None, "count": 1} in told["steps"][0]["checks"]
    entries = [step["entry"] for step in told["steps"]]
    assert entries == sorted(entries)
    assert any(re.search(r"\{\w+\}", step["text"]) for step in told["steps"])


def test_a_bad_log_is_refused_after_what_is_good_is_told(run, bad_log):
    ended = run("replay", bad_log, "--text")
    assert ended.code == 3
    assert "bets" in ended.out or "calls" in ended.out or "folds" in ended.out
    assert "leads" not in ended.out.replace("leads trick", "")
    assert ended.err.startswith("VERIFICATION FAILED. Entry ")
    assert "is not good from there on" in ended.err


def test_what_is_no_log_is_refused(run, tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"no log\n")
    ended = run("replay", path, "--text")
    assert (ended.code, ended.out) == (1, "")
    assert "is no log of p2pcards" in ended.err


def test_a_log_that_breaks_off_says_where(run, cut_log):
    ended = run("replay", cut_log, "--text")
    assert ended.code == 0
    assert ended.out.endswith("breaks off here, after the signed result of deal 1.\n")


def test_a_log_that_breaks_off_in_a_deal_is_told_up_to_there(run, cut_log):
    lines = cut_log.read_bytes().splitlines(keepends=True)
    cut_log.write_bytes(b"".join(lines[:-1]))
    ended = run("replay", cut_log, "--text")
    assert ended.code == 1
    assert ended.err.startswith("The log breaks off. The log ends before ")
    assert "is not good" not in ended.err
    assert run("replay", cut_log, "--json").document["problem"]["is_cut"] is True


@pytest.mark.parametrize("words", [(), ("--text",)])
def test_without_a_whole_terminal_it_is_text(run, good_log, monkeypatch, words):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert run("replay", good_log, *words).out.startswith("THE TABLE")


def test_a_missing_file_is_one_sentence(run, tmp_path):
    ended = run("replay", tmp_path / "none", "--text")
    assert (ended.code, ended.err.count("\n")) == (1, 1)
