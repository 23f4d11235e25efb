from __future__ import annotations

import socket
import sys
from collections import namedtuple
from dataclasses import replace

import pytest
import trio
import trio.testing
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.crypto.identity import Identity
from protocol.faults import Code, Reason
from protocol.net.finding import dialling, interfaces
from protocol.net.finding.addresses import (
    DEFAULT_PORT,
    MAX_DIALLED,
    Address,
    BadAddress,
    DialFailed,
    Interface,
    dialling_order,
    elsewhere,
    parse_address,
    through_own_links,
    usable,
)
from protocol.net.finding.dialling import STAGGER_S, dial
from protocol.net.finding.interfaces import is_own, own_interfaces
from protocol.net.links.handshake import HandshakeFailed
from protocol.net.links.link import Link

ALICE = Identity.from_seed(b"a" * 32)

LOOPBACK = Interface("lo", "127.0.0.1", 8, 1)
LAN = Interface("eth0", "10.9.0.1", 24, 2)
LINK_LOCAL = Interface("eth0", "fe80::1", 64, 2)
DOCKER = Interface("docker0", "172.17.0.1", 16, 3)


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("10.9.0.2", "10.9.0.2", DEFAULT_PORT),
        ("10.9.0.2:4000", "10.9.0.2", 4000),
        ("table.local", "table.local", DEFAULT_PORT),
        ("table.local:1", "table.local", 1),
        ("2001:db8::1", "2001:db8::1", DEFAULT_PORT),
        ("[2001:db8::1]", "2001:db8::1", DEFAULT_PORT),
        ("[2001:db8::1]:65535", "2001:db8::1", 65535),
        ("[fe80::1%2]:4000", "fe80::1%2", 4000),
        ("fe80::1%eth0", "fe80::1%eth0", DEFAULT_PORT),
    ],
)
def test_addresses_are_read(text: str, host: str, port: int) -> None:
    assert parse_address(text) == Address(host, port)
    assert parse_address(str(Address(host, port))) == Address(host, port)


