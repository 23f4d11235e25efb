from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from protocol.faults import Code, Reason
from protocol.net.files import storage
from protocol.net.files.private_files import replace_private
from protocol.net.files.storage import CannotStore, DiskFull, InUse, TableFiles
from protocol.table.effects import Forget, Keep, Send, Store, Tell
from protocol.table.notices import DealSettled
from tests import systems


@systems.needs_modes
def test_the_log_is_one_line_an_entry_and_the_notes_are_private(tmp_path: Path) -> None:
    log, notes = tmp_path / "a.log", tmp_path / "a.notes"
    files = TableFiles(log, notes)
    files.carry_out([Store(0, (b"one", b"two")), Keep(b"secret"), Send(b"x", (1,))])
    assert log.read_bytes() == b"one\ntwo\n"
    assert notes.read_bytes() == b"secret\n"
    assert notes.stat().st_mode & 0o777 == 0o600
    files.close(forget_notes=False)
    assert notes.exists()


@systems.needs_unlinking_of_open_files
@pytest.mark.parametrize("mode", [0o644, 0o666, 0o600])
def test_notes_are_private_also_where_an_empty_file_lay_open_before(
    tmp_path: Path, mode: int
) -> None:
    notes = tmp_path / "a.notes"
    notes.touch()
    notes.chmod(mode)
    with notes.open("rb") as opened_before:
        files = TableFiles(tmp_path / "a.log", notes)
        files.carry_out([Keep(b"secret")])
        files.close(forget_notes=False)
        assert notes.stat().st_mode & 0o777 == 0o600
        assert opened_before.read() == b""


@systems.needs_modes
def test_notes_are_private_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        files = TableFiles(tmp_path / "a.log", tmp_path / "a.notes")
    finally:
        os.umask(before)
    files.close(forget_notes=False)
    assert (tmp_path / "a.notes").stat().st_mode & 0o777 == 0o600


@systems.needs_links
def test_notes_are_not_written_through_a_link_that_somebody_else_made(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b"theirs")
    (tmp_path / "a.notes").symlink_to(elsewhere)
    with pytest.raises(FileExistsError):
        TableFiles(tmp_path / "a.log", tmp_path / "a.notes")
    (tmp_path / "b.notes").symlink_to(tmp_path / "nowhere")
    with pytest.raises(FileExistsError):
        TableFiles(tmp_path / "b.log", tmp_path / "b.notes")
    assert elsewhere.read_bytes() == b"theirs"


@pytest.mark.parametrize("failing", ["log", "notes"])
def test_a_disk_that_fails_when_it_is_flushed_is_said_and_nothing_is_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    files = TableFiles(tmp_path / "a.log", tmp_path / "a.notes")

    def broken(_: int) -> None:
        raise OSError(errno.EIO, "broken")

    effect = Keep(b"secret") if failing == "notes" else Tell(DealSettled(1, (), ()))
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", broken)
        with pytest.raises(CannotStore) as error:
            files.carry_out([effect])
    where = tmp_path / f"a.{failing}"
    assert error.value.reason == Reason(Code.CANNOT_STORE, (str(where), errno.EIO))
    assert error.value.path == where
    files.close(forget_notes=True)


