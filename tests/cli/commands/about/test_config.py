from __future__ import annotations

import subprocess

import pytest

from cli.main import COMMANDS
from cli.paths import config_file
from cli.settings import KINDS
from cli.tools.completion import SHELLS, completion, options_of
from tests import systems


def test_all_settings_are_listed_with_their_meaning(run):
    ended = run("config")
    assert ended.code == 0
    for name, kind in KINDS.items():
        assert any(
            line.startswith(name) and line.endswith(kind.help) for line in ended.out.splitlines()
        )
    assert str(config_file()) in ended.err


def test_one_is_changed_and_shown(run):
    assert run("config", "theme").out == "auto\n"
    ended = run("config", "theme", "light")
    assert ended.out == f"theme is light, as {config_file()} says.\n"
    assert run("config", "theme").out == "light\n"
    assert run("config", "--json").document["settings"]["theme"] == "light"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("theme", "pink"),
        ("bell", "perhaps"),
        ("deadline", "-1"),
        ("deadline", "3601"),
        ("deadline", "1.5"),
        ("trick_pause", "nan"),
        ("name", "x" * 33),
        ("name", "a\nb"),
    ],
)
def test_what_a_setting_does_not_take_is_refused_and_not_written(run, name, value):
    ended = run("config", name, value)
    assert ended.code == 2
    assert ended.err.startswith(f"{name} must be ")
    assert not config_file().exists()


def test_an_unknown_setting_is_refused_with_the_known_ones(run):
    ended = run("config", "colour")
    assert ended.code == 2
    assert "There is no setting called 'colour'." in ended.err
    assert "theme" in ended.err


def test_a_variable_goes_before_the_file_and_that_is_said(run, monkeypatch):
    monkeypatch.setenv("P2PCARDS_BELL", "off")
    assert run("config", "bell").out == "off\n"
    ended = run("config", "bell", "on")
    assert "bell is off" in ended.out
    assert "P2PCARDS_BELL goes before the file" in ended.err


@pytest.mark.parametrize("shell", SHELLS)
def test_the_completion_names_every_command_and_option(run, shell):
    script = run("config", "--completion", shell).out
    for name in COMMANDS:
        assert name in script
        for option in options_of(name):
            for word in option.words:
                assert word.lstrip("-") in script or not word.startswith("--")


def test_the_completion_goes_with_nothing_else(run):
    assert run("config", "bell", "--completion", "bash").code == 2


def complete(*words: str) -> list[str]:
    """What bash offers for the last of these words."""
    typed = " ".join(f'"{word}"' for word in words)
    script = (
        f"{completion('bash')}\nCOMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}\n"
        '_p2pcards; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    ended = subprocess.run(
        ["bash", "--norc", "-c", script], capture_output=True, text=True, check=True, timeout=20
    )
    assert ended.stderr == ""
    return ended.stdout.split()


@pytest.mark.heavy
@systems.needs_bash
def test_bash_completes_commands_options_and_values():
    assert complete("p2pcards", "repl") == ["replay"]
    assert "--deadline" in complete("p2pcards", "host", "--de")
    assert complete("p2pcards", "play", "azi", "--level", "e") == ["easy"]
