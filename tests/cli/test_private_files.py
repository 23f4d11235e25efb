"""Every private file of the program is looked at whenever it is opened, not only when it is made."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from cli import paths
from cli.errors import CommandError
from cli.evening.acquaintances import Acquaintances
from cli.evening.party import person
from cli.evening.returning import tables_left
from cli.files.own_hands import file_of, read_hands
from cli.files.own_key import find_identity, find_or_make_identity
from cli.settings import load
from p2pcards.games.azi import GAME
from tests import systems

HANDS = (b"{}", bytes(32))


def make(path: Path) -> Path:
    """An empty file of this kind, as far as its mode goes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(0o600)
    return path


def open_notes() -> None:
    tables_left(person(None, is_ready_at_once=True, log=None), None)


KINDS: dict[str, tuple[Callable[[], Path], Callable[[], object], int]] = {
    "key": (paths.key_file, find_identity, 0o640),
    "key to be made": (paths.key_file, find_or_make_identity, 0o640),
    "known peers": (
        paths.known_peers_file,
        lambda: Acquaintances(paths.known_peers_file()),
        0o640,
    ),
    "notes": (lambda: paths.notes_dir() / "azi-1.notes", open_notes, 0o640),
    "own hands": (lambda: file_of(*HANDS), lambda: read_hands(file_of(*HANDS), GAME.pack), 0o640),
    "settings": (paths.config_file, lambda: load({}), 0o660),
}


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> tuple[Path, Callable[[], object], int]:
    where, opens, mode = KINDS[request.param]
    return where(), opens, mode


@systems.needs_modes
def test_one_that_others_can_open_is_refused_in_a_sentence(home, kind) -> None:
    path, opens, mode = kind
    make(path).chmod(mode)
    with pytest.raises(CommandError, match=rf"others may .* \(mode {mode:o}\)") as caught:
        opens()
    assert str(path) in caught.value.sentence
    assert "chmod 600" in caught.value.sentence


@systems.needs_named_pipes
def test_a_pipe_in_its_place_is_refused_without_waiting(home, kind) -> None:
    path, opens, _ = kind
    path.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(path, 0o600)
    with pytest.raises(CommandError, match="it is no ordinary file"):
        opens()


@systems.needs_links
def test_a_link_to_a_device_is_refused(home, kind) -> None:
    path, opens, _ = kind
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(os.devnull)
    with pytest.raises(CommandError, match=r"it is (a link|no ordinary file)"):
        opens()


@systems.needs_modes
def test_somebody_elses_is_refused(home, kind, monkeypatch: pytest.MonkeyPatch) -> None:
    path, opens, _ = kind
    if path != paths.key_file():
        find_or_make_identity()
    make(path)
    real, other = os.fstat, os.geteuid() + 1

    def fstat(descriptor: int) -> os.stat_result:
        status = list(real(descriptor))
        if status[1:3] == list(path.stat())[1:3]:  # its number, and its disk's
            status[4] = other
        return os.stat_result(status)

    monkeypatch.setattr(os, "fstat", fstat)
    with pytest.raises(CommandError, match="it belongs to another user"):
        opens()
