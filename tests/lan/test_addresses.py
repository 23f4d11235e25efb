"""Which addresses people are told, by real programs on links that are up, down, and without routes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.lan

MakeLan = Callable[..., Any]


def link(lan: Any, host: int, name: str, address: str, *, is_up: bool) -> None:
    """One more network of this host; nobody else is on it."""
    lan.ip(host, f"link add {name} type veth peer name {name}x")
    lan.ip(host, f"addr add {address} dev {name}")
    lan.ip(host, f"link set {name} up")
    if is_up:
        lan.sysctl(host, f"net.ipv6.conf.{name}x.disable_ipv6=1")
        lan.ip(host, f"link set {name}x up")


def ways(lan: Any, host: int, *words: str) -> str:
    """What a host tells others to type."""
    program = lan.start(
        host, " ".join(["host azi --lines --name Bek --no-mdns", *words]), is_person=True
    )
    program.wait_for("Type ready when")
    told = [line for line in program.said.splitlines() if "p2pcards join " in line]
    program.process.terminate()
    program.wait()
    (line,) = told
    return str(line)


def test_a_link_that_is_down_is_never_told_and_the_default_route_is_told_first(
    make_lan: MakeLan,
) -> None:
    lan = make_lan(2)
    link(lan, 1, "dead0", "10.8.8.1/24", is_up=False)
    link(lan, 1, "side0", "10.7.7.1/24", is_up=True)
    assert ways(lan, 1).endswith("p2pcards join 10.9.0.1:27365 or 10.7.7.1:27365")
    lan.ip(1, "route add default via 10.7.7.2")
    assert ways(lan, 1).endswith("p2pcards join 10.7.7.1:27365 or 10.9.0.1:27365")
    code, said = lan.run(1, "doctor --json")
    (document,) = (json.loads(line) for line in said.splitlines() if line.startswith("{"))
    assert code == 0, said
    assert [one["address"] for one in document["interfaces"]] == ["10.7.7.1", "10.9.0.1"]
    assert [one["address"] for one in document["down"]] == ["10.8.8.1"]
    host = lan.start(1, "bot azi --host --name One --seats 2")
    host.wait_for("This table's key")
    code, said = lan.run(2, "tables --seconds 4")
    assert "10.9.0.1:27365 or 10.7.7.1:27365" in said  # the reader's own subnet first
    assert "10.8.8.1" not in said


def test_a_machine_without_a_network_tells_no_address_that_others_could_use(
    make_lan: MakeLan,
) -> None:
    lan = make_lan(1)
    lan.ip(1, "link set e0 down")
    told = "Only programs on this machine can come, for it is on no network: p2pcards join 127.0.0.1:27365"
    assert told in ways(lan, 1)
    code, said = lan.run(1, "doctor")
    assert code == 4
    assert said.count("BAD:") == 1
    assert "10.9.0.1) does not count: its link is down." in said
    assert "Others can reach" not in said


def test_a_link_local_address_is_told_with_its_link_and_joined_with_any_or_none(
    make_lan: MakeLan,
) -> None:
    lan = make_lan(2, has_ipv4=False)
    told = ways(lan, 1)
    address = told.rpartition(" ")[2]
    assert address.endswith("%e0]:27365"), told
    bare = address.replace("%e0", "")
    for way in (address, bare, bare.replace("]", "%elsewhere]")):
        host = lan.start(1, "bot azi --host --name One --seats 2 --deals 1 --deadline 9 --no-mdns")
        host.wait_for("This table's key")
        guest = lan.start(2, f"bot azi {way} --name Two")
        assert guest.wait() == 0, guest.said
        assert host.wait() == 0, host.said
