"""docs/attacks.md names every threat, every attack that is tested, and no test that is not there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "attacks.md").read_text("utf-8")
SPEC = (ROOT / "SPEC.md").read_text("utf-8")
ROWS = [line.split("|")[1:-1] for line in TEXT.splitlines() if line.startswith("| ")]
THREATS = [row for row in ROWS if row[0].strip().isdigit()]
FILES = {path.name for path in (ROOT / "tests" / "attacks").glob("test_*.py")}


def links(text: str) -> list[Path]:
    found = re.findall(r"\]\((\.\./tests/[^)]+)\)", text)
    return [(ROOT / "docs" / target).resolve() for target in found]


def test_every_threat_has_a_row_and_every_row_a_test():
    assert {int(row[0]) for row in THREATS} == set(range(1, 27))
    for row in THREATS:
        assert links(row[4]), row[0]


def test_every_file_of_attacks_is_named():
    assert {path.name for path in links(TEXT) if path.parent.name == "attacks"} == FILES


def test_every_test_that_is_named_is_there_and_has_tests():
    for path in links(TEXT):
        assert path.is_file(), path
        assert re.search(r"^(async )?def test_", path.read_text("utf-8"), re.MULTILINE), path


def test_the_row_of_a_threat_names_the_file_of_its_number():
    numbered = {(int(name[6:8]), name) for name in FILES if re.match(r"test_t\d\d_", name)}
    for number, name in numbered:
        named = [path.name for row in THREATS if int(row[0]) == number for path in links(row[4])]
        assert name in named, (number, name)


def test_every_section_that_is_named_is_in_the_specification():
    sections = set(re.findall(r"^#{2,3} (\d+(?:\.\d+)?)", SPEC, re.MULTILINE))
    for named in re.findall(r"§(\d+(?:\.\d+)?)", TEXT):
        assert named in sections, named


def test_every_row_says_what_stops_it_by_a_section():
    for row in THREATS:
        assert "§" in row[2], row[0]
        assert row[3].strip(), row[0]
