"""THE table of fault codes is one: what it lists is raised, tested by its code, and stands in SPEC §8.1."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli import library
from cli.words.en.faults import FAULTS
from protocol.faults import Code, CodedError, ProtocolError

ROOT = Path(__file__).parents[2]
SOURCES = [path for path in sorted((ROOT / "protocol").rglob("*.py")) if path.name != "faults.py"]
TESTS = [path for path in sorted((ROOT / "tests").rglob("*.py")) if path.parent.name != "meta"]
ROW = re.compile(r"\| `(\w+)` \| ([\d.]+) \| (yes|no) \| (.*?) \| .+ \|")
SPEC = (ROOT / "SPEC.md").read_text("utf-8").partition("### 8.1 ")[2].partition("\n## 9. ")[0]


def codes_in(paths: list[Path]) -> Iterator[Code]:
    """The codes that these files name."""
    for path in paths:
        for name in re.findall(r"\bCode\.([A-Z0-9_]+)\b", path.read_text("utf-8")):
            yield Code[name]


RAISED = set(codes_in(SOURCES))
TESTED = set(codes_in(TESTS))


@pytest.mark.parametrize("code", Code)
def test_every_code_is_given_by_the_protocol_and_looked_for_by_a_test(code: Code) -> None:
    assert code in RAISED
    assert code in TESTED


def test_the_specification_lists_them_in_the_same_order() -> None:
    rows = [(code, section, proved) for code, section, proved, _ in ROW.findall(SPEC)]
    assert rows == [(str(c), c.section, "yes" if c.is_provable else "no") for c in Code]


def test_the_sections_of_the_table_are_there() -> None:
    headings = set(re.findall(r"^##+ ([\d.]+?)\.? ", (ROOT / "SPEC.md").read_text("utf-8"), re.M))
    assert {code.section for code in Code} <= headings


@pytest.mark.parametrize("code", sorted(set(Code) - set(library._WHY)))
def test_every_code_has_words_for_the_values_that_the_specification_names(code: Code) -> None:
    (values,) = (values for name, _, _, values in ROW.findall(SPEC) if name == code)
    spec = inspect.signature(FAULTS[code])
    if "and" in values.split():  # as many as belong to it
        assert spec.parameters
    else:
        spec.bind(*filter(None, values.split(", ")))


WITHOUT_CODE = {"CodedError", "LogEnds", "BadMark"}
"""The root of those with a code, a signal that never leaves the reader of a log, and our own file's fault."""


@pytest.mark.heavy
def test_every_exception_of_the_protocol_has_one_root_and_a_code() -> None:
    bases = {
        node.name: {getattr(base, "id", "") for base in node.bases}
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    roots = {"Exception", "OSError", "ValueError", "RuntimeError", "ProtocolError"}
    rootless = {name for name, of in bases.items() if of & roots and "CodedError" not in of}
    assert rootless <= WITHOUT_CODE
    assert issubclass(CodedError, ProtocolError)
