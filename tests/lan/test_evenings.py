"""Whole evenings on a network of namespaces: discovery, TCP, matches by bots, logs compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

pytestmark = pytest.mark.lan

MakeLan = Callable[..., Any]


def check_logs(lan: Any, hosts: Iterable[int]) -> None:
    """All these hosts hold the same log, and each one's own audit accepts it."""
    hosts = list(hosts)
    first, *others = (lan.log(host).read_bytes() for host in hosts)
    assert all(other == first for other in others)
    for host in hosts:
        code, said = lan.run(host, f"audit {lan.log(host)}")
        assert code == 0, said


@pytest.mark.parametrize("hosts", [3, 6])
def test_hosts_find_each_other_and_play_ten_deals(make_lan: MakeLan, hosts: int) -> None:
    lan = make_lan(hosts + 1)
    watcher = hosts + 1
    host = lan.start(
        1,
        f"bot azi --host --name One --seats {hosts} --deals 10 --deadline 9"
        f" --log {lan.log(1)} --option stack=2000",
    )
    host.wait_for("This table's key")
    spectator = lan.start(watcher, f"watch One --seconds 20 --log {lan.log(watcher)}")
    spectator.wait_for("One sits down")
    guests = [
        lan.start(number, f"bot azi One --name N{number} --log {lan.log(number)}")
        for number in range(2, hosts + 1)
    ]
    for program in (host, *guests, spectator):
        assert program.wait() == 0, program.said
    check_logs(lan, range(1, watcher + 1))
    assert "The match is over after" in host.said
    assert "refused" not in host.said


def test_where_multicast_does_not_reach_a_table_is_joined_by_address(make_lan: MakeLan) -> None:
    lan = make_lan(3)
    router = 3
    lan.ip(2, "link del e0")
    lan.ip(2, f"link add e0 type veth peer name e1 netns {lan.host(router)}")
    lan.ip(2, "addr add 10.9.1.2/24 dev e0")
    lan.ip(router, "addr add 10.9.1.1/24 dev e1")
    for number, name in ((2, "e0"), (router, "e1")):
        lan.ip(number, f"link set {name} up")
    lan.sysctl(router, "net.ipv4.ip_forward=1")
    lan.ip(1, "route add 10.9.1.0/24 via 10.9.0.3")
    lan.ip(2, "route add 10.9.0.0/24 via 10.9.1.1")
    host = lan.start(
        1,
        f"bot azi --host --name One --seats 2 --deals 2 --deadline 9 --listen 4711"
        f" --log {lan.log(1)}",
    )
    host.wait_for("This table's key")
    code, said = lan.run(2, "join --yes --seconds 3")
    assert code == 4
    assert "HOST:PORT" in said
    code, said = lan.run(2, "tables --seconds 2 --json")
    assert code == 0
    assert '"tables": []' in said
    code, said = lan.run(2, "join 10.9.0.1:4712 --yes")
    assert code == 4
    assert "nobody listens there" in said
    guest = lan.start(2, f"bot azi 10.9.0.1:4711 --name Two --log {lan.log(2)}")
    assert host.wait() == 0, host.said
    assert guest.wait() == 0, guest.said
    check_logs(lan, (1, 2))


def test_an_address_that_both_machines_have_leads_nobody_astray(make_lan: MakeLan) -> None:
    lan = make_lan(2)
    for number in (1, 2):
        lan.ip(number, "link add docker0 type bridge")
        lan.ip(number, "addr add 172.17.0.1/16 dev docker0")
        lan.ip(number, "link set docker0 up")
    evening_of_two(lan)


def test_a_network_with_ipv6_only_and_link_local_addresses_only(make_lan: MakeLan) -> None:
    evening_of_two(make_lan(2, has_ipv4=False))


def evening_of_two(lan: Any) -> None:
    host = lan.start(
        1, f"bot azi --host --name One --seats 2 --deals 2 --deadline 9 --log {lan.log(1)}"
    )
    host.wait_for("This table's key")
    guest = lan.start(2, f"bot azi One --name Two --log {lan.log(2)}")
    assert host.wait() == 0, host.said
    assert guest.wait() == 0, guest.said
    check_logs(lan, (1, 2))


