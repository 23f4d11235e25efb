"""A table rests for days, its friends' addresses change, and it is opened again by who sat there."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.lan

MakeLan = Callable[..., Any]
DAYS_S = 3 * 24 * 3600
HOST = "host azi --lines --yes --name One --seats 3 --deadline 20 --listen 4711"
GUEST = "join {} --lines --yes --name {}"
NAMES = {2: "Two", 3: "Three"}


def _let_days_pass(lan: Any, hosts: range) -> None:
    """Everybody's power fails, files grow old, and each computer has another address."""
    for program in lan._programs:
        program.kill()
    then_s = time.time() - DAYS_S
    for number in hosts:
        for file in (lan.folder / f"home{number}").rglob("*"):
            os.utime(file, (then_s, then_s))
        lan.ip(number, "addr flush dev e0")
        lan.ip(number, f"addr add 10.9.0.{100 + number}/24 dev e0")


def _begin(lan: Any) -> dict[int, Any]:
    programs = {1: lan.start(1, HOST, is_person=True)}
    programs[1].wait_for("This table's key")
    for number, name in NAMES.items():
        programs[number] = lan.start(number, GUEST.format("One", name), is_person=True)
        programs[1].wait_for("Two sits down")
    for one in programs.values():
        one.wait_for("You hold")
    return programs


@pytest.mark.parametrize("is_host_first", [True, False])
def test_a_table_is_opened_again_days_later_at_other_addresses(
    make_lan: MakeLan, is_host_first: bool
) -> None:
    lan = make_lan(4)
    programs = _begin(lan)
    held = {number: one.said.rpartition("You hold ")[2] for number, one in programs.items()}
    _let_days_pass(lan, range(1, 4))

    def open_again() -> Any:
        host = lan.on_terminal(1, HOST.replace("--yes", ""))
        host.wait_for("Type its number")
        assert "You have a seat at a table that rests." in host.text
        assert "1  Azi with Two and Three, " in host.text
        assert "No: open a new table of Azi." in host.text
        host.type("1\r")
        return host

    host = open_again() if is_host_first else None
    for number, name in NAMES.items():
        target = "One" if number == 2 else "Two"
        programs[number] = lan.start(number, GUEST.format(target, name), is_person=True)
        programs[number].wait_for("is still yours")
    code, said = lan.run(4, "join Two --lines --yes --name Four")
    assert code == 4, said
    assert "for those who have sat there" in said
    host = host or open_again()
    for number in NAMES:
        programs[number].wait_for("You hold", limit_s=30)
        assert held[number].splitlines()[0] in programs[number].said
    host.wait_for("You hold")


def test_where_multicast_is_dead_one_address_will_do(make_lan: MakeLan) -> None:
    lan = make_lan(3)
    programs = _begin(lan)
    _let_days_pass(lan, range(1, 4))
    host = lan.on_terminal(1, f"{HOST.replace('--yes', '')} --no-mdns")
    host.wait_for("You have a seat at a table that rests.")
    host.type("1\r")
    host.wait_for("None of the others is there yet")
    for number, name in NAMES.items():
        lan.ip(number, "link set e0 multicast off")
        target = "10.9.0.101:4711"
        programs[number] = lan.start(number, GUEST.format(target, name), is_person=True)
    for number in NAMES:
        programs[number].wait_for("You hold", limit_s=30)


def test_a_table_is_paused_by_all_and_goes_on_days_later_when_all_are_back(
    make_lan: MakeLan,
) -> None:
    lan = make_lan(3)
    programs = _begin(lan)
    spectator = lan.start(3, "watch One --lines", is_person=True)
    spectator.wait_for("Deal 1")
    for one in programs.values():
        one.type("pause")
    programs[1].wait_for("want a pause after this deal (3 of 3)")
    agreed = "have agreed to a pause before deal"
    for one in (*programs.values(), spectator):
        one.wait_for(agreed, limit_s=150)
    for one in programs.values():
        one.wait_for("Type back when you are.")
    for one in programs.values():  # q in a pause keeps the seat
        one.type("leave")
        one.wait_for("your seat stays yours")
        one.type("yes")
        assert one.wait() == 0, one.said
        assert "p2pcards join goes back to it" in one.said
    spectator.kill()
    _let_days_pass(lan, range(1, 4))
    back = {number: "Two" if number == 3 else "Three" for number in (1, 2, 3)}
    names = {1: "One", **NAMES}
    for number in (3, 1, 2):
        words = GUEST.format(back[number], names[number])
        programs[number] = lan.start(number, words, is_person=True)
    for one in programs.values():
        one.wait_for("Type back when you are.")
        one.type("back")
    for one in programs.values():
        one.wait_for("The pause is over", limit_s=30)
        one.wait_for("You hold", limit_s=30)
        assert "silent" not in one.said
