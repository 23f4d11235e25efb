from __future__ import annotations

import base64
import os
import time
from pathlib import Path

import pytest

from p2pcards.games import GAMES
from protocol.crypto.identity import Identity
from protocol.net.conduct.roles import OPENING_LIMIT_S
from protocol.net.files.private_files import replace_private
from protocol.net.files.storage import lock_notes
from protocol.net.joining import Begun
from protocol.net.lobby import SeatInfo
from protocol.net.returning import FORGET_AFTER_S, encode_table, left_tables
from protocol.table.judge.opening import propose
from tests import systems

IDENTITIES = [Identity.from_seed(bytes([60 + i]) * 32) for i in range(2)]
ME = IDENTITIES[1].public


def begun(seat: int = 1) -> Begun:
    named = [(f"P{i}", identity.public) for i, identity in enumerate(IDENTITIES)]
    line = propose(IDENTITIES[0], GAMES["azi"], {}, named, 30).line
    seats = tuple(
        SeatInfo(key, name, False, False, True, ("192.168.1.4:27365",)) for name, key in named
    )
    return Begun(line, seats, seat, b"mark" * 8)


COMMITTED = b'{"e":{"t":"commit","seat":0}}\n'
"""What only a seat has said whose table is open."""


def write(folder: Path, line: bytes, name: str = "a") -> Path:
    path = folder / f"{name}.notes"
    replace_private(path, line + b"\n" + COMMITTED)
    return path


def test_a_table_left_is_found_by_what_its_notes_begin_with(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    notes = write(tmp_path, encode_table(begun(), 4711, log, "One"))
    (left,) = left_tables(tmp_path, ME)
    assert left.begun == begun()
    assert (left.port, left.target, left.log, left.notes) == (4711, "One", log, notes)
    assert left.proposal.game == "azi"
    assert left.away_ms < 60_000


def test_of_several_tables_the_latest_comes_first(tmp_path: Path) -> None:
    now_s = time.time()
    for age_s, name in ((50, "old"), (10, "new"), (90, "oldest")):
        path = write(tmp_path, encode_table(begun(), 1, tmp_path / name, ""), name)
        os.utime(path, (now_s - age_s, now_s - age_s))
    assert [left.log.name for left in left_tables(tmp_path, ME)] == ["new", "old", "oldest"]


def test_a_table_that_another_program_plays_at_is_not_left(tmp_path: Path) -> None:
    path = write(tmp_path, encode_table(begun(), 1, tmp_path / "a.log", ""))
    held = lock_notes(path)
    assert not left_tables(tmp_path, ME)
    os.close(held)
    assert left_tables(tmp_path, ME)


def test_notes_of_others_and_what_is_no_note_are_passed_over(tmp_path: Path) -> None:
    line = encode_table(begun(), 1, tmp_path / "a.log", "")
    write(tmp_path, b"", "empty")
    write(tmp_path, b"{}", "other")
    write(tmp_path, line[:-5], "cut")
    write(tmp_path, line.replace(b'"seat":1', b'"seat":0'), "other-seat")
    write(tmp_path, line.replace(b"192.168.1.4:27365", b"x" * 100), "bad-address")
    write(tmp_path, line.replace(b'"port":1,', b'"port":65536,'), "bad-port")
    write(tmp_path, line.replace(b'"port":1,', b'"port":1,"more":0,'), "more")
    write(tmp_path, b"[" * 100_000, "deep")
    assert not left_tables(tmp_path, ME)
    write(tmp_path, line, "good")
    assert left_tables(tmp_path, ME)
    assert not left_tables(tmp_path, Identity.from_seed(bytes([99]) * 32).public)
    assert not left_tables(tmp_path / "nothing", ME)


def test_the_secrets_of_a_table_are_removed_a_day_later(tmp_path: Path) -> None:
    path = write(tmp_path, encode_table(begun(), 1, tmp_path / "a.log", ""))
    long_ago = time.time() - FORGET_AFTER_S - 1
    os.utime(path, (long_ago, long_ago))
    assert not left_tables(tmp_path, ME)
    assert not path.exists()


def test_time_away_is_counted_from_the_last_line_of_log_or_notes(tmp_path: Path) -> None:
    log, now_s = tmp_path / "a.log", time.time()
    path = write(tmp_path, encode_table(begun(), 1, log, ""))
    os.utime(path, (now_s - 50, now_s - 50))
    log.touch()
    os.utime(log, (now_s - 20, now_s - 20))
    (left,) = left_tables(tmp_path, ME)
    assert 19_000 < left.away_ms < 45_000
    os.utime(log, (now_s + 500, now_s + 500))
    (left,) = left_tables(tmp_path, ME)
    assert left.away_ms == 0


def test_a_table_of_which_our_seat_has_taken_its_leave_is_not_gone_back_to(tmp_path: Path) -> None:
    line = encode_table(begun(), 1, tmp_path / "a.log", "")
    others = b'\n{"e":{"t":"leave","seat":0,"chain":"play"},"sig":""}'
    write(tmp_path, line + others)
    assert left_tables(tmp_path, ME)
    write(tmp_path, line + others.replace(b'"seat":0', b'"seat":1'))
    assert not left_tables(tmp_path, ME)


@pytest.mark.parametrize(
    "name",
    [pytest.param(b"\xff.log", marks=systems.needs_paths_of_any_bytes), "Бек.log".encode()],
)
def test_the_logs_path_need_not_be_text(tmp_path: Path, name: bytes) -> None:
    log = tmp_path / os.fsdecode(name)
    write(tmp_path, encode_table(begun(), 1, log, ""))
    (left,) = left_tables(tmp_path, ME)
    assert left.log == log


def test_a_log_whose_path_can_be_none_is_passed_over(tmp_path: Path) -> None:
    log = os.fsencode(tmp_path / "a.log")
    line = encode_table(begun(), 1, tmp_path / "a.log", "")
    path, none = (base64.b64encode(text) for text in (log, log.replace(b"a.log", b"a\0log")))
    assert path in line
    write(tmp_path, line.replace(path, none))
    assert not left_tables(tmp_path, ME)


def test_a_table_that_never_opened_is_not_waited_for_once_the_others_have_given_it_up(
    tmp_path: Path,
) -> None:
    path = write(tmp_path, encode_table(begun(), 1, tmp_path / "a.log", ""))
    path.write_bytes(path.read_bytes().removesuffix(COMMITTED))
    assert left_tables(tmp_path, ME)
    long_ago = time.time() - OPENING_LIMIT_S - 1
    os.utime(path, (long_ago, long_ago))
    assert not left_tables(tmp_path, ME)
