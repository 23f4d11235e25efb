"""A table as it is listed on the network: what is said of it, as records of multicast DNS.

The one rule: a listing is a hint from nobody in particular. It is cut to size, cleaned and matched
against its own fingerprint, and still means nothing until the peer has answered a dial with that
identity. (SPEC §7.6)
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from zeroconf import IPVersion, ServiceInfo

from protocol.crypto.identity import fingerprint
from protocol.crypto.transcript import PROTOCOL
from protocol.net.finding.addresses import Address, Interface, is_dialable
from protocol.wire.names import clean_name

SERVICE_TYPE: Final = "_p2pcards._tcp.local."
TXT_VERSION: Final = 1
PROTOCOL_LABEL: Final = PROTOCOL.decode()
_FIRST_LABEL: Final = "p2pcards/1"
"""Of a listing without a label: such were made before listings had one."""
MAX_TXT_BYTES: Final = 400
MAX_ADDRESSES: Final = 16
_MAX_NICK_BYTES: Final = 54  # with a blank and a fingerprint it fills a DNS label's 63 bytes

# The lifetime of our address records. The library keeps a listing itself for 20 minutes and more
# after its host has crashed, so every listing is asked after again; while its records live, that
# costs no packet.
RECORD_LIFE_S: Final = 30

_TEXT_LIMITS: Final = {"protocol": 16, "game": 16, "seats": 8, "flags": 32}

OPEN: Final = "open"
PLAYING: Final = "playing"
"""The state among the flags of our own listings."""

CLOCK: Final = "clock-"
"""What the flag with the seconds for a turn begins with."""

_KEY: Final = re.compile(r"[0-9a-f]{64}")
_VERSION: Final = re.compile(r"[1-9][0-9]{0,2}")
_TEXT_ALPHABET: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789/,-")


@dataclass(frozen=True, slots=True)
class TableAd:
    """What we tell the network about our table. `game`, `seats` and `flags` are short hints.

    They consist of lower-case letters, digits and `/,-`; ValueError otherwise.
    """

    peer: bytes
    nick: str
    game: str
    seats: str
    flags: str
    port: int

    def __post_init__(self) -> None:
        for name in ("game", "seats", "flags"):
            value = getattr(self, name)
            if len(value) > _TEXT_LIMITS[name] or not _TEXT_ALPHABET.issuperset(value):
                raise ValueError(f"{name}: {value!r}")


@dataclass(frozen=True, slots=True)
class TableListing:
    """What somebody on the network says about a table: unproven until its peer is linked."""

    peer: bytes
    """The identity key to expect when dialling."""
    nick: str
    version: int
    """Of the listing itself."""
    protocol: str
    """What the table speaks, such as `p2pcards/1`."""
    game: str
    seats: str
    flags: str
    addresses: tuple[Address, ...]

    @property
    def is_of_this_version(self) -> bool:
        """Whether we can read the listing for sure, and talk with the table; else it is only shown."""
        return (self.version, self.protocol) == (TXT_VERSION, PROTOCOL_LABEL)

    @property
    def is_playing(self) -> bool:
        """Whether it says that the table has started."""
        return PLAYING in self.flags.split(",")

    @property
    def state(self) -> str:
        """The flags but for the clock: `open`, `playing`, or what others may say."""
        words = self.flags.split(",")
        return ",".join(word for word in words if not word.startswith(CLOCK))

    @property
    def deadline_s(self) -> int | None:
        """Seconds for a turn, 0 without a clock; None where it does not say."""
        words = self.flags.split(",")
        told = next((word.removeprefix(CLOCK) for word in words if word.startswith(CLOCK)), "")
        return int(told) if told.isdecimal() and len(told) <= 5 else None

    @property
    def fingerprint(self) -> str:
        """As in the listing's name."""
        return fingerprint(self.peer)


def listed_name(nick: str) -> str:
    """A name as listings have it: cleaned, and cut to what fits."""
    cut = clean_name(nick).encode()[:_MAX_NICK_BYTES].decode(errors="ignore")
    return clean_name(cut)


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
    text = texts.get(name, "")[: _TEXT_LIMITS[name]]
    return "".join(character for character in text if character in _TEXT_ALPHABET)
