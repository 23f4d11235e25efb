"""The corpus of conformance: our own audit finds what it says, and its recipe makes it (SPEC §11)."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cli.bots.forgeries import PHASES, kinds_of
from tests.conformance.make import corpus
from tests.conformance.make.pieces import findings, sha256

HERE = Path(__file__).parent
SPEC = (HERE.parents[1] / "SPEC.md").read_text("utf-8")
LOGS: dict[str, dict[str, Any]] = {
    each["name"]: each for each in json.loads((HERE / "index.json").read_text("utf-8"))["logs"]
}
NAMES = list(LOGS)


@cache
def data_of(name: str) -> bytes:
    """The bytes of a log, put together by nothing but what README.md says."""
    return b"".join(bytes_of(piece) for piece in LOGS[name]["pieces"])


def bytes_of(piece: Mapping[str, Any]) -> bytes:
    match piece:
        case {"file": path}:
            return (HERE / path).read_bytes()
        case {"of": name, "lines": [first, last]}:
            lines = [line + b"\n" for line in data_of(name).split(b"\n")[:-1]]
            assert 1 <= first <= last <= len(lines)
            return b"".join(lines[first - 1 : last])
        case {"text": text}:
            return str(text).encode()
        case {"base64": text}:
            return base64.b64decode(text)
        case _:
            raise AssertionError(f"no piece: {piece}")


def check(name: str) -> None:
    found = findings(data_of(name))
    assert found == {key: LOGS[name][key] for key in found}


@pytest.mark.parametrize("name", NAMES)
def test_the_pieces_make_up_the_log(name: str) -> None:
    assert sha256(data_of(name)) == LOGS[name]["sha256"]


@pytest.mark.parametrize("name", NAMES[::9])
def test_the_audit_finds_what_the_corpus_says_in_a_ninth_of_it(name: str) -> None:
    check(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_audit_finds_what_the_corpus_says(name: str) -> None:
    check(name)


@pytest.mark.slow
def test_the_recipe_makes_every_file_byte_for_byte() -> None:
    made = corpus.corpus()
    found = corpus.committed()
    assert set(made) | {"README.md"} == set(found)
    assert [path for path in made if made[path] != found[path]] == []


def test_heads_and_states_of_the_smallest_log_are_as_they_lie_beside_it() -> None:
    made = corpus.encoded(corpus.rounds(data_of("azi-2")))
    assert made == (HERE / "rounds" / "azi-2.json").read_bytes()


def test_the_specification_fixes_the_archive_by_its_hash() -> None:
    packed = corpus.archive(corpus.committed())
    assert sha256(packed) in SPEC, "run python -m tests.conformance.make and put its hash into §11"
    assert len(packed) < 3_500_000


@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_has_every_kind_of_fault(phase: str) -> None:
    for kind in kinds_of(phase):
        assert f"fault-{phase.replace('.', '-')}-{kind.replace('_', '-')}" in LOGS


def test_every_verdict_is_there() -> None:
    assert {each["verdict"] for each in LOGS.values()} == {
        "ok",
        "breaks off",
        "cheat proved",
        "refused",
    }
