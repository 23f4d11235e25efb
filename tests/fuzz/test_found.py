"""What fuzzing begins with, and every input that it has found, tried once more (`make fuzz` finds them)."""

from __future__ import annotations

import pytest

from tests.fuzz.targets import HERE, TARGETS

FOUND = sorted(path for path in (HERE / "found").glob("*/*") if path.is_file())


@pytest.mark.parametrize("name", TARGETS)
def test_of_what_a_target_begins_with_some_is_good_and_nothing_a_finding(name: str) -> None:
    target = TARGETS[name]
    seeds = list(target.seeds())
    assert True in [target.check(seed) for seed in seeds]
    assert all(len(seed) <= target.most_bytes for seed in seeds)


@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize("data", [b"", b"\0", b"[" * 5000, b'{"a":' * 5000, b"\xff" * 40])
def test_what_is_nothing_at_all_is_no_finding(name: str, data: bytes) -> None:
    TARGETS[name].check(data)


@pytest.mark.parametrize("path", FOUND, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_was_found_is_mended(path) -> None:
    TARGETS[path.parent.name].check(path.read_bytes())
