"""Where peers are: addresses as text, and which of several are worth dialling, in which order.

The one rule: an address is only a hint, and here nobody asks the machine or the network about it.
"""

from __future__ import annotations

import ipaddress
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from protocol.faults import Code, CodedError

DEFAULT_PORT: Final = 27365
"""27, 36 and 52 cards; below the range from which systems hand out ports, and unassigned."""

MAX_DIALLED: Final = 16  # addresses of one peer; a listing full of them is not worth our time

_IP: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
_HOST_NAME: Final = re.compile(r"(?!-)[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*\.?")


@dataclass(frozen=True, slots=True, order=True)
class Address:
    """A host (IP address, with `%scope` where link-local, or a name) and a TCP port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class BadAddress(CodedError):
    """The text is not an address; `text` is as given."""

    def __init__(self, text: str) -> None:
        super().__init__(Code.BAD_ADDRESS, text)
        self.text = text


class DialFailed(CodedError):
    """No address led to the peer.

    Args:
        attempts: Each address dialled and what became of it, in the order of dialling; empty if
            there was none to dial.
    """

    def __init__(self, attempts: tuple[tuple[Address, Code], ...]) -> None:
        told = (text for address, what in attempts for text in (str(address), str(what)))
        super().__init__(Code.NOT_REACHED, *told)
        self.attempts = attempts


@dataclass(frozen=True, slots=True)
class Interface:
    """One address of one network interface of this machine."""

    name: str
    ip: str
    """Without scope; `index` is the scope of a link-local one."""
    prefix_bits: int
    index: int
    is_up: bool = True
    """Whether its link is: switched on, and with somebody at the other end of the cable or radio."""

    @property
    def host(self) -> str:
        """The address as one would dial it from this machine."""
        zone = self.index if sys.platform == "win32" else self.name
        return f"{self.ip}%{zone}" if self.is_link_local_v6 else self.ip

    @property
    def is_link_local_v6(self) -> bool:
        """Whether the address means something on its own link only, which has to be said with it."""
        return _needs_scope(self.ip)


def parse_address(text: str) -> Address:
    """The address written as HOST, HOST:PORT, [V6] or [V6]:PORT; raises BadAddress.

    A bare IPv6 address is taken without port. A link-local one can only be dialled with its scope;
    `through_own_links` puts one there.
    """
    match = re.fullmatch(r"\[([^\[\]]*)\](?::([1-9][0-9]{0,4}))?", text)
    if match is None and text.count(":") > 1:
        host, port_text = text, None
    else:
        match = match or re.fullmatch(r"([^:\[\]]*)(?::([1-9][0-9]{0,4}))?", text)
        if match is None:
            raise BadAddress(text)
        host, port_text = match[1], match[2]
    port = DEFAULT_PORT if port_text is None else int(port_text)
    is_bracketed = text.startswith("[")
    if port > 65535 or not _is_host(host) or (is_bracketed and ":" not in host):
        raise BadAddress(text)
    return Address(host, port)


def usable(interfaces: Iterable[Interface], only: Sequence[str] = ()) -> tuple[Interface, ...]:
    """The interfaces by which others may reach us; never one whose link is down.

    Loopback is left out unless there is nothing else: on another machine it means that machine.
    A link-local address is left out where its interface has a better one: it reaches no further
    and needs a scope that listings often lose.

    Args:
        interfaces: As `own_interfaces` gives them.
        only: Where not empty, nothing but these addresses (or interface names).
    """
    chosen = [i for i in interfaces if i.is_up and (not only or i.ip in only or i.name in only)]
    outward = [i for i in chosen if not _ip(i.ip).is_loopback and not _ip(i.ip).is_multicast]
    better = {i.name for i in outward if not _ip(i.ip).is_link_local}
    wanted = [i for i in outward if i.name not in better or not _ip(i.ip).is_link_local]
    return tuple(wanted or chosen)


def dialling_order(
    addresses: Iterable[Address], interfaces: Sequence[Interface]
) -> tuple[Address, ...]:
    """The addresses worth dialling, best first: our own subnets, other networks, names, ourselves.

    Addresses that are our own too go last rather than away: a peer on this machine has no others,
    while elsewhere they are a bridge address (172.17.0.1) that every machine has, and dialling it
    reaches ourselves, which the handshake notices. Link-local ones without scope cannot be dialled.
    """
    own = {_ip(i.ip) for i in interfaces}
    networks = [
        ipaddress.ip_network(f"{i.ip}/{i.prefix_bits}", strict=False)
        for i in interfaces
        if not _ip(i.ip).is_loopback
    ]

    def rank(address: Address) -> int:
        ip = _maybe_ip(address.host)
        if ip is None:
            return 2
        bare = _ip(str(ip).partition("%")[0])
        if bare in own or bare.is_loopback:
            return 3
        return 0 if any(bare in network for network in networks) else 1

    dialable = [a for a in dict.fromkeys(addresses) if is_dialable(a)]
    return tuple(sorted(dialable, key=rank))[:MAX_DIALLED]


def through_own_links(address: Address, interfaces: Iterable[Interface]) -> tuple[Address, ...]:
    """The address as it can be dialled from here.

    A link-local one is tried through each of our own links, first through the one that is named:
    what a link is called means nothing on another machine, and it may come from there.
    """
    bare, _, zone = address.host.partition("%")
    ip = _maybe_ip(bare)
    if ip is None or not _needs_scope(bare):
        return (address,)
    links = {i.index: i for i in interfaces if i.is_up and i.is_link_local_v6}
    ordered = sorted(links.values(), key=lambda i: zone not in (i.name, str(i.index)))
    return tuple(Address(f"{bare}%{i.index}", address.port) for i in ordered)


def is_loopback(address: Address) -> bool:
    """Whether it means whichever machine uses it."""
    ip = _maybe_ip(address.host)
    return ip is not None and ip.is_loopback


def elsewhere(addresses: Iterable[Address], interfaces: Sequence[Interface]) -> tuple[Address, ...]:
    """Those that are not of this machine."""
    own = {_ip(i.ip) for i in interfaces}
    found = []
    for address in addresses:
        ip = _maybe_ip(address.host.partition("%")[0])
        if ip is None or not (ip in own or ip.is_loopback):
            found.append(address)
    return tuple(found)


def _is_host(host: str) -> bool:
    if ":" in host:
        return _maybe_ip(host) is not None
    # A host of digits and dots alone must be an IPv4 address, not a name that looks like one.
    if re.fullmatch(r"[0-9.]*", host):
        return _maybe_ip(host) is not None
    return len(host) <= 253 and _HOST_NAME.fullmatch(host) is not None


def is_dialable(address: Address) -> bool:
    """Whether there is any sense in dialling it: one host's address, and scoped if link-local."""
    ip = _maybe_ip(address.host)
    if ip is None:
        return True
    bare, _, scope = str(ip).partition("%")
    if _ip(bare).is_multicast or _ip(bare).is_unspecified:
        return False
    return not _needs_scope(bare) or scope not in ("", "0")


def _needs_scope(ip: str) -> bool:
    parsed = _ip(ip)
    return parsed.version == 6 and parsed.is_link_local


def _maybe_ip(host: str) -> _IP | None:
    try:
        return _ip(host)
    except ValueError:
        return None


def _ip(host: str) -> _IP:
    return ipaddress.ip_address(host)
