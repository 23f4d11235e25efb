from __future__ import annotations

import json
import re

import pytest

from cli import paths
from protocol.faults import Code
from tests import systems
from tests.conformance.test_corpus import data_of

PROVED = {"signatures", "deals", "shuffles", "shares", "cards", "claims"}
COUNTS = {"entries", "claims_proved", "claims_settled", "claims_refuted"} | PROVED


@pytest.mark.heavy
def test_a_good_log_passes_and_says_what_is_proved_and_what_is_not(run, good_log):
    ended = run("audit", good_log)
    assert ended.code == 0
    assert "everything in it is verified" in ended.out
    assert "The match is complete" in ended.out
    proved, not_proved = ended.out.split("No log can prove")
    for what in PROVED:
        assert f"\n    {what} " in proved
    claims = int(re.search(r"\n    claims +(\d+) ", proved)[1])
    settled = f": {claims} proved at once" if claims else ""
    assert f"what was said of cards still hidden{settled}\n" in proved
    assert "by voice" in not_proved
    assert "could lie" in not_proved


def test_json_has_every_documented_name(run, good_log):
    ended = run("audit", good_log, "--json")
    assert ended.document["format"] == "p2pcards-audit/1"
    (told,) = ended.document["logs"]
    assert told["verdict"] == "ok"
    assert set(told) == {
        "file", "verdict", "table", "game", "names", "complete_to", "is_over", "standings",
        "verified", "outs", "problem", "continued_from",
    }  # fmt: skip
    assert set(told["verified"]) == COUNTS
    assert told["verified"]["entries"] == len(good_log.read_bytes().splitlines())
    assert "everything in it is verified" in ended.err


@pytest.mark.heavy
def test_an_altered_log_fails_with_its_entry(run, bad_log):
    ended = run("audit", bad_log)
    assert ended.code == 3
    assert "VERIFICATION FAILED. Entry " in ended.out
    (told,) = run("audit", bad_log, "--json").document["logs"]
    assert told["verdict"] == "refused"
    assert told["problem"]["entry"] == told["verified"]["entries"] + 1
    assert told["problem"]["fault"]["code"] == Code.NOT_SIGNED
    assert "not signed by seat" in told["problem"]["reason"]
    assert told["problem"]["is_cut"] is False


def test_a_log_cut_after_a_signed_result_is_complete_so_far(run, cut_log):
    ended = run("audit", cut_log)
    assert ended.code == 0
    assert "complete up to deal 1, whose result is signed" in ended.out
    (told,) = run("audit", cut_log, "--json").document["logs"]
    assert (told["complete_to"], told["is_over"]) == (1, False)


def test_a_log_cut_in_a_deal_is_neither_good_nor_false(run, cut_log):
    lines = cut_log.read_bytes().splitlines(keepends=True)
    cut_log.write_bytes(b"".join(lines[:-1]))
    ended = run("audit", cut_log)
    assert ended.code == 1
    assert "IT BREAKS OFF, and is sound up to there" in ended.out
    assert "The log ends before the first deal is settled, after entry " in ended.out
    assert "Nothing in it is false" in ended.out
    assert "VERIFICATION FAILED" not in ended.out
    (told,) = run("audit", cut_log, "--json").document["logs"]
    assert told["verdict"] == "breaks off"
    assert told["problem"]["is_cut"] is True
    assert told["problem"]["seat"] is None


def test_a_log_from_which_a_line_was_taken_blames_nobody(run, good_log, tmp_path):
    lines = good_log.read_bytes().splitlines(keepends=True)
    log = tmp_path / "without.log"
    log.write_bytes(b"".join(lines[:19] + lines[20:]))
    ended = run("audit", log)
    assert ended.code == 3
    assert "seat" not in ended.out.split("proves nothing against any seat")[0]
    assert run("audit", log, "--json").document["logs"][0]["problem"]["seat"] is None


def test_a_log_cut_at_the_end_of_a_line_ends_after_that_line(run, cut_log):
    lines = cut_log.read_bytes().splitlines(keepends=True)[:-1]
    cut_log.write_bytes(b"".join(lines))
    ended = run("audit", cut_log)
    assert f"after entry {len(lines)}." in ended.out
    (told,) = run("audit", cut_log, "--json").document["logs"]
    assert told["verified"]["entries"] == told["verified"]["signatures"] == len(lines)


