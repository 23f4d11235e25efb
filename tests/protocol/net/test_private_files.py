"""Private files are written whole or not at all, and never lie open to others (SPEC §7.7)."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from protocol.faults import Code, Reason
from protocol.net.files.private_files import (
    NotPrivate,
    create_private,
    open_private,
    read_own,
    read_private,
    replace_private,
)
from tests import systems


@systems.needs_modes
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


def test_a_private_file_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "file"
    create_private(path, b"secret")
    assert read_private(path, 100) == b"secret"
    assert read_private(path, 3) == b"sec"
    path.chmod(0o400)
    assert read_private(path, 100) == b"secret"


@systems.needs_modes
def test_a_private_file_that_is_made_by_opening_is_private_whatever_the_umask(
    tmp_path: Path,
) -> None:
    before = os.umask(0)
    try:
        os.close(open_private(tmp_path / "file", os.O_WRONLY | os.O_CREAT))
    finally:
        os.umask(before)
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o600


@systems.needs_modes
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o601, 0o666])
def test_what_others_can_open_is_not_used_and_stays_as_it_is(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "file"
    create_private(path, b"secret")
    path.chmod(mode)
    with pytest.raises(NotPrivate, match=Code.FILE_OPEN_TO_OTHERS) as caught:
        read_private(path, 100)
    assert (caught.value.path, caught.value.mode, caught.value.filename) == (path, mode, str(path))
    assert path.stat().st_mode & 0o777 == mode


@systems.needs_named_pipes
@pytest.mark.parametrize("reader", [read_private, read_own])
def test_a_pipe_or_device_is_no_private_file_and_nobody_waits_for_it(
    tmp_path: Path, reader: Callable[[Path, int], bytes]
) -> None:
    os.mkfifo(tmp_path / "pipe", 0o600)
    for path in (tmp_path / "pipe", Path(os.devnull)):
        with pytest.raises(NotPrivate, match=Code.FILE_NOT_ORDINARY):
            reader(path, 100)


@systems.needs_modes
@pytest.mark.parametrize("reader", [read_private, read_own])
def test_somebody_elses_file_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reader: Callable[[Path, int], bytes]
) -> None:
    create_private(tmp_path / "file", b"theirs")
    other = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: other)
    with pytest.raises(NotPrivate, match=Code.FILE_OF_ANOTHER_USER):
        reader(tmp_path / "file", 100)


@systems.needs_links
def test_no_link_leads_to_a_private_file_but_one_may_lead_to_settings(tmp_path: Path) -> None:
    create_private(tmp_path / "file", b"secret")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    (tmp_path / "nowhere").symlink_to(tmp_path / "gone")
    for name in ("link", "nowhere"):
        for flags in (os.O_RDONLY, os.O_WRONLY | os.O_CREAT):
            with pytest.raises(NotPrivate, match=Code.FILE_IS_LINK):
                open_private(tmp_path / name, flags)
    assert not (tmp_path / "gone").exists()
    assert read_own(tmp_path / "link", 100) == b"secret"


@systems.needs_modes
def test_what_holds_no_secret_may_be_read_by_all_but_written_by_nobody_else(
    tmp_path: Path,
) -> None:
    path = tmp_path / "file"
    create_private(path, b"settings")
    path.chmod(0o644)
    assert read_own(path, 100) == b"settings"
    for mode in (0o664, 0o646):
        path.chmod(mode)
        with pytest.raises(NotPrivate, match=Code.FILE_WRITABLE_BY_OTHERS):
            read_own(path, 100)


@systems.needs_modes
def test_no_descriptor_stays_open_behind_a_refusal(tmp_path: Path) -> None:
    path = tmp_path / "file"
    create_private(path, b"secret")
    path.chmod(0o644)
    before = systems.open_files()
    for _ in range(5):
        with pytest.raises(NotPrivate):
            read_private(path, 100)
    after = systems.open_files()
    assert before == after


@pytest.mark.skipif(sys.platform == "win32", reason="the system opens no folders there")
def test_a_folder_in_the_place_of_a_file_is_named_as_one(tmp_path: Path) -> None:
    with pytest.raises(NotPrivate) as caught:
        read_private(tmp_path, 10)
    assert caught.value.reason == Reason(Code.FILE_IS_FOLDER, (str(tmp_path),))
