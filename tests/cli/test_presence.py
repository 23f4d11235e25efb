"""Whose time is shown: that of the table, and none where it cannot be known."""

from __future__ import annotations

from cli.table.presence import Presence
from protocol.net.conduct.roles import Look

DEADLINE_S = 60


def look(until_ms: int | None, *, opens_until_ms: int | None = None) -> Look:
    return Look(
        view=None,
        turn=None,
        limit_ms=None,
        waiting_for=(1,),
        linked=frozenset({1, 2}),
        is_over=False,
        has_left=False,
        next_tick_ms=None,
        awaited_limit_ms=until_ms,
        opens_until_ms=opens_until_ms,
    )


def present() -> Presence:
    return Presence(3, 0, DEADLINE_S, 300.0)


def test_the_clock_of_a_turn_is_the_tables():
    here = present()
    here.looked(look(None, opens_until_ms=120_000), frozenset(), 0)
    here.looked(look(67_000), frozenset(), 10_000)
    assert here.turn_left_ms(20_000) == 47_000


def test_who_comes_in_the_midst_of_a_turn_sees_no_clock_until_the_next_one():
    here = present()
    here.looked(look(57_500), frozenset(), 500)
    assert here.turn_left_ms(1000) is None
    here.looked(look(77_000), frozenset(), 20_000)
    assert here.turn_left_ms(20_000) == 57_000


def test_without_a_clock_there_is_none():
    here = Presence(3, 0, 0, 300.0)
    here.looked(look(None), frozenset(), 500)
    assert here.turn_left_ms(1000) is None


def test_a_seat_that_has_left_is_not_called_silent():
    here = Presence(3, 0, 0, 300.0)
    here.looked(look(None), frozenset(), 0)
    assert here.silent(40_000) == {1: 40}
    here.gone.add(1)
    assert here.silent(40_000) == {}
