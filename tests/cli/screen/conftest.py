"""Fixtures of the screens."""

from __future__ import annotations

import pytest

from tests.simulation.light import use_light_proofs


@pytest.fixture
def light(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proofs that cost nothing: these tests are about the machine."""
    use_light_proofs(monkeypatch)
