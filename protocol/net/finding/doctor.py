"""What can be found out about this machine when nobody is seen: facts, for others to put in words.

The one rule: it only looks. Each fact stands alone, and what could not be found out is None, never
a guess.
"""

from __future__ import annotations

import ipaddress
import socket
import struct
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

import trio

from protocol.crypto.identity import Identity
from protocol.crypto.rng import system_rng
from protocol.net.finding.addresses import (
    DEFAULT_PORT,
    Address,
    DialFailed,
    Interface,
    elsewhere,
    usable,
)
from protocol.net.finding.dialling import dial
from protocol.net.finding.discovery import Appeared, open_discovery
from protocol.net.finding.firewall import FirewallFacts
from protocol.net.finding.firewall import look as look_at_firewall
from protocol.net.finding.interfaces import own_interfaces
from protocol.net.finding.records import SERVICE_TYPE
from protocol.net.links.listener import PortBusy, open_listeners

MDNS_PORT: Final = 5353
_GROUPS: Final = {4: "224.0.0.251", 6: "ff02::fb"}
LISTEN_S: Final = 3.0
_POINTER: Final = 12  # the DNS record type that lists services


@dataclass(frozen=True, slots=True)
class MulticastFacts:
    """What became of one question sent through one interface."""

    interface: Interface
    error: str | None
    """The system's own words where the question could not be sent."""
    can_listen: bool
    """Whether the system let us listen on port 5353 of that IP version, beside its own service."""
    hears_itself: bool
    """Whether the question came back to this machine, as multicast must."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """All facts together."""

    interfaces: tuple[Interface, ...]
    """By which others may reach us."""
    down: tuple[Interface, ...]
    """By which they might if their links were not down."""
    multicast: tuple[MulticastFacts, ...]
    others: tuple[str, ...]
    """Other machines from which any multicast DNS was heard meanwhile."""
    port: int
    is_port_free: bool
    table_here: bytes | None
    """The key that answers on the port, where it is not free because a table is open on it."""
    own_key_at: tuple[Address, ...]
    """Where else our key has answered: on another machine, at a table that is listed there."""
    firewall: FirewallFacts | None
    """What this system's firewall was told about this program; None where no system says so."""


async def examine(
    own_key: bytes | None = None, *, port: int = DEFAULT_PORT, listen_s: float = LISTEN_S
) -> Diagnosis:
    """Listen for a while and report. Sends one question for tables through each interface.

    Args:
        own_key: Looked for on other machines; None where there is none.
        port: Of tables on this machine.
        listen_s: How long to listen.
    """
    everything = own_interfaces()
    interfaces = usable(everything)
    if_all_were_up = usable(replace(each, is_up=True) for each in everything)
    own = {i.ip for i in everything}
    others: set[str] = set()
    facts: list[MulticastFacts] = []
    own_key_at: list[Address] = []
    by_version = {v: [i for i in interfaces if _version(i) == v] for v in _GROUPS}

    async def look(version: int, chosen: Sequence[Interface]) -> None:
        try:
            listening = _listening(version, chosen)
        except OSError:
            listening = None
        sent = [(i, system_rng(2)) for i in chosen]
        errors = {i: _ask(i, marker) for i, marker in sent}
        echoes: set[bytes] = set()
        if listening is not None:
            with listening, trio.move_on_after(listen_s):
                while True:
                    data, sender = await listening.recvfrom(9000)
                    # A question carries its two-byte id, which mDNS itself leaves at zero.
                    if sender[0].partition("%")[0] in own:
                        echoes.add(data[:2])
                    else:
                        others.add(sender[0] + _zone(sender, chosen))
        can_listen = listening is not None
        facts.extend(
            MulticastFacts(i, errors[i], can_listen, marker in echoes) for i, marker in sent
        )

    async def look_for_own_key(key: bytes) -> None:
        own_key_at.extend(await _answering_elsewhere(key, everything, listen_s))

    async with trio.open_nursery() as nursery:
        for version, chosen in by_version.items():
            if chosen:
                nursery.start_soon(look, version, chosen)
        if own_key is not None:
            nursery.start_soon(look_for_own_key, own_key)

    is_port_free = await _is_free(port)
    here = [Address("127.0.0.1", port)]
    return Diagnosis(
        interfaces=interfaces,
        down=tuple(
            i for i in everything if not i.is_up and replace(i, is_up=True) in if_all_were_up
        ),
        multicast=tuple(sorted(facts, key=lambda fact: interfaces.index(fact.interface))),
        others=tuple(sorted(others)),
        port=port,
        is_port_free=is_port_free,
        table_here=None if is_port_free else await _who_answers(here, None, listen_s),
        own_key_at=tuple(own_key_at),
        firewall=look_at_firewall(),
    )


