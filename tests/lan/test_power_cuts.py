"""Everybody's power fails in mid-match, and the programs are started again one after the other."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.lan

MakeLan = Callable[..., Any]
APART_S = 12
"""Longer than anybody who comes back looks for the others without saying anything."""

HOST = "host azi --lines --yes --name One --seats 2 --deadline 20 --listen 4711"
JOIN = "join One --lines --yes --name Two"


def _begin(lan: Any, log: str = "") -> tuple[Any, Any]:
    host = lan.start(1, HOST + log.format(1), is_person=True)
    host.wait_for("This table's key")
    guest = lan.start(2, JOIN + log.format(2), is_person=True)
    for one in (host, guest):
        one.wait_for("You hold")
    return host, guest


def _cut(lan: Any, *programs: Any) -> None:
    for number in (1, 2):
        lan.ip(number, "link set e0 down")
    for program in programs:
        program.kill()
    for number in (1, 2):
        lan.ip(number, "link set e0 up")


def _wait_for_a_turn(*programs: Any) -> None:
    """One of them is asked, and has the whole of its 20 seconds, less what its program keeps."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if any("Your turn, 1" in program.said for program in programs):
            return
        time.sleep(0.05)
    pytest.fail("\n".join(program.said for program in programs))


@pytest.mark.parametrize("first", ["host", "guest"])
@pytest.mark.parametrize("log", ["", " --log {}.log"])
def test_the_match_goes_on_from_the_logs_whoever_is_back_first(
    make_lan: MakeLan, first: str, log: str
) -> None:
    lan = make_lan(2)
    words = {1: HOST + log.format(1), 2: JOIN + log.format(2)}
    host, guest = _begin(lan, log)
    held = host.said.rpartition("You hold ")[2].splitlines()[0]
    _cut(lan, host, guest)
    order = (1, 2) if first == "host" else (2, 1)
    programs = {order[0]: lan.start(order[0], words[order[0]], is_person=True)}
    programs[order[0]].wait_for("None of the others is there yet")
    time.sleep(APART_S)
    assert "You hold" not in programs[order[0]].said
    programs[order[1]] = lan.start(order[1], words[order[1]], is_person=True)
    for program in programs.values():
        program.wait_for("You hold", limit_s=30)
    assert held in programs[1].said
    _wait_for_a_turn(*programs.values())
    programs[2].type("leave")
    programs[2].type("yes")
    assert programs[2].wait() == 0, programs[2].said
    assert programs[1].wait() == 0, programs[1].said
    assert "silent" not in programs[1].said


def test_a_guest_that_waits_for_a_table_that_its_host_has_given_up_goes_on_to_the_new_one(
    make_lan: MakeLan,
) -> None:
    lan = make_lan(2)
    _cut(lan, *_begin(lan))
    guest = lan.start(2, JOIN, is_person=True)
    guest.wait_for("None of the others is there yet")
    host = lan.start(1, HOST.replace("azi", "azi --bots 0"), is_person=True)
    host.wait_for("You hold")  # nobody is asked: both are back at the old table
    _cut(lan, host, guest)
    host = lan.start(1, HOST, is_person=True)
    host.wait_for("Your seat at your table is still yours")
    host.type("leave")
    host.wait_for("This table's key")
    guest = lan.start(2, JOIN, is_person=True)
    guest.wait_for("None of the others is at that table any more")
    for one in (host, guest):
        one.wait_for("You hold", limit_s=30)
    host.wait_for("One sits down")
