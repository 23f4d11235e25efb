from __future__ import annotations

import os
from pathlib import Path

import pytest

from cli import paths
from cli.errors import CommandError
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


@pytest.fixture
def homeless(monkeypatch):
    for name in ("P2PCARDS_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)


@systems.needs_a_tilde
@pytest.mark.parametrize("where", ALL)
@pytest.mark.parametrize("home", ["", "here", "./here", "~"])
def test_a_home_that_is_no_whole_path_is_refused(monkeypatch, homeless, where, home):
    monkeypatch.setenv("HOME", home)
    with pytest.raises(CommandError, match="You have no home folder"):
        where()


@systems.needs_a_tilde
@pytest.mark.parametrize("where", ALL)
def test_a_user_whom_the_system_does_not_know_is_told_so(monkeypatch, homeless, where):
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # as without a passwd entry
    with pytest.raises(CommandError, match="You have no home folder"):
        where()


@systems.needs_folders_of_xdg
def test_folders_that_are_named_need_no_home(monkeypatch, homeless):
    monkeypatch.setenv("HOME", "")
    monkeypatch.setenv("XDG_CONFIG_HOME", "/etc/of/mine")
    assert paths.key_file() == Path("/etc/of/mine/p2pcards/key")
    monkeypatch.setenv("XDG_CONFIG_HOME", "mine")
    with pytest.raises(CommandError, match="You have no home folder"):
        paths.key_file()


@pytest.mark.heavy
@systems.needs_a_tilde
@pytest.mark.parametrize(
    "words",
    [["key"], ["config"], ["play", "azi", "--lines"], ["demo"], ["peers"], ["fairness"]],
)
def test_without_a_home_a_command_is_one_sentence_and_writes_nothing(spawn, tmp_path, words):
    root = str(Path(paths.__file__).parents[1])
    env = {"HOME": "here", "P2PCARDS_HOME": "", "PYTHONPATH": root, "XDG_CONFIG_HOME": ""}
    ended = spawn(*words, env=env, cwd=tmp_path)
    assert ended.returncode == 1
    assert ended.stderr.endswith(
        "You have no home folder to keep your key, settings and logs in. Set HOME to its whole path,"
        " or P2PCARDS_HOME to a folder of your own.\n"
    )
    assert not ended.stdout  # it is said before anything is done
    assert not list(tmp_path.iterdir())
