"""A module has one duty, a class one, and a folder is read at a glance: so none of them grows without end."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("p2pcards", "protocol", "cli")
MOST_LINES: Final = 450
MOST_LINES_OF_A_CLASS: Final = 300
MOST_MODULES: Final = 18


def modules() -> Iterator[Path]:
    for package in PACKAGES:
        yield from sorted((ROOT / package).rglob("*.py"))


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_module_is_too_long():
    lines = {name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in modules()}
    assert not {path: count for path, count in lines.items() if count > MOST_LINES}


@pytest.mark.heavy
def test_no_class_is_too_long():
    found = {}
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[name(path), node.name] = (node.end_lineno or 0) - node.lineno + 1
    assert not {at: count for at, count in found.items() if count > MOST_LINES_OF_A_CLASS}


def test_no_folder_holds_too_many_modules():
    folders: dict[str, int] = {}
    for path in modules():
        if path.name != "__init__.py":
            folders[name(path.parent)] = folders.get(name(path.parent), 0) + 1
    assert not {folder: count for folder, count in folders.items() if count > MOST_MODULES}