def test_notes_nobody_needs_any_more_are_removed(tmp_path: Path) -> None:
    files = TableFiles(tmp_path / "a.log", tmp_path / "a.notes")
    files.carry_out([Keep(b"secret"), Store(0, (b"one",)), Tell(DealSettled(1, (), ()))])
    files.close(forget_notes=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.log"]


def test_a_rollback_cuts_the_log_and_goes_on_from_there(tmp_path: Path) -> None:
    files = TableFiles(tmp_path / "a.log", None)
    files.carry_out([Store(0, (b"one", b"two", b"three"))])
    files.carry_out([Store(1, (b"2",)), Keep(b"a spectator has no notes")])
    files.carry_out([Store(2, (b"3",))])
    assert files.log_path.read_bytes() == b"one\n2\n3\n"
    files.close(forget_notes=True)


def test_a_file_that_holds_something_is_never_overwritten(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    log.write_bytes(b"precious\n")
    with pytest.raises(FileExistsError):
        TableFiles(log, None)
    with pytest.raises(FileExistsError):
        TableFiles(tmp_path / "b.log", log)
    assert log.read_bytes() == b"precious\n"


def test_a_path_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CannotStore) as caught:
        TableFiles(tmp_path / "file" / "a.log", None)
    assert caught.value.path == tmp_path / "file" / "a.log"
    assert caught.value.errno in (errno.ENOTDIR, errno.EEXIST, errno.ENOENT)


@systems.needs_a_full_disk
def test_a_full_disk_is_said_to_be_full() -> None:
    files = TableFiles(Path("/dev/full"), None)
    with pytest.raises(DiskFull, match=Code.DISK_FULL):
        files.carry_out([Store(0, (b"one",))])
    files.close(forget_notes=True)


def test_when_the_disk_fills_up_in_mid_line_the_log_ends_with_its_last_whole_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = TableFiles(tmp_path / "a.log", None)
    files.carry_out([Store(0, (b"one",))])
    room = [6]
    write = os.write

    def small_disk(descriptor: int, data: bytes) -> int:
        if not room[0]:
            raise OSError(errno.ENOSPC, "full")
        count = write(descriptor, data[: room[0]])
        room[0] -= count
        return count

    monkeypatch.setattr(storage.os, "write", small_disk)
    with pytest.raises(DiskFull):
        files.carry_out([Store(1, (b"two", b"three"))])
    monkeypatch.undo()
    assert files.log_path.read_bytes() == b"one\ntwo\n"
    files.close(forget_notes=True)


def test_stored_lines_are_read_back_while_the_log_is_written_and_cut(tmp_path: Path) -> None:
    files = TableFiles(tmp_path / "a.log", None)
    files.carry_out([Store(0, (b"one", b"two", b"three"))])
    assert files.read(1, 2) == [b"two"]
    files.carry_out([Store(2, (b"3", b"four"))])
    assert files.read(0, 9) == [b"one", b"two", b"3", b"four"]
    assert files.read(4, 9) == []
    files.carry_out([Store(4, (b"five",))])
    assert files.read(3, 5) == [b"four", b"five"]
    files.close(forget_notes=True)
    assert files.log_path.read_bytes() == b"one\ntwo\n3\nfour\nfive\n"


# --- going on after a crash -----------------------------------------------------------------------


def test_files_that_go_on_are_read_and_written_on(tmp_path: Path) -> None:
    log, notes = tmp_path / "a.log", tmp_path / "a.notes"
    files = TableFiles(log, notes)
    files.carry_out([Store(0, (b"one", b"two")), Keep(b"secret")])
    files.close(forget_notes=False)
    again = TableFiles(log, notes, goes_on=True)
    assert (again.take_log_lines(), again.note_lines) == ([b"one", b"two"], [b"secret"])
    again.carry_out([Store(1, (b"2", b"3")), Keep(b"more")])
    again.close(forget_notes=False)
    assert log.read_bytes() == b"one\n2\n3\n"
    assert notes.read_bytes() == b"secret\nmore\n"


def test_what_was_not_written_whole_is_cut_off(tmp_path: Path) -> None:
    log, notes = tmp_path / "a.log", tmp_path / "a.notes"
    log.write_bytes(b"one\ntw")
    replace_private(notes, b"secret\nsecr")
    files = TableFiles(log, notes, goes_on=True)
    files.carry_out([Store(1, (b"two",)), Keep(b"secret again")])
    files.close(forget_notes=False)
    assert log.read_bytes() == b"one\ntwo\n"
    assert notes.read_bytes() == b"secret\nsecret again\n"


def test_a_log_that_is_gone_is_written_anew_but_without_notes_nothing_goes_on(
    tmp_path: Path,
) -> None:
    notes = tmp_path / "a.notes"
    with pytest.raises(CannotStore):
        TableFiles(tmp_path / "a.log", notes, goes_on=True)
    replace_private(notes, b"secret\n")
    files = TableFiles(tmp_path / "a.log", notes, goes_on=True)
    assert files.take_log_lines() == []
    files.close(forget_notes=True)


def test_two_programs_never_play_one_seat(tmp_path: Path) -> None:
    files = TableFiles(tmp_path / "a.log", tmp_path / "a.notes")
    files.carry_out([Store(0, (b"one",)), Keep(b"secret")])
    with pytest.raises(InUse, match=Code.FILE_IN_USE):
        TableFiles(tmp_path / "a.log", tmp_path / "a.notes", goes_on=True)
    assert files.log_path.read_bytes() == b"one\n"
    files.close(forget_notes=True)


def test_notes_that_cannot_be_made_are_named_and_the_log_is_let_go(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for notes in (tmp_path / "no folder" / "a.notes", tmp_path / "file" / "a.notes"):
        before = systems.open_files()
        with pytest.raises(CannotStore) as error:
            TableFiles(tmp_path / "a.log", notes)
        assert error.value.path == notes
        assert systems.open_files() == before


def test_a_log_that_cannot_be_read_back_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.log").mkdir()
    with pytest.raises(CannotStore) as error:
        TableFiles(tmp_path / "a.log", None, goes_on=True)
    assert error.value.path == tmp_path / "a.log"


def test_a_disk_that_fails_in_reading_back_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.log").write_bytes(b"one\n")

    def broken(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, "broken")

    with monkeypatch.context() as patch:
        patch.setattr("builtins.open", broken)
        with pytest.raises(CannotStore) as error:
            TableFiles(tmp_path / "a.log", None, goes_on=True)
    assert error.value.path == tmp_path / "a.log"


@systems.needs_modes
def test_notes_of_settled_deals_are_forgotten_but_not_what_comes_with_them(tmp_path: Path) -> None:
    log, notes = tmp_path / "a.log", tmp_path / "a.notes"
    files = TableFiles(log, notes)
    files.keep_first(b"table")
    files.carry_out([Keep(b"old"), Keep(b"needed")])
    files.carry_out([Keep(b"also"), Forget((b"needed", b"also")), Keep(b"new")])
    assert notes.read_bytes() == b"table\nneeded\nalso\nnew\n"
    assert notes.stat().st_mode & 0o777 == 0o600
    files.carry_out([Keep(b"later")])
    with pytest.raises(InUse):
        TableFiles(log, notes, goes_on=True)
    files.close(forget_notes=False)
    again = TableFiles(log, notes, goes_on=True)
    assert again.note_lines == [b"table", b"needed", b"also", b"new", b"later"]
    again.carry_out([Forget(())])
    assert notes.read_bytes() == b"table\n"
    again.close(forget_notes=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.log"]


def test_a_spectator_has_nothing_to_forget(tmp_path: Path) -> None:
    files = TableFiles(tmp_path / "a.log", None)
    files.carry_out([Store(0, (b"one",)), Forget((b"x",))])
    files.close(forget_notes=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.log"]
