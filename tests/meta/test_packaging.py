"""What a user installs: one distribution, three packages, one command."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

import cli

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    if find_spec("hatchling") is None:
        pytest.skip("hatchling is not installed (it is in the dev extra)")
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT, check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    (path,) = folder.glob("*.whl")
    return zipfile.ZipFile(path)


@pytest.mark.heavy
def test_the_wheels_top_level_is_exactly_the_three_packages(wheel):
    top = {name.partition("/")[0] for name in wheel.namelist()}
    assert {name for name in top if not name.endswith((".dist-info", ".data"))} == {
        "p2pcards",
        "protocol",
        "cli",
    }


def test_the_wheel_holds_every_module_and_its_types(wheel):
    names = set(wheel.namelist())
    for package in ("p2pcards", "protocol", "cli"):
        assert f"{package}/py.typed" in names
        for path in (ROOT / package).rglob("*.py"):
            assert path.relative_to(ROOT).as_posix() in names


def test_the_command_is_there(wheel):
    (name,) = [name for name in wheel.namelist() if name.endswith("entry_points.txt")]
    assert "p2pcards = p2pcards.__main__:main" in wheel.read(name).decode()


def test_the_version_is_the_same_everywhere():
    assert PROJECT["version"] == cli.__version__
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"## {cli.__version__}" in changes


def test_pynacl_is_required_as_new_as_the_program_checks():
    from cli.library import OLDEST_PYNACL

    assert f"pynacl>={'.'.join(map(str, OLDEST_PYNACL))}" in PROJECT["dependencies"]


def test_python_is_required_as_new_as_the_program_checks():
    from p2pcards.__main__ import OLDEST_PYTHON

    assert PROJECT["requires-python"] == f">={'.'.join(map(str, OLDEST_PYTHON))}"


@pytest.mark.heavy
def test_what_is_built_is_the_same_to_the_byte_whenever_and_wherever_it_is_built(tmp_path):
    built = []
    for number, day in enumerate((1, 200)):
        copy = tmp_path / f"elsewhere{number}"
        copy.mkdir()
        for name in ("p2pcards", "protocol", "cli", "tests", "docs"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        for path in [*ROOT.glob("*.md"), ROOT / "pyproject.toml", ROOT / "Makefile"]:
            shutil.copy(path, copy)
        for path in copy.rglob("*.py"):
            os.utime(path, (day * 86400 * 20, day * 86400 * 20))
        subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-d", str(copy / "dist")],
            cwd=copy, check=True, capture_output=True, timeout=120,
            env=os.environ | {"SOURCE_DATE_EPOCH": "1700000000"},
        )  # fmt: skip
        built.append({path.name: path.read_bytes() for path in (copy / "dist").glob("p2pcards-*")})
    assert len(built[0]) == 2
    assert built[0] == built[1]
