from __future__ import annotations

import asyncio
import socket
from dataclasses import replace

import outcome
import pytest
import trio
import trio.testing
from hypothesis import given, settings
from hypothesis import strategies as st
from zeroconf import Error as ZeroconfError
from zeroconf import ServiceInfo

from protocol.crypto.identity import Identity, fingerprint
from protocol.crypto.rng import system_rng
from protocol.faults import Code, Reason
from protocol.net.finding import discovery as discovery_module
from protocol.net.finding import doctor
from protocol.net.finding.addresses import Address, Interface, usable
from protocol.net.finding.discovery import Appeared, Discovery, Sighting, Vanished, open_discovery
from protocol.net.finding.interfaces import own_interfaces
from protocol.net.finding.listings import (
    PROTOCOL_LABEL,
    TXT_VERSION,
    TableAd,
    TableListing,
    listed_name,
)
from protocol.net.finding.records import (
    MAX_ADDRESSES,
    MAX_TXT_BYTES,
    SERVICE_TYPE,
    instance_name,
    read_listing,
    service_info,
)
from protocol.net.links.handshake import PREAMBLE

ALICE = Identity.from_seed(b"a" * 32).public
BOB = Identity.from_seed(b"b" * 32).public
LAN = Interface("eth0", "10.9.0.1", 24, 2)
AD = TableAd(ALICE, "Alice", "azi", "1/4", "open", 27365)


# --- records ------------------------------------------------------------------------------------


def test_what_is_advertised_is_what_is_listed() -> None:
    assert read_listing(service_info(AD, [LAN])) == TableListing(
        ALICE,
        "Alice",
        TXT_VERSION,
        PROTOCOL_LABEL,
        "azi",
        "1/4",
        "open",
        (Address("10.9.0.1", 27365),),
    )


def test_two_peers_of_one_nick_have_different_names_and_hosts() -> None:
    first, second = service_info(AD, [LAN]), service_info(replace(AD, peer=BOB), [LAN])
    assert first.name != second.name
    assert first.server != second.server
    assert first.name == f"Alice {fingerprint(ALICE)}.{SERVICE_TYPE}"


def test_the_longest_names_and_hints_still_fit() -> None:
    big = TableAd(ALICE, "ন" * 200, "a" * 16, "1" * 8, "f" * 32, 65535)
    info = service_info(big, [LAN] * 100)
    assert len(info.text or b"") <= MAX_TXT_BYTES
    assert len(info.name.removesuffix("." + SERVICE_TYPE).encode()) <= 63
    listing = read_listing(info)
    assert listing is not None
    assert len(listing.addresses) == MAX_ADDRESSES


@pytest.mark.parametrize(
    "change", [{"game": "A"}, {"game": "x" * 17}, {"seats": "2 of 4"}, {"flags": "a\nb"}]
)
def test_hints_that_would_not_be_listed_are_our_own_mistake(change: dict[str, str]) -> None:
    with pytest.raises(ValueError):
        replace(AD, **change)  # type: ignore[arg-type]


def made(
    name: str | None = None,
    port: int = 27365,
    addresses: tuple[str, ...] = ("10.9.0.1",),
    **changes: str | None,
) -> ServiceInfo:
    """Records of anybody's making; a change to None takes the property away."""
    properties = {"v": "1", "key": ALICE.hex(), "game": "azi", "seats": "1/4", "flags": "open"}
    kept = {k: v for k, v in {**properties, **changes}.items() if v is not None}
    return ServiceInfo(
        SERVICE_TYPE,
        name or instance_name(ALICE, "Alice"),
        port=port,
        properties=kept,
        server="anything.local.",
        addresses=[
            socket.inet_pton(socket.AF_INET6 if ":" in a else socket.AF_INET, a) for a in addresses
        ],
    )


@pytest.mark.parametrize(
    "info",
    [
        made(key=None),
        made(key="zz"),
        made(key=ALICE.hex()[:-2]),
        made(key=ALICE.hex().upper()),
        made(key=f" {ALICE.hex()}"),
        made(key=f"{ALICE.hex()[:32]} {ALICE.hex()[32:]}"),
        made(v="01"),
        made(v="+1"),
        made(v=" 1"),
        made(v="1_0"),
        made(v="1000"),
        made(key=BOB.hex()),
        made(name=f"Alice {fingerprint(BOB)}.{SERVICE_TYPE}"),
        made(name=f"Alice.{SERVICE_TYPE}"),
        made(v=None),
        made(v="one"),
        made(v="0"),
        made(v="99999"),
        made(port=0),
        made(game="x" * 250, seats="y" * 200),
    ],
)
def test_records_that_make_no_sense_are_not_listed(info: ServiceInfo) -> None:
    assert read_listing(info) is None


def test_a_table_of_another_version_is_listed_as_such() -> None:
    listing = read_listing(made(v="2"))
    assert listing is not None
    assert listing.version == 2
    assert not listing.is_of_this_version


def test_a_table_of_another_protocol_is_listed_as_such() -> None:
    listing = read_listing(made(protocol="p2pcards/999"))
    assert listing is not None
    assert listing.protocol == "p2pcards/999"
    assert not listing.is_of_this_version


