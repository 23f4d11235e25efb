"""Two verifiers that share no code come to one verdict; and the page in the wheel is what its sources make."""

from __future__ import annotations

import subprocess
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from cli.pages import verify_page
from tests.verifier.second import VERIFIER, differences, mutants, play, why_not

WHY_NOT = why_not()
needs_node = pytest.mark.skipif(WHY_NOT is not None, reason=f"{WHY_NOT}")


@pytest.mark.heavy
@needs_node
def test_the_page_is_what_its_sources_make(tmp_path: Path):
    built = tmp_path / "verify.html"
    subprocess.run(
        ["node", str(VERIFIER / "build.mjs"), str(built)],
        check=True, capture_output=True, timeout=60,
    )  # fmt: skip
    assert built.read_text("utf-8") == verify_page()


@pytest.mark.slow
@needs_node
def test_both_say_the_same_of_fresh_logs_and_of_mutants():
    played = [play(f"both {number}") for number in range(8)]
    count: Counter[str] = Counter()
    logs = [(p.about, p.data) for p in played] + list(islice(mutants(played, "both"), 64))
    assert [found[0] for found in differences(logs, count)] == []
    assert set(count) == {"ok", "refused", "breaks off", "cheat proved"}
