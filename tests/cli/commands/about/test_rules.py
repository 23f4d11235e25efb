from __future__ import annotations

import io

import pytest

from cli import words
from cli.commands.about import rules
from cli.games import find_game
from cli.output import Output
from p2pcards.games import GAMES


def test_the_rules_and_the_options_are_printed(run):
    ended = run("rules", "azi")
    game = find_game("azi")
    assert ended.code == 0
    assert ended.out.startswith(words.rules_page(game).splitlines()[0])
    for name, line in words.option_help(game).items():
        assert f"  {name} " in ended.out
        assert line in ended.out


@pytest.mark.parametrize("name", GAMES)
def test_options_are_explained_once_and_listed_once_in_lines_that_fit(run, name):
    lines = run("rules", name).out.splitlines()
    assert sum("OPTIONS" in line for line in lines) == 1
    assert max(map(len, lines)) <= 80
    listed = lines[lines.index("HOW THEY ARE GIVEN (--option KEY=VALUE)") + 1 :]
    for option, line in words.option_help(find_game(name)).items():
        (at,) = (n for n, each in enumerate(listed) if each.split()[0] == option)
        assert listed[at].endswith(f"  {line}") or listed[at + 1] == f"      {line}"


def test_json_has_the_pack_and_the_defaults(run):
    told = run("rules", "azi", "--json").document
    assert told["format"] == "p2pcards-rules/1"
    assert len(told["pack"]) == 27
    assert {each["name"]: each["default"] for each in told["options"]} == find_game("azi").options(
        {}
    )


def test_an_unknown_game_is_a_usage_error_in_one_sentence(run):
    ended = run("rules", "whist")
    assert (ended.code, ended.out) == (2, "")
    known = ", ".join(sorted(GAMES))
    assert ended.err == f"There is no game called 'whist'. These are: {known}.\n"


def test_on_a_terminal_the_rules_are_given_to_a_pager(run, monkeypatch):
    paged = []

    class Terminal(io.StringIO):
        encoding = "utf-8"

        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(rules.pydoc, "pager", paged.append)
    monkeypatch.setattr(rules.sys, "stdout", Terminal())
    monkeypatch.setattr(rules.sys, "stdin", Terminal())
    rules.read([("AZI", 2), ("", 2), ("Two to six", 2)], Output(False))
    assert paged == ["AZI\n\nTwo to six\n"]
