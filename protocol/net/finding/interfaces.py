"""The addresses of this machine, as its system tells them.

The one rule: nothing is sent to find out.
"""

from __future__ import annotations

import errno
import socket
import sys
from collections.abc import Mapping
from typing import Any, Final

import ifaddr
import psutil

from protocol.net.finding.addresses import Interface

# Addresses that are nobody's (RFC 5737, RFC 3849), and so behind the default routes.
_SOMEWHERE: Final = ((socket.AF_INET, "198.51.100.1"), (socket.AF_INET6, "2001:db8::1"))


def own_interfaces() -> tuple[Interface, ...]:
    """All addresses of this machine, loopback included; those by which it goes to the world first."""
    down = _addresses_of_links_that_are_down()
    known_as = _names_for_people()
    found = []
    for adapter in ifaddr.get_adapters():
        for address in adapter.ips:
            ip = address.ip if isinstance(address.ip, str) else address.ip[0]
            index = adapter.index or 0
            name = known_as.get(ip, adapter.name)
            found.append(Interface(name, ip, address.network_prefix, index, ip not in down))
    outward = {i.name for i in found if i.ip in _addresses_to_the_world()}
    return tuple(sorted(found, key=lambda i: i.name not in outward))


def _names_for_people() -> Mapping[str, str]:
    """What the links of these addresses are called in the settings of a system that numbers them else."""
    if sys.platform != "win32":
        return {}
    else:  # noqa: RET505 - so that each system's own branch is all that is checked for it
        return {
            address.address.partition("%")[0]: name
            for name, addresses in psutil.net_if_addrs().items()
            for address in addresses
        }


def _addresses_of_links_that_are_down() -> frozenset[str]:
    # By address, for what a link is called the two libraries do not always agree on.
    try:
        states, addresses = psutil.net_if_stats(), psutil.net_if_addrs()
    except OSError:
        return frozenset()  # not known here; then all count
    return frozenset(
        address.address.partition("%")[0]
        for name, state in states.items()
        if not state.isup
        for address in addresses.get(name, ())
    )


def _addresses_to_the_world() -> frozenset[str]:
    """From which addresses of ours the default routes lead away; nothing is sent to find out."""
    found = set()
    for family, somewhere in _SOMEWHERE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as sock:
                sock.connect((somewhere, 9))
                found.add(sock.getsockname()[0])
        except OSError:
            continue  # no such route, or no such IP version
    return frozenset(found)


def is_own(name: tuple[Any, ...]) -> bool:
    """Whether this machine has the address of a socket (its `getsockname`) still; nothing is sent."""
    family = socket.AF_INET if len(name) == 2 else socket.AF_INET6
    host, _, *scope = name
    try:
        with socket.socket(family, socket.SOCK_STREAM) as sock:
            sock.bind((host, 0, *scope))
    except OSError as error:
        return error.errno not in (errno.EADDRNOTAVAIL, errno.ENODEV, errno.ENXIO)
    return True
