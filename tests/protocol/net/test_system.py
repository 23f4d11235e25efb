from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from protocol.net.files import system

ANOTHER_PROGRAM = """
import os, sys
from protocol.net.files import system
print(system.lock(os.open(sys.argv[1], os.O_RDWR)))
"""


def locked_by_another_program(path: Path) -> bool:
    """Whether another program cannot have the lock."""
    words = [sys.executable, "-c", ANOTHER_PROGRAM, str(path)]
    told = subprocess.run(words, check=True, capture_output=True, text=True, timeout=60)
    return told.stdout.strip() == "False"


@pytest.mark.slow
def test_a_lock_keeps_another_program_out_until_the_file_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT)
    assert system.lock(descriptor)
    assert locked_by_another_program(path)
    os.close(descriptor)
    assert not locked_by_another_program(path)


def test_a_lock_is_had_once(tmp_path: Path) -> None:
    first, second = (os.open(tmp_path / "lock", os.O_RDWR | os.O_CREAT) for _ in range(2))
    assert system.lock(first)
    assert not system.lock(second)
    os.close(first)
    assert system.lock(second)
    os.close(second)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_pipe_in_a_files_place_does_not_keep_us_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    os.close(os.open(tmp_path / "pipe", os.O_RDONLY | system.AT_ONCE))


@pytest.mark.skipif(sys.platform == "win32", reason="only administrators make links there")
def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"")
    (tmp_path / "link").symlink_to("real")
    with pytest.raises(OSError):
        os.open(tmp_path / "link", os.O_RDONLY | system.NO_LINK)


@pytest.mark.skipif(sys.platform == "win32", reason="the bits are made up there")
def test_owner_and_permissions_are_those_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch(mode=0o640)
    path.chmod(0o640)
    assert system.is_ours(path.stat())
    assert system.permissions(path.stat()) == 0o640


def test_bytes_stay_what_they_are(tmp_path: Path) -> None:
    flags = os.O_WRONLY | os.O_CREAT | system.AS_IT_IS
    descriptor = os.open(tmp_path / "file", flags)
    os.write(descriptor, b"a\nb\r\n\x1a")
    os.close(descriptor)
    assert (tmp_path / "file").read_bytes() == b"a\nb\r\n\x1a"