def test_how_another_version_makes_fingerprints_does_not_make_its_tables_vanish() -> None:
    for other in ({"protocol": "p2pcards/999"}, {"v": "2"}):
        listing = read_listing(made(name=f"Alice anything.{SERVICE_TYPE}", **other))
        assert listing is not None
        assert listing.nick == "Alice"


def test_our_own_listing_says_what_we_speak() -> None:
    listing = read_listing(service_info(AD, [LAN]))
    assert listing is not None
    assert listing.protocol.encode() + b"\n" == PREAMBLE
    assert listing.is_of_this_version


def test_a_listing_without_a_protocol_is_of_the_first() -> None:
    listing = read_listing(made(protocol=None))
    assert listing is not None
    assert listing.protocol == "p2pcards/1"


@pytest.mark.parametrize(
    ("flags", "is_playing"),
    [("playing", True), ("open", False), ("hard,playing", True), ("", False)],
)
def test_a_table_plays_where_one_of_its_flags_says_so(flags: str, is_playing: bool) -> None:
    listing = read_listing(made(flags=flags))
    assert listing is not None
    assert listing.is_playing is is_playing


@pytest.mark.parametrize(
    ("flags", "deadline_s", "state"),
    [
        ("open,clock-60", 60, "open"),
        ("clock-0,playing", 0, "playing"),
        ("open", None, "open"),
        ("open,clock-", None, "open"),
        ("open,clock-x", None, "open"),
        ("open,clock-9999999", None, "open"),
    ],
)
def test_the_seconds_for_a_turn_are_a_flag(flags: str, deadline_s: int | None, state: str) -> None:
    listing = read_listing(made(flags=flags))
    assert listing is not None
    assert (listing.deadline_s, listing.state) == (deadline_s, state)


def test_a_name_that_is_cut_in_a_listing_is_known_by_its_whole_too() -> None:
    name = "ন" * 30
    listing = read_listing(service_info(replace(AD, nick=name), [LAN]))
    assert listing is not None
    assert listing.nick == listed_name(name) != name
    assert listed_name(listing.nick) == listing.nick


def test_hints_and_names_from_the_network_are_cleaned_and_cut() -> None:
    listing = read_listing(
        made(
            name=f"\u202eA\u200bl {fingerprint(ALICE)}.{SERVICE_TYPE}",
            game="azi\x1b[2J",
            seats="123456789",
            flags=None,
        )
    )
    assert listing is not None
    assert (listing.nick, listing.game) == ("Al", "azi2")
    assert (listing.seats, listing.flags) == ("12345678", "")


def test_link_local_addresses_without_scope_are_not_listed() -> None:
    listing = read_listing(made(addresses=("fe80::1", "10.9.0.1", "fd00::1")))
    assert listing is not None
    assert {address.host for address in listing.addresses} == {"10.9.0.1", "fd00::1"}


@settings(max_examples=50, deadline=None)
@given(st.binary(max_size=300), st.text(max_size=40), st.integers(0, 65535))
def test_arbitrary_records_are_listed_or_not_and_nothing_else(
    text: bytes, name: str, port: int
) -> None:
    try:
        info = ServiceInfo(SERVICE_TYPE, f"{name}.{SERVICE_TYPE}", port=port, properties=text)
    except ZeroconfError:
        return
    read_listing(info)


async def test_a_name_that_the_library_refuses_is_passed_over() -> None:
    async with open_discovery() as discovery:
        for name in (
            "\x1f." + SERVICE_TYPE,
            "." + SERVICE_TYPE,
            "",
            "x" * 100 + "." + SERVICE_TYPE,
        ):
            discovery._put_raw((name, discovery_module.ServiceStateChange.Added))
        await trio.testing.wait_all_tasks_blocked()
        assert drained(discovery) == []


# --- on the network -----------------------------------------------------------------------------


# Fresh keys, so that two runs of these tests on one network do not see each other's tables.
HOST, GUEST = (Identity.generate(system_rng).public for _ in range(2))
HOSTED = replace(AD, peer=HOST)


@pytest.fixture
async def multicast() -> None:
    """Skips where this machine does not even deliver its own multicast to itself."""
    diagnosis = await doctor.examine(listen_s=0.2)
    if not any(fact.hears_itself for fact in diagnosis.multicast):
        pytest.skip(f"multicast is dead on this machine: {diagnosis.multicast}")


async def expect(discovery: Discovery, wanted: Sighting) -> None:
    """Wait for this sighting among whatever else is on the network."""
    with trio.fail_after(20):
        async for sighting in discovery.sightings:
            match sighting, wanted:
                case Appeared(seen), Appeared(listing):
                    # Which addresses have arrived first is up to the network.
                    if replace(seen, addresses=()) == replace(listing, addresses=()):
                        assert seen.addresses
                        assert {address.port for address in seen.addresses} == {27365}
                        return
                case _ if sighting == wanted:
                    return


