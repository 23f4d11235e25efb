"""What is refused before a table is sat down at: files that could not be kept."""

from __future__ import annotations

import errno
import io
from dataclasses import replace
from pathlib import Path

import pytest

from cli.errors import CommandError
from cli.files import table_files
from cli.files.table_files import check_files, open_files
from protocol.net.joining import Begun
from tests.cli.screen.fake_terminal import party_at


def test_a_log_in_a_folder_that_is_not_there_is_refused_and_no_folder_is_made(tmp_path: Path):
    with pytest.raises(CommandError, match="there is no such file or folder"):
        check_files(tmp_path / "none" / "x.log")
    assert not (tmp_path / "none").exists()


def test_a_log_name_in_use_is_followed_by_one_with_a_number(home: Path, tmp_path: Path):
    named = tmp_path / "friday.log"
    party = replace(party_at(tmp_path), log=named)
    begun = Begun(b"proposal", (), 0, b"mark" * 8)
    for name in ("friday.log", "friday-2.log", "friday-3.log"):
        check_files(named)
        files = open_files(party, "azi", replace(begun, mark=name.encode().ljust(32)))
        files.close(forget_notes=True)
        assert files.log_path == tmp_path / name
        files.log_path.write_bytes(b"something")


@pytest.mark.parametrize("folder", ["data", "state"])
def test_a_folder_in_which_no_file_can_be_made_is_refused_before_anybody_is_ready(
    home: Path, monkeypatch: pytest.MonkeyPatch, folder: str
):
    def refuse(dir: Path):
        if dir.is_relative_to(home / folder):
            raise OSError(errno.EROFS, "")
        return io.BytesIO()

    monkeypatch.setattr(table_files, "TemporaryFile", refuse)
    with pytest.raises(CommandError, match="the file system is read-only"):
        check_files(None)


def test_who_watches_needs_no_place_for_notes(home: Path):
    check_files(None, is_watching=True)
    assert (home / "data" / "logs").is_dir()
    assert not (home / "state").exists()


def test_nothing_is_left_of_the_trial(home: Path, tmp_path: Path):
    check_files(None)
    check_files(tmp_path / "x.log")
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_host_whose_data_folder_is_read_only_opens_no_table(run, home: Path):
    home.mkdir()
    (home / "data").write_text("a file where the folder should be")
    ended = run("host", "azi", "--lines")
    assert ended.code == 1
    assert "cannot be written" in ended.err
    assert "seats" not in ended.out
