"""What is refused before a table is sat down at: a log that could not be kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.errors import CommandError
from cli.table_files import check_log


def test_a_log_in_a_folder_that_is_not_there_is_refused_and_no_folder_is_made(tmp_path: Path):
    with pytest.raises(CommandError, match="there is no such file or folder"):
        check_log(tmp_path / "none" / "x.log")
    assert not (tmp_path / "none").exists()


def test_a_log_name_in_use_is_refused_at_the_start(tmp_path: Path):
    used = tmp_path / "x.log"
    check_log(used)
    used.write_bytes(b"something")
    with pytest.raises(CommandError, match="holds something already"):
        check_log(used)
