from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
import trio

from protocol.crypto.identity import Identity
from protocol.net.finding import doctor
from protocol.net.finding.addresses import Address, Interface
from protocol.net.finding.discovery import Appeared
from protocol.net.finding.doctor import examine
from protocol.net.finding.listings import PROTOCOL_LABEL, TableListing
from protocol.net.links.link import Link
from protocol.net.links.listener import open_listeners, serve_links

LOOPBACK = Interface("lo", "127.0.0.1", 8, 1)


async def test_every_usable_interface_is_examined() -> None:
    diagnosis = await examine(listen_s=0.1)
    assert diagnosis.interfaces
    assert {fact.interface for fact in diagnosis.multicast} == set(diagnosis.interfaces)


async def test_a_port_in_use_is_found() -> None:
    port, listeners = open_listeners(0)
    assert not (await examine(port=port, listen_s=0.01)).is_port_free
    for listener in listeners:
        await listener.aclose()
    assert (await examine(port=port, listen_s=0.01)).is_port_free


async def test_an_interface_that_cannot_send_is_reported_with_the_systems_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ghost = Interface("ghost0", "10.255.255.254", 24, 99)
    monkeypatch.setattr(doctor, "own_interfaces", lambda: (ghost,))
    diagnosis = await examine(listen_s=0.01)
    (fact,) = diagnosis.multicast
    assert fact.interface == ghost
    assert fact.error
    assert not fact.hears_itself
    assert not fact.can_listen


async def test_no_interface_at_all_is_a_fact_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "own_interfaces", lambda: ())
    diagnosis = await examine(listen_s=0.01)
    assert diagnosis.interfaces == diagnosis.multicast == ()


async def test_a_link_that_is_down_is_told_apart_from_those_that_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    down = Interface("eth7", "10.255.255.254", 24, 7, is_up=False)
    monkeypatch.setattr(doctor, "own_interfaces", lambda: (LOOPBACK, down))
    diagnosis = await examine(listen_s=0.01)
    assert diagnosis.interfaces == (LOOPBACK,)
    assert diagnosis.down == (down,)


async def test_that_one_ip_version_cannot_be_listened_to_says_nothing_of_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    six = Interface("lo", "::1", 128, 1)

    def listening(version: int, interfaces: Sequence[Interface]) -> trio.socket.SocketType:
        if version == 6:
            raise OSError(98, "Address already in use")
        return trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM)

    monkeypatch.setattr(doctor, "own_interfaces", lambda: (LOOPBACK, six))
    monkeypatch.setattr(doctor, "_listening", listening)
    facts = (await examine(listen_s=0.01)).multicast
    assert {fact.interface: fact.can_listen for fact in facts} == {LOOPBACK: True, six: False}


async def test_a_table_of_this_machine_is_known_by_the_key_that_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(doctor, "own_interfaces", lambda: ())  # so that none is listened on
    port, listeners = open_listeners(0)
    table = Identity.from_seed(b"t" * 32)

    async def handler(link: Link) -> None:
        await link.close()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve_links, listeners, table, handler)
        diagnosis = await examine(port=port, listen_s=60)
        nursery.cancel_scope.cancel()
    assert not diagnosis.is_port_free
    assert diagnosis.table_here == table.public


@pytest.mark.parametrize("is_true", [True, False])
async def test_our_own_key_is_said_to_be_elsewhere_only_where_it_has_answered(
    is_true: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loopback address stands in for another machine: it is not among our interfaces here."""
    ours, liar = Identity.from_seed(b"o" * 32), Identity.from_seed(b"l" * 32)
    port, listeners = open_listeners(0)
    there = Address("127.0.0.1", port)
    table = TableListing(ours.public, "Bek", 1, PROTOCOL_LABEL, "azi", "1/4", "open", (there,))
    tell, sightings = trio.open_memory_channel[Appeared](9)
    with tell:  # then no more comes, and nobody waits for it
        tell.send_nowait(Appeared(table))
        tell.send_nowait(Appeared(replace(table, peer=liar.public)))

    class Seen:
        def __init__(self) -> None:
            self.sightings = sightings

        async def browse(self) -> None:
            pass

    @asynccontextmanager
    async def discovery() -> AsyncIterator[Seen]:
        yield Seen()

    async def handler(link: Link) -> None:
        await link.close()

    monkeypatch.setattr(doctor, "open_discovery", discovery)
    monkeypatch.setattr(doctor, "elsewhere", lambda addresses, interfaces: tuple(addresses))
    monkeypatch.setattr(doctor, "own_interfaces", lambda: ())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve_links, listeners, ours if is_true else liar, handler)
        diagnosis = await examine(ours.public, port=1, listen_s=60)
        nursery.cancel_scope.cancel()
    assert diagnosis.own_key_at == ((there,) if is_true else ())
