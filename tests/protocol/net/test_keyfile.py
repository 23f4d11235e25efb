from __future__ import annotations

import os
from pathlib import Path

import pytest

from protocol.crypto.rng import SeededRng
from protocol.faults import Code, Reason
from protocol.net.files import keyfile, private_files
from protocol.net.files.keyfile import KeyFileBad, load_identity, load_or_create_identity
from protocol.net.files.private_files import NotPrivate
from tests import systems


def test_a_key_is_made_once_and_found_again(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "identity"
    made, is_new = load_or_create_identity(path, SeededRng(b"seed"))
    found, is_new_again = load_or_create_identity(path)
    assert (is_new, is_new_again) == (True, False)
    assert made == found == load_identity(path)


@systems.needs_modes
def test_the_key_file_is_for_its_owner_alone_whatever_the_umask(tmp_path: Path) -> None:
    path = tmp_path / "new" / "identity"
    before = os.umask(0)
    try:
        load_or_create_identity(path)
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert os.listdir(path.parent) == ["identity"]


@systems.needs_modes
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644, 0o601])
def test_a_key_that_others_can_read_is_refused_with_its_mode(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "identity"
    load_or_create_identity(path)
    path.chmod(mode)
    for load in (load_identity, load_or_create_identity):
        with pytest.raises(NotPrivate) as caught:
            load(path)
        assert (caught.value.path, caught.value.mode) == (path, mode)
    assert path.stat().st_mode & 0o777 == mode


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"p2pcards identity 1\n",
        b"p2pcards identity 2\n" + b"a" * 64 + b"\n",
        b"p2pcards identity 1\n" + b"A" * 64 + b"\n",
        b"p2pcards identity 1\n" + b"a" * 64,
        b"p2pcards identity 1\n" + b"a" * 64 + b"\n\n",
        b"p2pcards identity 1\r\n" + b"a" * 64 + b"\r\n",
        b"\0" * 5000,
    ],
)
def test_what_is_no_key_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "identity"
    private_files.create_private(path, content)
    with pytest.raises(KeyFileBad) as caught:
        load_or_create_identity(path)
    assert caught.value.reason == Reason(Code.KEY_FILE_BAD, (str(path),))
    assert path.read_bytes() == content


@systems.needs_named_pipes
def test_a_pipe_in_place_of_the_key_is_refused_without_waiting(tmp_path: Path) -> None:
    path = tmp_path / "identity"
    os.mkfifo(path, 0o600)
    with pytest.raises(NotPrivate, match=Code.FILE_NOT_ORDINARY):
        load_identity(path)


def test_no_file_is_not_an_identity(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_identity(tmp_path / "identity")


def test_of_two_programs_that_make_a_key_at_once_one_wins_and_both_use_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "identity"

    def late(path: Path, data: bytes) -> None:
        private_files.create_private(path, b"p2pcards identity 1\n" + b"7" * 64 + b"\n")
        private_files.create_private(path, data)

    monkeypatch.setattr(keyfile, "create_private", late)
    identity, is_new = load_or_create_identity(path)
    assert identity.seed == b"\x77" * 32
    assert not is_new


def test_the_seed_never_shows_in_repr(tmp_path: Path) -> None:
    identity, _ = load_or_create_identity(tmp_path / "identity")
    assert repr(identity.seed)[2:-1] not in repr(identity)
    assert identity.seed.hex() not in repr(identity)
