"""Neither the engine nor the protocol has a sentence that a person reads (`cli/words`), nor have
what an evening is made of, what a seat can do, what is known of past evenings, and the commands of logs.

They give facts, rules, codes and values.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LISTS = (
    "protocol/crypto/words.py",
    "protocol/wire/name_characters.py",
    "p2pcards/games/azi/betting/table.py",
)
DOOR = "p2pcards/__main__.py"
"""It speaks where `cli` cannot be had."""

MODULES = [
    path
    for package in (
        "p2pcards",
        "protocol",
        "cli/evening",
        "cli/fairness",
        "cli/history",
        "cli/table",
        "cli/commands/logs",
    )
    for path in sorted((ROOT / package).rglob("*.py"))
    if path.relative_to(ROOT).as_posix() not in (*LISTS, DOOR)
]
WORD = re.compile(r"[A-Za-z_]{2,}")


def not_read(tree: ast.AST) -> set[int]:
    """Texts that nobody plays with: docstrings, and what names a bug of the caller."""
    found: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant() as text):
                found.add(id(text))
            case ast.keyword(arg="help") as described:  # an option of a command, beside it
                found |= {id(part) for part in ast.walk(described)}
            case ast.Assert(msg=ast.expr() as message):
                found |= {id(part) for part in ast.walk(message)}
            case ast.Raise(exc=ast.Call(func=ast.Name(id="AssertionError" | "ValueError")) as call):
                found |= {id(part) for part in ast.walk(call)}
    return found


def prose(source: str) -> Iterator[str]:
    """Literals of three words and more, or of two around values."""
    tree = ast.parse(source)
    skipped = not_read(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str() as text) if id(node) not in skipped:
                if len(WORD.findall(text)) >= 3 and " " in text.strip():
                    yield text
            case ast.JoinedStr(values=parts) if id(node) not in skipped:
                fixed = [part.value for part in parts if isinstance(part, ast.Constant)]
                text = " … ".join(map(str, fixed))
                if len(WORD.findall(text)) >= 2 and any(" " in str(part) for part in fixed):
                    yield text


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_sentence_is_made_below_the_fronts(path: Path) -> None:
    assert not list(prose(path.read_text("utf-8")))


@pytest.mark.parametrize(
    "source",
    [
        'x = "Bek takes the trick."',
        'x = f"{who} takes trick {number}."',
        'raise IllegalAction(1, "play", "it is not your turn")',
    ],
)
def test_a_sentence_would_be_found(source: str) -> None:
    assert list(prose(source))


@pytest.mark.parametrize(
    "source",
    ['"""A docstring of some words."""', 'assert x, "a bug of the caller"', 'x = "follow_suit"'],
)
def test_what_nobody_reads_is_let_be(source: str) -> None:
    assert not list(prose(source))
