"""A screen with nothing but sentences."""

from __future__ import annotations

from cli.screen.message_app import MessageScreen
from tests.ui.mockups import rows


def drawn(screen: MessageScreen, now_ms: int) -> list[str]:
    return [row.strip() for row in rows(screen.view(now_ms), 80, 24)]


def test_while_a_table_is_dialled_the_seconds_are_counted_and_doctor_is_named_after_five():
    screen = MessageScreen("connecting", lambda: None, since_ms=1000)
    screen.say("Looking for 192.168.1.7.")
    assert "Looking for 192.168.1.7." in drawn(screen, 1000)
    early, late = drawn(screen, 5999), drawn(screen, 6000)
    assert "4 s" in early
    assert "5 s" in late
    assert not any("doctor" in row for row in early)
    assert any("p2pcards doctor" in row for row in late)
    assert "Esc back" in late


def test_every_way_to_leave_is_one_key():
    left: list[str] = []
    for key in ("q", "escape", "c-c", "x"):
        screen = MessageScreen("p2pcards", lambda key=key: left.append(key))
        screen.press(key, 0)
    assert left == ["q", "escape", "c-c"]
