from __future__ import annotations

import sys

import pytest

from protocol.net.finding.firewall import KINDS, look, refused_on

PYTHON = r"C:\Users\Leo\Python313\python.exe"


def rule(**changed: str) -> str:
    """What Windows writes down when its question was answered with Cancel, but for what is changed."""
    fields = {
        "Action": "Block", "Active": "TRUE", "Dir": "In", "Protocol": "6", "Profile": "Private",
        "App": PYTHON, "Name": "python.exe", "Desc": "python.exe", "Defer": "User",
    }  # fmt: skip
    return "|".join(
        ["v2.30", *(f"{name}={value}" for name, value in (fields | changed).items()), ""]
    )


def test_a_question_that_was_answered_with_cancel_refuses_on_that_kind_of_network() -> None:
    assert refused_on([rule()], PYTHON, KINDS) == ("Private",)


def test_a_rule_may_name_several_kinds() -> None:
    both = rule().replace("Profile=Private|", "Profile=Private|Profile=Public|")
    assert refused_on([both], PYTHON, KINDS) == ("Private", "Public")


def test_a_rule_that_names_no_kind_is_for_all() -> None:
    assert refused_on([rule().replace("Profile=Private|", "")], PYTHON, KINDS) == KINDS


def test_files_are_named_in_any_case() -> None:
    assert refused_on([rule(App=PYTHON.lower())], PYTHON.upper(), KINDS) == ("Private",)


@pytest.mark.parametrize(
    "other",
    [
        {"Action": "Allow"},
        {"Active": "FALSE"},
        {"Dir": "Out"},
        {"App": r"C:\Games\game.exe"},
        {"LPort": "8080"},
    ],
    ids=["it lets pass", "it is off", "it is for what goes out", "another program", "other ports"],
)
def test_rules_about_something_else_refuse_nothing(other: dict[str, str]) -> None:
    assert refused_on([rule(**other)], PYTHON, KINDS) == ()


def test_where_the_firewall_is_off_its_rules_refuse_nothing() -> None:
    assert refused_on([rule()], PYTHON, ["Public"]) == ()


@pytest.mark.parametrize("text", ["", "|", "v2.30", "=|==|Action", "Block|In|" + PYTHON])
def test_what_is_no_rule_refuses_nothing(text: str) -> None:
    assert refused_on([text], PYTHON, KINDS) == ()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does write it down")
def test_other_systems_write_nothing_down() -> None:
    assert look() is None
