"""A listing as records of multicast DNS: ours written, those of others read.

The one rule: what comes is cut to size, cleaned and matched against its own fingerprint, or it is no
listing. (SPEC §7.6)
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from zeroconf import IPVersion, ServiceInfo

from protocol.crypto.identity import fingerprint
from protocol.net.finding.addresses import Address, Interface, is_dialable
from protocol.net.finding.listings import (
    PROTOCOL_LABEL,
    TEXT_ALPHABET,
    TEXT_LIMITS,
    TXT_VERSION,
    TableAd,
    TableListing,
    listed_name,
)
from protocol.wire.names import clean_name

SERVICE_TYPE: Final = "_p2pcards._tcp.local."

_FIRST_LABEL: Final = "p2pcards/1"
"""Of a listing without a label: such were made before listings had one."""
MAX_TXT_BYTES: Final = 400
MAX_ADDRESSES: Final = 16

# The lifetime of our address records. The library keeps a listing itself for 20 minutes and more
# after its host has crashed, so every listing is asked after again; while its records live, that
# costs no packet.
RECORD_LIFE_S: Final = 30

_KEY: Final = re.compile(r"[0-9a-f]{64}")
_VERSION: Final = re.compile(r"[1-9][0-9]{0,2}")


def instance_name(peer: bytes, nick: str) -> str:
    """The name of a peer's listing: two peers of the same nick differ in it."""
    return f"{listed_name(nick)} {fingerprint(peer)}.{SERVICE_TYPE}"


def service_info(ad: TableAd, interfaces: Sequence[Interface]) -> ServiceInfo:
    """The records that list a table at the addresses of these interfaces."""
    properties = {
        "v": str(TXT_VERSION),
        "protocol": PROTOCOL_LABEL,
        "key": ad.peer.hex(),
        "game": ad.game,
        "seats": ad.seats,
        "flags": ad.flags,
    }
    info = ServiceInfo(
        SERVICE_TYPE,
        instance_name(ad.peer, ad.nick),
        port=ad.port,
        properties=properties,
        # A host name of our own: machines that share one would get each other's addresses.
        server=f"p2pcards-{fingerprint(ad.peer)}.local.",
        host_ttl=RECORD_LIFE_S,
        addresses=[ipaddress.ip_address(i.ip).packed for i in interfaces[:MAX_ADDRESSES]],
    )
    assert info.text is not None
    assert len(info.text) <= MAX_TXT_BYTES
    return info


def read_listing(info: ServiceInfo) -> TableListing | None:
    """The listing in records from the network; None where it makes no sense as one."""
    instance = info.name.removesuffix("." + SERVICE_TYPE)
    nick, _, named = instance.rpartition(" ")
    texts = _texts(info.properties)
    key, number = texts.get("key", ""), texts.get("v", "")
    if not _KEY.fullmatch(key) or not _VERSION.fullmatch(number):
        return None
    peer, version = bytes.fromhex(key), int(number)
    if len(info.text or b"") > MAX_TXT_BYTES or not 1 <= (info.port or 0) <= 65535:
        return None
    assert info.port is not None
    hosts = info.parsed_scoped_addresses(IPVersion.All)[:MAX_ADDRESSES]
    addresses = [Address(host, info.port) for host in hosts]
    listing = TableListing(
        peer=peer,
        nick=clean_name(nick),
        version=version,
        protocol=_hint(texts, "protocol") or _FIRST_LABEL,
        game=_hint(texts, "game"),
        seats=_hint(texts, "seats"),
        flags=_hint(texts, "flags"),
        addresses=tuple(address for address in addresses if is_dialable(address)),
    )
    # How a fingerprint is made belongs to the protocol, so of another one it cannot be checked.
    return None if listing.is_of_this_version and named != listing.fingerprint else listing


def _texts(properties: Mapping[Any, Any]) -> dict[str, str]:
    return {
        key.decode("ascii", "replace"): value.decode("ascii", "replace")
        for key, value in properties.items()
        if isinstance(key, bytes) and isinstance(value, bytes)
    }


def _hint(texts: Mapping[str, str], name: str) -> str:
    text = texts.get(name, "")[: TEXT_LIMITS[name]]
    return "".join(character for character in text if character in TEXT_ALPHABET)
