"""The README's own commands are what the continuous integration runs, to the letter."""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from pathlib import Path

from cli.main import make_parser, module_of

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
CI = (ROOT / ".ci" / "run").read_text("utf-8")

PLAY = "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/p2pcards demo"
TEST = "python3 -m venv .venv && .venv/bin/pip install -e '.[dev]' && .venv/bin/python -m pytest"


def test_the_two_commands_stand_in_the_readme_on_lines_of_their_own():
    lines = README.splitlines()
    assert PLAY in lines
    assert TEST in lines


def test_continuous_integration_runs_both():
    commands = [line.strip() for line in CI.splitlines()]
    assert PLAY in commands
    assert TEST in commands


def test_every_command_line_of_the_documents_is_understood():
    fences = [
        (path.name, line)
        for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
        for block in re.findall(r"^```\n(.*?)^```$", path.read_text("utf-8"), re.M | re.S)
        for line in block.splitlines()
        if line.startswith("p2pcards ")
    ]
    assert ("README.md", "p2pcards join --name Bek") in fences
    for where, line in fences:
        _, name, *words = shlex.split(line)
        parser = make_parser(name, import_module(module_of(name)))
        assert parser.parse_args([name, *words]).command == name, (where, line)


def test_links_in_documents_lead_somewhere():
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)", path.read_text("utf-8")):
            assert "://" in target or (path.parent / target).exists(), (path, target)


def test_continuous_integration_stops_at_the_first_failure():
    first, *rest = [line for line in CI.splitlines() if not line.startswith("#")]
    assert first == "set -euo pipefail"
    assert CI.startswith("#!/usr/bin/env bash\n")
    assert all(shlex.split(line, comments=True) is not None for line in rest)
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111
