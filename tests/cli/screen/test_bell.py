from __future__ import annotations

import pytest

from cli.screen.bell import IDLE_MS, Bell


def test_in_front_it_is_quiet_and_behind_it_rings():
    bell = Bell(0)
    bell.focus(True)
    assert not bell.rings(10 * IDLE_MS)
    bell.focus(False)
    assert bell.rings(0)


@pytest.mark.parametrize(("idle_ms", "rings"), [(IDLE_MS - 1, False), (IDLE_MS, True)])
def test_without_reports_it_rings_when_no_key_came_for_a_while(idle_ms, rings):
    bell = Bell(0)
    bell.pressed(500)
    assert bell.rings(500 + idle_ms) is rings
