"""What the documents say of files, signs and games is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli import paths
from cli.fairness import figures
from cli.screen import games

ROOT = Path(__file__).parents[2]


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_help_names_every_file_and_folder_that_the_program_keeps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("P2PCARDS_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/anna")
    kept = [
        str(find()).replace("/home/anna", "~")
        for name, find in vars(paths).items()
        if name.endswith(("_file", "_dir")) and not name.startswith("_")
    ]
    assert len(kept) >= 7
    assert not [path for path in kept if f"`{path}" not in read("docs/help.md")]


def test_contributing_names_modules_that_are_there_and_all_that_may_know_a_game() -> None:
    text = read("CONTRIBUTING.md")
    named = {
        path
        for path in re.findall(r"`((?:cli|p2pcards|protocol|tests)/[\w/.]+)`", text)
        if "NAME" not in path
    }
    assert not {path for path in named if not (ROOT / path).exists()}
    assert games.__file__ is not None
    assert str(Path(games.__file__).relative_to(ROOT)) in named
    assert str(Path(figures.__file__).relative_to(ROOT)) in named


@pytest.mark.parametrize("name", ["README.md", "docs/playing.md"])
def test_brackets_are_told_from_one_another(name: str) -> None:
    assert "round brackets, `(7♠)`" in " ".join(read(name).split())
