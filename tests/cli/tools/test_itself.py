"""The program that a program starts is the same one, wherever it lies and wherever it is started."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import cli
from cli.tools.itself import ITSELF, surroundings

ROOT = Path(cli.__file__).parents[1]


def version_of_a_child(home: Path) -> str:
    child = subprocess.run(
        [*ITSELF, "--version"], env=surroundings(home), capture_output=True, encoding="utf-8",
        timeout=60, check=False,
    )  # fmt: skip
    return child.stdout + child.stderr


@pytest.mark.heavy
def test_a_child_is_found_where_its_parent_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    for package in ("p2pcards", "protocol", "cli"):
        leave = shutil.ignore_patterns("__pycache__")
        # `copyfile` alone, for Wine has no call that copies a file with its times.
        shutil.copytree(ROOT / package, elsewhere / package, False, leave, shutil.copyfile)
    door = elsewhere / "cli" / "__init__.py"
    door.write_text(door.read_text("utf-8").replace(cli.__version__, "of elsewhere"), "utf-8")
    monkeypatch.syspath_prepend(elsewhere)
    assert version_of_a_child(tmp_path) == "p2pcards of elsewhere\n"


@pytest.mark.heavy
def test_a_child_is_not_led_astray_by_the_folder_where_it_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cli").mkdir()
    (tmp_path / "cli" / "__init__.py").touch()
    monkeypatch.chdir(tmp_path)
    assert version_of_a_child(tmp_path) == f"p2pcards {cli.__version__}\n"
