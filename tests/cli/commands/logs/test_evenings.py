from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from cli import paths
from cli.commands.logs import evenings
from cli.files import own_hands
from cli.history.evenings import read_evening
from protocol.net.files.known_peers import KnownPeers

LOGS = Path(__file__).parents[3] / "conformance" / "logs"


@pytest.fixture
def own(monkeypatch):
    """One evening of ours in the data folder, whose key is that of its seat 1; and our hand in it."""
    folder = paths.logs_dir()
    folder.mkdir(parents=True)
    log = folder / "azi-2026-01-02-a1b2c3d4.log"
    log.write_bytes((LOGS / "azi-2-two.log").read_bytes())
    one = read_evening(log, None)
    monkeypatch.setattr(evenings, "own_public_key", lambda: one.keys[1])
    notes = own_hands.file_of(one.proposal, one.keys[1])
    paths.make_private(notes.parent)
    notes.write_text(json.dumps({"deal": 1, "deck": 0, "cards": {"0": "AH", "2": "KH"}}))
    notes.chmod(0o600)
    KnownPeers(paths.known_peers_file()).meet(one.keys[0], "Ainura", "2026-01-02")
    return log


def test_evenings_are_listed_with_game_friend_and_cards(run, own):
    ended = run("evenings")
    assert (ended.code, ended.err) == (0, "")
    assert "2026-01-02  Azi         2  " in ended.out
    assert "Azi: 1 evening, 2 deals, " in ended.out
    assert "  Ainura (" in ended.out
    assert "  Azi, A: 1 of 2 cards, where chance gives 0.2 on average." in ended.out
    assert ended.out.endswith("what the shuffles gave is chance.\n")


def test_json_has_the_same(run, own):
    told = run("evenings", "--json").document
    assert told["format"] == "p2pcards-evenings/1"
    (one,) = told["evenings"]
    assert (one["day"], one["deals"], one["seat"]) == ("2026-01-02", 2, 1)
    assert told["games"][0]["won"] == one["won"]
    assert told["friends"][0]["name"] == "Ainura"
    assert [hand["observed"] for hand in told["hands"]] == [2, 1]
    assert told["hard_bot"] == []


def test_a_bot_is_no_friend(run, own):
    paths.known_peers_file().unlink()
    assert "(Ainura)" in run("evenings").out
    assert run("evenings", "--json").document["friends"] == []


def test_without_a_log_it_says_so(run):
    ended = run("evenings")
    assert ended.code == 1
    assert "There is no log in" in ended.err


def test_a_file_that_tells_of_nothing_is_named_and_the_others_are_listed(run, own, tmp_path):
    ended = run("evenings", tmp_path / "none", own)
    assert ended.code == 1
    assert "cannot be read" in ended.err
    assert "2026-01-02" in ended.out


def test_with_another_key_nothing_of_it_was_ours(run, own, monkeypatch):
    monkeypatch.setattr(evenings, "own_public_key", lambda: None)
    assert "You have played none of these deals" in run("evenings").out


def test_logs_are_exported_whole(run, own, tmp_path):
    ended = run("evenings", "--export", tmp_path / "all.zip")
    assert ended.code == 0
    assert ended.out.startswith("1 log packed into ")
    assert run("evenings", "--export", tmp_path / "all.zip").code == 1


def test_nothing_is_deleted_where_nobody_can_be_asked(run, own, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("yes\n"))
    ended = run("evenings", "--prune", "2026-02-01")
    assert ended.code == 2
    assert "nobody can be asked" in ended.err
    assert own.exists()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("answer", "stays"), [("no", True), ("", True), ("yes", False)])
def test_logs_are_deleted_when_the_owner_says_yes(run, own, monkeypatch, answer, stays):
    monkeypatch.setattr(sys, "stdin", Terminal(answer + "\n"))
    ended = run("evenings", "--prune", "2026-02-01")
    assert ended.code == 0
    assert "1 log of 2026-01-02 (Azi, 0.0 MB) would be deleted" in ended.out
    assert own.exists() == stays


def test_where_no_evening_is_that_old_nothing_is_asked(run, own):
    assert "no log of an evening before 2026-01-02" in run("evenings", "--prune", "2026-01-02").out
    assert run("evenings", "--prune", "yesterday").code == 2


def test_the_hard_bot_needs_a_hand_that_is_known(run, own):
    ended = run("evenings", "--hard-bot")
    assert ended.code == 0
    assert "There is no deal to play again" in ended.out
