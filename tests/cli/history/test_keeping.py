"""Logs that are packed, and logs that are deleted: nothing is lost that nobody gave away."""

from __future__ import annotations

import zipfile
from datetime import date
from pathlib import Path
from types import SimpleNamespace

import pytest

from cli.errors import CommandError
from cli.files import own_hands
from cli.history import keeping
from cli.history.evenings import read_evening

LOGS = Path(__file__).parents[2] / "conformance" / "logs"


def log(folder: Path, name: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_bytes((LOGS / "azi-2.log").read_bytes())
    return path


def test_logs_are_packed_whole_and_two_of_one_name_stay_two(tmp_path):
    one, other = log(tmp_path / "a", "friday.log"), log(tmp_path / "b", "friday.log")
    keeping.export([one, other], tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as packed:
        assert packed.namelist() == ["friday.log", "2-friday.log"]
        assert packed.read("friday.log") == one.read_bytes()


def test_a_file_that_is_there_is_not_written_over(tmp_path):
    target = tmp_path / "all.zip"
    target.write_text("mine")
    with pytest.raises(CommandError, match="there already"):
        keeping.export([log(tmp_path, "x.log")], target)
    assert target.read_text() == "mine"


def test_what_cannot_be_packed_leaves_no_half_file(tmp_path):
    with pytest.raises(CommandError, match="cannot be written"):
        keeping.export([tmp_path / "none.log"], tmp_path / "all.zip")
    assert not (tmp_path / "all.zip").exists()


def test_only_evenings_before_the_day_are_old(tmp_path):
    old, new = log(tmp_path, "azi-2026-01-02-a.log"), log(tmp_path, "azi-2026-01-03-b.log")
    evenings = [read_evening(path, None) for path in (old, new)]
    assert keeping.before(evenings, date(2026, 1, 3), None) == evenings[:1]


def test_a_table_to_which_we_may_go_back_keeps_its_log(tmp_path, monkeypatch):
    path = log(tmp_path, "azi-2026-01-02-a.log")
    monkeypatch.setattr(keeping, "left_tables", lambda *_: (SimpleNamespace(log=path),))
    evenings = [read_evening(path, None)]
    assert keeping.before(evenings, date(2026, 2, 1), bytes(32)) == []


def test_the_notes_of_our_cards_go_with_the_log(tmp_path):
    path = log(tmp_path, "x.log")
    one = read_evening(path, bytes(32))
    hands = own_hands.file_of(one.proposal, bytes(32))
    hands.parent.mkdir(parents=True)
    hands.write_text("{}")
    assert keeping.size_of([one]) == path.stat().st_size
    keeping.delete([one], bytes(32))
    assert not path.exists()
    assert not hands.exists()
    assert keeping.size_of([one]) == 0