def test_a_log_whose_last_line_is_torn_breaks_off(run, good_log, tmp_path):
    torn = tmp_path / "torn.log"
    torn.write_bytes(good_log.read_bytes()[:-20])
    ended = run("audit", torn)
    assert ended.code == 1
    assert "The last line is cut short, after entry " in ended.out


@pytest.mark.heavy
def test_a_log_with_a_cheat_that_breaks_off_still_proves_the_cheat(run, cheats_log):
    lines = cheats_log.read_bytes().splitlines(keepends=True)
    cheats_log.write_bytes(b"".join(lines[:-1]))
    ended = run("audit", cheats_log)
    assert ended.code == 3
    assert "proves that a seat cheated" in ended.out
    assert "Nothing in it is false" in ended.out


def test_a_false_log_that_is_also_cut_is_false(run, bad_log):
    bad_log.write_bytes(bad_log.read_bytes()[:-20])
    assert run("audit", bad_log).code == 3


@pytest.mark.parametrize("content", [b"", b"\n", b"{}\n", b"\x00\xff\n", b"{" * 10_000 + b"\n"])
def test_what_is_no_log_is_one_sentence_and_no_false_log(run, tmp_path, content):
    path = tmp_path / "x"
    path.write_bytes(content)
    ended = run("audit", path)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith(f"{path} ")
    assert ended.err.count("\n") == 1


@pytest.mark.heavy
def test_a_proved_cheat_names_seat_entry_and_rule(run, cheats_log):
    ended = run("audit", cheats_log)
    assert ended.code == 3
    assert "the log stands, and proves that a seat cheated" in ended.out
    assert "seat 2 (Chinara) CHEATED: shares refused" in ended.out
    (told,) = run("audit", cheats_log, "--json").document["logs"]
    (out,) = told["outs"]
    assert told["verdict"] == "cheat proved"
    assert (out["deal"], out["seat"], out["name"], out["cause"]) == (1, 2, "Chinara", "caught")
    entry = json.loads(cheats_log.read_bytes().splitlines()[out["entry"] - 1])["e"]
    assert (entry["t"], entry["seat"]) == ("shares", 2)


def test_a_missing_file_is_one_sentence(run, tmp_path):
    ended = run("audit", tmp_path / "none.log")
    assert (ended.code, ended.out) == (1, "")
    assert (
        ended.err == f"{tmp_path / 'none.log'} cannot be read: there is no such file or folder.\n"
    )


@pytest.mark.heavy
def test_several_logs_are_all_judged_and_the_worst_news_is_the_code(
    run, good_log, bad_log, tmp_path
):
    ended = run("audit", tmp_path / "none", bad_log, good_log, "--json")
    assert ended.code == 3
    assert [each["verdict"] for each in ended.document["logs"]] == ["unreadable", "refused", "ok"]
    assert run("audit", tmp_path / "none", good_log).code == 1


def test_without_a_log_it_is_a_usage_error(run):
    assert run("audit").code == 2


# --- several logs of one table ------------------------------------------------------------------------


@pytest.mark.heavy
def test_two_copies_of_a_log_are_the_same(run, good_log, tmp_path):
    copy = tmp_path / "copy.log"
    copy.write_bytes(good_log.read_bytes())
    ended = run("audit", good_log, copy)
    assert ended.code == 0
    assert "the same table, entry for entry" in " ".join(ended.out.split())
    (told,) = run("audit", good_log, copy, "--json").document["comparisons"]
    assert (told["verdict"], told["contradictions"]) == ("same", [])
    assert told["shared_entries"] == len(good_log.read_bytes().splitlines())


def test_a_shorter_copy_is_the_beginning_of_the_longer_one(run, good_log, cut_log):
    ended = run("audit", cut_log, good_log)
    assert ended.code == 0
    words = " ".join(ended.out.split())
    assert f"{good_log} goes on where {cut_log} ends, after entry " in words