def listing(seats: str) -> Appeared:
    return Appeared(
        TableListing(HOST, "Alice", TXT_VERSION, PROTOCOL_LABEL, "azi", seats, "open", ())
    )


@pytest.mark.heavy
async def test_a_table_is_seen_and_changes_and_its_own_host_does_not_see_it(
    multicast: None,
) -> None:
    async with open_discovery() as host, open_discovery() as guest:
        await guest.browse()
        await host.browse()
        await host.advertise(HOSTED)
        await expect(guest, listing("1/4"))
        await host.advertise(replace(HOSTED, seats="2/4"))
        await expect(guest, listing("2/4"))
        assert all(
            not isinstance(seen, Appeared) or seen.listing.peer != HOST for seen in drained(host)
        )


def drained(discovery: Discovery) -> list[Sighting]:
    """What is waiting in the channel; our own table must not be."""
    seen = []
    while True:
        try:
            seen.append(discovery.sightings.receive_nowait())
        except trio.WouldBlock:
            return seen


@pytest.mark.heavy
async def test_a_table_of_another_program_under_our_own_key_is_seen(multicast: None) -> None:
    async with open_discovery() as here, open_discovery() as elsewhere:
        await here.browse()
        await elsewhere.advertise(HOSTED)
        await expect(here, listing("1/4"))  # whatever key the reader has


@pytest.mark.heavy
async def test_closing_takes_the_listing_back_even_when_cancelled(multicast: None) -> None:
    async with open_discovery() as guest:
        await guest.browse()
        with trio.CancelScope() as scope:
            async with open_discovery() as host:
                await host.advertise(HOSTED)
                await expect(guest, listing("1/4"))
                scope.cancel()
                await trio.sleep_forever()
        await expect(guest, Vanished(fingerprint(HOST)))


@pytest.mark.heavy
async def test_two_hosts_of_one_nick_are_two_tables_each_with_its_own_port(
    multicast: None,
) -> None:
    other = replace(HOSTED, peer=Identity.generate(system_rng).public, port=4000)
    async with (
        open_discovery() as first,
        open_discovery() as second,
        open_discovery() as guest,
    ):
        await guest.browse()
        await first.advertise(HOSTED)
        await second.advertise(other)
        ports: dict[bytes, set[int]] = {}
        with trio.fail_after(20):
            while not {HOST, other.peer} <= ports.keys():
                match await guest.sightings.receive():
                    case Appeared(seen):
                        ports[seen.peer] = {address.port for address in seen.addresses}
        assert ports[HOST] == {27365}
        assert ports[other.peer] == {4000}


@pytest.mark.heavy
async def test_discovery_can_be_kept_to_one_interface(multicast: None) -> None:
    (interface, *_) = usable(own_interfaces())
    async with (
        open_discovery(only=[interface.ip]) as host,
        open_discovery(only=[interface.name]) as guest,
    ):
        await guest.browse()
        await host.advertise(HOSTED)
        await expect(guest, listing("1/4"))


@pytest.mark.heavy
def test_inside_a_guest_run_the_host_loop_is_neither_taken_nor_blocked() -> None:
    """The screen's event loop hosts trio; the library must not attach itself to that loop."""
    seen: list[str | None] = []

    async def core() -> None:
        async with open_discovery() as discovery:
            await discovery.browse()
            await discovery.advertise(HOSTED)
            seen.append(discovery.fault)

    async def screen() -> float:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[outcome.Outcome[None]] = loop.create_future()
        trio.lowlevel.start_guest_run(
            core,
            run_sync_soon_threadsafe=loop.call_soon_threadsafe,
            done_callback=done.set_result,
            host_uses_signal_set_wakeup_fd=True,
        )
        longest = 0.0
        while not done.done():
            before = loop.time()
            await asyncio.sleep(0.01)
            longest = max(longest, loop.time() - before)
        done.result().unwrap()
        return longest

    longest = asyncio.run(screen())
    assert seen == [None]
    # Attached to our loop, the library blocks it for ten seconds; the machine may be slow.
    assert longest < 5


async def test_without_multicast_the_program_goes_on_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def dead(*_: object, **__: object) -> None:
        raise OSError(19, "No such device")

    monkeypatch.setattr(discovery_module, "Zeroconf", dead)
    async with open_discovery() as discovery:
        assert discovery.fault is not None
        assert discovery.fault.code is Code.DISCOVERY_FAILED
        assert "No such device" in str(discovery.fault.values[0])
        await discovery.browse()
        await discovery.advertise(HOSTED)


async def test_an_interface_that_does_not_exist_is_said() -> None:
    async with open_discovery(only=["10.255.255.254"]) as discovery:
        assert discovery.fault == Reason(Code.NO_INTERFACE)


async def test_a_flood_of_callbacks_is_dropped_beyond_the_buffer() -> None:
    async with open_discovery(only=["10.255.255.254"]) as discovery:
        for i in range(5000):
            discovery._put_raw((f"{i}.{SERVICE_TYPE}", discovery_module.ServiceStateChange.Added))
        await trio.testing.wait_all_tasks_blocked()
        assert len(discovery._latest) <= discovery_module.MAX_LISTINGS
