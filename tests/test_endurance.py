"""A short match by real programs holds no more at its end than after its first deals (`tests.endurance`)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.endurance import MOST_GROWTH, growth, play


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of a program what it holds")
def test_programs_hold_no_more_at_the_end_of_a_match_than_after_ten_deals(tmp_path: Path) -> None:
    memory, descriptors = growth(list(play(tmp_path, 30)))
    assert memory <= MOST_GROWTH
    assert descriptors <= MOST_GROWTH
