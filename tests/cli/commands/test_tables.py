"""Looking for tables where there is nothing to look with."""

from __future__ import annotations

import pytest

from cli import playing
from protocol.net.addresses import Interface

GONE = "10.255.255.254"


@pytest.fixture
def vanished(monkeypatch):
    """An interface that is there when the command is read, and gone when it is used."""
    monkeypatch.setattr(playing, "own_interfaces", lambda: (Interface("gone0", GONE, 24, 9),))


@pytest.mark.usefixtures("vanished")
def test_where_looking_does_not_work_it_is_said_with_the_way_around_it(run):
    ended = run("tables", "--interface", GONE, "--seconds", 1)
    assert ended.code == 4
    assert "Looking does not work here" in ended.out + ended.err
    document = run("tables", "--interface", GONE, "--seconds", 1, "--json").document
    assert document["fault"]
    assert document["tables"] == []
