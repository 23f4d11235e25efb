"""Who may import what: the contracts in pyproject.toml, and a few that they cannot say."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("p2pcards", "protocol", "cli")
USES_LIBSODIUM = {
    "protocol/crypto/group.py",
    "protocol/crypto/identity.py",
    "protocol/net/links/noise.py",
}


def sources() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


IMAGINES_DEALS = {"cli/benchmarks/bots.py", "cli/history/second_chance.py"}
"""Their decks are played by bots alone, after the fact: the same for all, and secret from nobody."""


def imports(path: Path) -> Iterator[str]:
    """Every module that the file imports, and every name it takes from one, dotted."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.heavy
def test_imports_point_one_way():
    program = (
        "import sys; from importlinter.cli import lint_imports_command as lint;"
        "sys.argv = ['lint-imports', '--no-cache']; lint()"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT, capture_output=True, encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stdout
    assert "0 broken" in ended.stdout


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_only_three_modules_touch_libsodium_and_none_that_plays_the_random_module(path):
    found = set(imports(path))
    name = path.relative_to(ROOT).as_posix()
    assert "nacl.bindings" not in found or name in USES_LIBSODIUM
    uses_random = any(each == "random" or each.startswith("random.") for each in found)
    assert not uses_random or name in IMAGINES_DEALS


def test_the_three_do_use_it():
    for name in USES_LIBSODIUM:
        assert "nacl.bindings" in set(imports(ROOT / name))


@pytest.mark.parametrize("folder", sorted({path.parent for path in sources()}))
def test_no_folder_is_too_full_to_be_looked_through(folder: Path) -> None:
    assert len([path for path in folder.glob("*.py") if path.name != "__init__.py"]) <= 18


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_and_no_class_is_too_long_to_be_read_at_a_sitting(path: Path) -> None:
    source = path.read_text("utf-8")
    assert source.count("\n") <= 450
    classes = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef))
    assert {
        one.name: one.end_lineno - one.lineno
        for one in classes
        if one.end_lineno - one.lineno >= 300
    } == {}
