"""Every name in what `--json` prints stands in docs/json.md, in the section of its format."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.files.own_key import find_or_make_identity
from cli.paths import known_peers_file
from protocol.net.files.known_peers import KnownPeers

JSON = (Path(__file__).parents[2] / "docs" / "json.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^## `(p2pcards-[a-z]+/\d+)`\n(.*?)(?=^## |\Z)", JSON, re.M | re.S))


def names_in(value: Any) -> Iterator[str]:
    """All names, at any depth; those of options and facts are the game's."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield name
            if name not in ("options", "values") or isinstance(inner, list):
                yield from names_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from names_in(inner)


def documented(name: str) -> set[str]:
    section = SECTIONS[name]
    if "as for audit" in section:
        section += SECTIONS["p2pcards-audit/1"]
    return {"format", *re.findall(r"`([a-z_]+)`", section)}


@pytest.mark.heavy
@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "azi", "--seats", "2", "--deals", "1", "--log", "NEW"),
        ("audit", "GOOD", "BAD", "NONE"),
        ("fairness", "GOOD", "BAD", "NONE"),
        ("evenings", "GOOD", "NONE"),
        ("replay", "GOOD"),
        ("replay", "BAD"),
        ("rules", "azi"),
        ("key",),
        ("peers",),
        ("config",),
    ],
)
def test_every_name_is_documented(run, good_log, bad_log, tmp_path, words):
    identity, _ = find_or_make_identity()
    KnownPeers(known_peers_file()).meet(identity.public, "Bek", "2026-01-02")
    files = {"GOOD": good_log, "BAD": bad_log, "NONE": tmp_path / "none", "NEW": tmp_path / "new"}
    told = run(*(files.get(word, word) for word in words), "--json").document
    assert set(names_in(told)) <= documented(told["format"])
