from __future__ import annotations

import os

import pytest

from cli.errors import CommandError
from cli.files import logs
from cli.files.logs import read_log
from tests import systems


def test_a_file_is_read_whole(tmp_path):
    whole = b'{"e":{"t":"propose"}}\n{"e"'
    (tmp_path / "x").write_bytes(whole)
    assert read_log(tmp_path / "x") == whole


def test_what_is_no_ordinary_file_is_refused(tmp_path):
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(CommandError, match="cannot be read"):
            read_log(path)
    with pytest.raises(CommandError, match="no ordinary file"):
        read_log(type(tmp_path)(os.devnull))


@systems.needs_named_pipes
def test_a_pipe_to_which_nobody_writes_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(CommandError, match="no ordinary file"):
        read_log(tmp_path / "pipe")


def test_what_is_larger_than_any_log_is_not_taken_in(tmp_path, monkeypatch):
    monkeypatch.setattr(logs, "SIZE_LIMIT", 1 << 20)
    (tmp_path / "x").write_bytes(b'{"e":{"t":"propose"}}\n'.ljust((1 << 20) + 1))
    with pytest.raises(CommandError, match="more than 1 MiB"):
        read_log(tmp_path / "x")


def test_without_a_file_fairness_takes_all_logs_of_the_data_folder(run, home):
    ended = run("fairness")
    assert ended.code == 1
    assert "There is no log in" in ended.err
    logs = home / "data" / "logs"
    logs.mkdir(parents=True)
    for name in ("b.log", "a.log", "c.txt"):
        (logs / name).write_bytes(b"no log\n")
    told = run("fairness", "--json").document["logs"]
    assert [one["file"] for one in told] == [str(logs / "a.log"), str(logs / "b.log")]
