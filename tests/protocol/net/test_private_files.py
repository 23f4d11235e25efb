"""Private files are written whole or not at all, and never lie open to others (SPEC §7.7)."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from protocol.net.private_files import create_private, replace_private


@pytest.mark.parametrize("write", [create_private, replace_private])
def test_a_file_is_its_owners_alone_whatever_the_umask(
    tmp_path: Path, write: Callable[[Path, bytes], None]
) -> None:
    before = os.umask(0)
    try:
        write(tmp_path / "folder" / "file", b"secret")
    finally:
        os.umask(before)
    assert (tmp_path / "folder" / "file").read_bytes() == b"secret"
    assert (tmp_path / "folder" / "file").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "folder").stat().st_mode & 0o777 == 0o700


def test_what_is_there_is_replaced_only_when_that_is_meant(tmp_path: Path) -> None:
    path = tmp_path / "file"
    create_private(path, b"first")
    with pytest.raises(FileExistsError):
        create_private(path, b"second")
    assert path.read_bytes() == b"first"
    replace_private(path, b"second")
    assert path.read_bytes() == b"second"
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("failing", ["fsync", "replace", "link"])
def test_a_write_that_fails_leaves_what_was_there_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    path = tmp_path / "file"
    replace_private(path, b"before")
    other = tmp_path / "other"

    def broken(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patch:
        patch.setattr(os, failing, broken)
        with pytest.raises(OSError, match="full"):
            create_private(other, b"new") if failing == "link" else replace_private(path, b"new")
    assert path.read_bytes() == b"before"
    assert [one.name for one in tmp_path.iterdir()] == ["file"]
