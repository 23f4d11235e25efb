"""Fixtures of these tests."""

from __future__ import annotations

import pytest

from tests.simulation.light import use_light_proofs


@pytest.fixture
def light(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proofs that cost nothing, where a test is about the machine and not about them."""
    use_light_proofs(monkeypatch)
