"""What is said and refused around an evening, without a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli import paths, wording
from cli.errors import CommandError
from cli.evening import check_log
from protocol.net.session import Ending

LOG = Path("a.log")


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


def test_the_folders_of_notes_and_state_are_private(tmp_path: Path):
    notes = tmp_path / "state" / "notes"
    notes.parent.mkdir(mode=0o755)
    paths.make_private(notes)
    assert [one.stat().st_mode & 0o777 for one in (notes.parent, notes)] == [0o700, 0o700]


@pytest.mark.parametrize(
    ("ending", "has_left", "deals", "is_advised"),
    [
        (Ending.OVER, False, 3, True),
        (Ending.OVER, True, 0, False),
        (Ending.OVER, True, 2, True),
        (Ending.LEFT, True, 0, False),
        (Ending.LEFT, True, 2, False),
        (Ending.ALONE, False, 2, False),
    ],
)
def test_an_audit_is_advised_only_of_a_log_that_can_pass_it(ending, has_left, deals, is_advised):
    words = wording.last_words(ending, LOG, has_left=has_left, deals=deals)
    assert ("audit" in " ".join(words)) == is_advised
    assert words[-1] == str(LOG)
    assert ("All is signed." in words) == (ending is Ending.OVER and not has_left)
