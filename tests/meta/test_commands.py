"""The commands: each in the table, in a module, and in the documents, with the same words."""

from __future__ import annotations

import argparse
import re
from importlib import import_module
from pathlib import Path

import pytest

from cli.errors import ExitCode
from cli.main import COMMANDS, make_parser, module_of

ROOT = Path(__file__).parents[2]
DOCUMENTS = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *sorted((ROOT / "docs").glob("*.md")),
    ]
}
REFERENCE = DOCUMENTS["docs/commands.md"]
OPTION = re.compile(r"--[a-z][a-z-]*")


def parser_of(name: str) -> argparse.ArgumentParser:
    parser = make_parser(name, import_module(module_of(name)))
    (commands,) = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
    found: argparse.ArgumentParser = commands.choices[name]
    return found


def options_of(name: str) -> set[str]:
    """The long options of a command, but for --help."""
    actions = parser_of(name)._actions
    return {word for action in actions for word in action.option_strings} - {"-h", "--help"}


def test_the_table_names_every_module_and_no_other():
    found = (ROOT / "cli" / "commands").rglob("*.py")
    modules = {path.relative_to(ROOT).with_suffix("") for path in found if path.stem != "__init__"}
    assert {".".join(path.parts) for path in modules} == {module_of(name) for name in COMMANDS}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_keeps_the_convention(name):
    module = import_module(module_of(name))
    assert (module.__doc__ or "").startswith(f"`p2pcards {name}")
    assert callable(module.run)
    assert all(action.help for action in parser_of(name)._actions)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_the_reference_with_all_its_options(name):
    match = re.search(rf"^## {name}\n(.*?)(?=^## |\Z)", REFERENCE, re.M | re.S)
    assert match is not None, f"docs/commands.md has no section on {name}"
    section = match[1]
    assert COMMANDS[name] in section.replace("\n", " ").lower() + section.replace("\n", " ")
    assert set(OPTION.findall(section)) - {"--help"} == options_of(name)


def test_the_reference_has_no_other_commands():
    assert set(re.findall(r"^## (.*)$", REFERENCE, re.M)) == set(COMMANDS)


def test_the_reference_begins_with_a_list_of_every_command():
    for name, line in COMMANDS.items():
        assert f"| `{name}` | {line} |" in REFERENCE


@pytest.mark.parametrize("document", DOCUMENTS)
def test_commands_shown_in_documents_would_be_taken(document):
    shown = re.findall(r"p2pcards ([a-z]+)((?: +[^\s`|&]+)*)", DOCUMENTS[document])
    for name, rest in shown:
        if name in COMMANDS:
            assert set(OPTION.findall(rest)) <= options_of(name) | {"--help"}, (name, rest)


@pytest.mark.parametrize("code", ExitCode)
def test_every_exit_code_is_in_the_reference(code):
    assert f"| {code.value} |" in REFERENCE


def test_every_json_format_is_documented_and_no_other():
    written: set[str] = set()
    for path in (ROOT / "cli").rglob("*.py"):
        written |= set(re.findall(r'"(p2pcards-[a-z]+/\d+)"', path.read_text("utf-8")))
    documented = set(re.findall(r"^## `(p2pcards-[a-z]+/\d+)`$", DOCUMENTS["docs/json.md"], re.M))
    assert written == documented