def test_the_list_shows_the_table_and_forgets_it_when_its_host_is_gone(make_lan: MakeLan) -> None:
    lan = make_lan(2)
    host = lan.start(1, "bot azi --host --name One --seats 4")
    host.wait_for("This table's key")
    code, said = lan.run(2, "tables --seconds 4")
    assert code == 0
    assert "One" in said
    assert "1/4" in said
    host.process.terminate()
    assert host.wait() == 143
    code, said = lan.run(2, "tables --seconds 3")
    assert code == 0
    assert "No table is seen" in said


PHASES = {
    "preparing": "The deck of deal 1 is made by",
    "bidding": "is turned up",
    "tricks": "leads trick 1",
    "between deals": "The result of deal 1 is signed",
}


@pytest.mark.parametrize("phase", PHASES)
def test_a_peer_that_is_killed_costs_the_others_at_most_the_deal(
    make_lan: MakeLan, phase: str
) -> None:
    lan = make_lan(3)
    host = lan.start(
        1,
        f"bot azi --host --name One --seats 3 --deals 3 --deadline 4 --log {lan.log(1)}"
        " --option stack=2000",
    )
    host.wait_for("This table's key")
    others = [
        lan.start(number, f"bot azi One --name N{number} --log {lan.log(number)}")
        for number in (2, 3)
    ]
    host.wait_for(PHASES[phase])
    others[1].kill()
    assert host.wait() == 0, host.said
    assert others[0].wait() == 0, others[0].said
    check_logs(lan, (1, 2))
    assert "N3 is absent and" in host.said


def test_a_peer_whose_cable_is_pulled_comes_back_and_is_dealt_in_again(make_lan: MakeLan) -> None:
    lan = make_lan(3)
    host = lan.start(
        1,
        f"bot azi --host --name One --seats 3 --deals 0 --deadline 8 --think 0.3"
        f" --log {lan.log(1)} --option stack=100000",
    )
    host.wait_for("This table's key")
    others = [
        lan.start(number, f"bot azi One --think 0.3 --name N{number} --log {lan.log(number)}")
        for number in (2, 3)
    ]
    host.wait_for("The coin falls")
    lan.ip(3, "link set e0 down")
    host.wait_for("N3 is absent and")
    lan.ip(3, "link set e0 up")
    before = host.said.count("Three seats pay the ante")
    host.wait_for("Three seats pay the ante", times=before + 1)
    programs = (host, *others)
    for program in programs:
        program.process.terminate()
    for program in programs:
        assert program.wait() == 143, program.said
    # They left one after the other, each in mid-deal; up to there all saw the same.
    logs = sorted((lan.log(number).read_bytes() for number in (1, 2, 3)), key=len)
    assert logs[1].startswith(logs[0])
    assert logs[2].startswith(logs[1])


def test_a_host_whose_address_changes_is_back_as_soon_as_a_guest_would_be(
    make_lan: MakeLan,
) -> None:
    lan = make_lan(3)
    host = lan.start(
        1,
        f"bot azi --host --name One --seats 3 --deals 0 --deadline 30 --think 0.3"
        f" --log {lan.log(1)} --option stack=100000",
    )
    host.wait_for("This table's key")
    guests = [
        lan.start(number, f"bot azi One --think 0.3 --name N{number} --log {lan.log(number)}")
        for number in (2, 3)
    ]
    host.wait_for("The coin falls")
    lan.ip(1, "addr del 10.9.0.1/24 dev e0")
    lan.ip(1, "addr add 10.9.0.101/24 dev e0")
    for number, guest in zip((2, 3), guests, strict=True):
        host.wait_for(f"The link to N{number} is back", limit_s=10)
        guest.wait_for("The link to One is back", limit_s=5)
    deals = host.said.count("The result of deal")
    host.wait_for("The result of deal", times=deals + 2)
    for program in (host, *guests):
        program.process.terminate()
    for program in (host, *guests):
        assert program.wait() == 143, program.said
    assert "is absent and" not in host.said


def test_a_guest_that_loses_its_power_in_the_lobby_has_its_seat_again_at_once(
    make_lan: MakeLan,
) -> None:
    lan = make_lan(2)
    host = lan.start(1, "bot azi --host --name One --seats 3")
    host.wait_for("This table's key")
    guest = lan.start(2, "join One --lines --name Two", is_person=True)
    host.wait_for("Two sits down")
    lan.ip(2, "link set e0 down")  # so that nobody hears the end of the program
    guest.kill()
    lan.ip(2, "link set e0 up")
    guest = lan.start(2, "join 10.9.0.1 --lines --name Two --yes", is_person=True)
    guest.wait_for("Two is ready", limit_s=10)
    assert host.said.count("Two gets up") == 1