async def _answering_elsewhere(
    key: bytes, interfaces: Sequence[Interface], listen_s: float
) -> tuple[Address, ...]:
    """Where else a table is listed under this key, if the key itself answers there."""
    listed: dict[Address, None] = {}
    async with open_discovery() as discovery:
        await discovery.browse()
        with trio.move_on_after(listen_s):
            async for sighting in discovery.sightings:
                if isinstance(sighting, Appeared) and sighting.listing.peer == key:
                    listed |= dict.fromkeys(elsewhere(sighting.listing.addresses, interfaces))
    # A listing is anybody's; the key is not.
    return tuple([one for one in listed if await _who_answers([one], key, listen_s) is not None])


async def _who_answers(
    addresses: Sequence[Address], expected: bytes | None, limit_s: float
) -> bytes | None:
    """The key that answers there in time; None where none does, or another one than expected."""
    with trio.move_on_after(limit_s), suppress(DialFailed):
        link = await dial(addresses, Identity.generate(system_rng), expected)
        await link.close()
        return link.peer
    return None


def _version(interface: Interface) -> int:
    return ipaddress.ip_address(interface.ip).version


def _zone(sender: tuple[Any, ...], interfaces: Sequence[Interface]) -> str:
    """What has to be added to a link-local sender's address to say on which link it is."""
    index = sender[3] if len(sender) == 4 else 0
    return next((f"%{i.name}" for i in interfaces if index and i.index == index), "")


def _listening(version: int, interfaces: Sequence[Interface]) -> trio.socket.SocketType:
    """A socket that hears the multicast DNS of these interfaces, beside others on the port."""
    family = socket.AF_INET if version == 4 else socket.AF_INET6
    sock = socket.socket(family, socket.SOCK_DGRAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if version == 6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind(("", MDNS_PORT))
        group = socket.inet_pton(family, _GROUPS[version])
        joined = {i.index if version == 6 else i.ip: i for i in interfaces}
        for interface in joined.values():
            if version == 4:
                request = group + socket.inet_aton(interface.ip)
                sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, request)
            else:
                request = group + struct.pack("@I", interface.index)
                sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, request)
    except OSError:
        sock.close()
        raise
    return trio.socket.from_stdlib_socket(sock)


def _ask(interface: Interface, marker: bytes) -> str | None:
    """Send a question for tables through the interface; the system's error, if any."""
    labels = SERVICE_TYPE.rstrip(".").split(".")
    name = b"".join(bytes([len(label)]) + label.encode() for label in labels) + b"\0"
    question = marker + struct.pack("!5H", 0, 1, 0, 0, 0) + name + struct.pack("!2H", _POINTER, 1)
    version = _version(interface)
    try:
        if version == 4:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
                source = socket.inet_aton(interface.ip)
                sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, source)
                sock.sendto(question, (_GROUPS[4], MDNS_PORT))
        else:
            with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as sock:
                sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, interface.index)
                sock.sendto(question, (_GROUPS[6], MDNS_PORT, 0, interface.index))
    except OSError as error:
        return error.strerror or str(error)
    return None


async def _is_free(port: int) -> bool:
    try:
        _, listeners = open_listeners(port)
    except (PortBusy, OSError):
        return False
    for listener in listeners:
        await listener.aclose()
    return True
