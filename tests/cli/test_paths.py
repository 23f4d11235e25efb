from __future__ import annotations

from pathlib import Path

import pytest

from cli import paths
from tests import systems

ALL = (
    paths.key_file,
    paths.logs_dir,
    paths.known_peers_file,
    paths.notes_dir,
    paths.crash_file,
)


@pytest.mark.parametrize("where", ALL)
def test_one_variable_holds_all_paths(home, where):
    assert home in where().parents


@systems.needs_folders_of_xdg
def test_without_it_the_xdg_folders_do(monkeypatch):
    monkeypatch.delenv("P2PCARDS_HOME")
    for kind in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", f"/xdg/{kind}")
    assert paths.key_file() == Path("/xdg/CONFIG/p2pcards/key")
    assert paths.logs_dir() == Path("/xdg/DATA/p2pcards/logs")
    assert paths.known_peers_file() == Path("/xdg/STATE/p2pcards/known-peers")


@systems.needs_modes
def test_the_folders_of_notes_and_state_are_private(tmp_path: Path):
    notes = tmp_path / "state" / "notes"
    notes.parent.mkdir(mode=0o755)
    paths.make_private(notes)
    assert [one.stat().st_mode & 0o777 for one in (notes.parent, notes)] == [0o700, 0o700]


@systems.needs_a_tilde
def test_a_path_is_shown_short_with_the_home_folder_as_people_write_it(monkeypatch):
    monkeypatch.setenv("HOME", "/home/anna")
    assert paths.shown(Path("/home/anna/logs/a.log")) == "~/logs/a.log"
    assert paths.shown(Path("/srv/a.log")) == "/srv/a.log"
    assert paths.shown(Path("a.log")) == "a.log"