@pytest.mark.parametrize(
    "text",
    [
        "", ":4000", "10.9.0.2:", "10.9.0.2:0", "10.9.0.2:65536", "10.9.0.256", "10.9.0", "1:2:3",
        "[10.9.0.2]:4000", "[::1", "::1]", "[::1]4000", "[]:1", "a b", "-x", "http://host", "host/x",
        "x" * 300, "host:99999999", "[fe80::1]%2:1", "ho\u202est", "..", "a..b",
        "10.9.0.2:04000", "10.9.0.2:+1", "10.9.0.2:\u0664", "10.9.0.2: 1",
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(BadAddress) as caught:
        parse_address(text)
    assert caught.value.reason == Reason(Code.BAD_ADDRESS, (text,))


@pytest.mark.heavy
@settings(max_examples=50, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_an_address_or_refused(text: str) -> None:
    try:
        address = parse_address(text)
    except BadAddress:
        return
    assert parse_address(str(address)) == address


def test_loopback_is_offered_only_when_there_is_nothing_else() -> None:
    assert usable([LOOPBACK, LAN, DOCKER]) == (LAN, DOCKER)
    assert usable([LOOPBACK]) == (LOOPBACK,)


def test_a_link_local_address_is_offered_only_where_its_interface_has_no_better() -> None:
    assert usable([LOOPBACK, LAN, LINK_LOCAL, DOCKER]) == (LAN, DOCKER)
    assert usable([LOOPBACK, LINK_LOCAL, DOCKER]) == (LINK_LOCAL, DOCKER)


def test_only_the_chosen_addresses_or_interfaces_are_offered() -> None:
    assert usable([LOOPBACK, LAN, DOCKER], only=["10.9.0.1"]) == (LAN,)
    assert usable([LOOPBACK, LAN, DOCKER], only=["docker0"]) == (DOCKER,)
    assert usable([LOOPBACK, LAN, DOCKER], only=["lo"]) == (LOOPBACK,)
    assert usable([LAN], only=["10.0.0.7"]) == ()


def test_a_link_local_address_of_ours_carries_its_scope() -> None:
    assert LINK_LOCAL.host == ("fe80::1%2" if sys.platform == "win32" else "fe80::1%eth0")
    assert LAN.host == "10.9.0.1"


def test_this_machine_has_addresses() -> None:
    assert own_interfaces()


def test_an_address_whose_link_is_down_is_not_offered() -> None:
    down = replace(LAN, is_up=False)
    assert usable([LOOPBACK, down, DOCKER]) == (DOCKER,)
    assert usable([LOOPBACK, down]) == (LOOPBACK,)
    assert usable([LOOPBACK, down], only=["eth0"]) == ()
    assert usable([replace(LOOPBACK, is_up=False), down]) == ()


Adapter = namedtuple("Adapter", "name index ips")
IP = namedtuple("IP", "ip network_prefix")
Link_ = namedtuple("Link_", "isup")
Held = namedtuple("Held", "address")


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Docker's bridge, a cable that is out, and a radio; what is put in leads to the world."""
    adapters = [
        Adapter("lo", 1, [IP("127.0.0.1", 8), IP(("::1", 0, 0), 128)]),
        Adapter("docker0", 2, [IP("172.17.0.1", 16)]),
        Adapter("eth0", 3, [IP("10.9.0.1", 24)]),
        Adapter("wlan0", 4, [IP("192.168.1.5", 24), IP(("fe80::5", 0, 4), 64)]),
    ]
    states = {"lo": True, "docker0": True, "Ethernet": False, "wlan0": True}
    addresses = {
        "lo": ["127.0.0.1", "::1"],
        "docker0": ["172.17.0.1"],
        "Ethernet": ["10.9.0.1", "aa:bb:cc:dd:ee:ff"],  # as Windows and psutil call it
        "wlan0": ["192.168.1.5", "fe80::5%wlan0"],
    }
    outward: set[str] = set()
    held = {name: [Held(one) for one in ones] for name, ones in addresses.items()}
    up = {name: Link_(isup) for name, isup in states.items()}
    monkeypatch.setattr(interfaces.ifaddr, "get_adapters", lambda: adapters)
    monkeypatch.setattr(interfaces.psutil, "net_if_stats", lambda: up)
    monkeypatch.setattr(interfaces.psutil, "net_if_addrs", lambda: held)
    monkeypatch.setattr(interfaces, "_addresses_to_the_world", lambda: outward)
    return outward


def test_a_link_is_known_to_be_down_by_its_addresses(machine: set[str]) -> None:
    assert {i.ip for i in own_interfaces() if not i.is_up} == {"10.9.0.1"}
    assert [i.ip for i in usable(own_interfaces())] == ["172.17.0.1", "192.168.1.5"]


def test_the_link_of_the_default_route_comes_first(machine: set[str]) -> None:
    machine.add("192.168.1.5")
    assert [i.ip for i in usable(own_interfaces())] == ["192.168.1.5", "172.17.0.1"]


def test_where_the_system_does_not_say_which_links_are_down_all_count(
    machine: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown() -> None:
        raise PermissionError(13, "not for you")

    monkeypatch.setattr(interfaces.psutil, "net_if_stats", unknown)
    assert all(i.is_up for i in own_interfaces())


def test_a_machine_without_routes_has_no_address_to_the_world(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def none(*_: object) -> None:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket, "socket", none)
    assert interfaces._addresses_to_the_world() == frozenset()


def test_a_link_local_address_is_tried_through_each_of_our_links_the_named_one_first() -> None:
    second = Interface("wlan0", "fe80::7", 64, 5)
    down = Interface("eth9", "fe80::8", 64, 9, is_up=False)
    links = [LOOPBACK, LINK_LOCAL, second, down, LAN]
    first_way, second_way = Address("fe80::2%2", 1), Address("fe80::2%5", 1)
    for zone in ("", "%eth0", "%2", "%nowhere"):
        assert through_own_links(Address(f"fe80::2{zone}", 1), links) == (first_way, second_way)
    for zone in ("%wlan0", "%5"):
        assert through_own_links(Address(f"fe80::2{zone}", 1), links) == (second_way, first_way)
    assert through_own_links(Address("fe80::2", 1), [LAN]) == ()


@pytest.mark.parametrize(
    "host", ["10.9.0.2", "2001:db8::1", "fd00::1", "table.local", "169.254.1.1"]
)
def test_any_other_address_stays_as_it_is(host: str) -> None:
    assert through_own_links(Address(host, 1), [LINK_LOCAL]) == (Address(host, 1),)


def test_addresses_of_this_machine_are_not_elsewhere() -> None:
    there = [Address("10.9.0.2", 1), Address("fe80::2%2", 1), Address("table.local", 1)]
    here = [Address("10.9.0.1", 1), Address("127.0.0.5", 1), Address("fe80::1%2", 1)]
    assert elsewhere([*here, *there], [LOOPBACK, LAN, LINK_LOCAL]) == tuple(there)


def test_our_subnet_is_dialled_first_and_our_own_addresses_last() -> None:
    far = Address("192.168.7.7", 1)
    near = Address("10.9.0.2", 1)
    shared = Address("172.17.0.1", 1)  # every machine with docker has this one
    name = Address("table.local", 1)
    loop = Address("127.0.0.1", 1)
    ordered = dialling_order([loop, shared, name, far, near, near], [LOOPBACK, LAN, DOCKER])
    assert ordered == (near, far, name, loop, shared)


def test_a_link_local_address_is_dialled_only_with_its_scope() -> None:
    bare, zero, scoped = (Address(f"fe80::2{s}", 1) for s in ("", "%0", "%2"))
    assert dialling_order([bare, zero, scoped], [LINK_LOCAL]) == (scoped,)


def test_addresses_of_nobody_are_not_dialled() -> None:
    nobody = [Address(h, 1) for h in ("0.0.0.0", "::", "224.0.0.251", "ff02::fb%2")]
    assert dialling_order(nobody, [LAN]) == ()


def test_a_listing_full_of_addresses_costs_a_bounded_time() -> None:
    many = [Address(f"10.1.{i // 256}.{i % 256}", 1) for i in range(1000)]
    assert len(dialling_order(many, [LAN])) == MAX_DIALLED


class FakeDials:
    """Stands in for the network: what each address does, after how long."""

    def __init__(self, plan: dict[str, tuple[float, object]]) -> None:
        self.plan = plan
        self.started: dict[str, float] = {}
        self.cancelled: list[str] = []

    async def __call__(self, address: Address, identity: Identity, expected: bytes | None) -> Link:
        self.started[address.host] = trio.current_time()
        after_s, what = self.plan[address.host]
        try:
            await trio.sleep(after_s)
        except trio.Cancelled:
            self.cancelled.append(address.host)
            raise
        if isinstance(what, Exception):
            raise what
        assert isinstance(what, FakeLink)
        return what  # type: ignore[return-value]


class FakeLink:
    is_closed = False

    async def close(self) -> None:
        self.is_closed = True


def hosts(*names: str) -> list[Address]:
    return [Address(name, 1) for name in names]


async def test_the_next_address_is_tried_after_the_stagger_and_the_first_proven_wins(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    good = FakeLink()
    dials = FakeDials({"a": (60, OSError()), "b": (0.05, good), "c": (0, FakeLink())})
    monkeypatch.setattr(dialling, "_dial_one", dials)
    start = trio.current_time()
    assert await dial(hosts("a", "b", "c"), ALICE, None) is good
    assert dials.started["b"] - start == pytest.approx(STAGGER_S)
    assert "c" not in dials.started
    assert dials.cancelled == ["a"]


async def test_a_failed_address_gives_way_at_once(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    wrong = HandshakeFailed(Code.WRONG_PEER)
    good = FakeLink()
    dials = FakeDials({"a": (0.01, wrong), "b": (0, good)})
    monkeypatch.setattr(dialling, "_dial_one", dials)
    start = trio.current_time()
    assert await dial(hosts("a", "b"), ALICE, None) is good
    assert trio.current_time() - start == pytest.approx(0.01)


async def test_when_no_address_leads_to_the_peer_each_is_reported_with_its_reason(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    refused = ConnectionRefusedError(111, "Connection refused")
    wrong = HandshakeFailed(Code.WRONG_PEER)
    dials = FakeDials({"a": (0, refused), "b": (3, wrong), "c": (1, trio.TooSlowError())})
    dials.plan |= {"d": (0, socket.gaierror()), "e": (0, OSError(113, "No route to host"))}
    monkeypatch.setattr(dialling, "_dial_one", dials)
    with pytest.raises(DialFailed) as caught:
        await dial(hosts("a", "b", "c", "d", "e"), ALICE, None)
    a, b, c, d, e = hosts("a", "b", "c", "d", "e")
    assert caught.value.attempts == (
        (a, Code.CONNECTION_REFUSED),
        (b, Code.WRONG_PEER),
        (c, Code.NO_ANSWER),
        (d, Code.UNKNOWN_NAME),
        (e, Code.UNREACHABLE),
    )


async def test_a_port_where_nobody_listens_is_refused() -> None:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        closed = Address("127.0.0.1", sock.getsockname()[1])
        with pytest.raises(DialFailed) as caught:
            await dial([closed], ALICE, None)
    assert caught.value.attempts == ((closed, Code.CONNECTION_REFUSED),)
    told = (str(closed), str(Code.CONNECTION_REFUSED))
    assert caught.value.reason == Reason(Code.NOT_REACHED, told)


async def test_no_address_at_all_is_a_failed_dial() -> None:
    with pytest.raises(DialFailed) as caught:
        await dial([], ALICE, None)
    assert caught.value.attempts == ()


async def test_a_second_link_that_came_at_the_same_moment_is_closed(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    first, second = FakeLink(), FakeLink()
    dials = FakeDials({"a": (STAGGER_S + 1, first), "b": (1, second)})
    monkeypatch.setattr(dialling, "_dial_one", dials)
    winner = await dial(hosts("a", "b"), ALICE, None)
    assert winner in (first, second)
    for link, host in ((first, "a"), (second, "b")):
        assert link is winner or link.is_closed or host in dials.cancelled


def test_a_socket_address_is_our_own_as_long_as_an_interface_has_it() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        assert is_own(server.getsockname())
    assert not is_own(("198.51.100.1", 27365))
    assert not is_own(("2001:db8::1", 27365, 0, 0))
    assert not is_own(("fe80::1", 27365, 0, 4_000_000))  # the interface itself is gone
