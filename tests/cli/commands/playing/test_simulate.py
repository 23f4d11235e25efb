from __future__ import annotations

import errno
import os

import pytest

import cli.commands.playing.simulate as simulate
from protocol.audit import audit
from protocol.faults import Code, Reason
from protocol.table.effects import Refuse, Store, Tell
from protocol.table.notices import DealSettled
from tests import systems

QUICK = ("simulate", "azi", "--seats", 2, "--deals", 1)


@pytest.mark.heavy
def test_a_match_is_played_and_its_log_passes_the_audit(run, tmp_path):
    log = tmp_path / "a.log"
    ended = run(*QUICK, "--log", log)
    assert ended.code == 0
    assert ended.out.startswith("1 deal of Azi is played by 2 bots")
    assert "hold the same log, byte for byte" in ended.out
    assert audit(log.read_bytes()).is_over


@pytest.mark.heavy
def test_with_a_seed_the_log_is_the_same_byte_for_byte(run, tmp_path):
    for name in ("one", "two", "other"):
        seed = "x" if name != "other" else "y"
        assert run(*QUICK, "--seed", seed, "--log", tmp_path / name).code == 0
    one, two, other = ((tmp_path / name).read_bytes() for name in ("one", "two", "other"))
    assert one == two != other


@pytest.mark.heavy
def test_without_a_seed_no_two_matches_are_alike(run, tmp_path):
    for name in ("one", "two"):
        assert run(*QUICK, "--log", tmp_path / name).code == 0
    assert (tmp_path / "one").read_bytes() != (tmp_path / "two").read_bytes()


@pytest.mark.heavy
def test_json_says_what_was_played(run, tmp_path):
    log = tmp_path / "a.log"
    ended = run(*QUICK, "--log", log, "--option", "ante=5", "--level", "easy", "--json")
    told = ended.document
    assert told["format"] == "p2pcards-simulate/1"
    assert told["options"]["ante"] == 5
    assert (told["seats"], told["identical_logs"]) == (2, 2)
    assert told["deals"] >= 1
    assert sum(told["standings"]) == 400
    assert told["bytes"] == log.stat().st_size
    assert told["entries"] == len(log.read_bytes().splitlines())
    assert "played by 2 bots" in ended.err


@pytest.mark.parametrize(("game", "seats"), [("azi", 4), ("lukfu", 3), ("hazari", 4)])
@pytest.mark.slow
def test_unless_told_it_seats_as_many_as_the_game_can_have(run, tmp_path, game, seats):
    ended = run("simulate", game, "--deals", 1, "--log", tmp_path / "a.log", "--json")
    assert (ended.code, ended.document["seats"]) == (0, seats)


@pytest.mark.heavy
def test_a_match_that_runs_out_of_chips_says_that_it_ended_early(run, tmp_path):
    ended = run(
        "simulate", "azi", "--seats", 2, "--deals", 50, "--seed", 1, "--log", tmp_path / "a",
        "--option", "stack=10",
    )  # fmt: skip
    assert ended.code == 0
    assert "ended early" in ended.out


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "whist"),
        ("simulate", "azi", "--seats", 9),
        ("simulate", "azi", "--seats", "two"),
        ("simulate", "azi", "--deals", 0),
        ("simulate", "azi", "--level", "wizard"),
        ("simulate", "azi", "--option", "nonsense=1"),
    ],
)
def test_what_cannot_be_played_is_a_usage_error_and_leaves_no_log(run, tmp_path, words):
    assert run(*words, "--log", tmp_path / "a.log").code == 2
    assert not (tmp_path / "a.log").exists()


