"""Every reason for which the protocol refuses something is looked for, in its words, by some test."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = [
    *(ROOT / "protocol" / "wire").glob("*.py"),
    *(ROOT / "protocol" / "log").glob("*.py"),
    *(ROOT / "protocol" / "table").glob("*.py"),
    ROOT / "protocol" / "net" / "lobby.py",
    ROOT / "protocol" / "net" / "joining.py",
    ROOT / "protocol" / "net" / "noise.py",
    ROOT / "protocol" / "audit.py",
]
REFUSALS = {
    "BadLine",
    "BadRound",
    "BadProposal",
    "BadMessage",
    "NotAsShown",
    "ProofRefused",
    "IllegalAction",
    "NoiseRefused",
    "Fault",
}
TESTS = "\n".join(
    re.sub(r"\\(.)", r"\1", path.read_text("utf-8"))
    for path in sorted((ROOT / "tests").rglob("*.py"))
    if path.parent.name != "meta"
)


def texts(call: ast.Call) -> Iterator[str]:
    """The fixed words of a refusal's reason."""
    for argument in call.args:
        for node in ast.walk(argument):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def refusals() -> Iterator[tuple[str, str]]:
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in REFUSALS:
                words = " … ".join(texts(node)).strip()
                if len(words) > len("left"):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", words


FOUND = sorted(refusals())


def is_looked_for(words: str) -> bool:
    """Whether three of its words in a row, or all of a shorter part, stand in a test."""
    for part in words.split("…"):
        some = part.strip(" :(),'").split()
        spans = [" ".join(some[i : i + 3]) for i in range(max(1, len(some) - 2))]
        if any(len(span) > 5 and span in TESTS for span in spans):
            return True
    return False


def test_there_are_refusals() -> None:
    assert len(FOUND) > 50


@pytest.mark.parametrize(("where", "words"), FOUND)
def test_every_refusal_is_looked_for_by_its_words(where: str, words: str) -> None:
    assert is_looked_for(words), f"no test names the refusal {words!r} of {where}"