@pytest.mark.heavy
def test_seats_that_sign_two_versions_of_a_match_are_named(run, tmp_path):
    """Two matches with the same keys and the same table id, in which the seats decide otherwise."""
    logs = [tmp_path / "one.log", tmp_path / "other.log"]
    for log, level in zip(logs, ("easy", "normal"), strict=True):
        words = ["--seats", "3", "--deals", "1", "--seed", "two", "--level", level]
        assert run("simulate", "azi", *words, "--log", log).code == 0
    assert [run("audit", log).code for log in logs] == [0, 0], "each is good by itself"
    ended = run("audit", *logs)
    assert ended.code == 3
    assert "TOGETHER THEY PROVE A CHEAT" in ended.out
    document = run("audit", *logs, "--json").document
    (told,) = document["comparisons"]
    first = told["contradictions"][0]
    assert told["verdict"] == "cheat proved"
    assert first["name"] == document["logs"][0]["names"][first["seat"]]
    lines = [log.read_bytes().splitlines() for log in logs]
    entries = [lines[n][first["entries"][n] - 1] for n in (0, 1)]
    assert entries[0] != entries[1]
    assert all(f'"seat":{first["seat"]}'.encode() in line for line in entries)


@pytest.mark.heavy
def test_logs_of_different_tables_are_not_compared(run, good_log, cheats_log):
    assert run("audit", good_log, cheats_log, "--json").document["comparisons"] == []


@pytest.mark.heavy
def test_a_refused_log_is_compared_with_nothing(run, good_log, bad_log):
    assert run("audit", good_log, bad_log, "--json").document["comparisons"] == []


@pytest.mark.heavy
def test_players_of_one_name_are_told_apart_in_words_but_not_for_programs(run, namesakes_log):
    out = run("audit", namesakes_log).out
    assert "Azi, played by Bek, Bek 2." in out
    assert "Standings: Bek " in out
    assert ", Bek 2 " in out
    assert "The match is complete: 1 deal." in out
    assert run("audit", namesakes_log, "--json").document["logs"][0]["names"] == ["Bek", "Bek"]


# --- going on from an earlier audit ----------------------------------------------------------------


def test_an_audit_goes_on_from_the_last_one_and_says_what_it_takes_on_trust(run, tmp_path):
    data = data_of("azi-2-two")
    log = tmp_path / "a.log"
    log.write_bytes(b"".join(line + b"\n" for line in data.split(b"\n")[:34]))
    assert "on trust" not in run("audit", "--continue", log).out
    log.write_bytes(data)
    ended = run("audit", "--continue", log)
    assert ended.code == 0
    assert "Up to entry 34, the result of deal 1, this program has verified it before" in " ".join(
        ended.out.split()
    )
    told = run("audit", "--continue", "--json", log).document["logs"][0]
    assert told["continued_from"] == {"entry": len(data.splitlines()), "deal": 2}
    whole = run("audit", "--json", log).document["logs"][0]
    assert whole.pop("continued_from") is None
    told.pop("continued_from")
    assert told == whole


def test_a_log_altered_since_is_verified_from_its_beginning(run, tmp_path):
    data = data_of("azi-2")
    log = tmp_path / "a.log"
    log.write_bytes(data)
    run("audit", "--continue", log)
    log.write_bytes(data.replace(b'"act":"bet 10"', b'"act":"bet 11"'))
    ended = run("audit", "--continue", log)
    assert ended.code == 3
    assert "the log's beginning is another now" in " ".join(ended.err.split())


def test_without_the_option_no_mark_is_left_and_none_is_used(run, tmp_path):
    log = tmp_path / "a.log"
    log.write_bytes(data_of("azi-2"))
    run("audit", log)
    assert not paths.marks_dir().exists()
    run("audit", "--continue", log)
    assert len(list(paths.marks_dir().iterdir())) == 1
    assert "on trust" not in run("audit", log).out


@systems.needs_modes
def test_a_mark_that_others_may_write_is_not_used(run, tmp_path):
    log = tmp_path / "a.log"
    log.write_bytes(data_of("azi-2"))
    run("audit", "--continue", log)
    (mark,) = paths.marks_dir().iterdir()
    mark.chmod(0o666)
    ended = run("audit", "--continue", log)
    assert (ended.code, "on trust" in ended.out) == (0, False)
    assert "verified from its beginning" in " ".join(ended.err.split())
