from __future__ import annotations

import re

import pytest

from cli.bots.simulation import Match, make_world
from cli.games import find_game

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def azi_figures():
    return ["suit H", "suit D", "suit S", "Q to A", "A"]


def test_the_logs_are_audited_first_and_figures_set_beside_what_is_fair(run, good_log):
    ended = run("fairness", good_log)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("Audited first, entry by entry: 1 log stands.\n")
    assert "  turned up  suit H" in ended.out
    assert "This is no proof" in ended.out
    assert "No figure is over enough cards for a z." in ended.out


def test_a_deal_that_several_logs_have_counts_once(run, good_log, cut_log):
    once = run("fairness", good_log, "--json").document
    twice = run("fairness", good_log, cut_log, good_log)
    assert "3 logs stand" in twice.out
    assert "more than one of them, and count once" in twice.out
    document = run("fairness", good_log, cut_log, good_log, "--json").document
    assert (document["deals"], document["figures"]) == (once["deals"], once["figures"])
    assert [log["new_deals"] for log in document["logs"]] == [once["deals"], 0, 0]


def test_json_has_every_documented_name(run, good_log, azi_figures):
    document = run("fairness", good_log, "--json").document
    assert document["format"] == "p2pcards-fairness/1"
    assert set(document) == {"format", "logs", "deals", "players", "figures", "farthest"}
    (log,) = document["logs"]
    assert log == {
        "file": str(good_log), "verdict": "ok", "table": log["table"], "game": "azi",
        "deals": document["deals"], "new_deals": document["deals"], "problem": None,
    }  # fmt: skip
    assert [one["measure"] for one in document["figures"]] == azi_figures
    assert all(one["key"] is None and one["z"] is None for one in document["figures"])
    assert {len(player["key"]) for player in document["players"]} == {64}
    assert [player["names"] for player in document["players"]] == [["Ainura"], ["Bek"], ["Chinara"]]
    assert document["farthest"] is None


def test_hands_are_told_by_name_and_fingerprint(run, tmp_path):
    log = tmp_path / "hazari.log"
    run("simulate", "hazari", "--deals", 2, "--seed", "f", "--level", "easy", "--log", log)
    document = run("fairness", log, "--json").document
    assert document["deals"] == 2
    assert [one["deals"] for one in document["figures"]] == [2] * 8
    high = [one for one in document["figures"] if one["measure"] == "J to A"]
    assert sum(one["observed"] for one in high) == 2 * 16
    assert {one["key"] for one in high} == {player["key"] for player in document["players"]}
    assert document["farthest"]["among"] == 4
    ended = run("fairness", log)
    (row,) = [row for row in ended.out.splitlines() if row.startswith("  Ainura (")]
    assert row.split()[1:5] == [f"({document['players'][0]['fingerprint']})", "J", "to", "A"]
    assert "Of 4 with a z the farthest off is " in ended.out


def test_a_false_log_is_not_counted(run, good_log, bad_log):
    ended = run("fairness", bad_log)
    assert (ended.code, ended.out) == (3, "")
    assert "VERIFICATION FAILED, and is not counted. Entry " in ended.err
    assert ended.err.endswith("there is nothing to count.\n")
    both = run("fairness", bad_log, good_log, "--json")
    assert both.code == 3
    assert [log["verdict"] for log in both.document["logs"]] == ["refused", "ok"]
    assert both.document["deals"] == run("fairness", good_log, "--json").document["deals"]


def test_a_log_that_proves_a_cheat_is_counted_and_says_so(run, cheats_log):
    ended = run("fairness", cheats_log)
    assert ended.code == 0
    assert "proves that a seat cheated; 'p2pcards audit' tells who" in ended.err


def test_a_log_that_breaks_off_counts_up_to_its_last_signed_result(run, good_log, tmp_path):
    torn = tmp_path / "torn.log"
    torn.write_bytes(good_log.read_bytes()[:-20])
    ended = run("fairness", torn, "--json")
    assert ended.code == 0
    assert ended.document["logs"][0]["verdict"] == "breaks off"
    assert "breaks off" in ended.err
    assert 0 < ended.document["deals"] <= run("fairness", good_log, "--json").document["deals"]


def test_a_missing_file_is_one_sentence_and_the_others_are_counted(run, good_log, tmp_path):
    ended = run("fairness", tmp_path / "none", good_log)
    assert ended.code == 1
    assert ended.err.endswith("cannot be read: there is no such file or folder.\n")
    assert "1 log stands" in ended.out


def test_a_player_who_has_changed_his_name_is_one_player(run, tmp_path):
    game = find_game("hazari")
    logs = []
    for name in ("Xenia", "root"):
        match = Match(game, game.options({}), 4, 1, "easy", "x", names=(name, *"ABC"))
        world = make_world(match, lambda *_: None)
        world.run()
        logs.append(tmp_path / f"{name}.log")
        logs[-1].write_bytes(b"".join(line + b"\n" for line in world.tables[0].referee.lines))
    out = run("fairness", *logs).out
    assert re.search(r"Xenia \(\w{8}, also called root\)", out)
    assert "Xenia or root" not in out


def test_without_a_log_and_with_none_kept_it_says_so(run):
    ended = run("fairness")
    assert ended.code == 1
    assert "There is no log in" in ended.err