@pytest.mark.heavy
def test_a_fault_that_is_asked_for_is_in_the_log_and_the_audit_names_it(run, tmp_path):
    log = tmp_path / "a.log"
    words = (*QUICK, "--seats", 3, "--seed", 1, "--log", log)
    ended = run(*words, "--fault", "1:proof:shuffle_proof", "--fault", "2:proof:silent")
    assert ended.code == 0
    assert "1:proof:shuffle_proof, 2:proof:silent happened" in ended.out
    report = audit(log.read_bytes())
    assert report.problem is None
    assert [(out.seat, str(out.cause)) for out in report.outs] == [(1, "caught"), (2, "silent")]
    told = run(*words, "--fault", "1:proof:shuffle_proof", "--json").document
    assert told["faults"] == ["1:proof:shuffle_proof"]
    assert told["entries"] == len(log.read_bytes().splitlines())


@pytest.mark.parametrize(
    ("fault", "hint"),
    [
        ("1:act", "Write SEAT:PHASE:KIND"),
        ("2:act:silent", "0 to 1"),
        ("x:act:silent", "0 to 1"),
        ("1:ahead.act:silent", "ahead.proof"),
        ("1:proof:suits_proof", "silent, left, two_versions, not_a_point, shuffle_proof"),
        ("1:agree:left", "silent, another_table"),
    ],
)
def test_a_fault_that_cannot_be_is_a_usage_error_that_says_what_can(run, tmp_path, fault, hint):
    ended = run(*QUICK, "--log", tmp_path / "a.log", "--fault", fault)
    assert (ended.code, ended.out) == (2, "")
    assert hint in ended.err.replace("\n", " ")
    assert not (tmp_path / "a.log").exists()


def test_a_fault_without_an_occasion_leaves_no_log(run, tmp_path):
    ended = run(*QUICK, "--log", tmp_path / "a.log", "--fault", "1:show:silent")
    assert ended.code == 1
    assert "1:show:silent finds no occasion" in ended.err
    assert not (tmp_path / "a.log").exists()


@systems.needs_a_full_disk
def test_a_full_disk_is_one_sentence(run):
    ended = run(*QUICK, "--log", "/dev/full")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err == "/dev/full cannot be written: the disk is full.\n"


def test_a_log_in_no_folder_is_one_sentence(run, tmp_path):
    ended = run(*QUICK, "--log", tmp_path / "none" / "a.log")
    assert ended.code == 1
    assert "there is no such file or folder" in ended.err


def test_a_log_that_is_rolled_back_is_cut(tmp_path):
    with open(tmp_path / "a.log", "wb") as log:
        recorder = simulate.Recorder(log, simulate.Output(), deals=1)
        recorder.watch(0, Store(0, (b"one", b"two", b"three")))
        recorder.watch(1, Store(0, (b"another seat's",)))
        recorder.watch(0, Store(1, (b"2",)))
    assert (tmp_path / "a.log").read_bytes() == b"one\n2\n"
    assert recorder.size == 6


def test_a_long_run_says_how_far_it_is(tmp_path, monkeypatch, capsys):
    moments = iter([100.0, 103.0, 105.5, 106.0])
    monkeypatch.setattr(simulate.time, "monotonic", lambda: next(moments))
    with open(tmp_path / "a.log", "wb") as log:
        recorder = simulate.Recorder(log, simulate.Output(), deals=9)
        for deal in (1, 2, 3):
            recorder.watch(0, Tell(DealSettled(deal, (200, 200), (0, 1))))
    assert capsys.readouterr() == ("", "Deal 2 of 9 is settled; 6 s.\n")


def test_bots_that_refuse_each_other_are_a_bug(tmp_path):
    with open(tmp_path / "a.log", "wb") as log:
        recorder = simulate.Recorder(log, simulate.Output(), deals=1)
        with pytest.raises(AssertionError, match="seat 0 refuses what seat 1 sent"):
            recorder.watch(0, Refuse(1, Reason(Code.NO_SUCH_SEAT, (9,))))


def test_a_disk_error_in_the_middle_is_told_as_such(run, tmp_path, monkeypatch):
    def fail(*_):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(simulate.Recorder, "watch", fail)
    ended = run(*QUICK, "--log", tmp_path / "a.log")
    assert (ended.code, "the disk reports an error" in ended.err) == (1, True)
