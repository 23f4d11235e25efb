"""A guest that is ready fails just when the table begins: the others come back to the seats."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.lan

MakeLan = Callable[..., Any]

JOIN = "join One --lines --name {}"


@pytest.mark.parametrize("failure", ["freezes", "dies"])
def test_a_ready_guest_that_fails_closes_the_table_for_nobody_else_and_can_come_again(
    make_lan: MakeLan, failure: str
) -> None:
    lan = make_lan(3)
    host = lan.start(
        1, "host azi --lines --name One --seats 3 --deadline 9 --listen 4711", is_person=True
    )
    host.wait_for("This table's key")
    two, three = (
        lan.start(number, JOIN.format(name), is_person=True)
        for number, name in ((2, "Two"), (3, "Three"))
    )
    for name in ("Two", "Three"):
        host.wait_for(f"{name} sits down")
    for guest, name in ((two, "Two"), (three, "Three")):
        guest.type("ready")
        host.wait_for(f"{name} is ready")
    if failure == "dies":
        lan.ip(3, "link set e0 down")
        three.kill()
    else:
        three.process.send_signal(signal.SIGSTOP)
    host.type("ready")
    for one in (host, two):
        one.wait_for("The table did not open: nothing came from Three", limit_s=40)
        one.wait_for("Back to the seats")
    host.wait_for("Two sits down", times=2)
    if failure == "dies":
        lan.ip(3, "link set e0 up")
        three = lan.start(3, JOIN.format("Three"), is_person=True)
    else:
        three.process.send_signal(signal.SIGCONT)
    three.wait_for("at One's table", times=1 if failure == "dies" else 2, limit_s=60)
    host.wait_for("Three sits down", times=2, limit_s=60)
    for one in (host, two, three):
        one.type("ready")
    for one in (host, two, three):
        one.wait_for("All three have signed the table", limit_s=30)
