"""A table as it is listed on the network: what is said of it.

The one rule: a listing is a hint from nobody in particular, and means nothing until the peer has
answered a dial with that identity. (SPEC §7.6)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from protocol.crypto.identity import fingerprint
from protocol.crypto.transcript import PROTOCOL
from protocol.net.finding.addresses import Address
from protocol.wire.names import clean_name

TXT_VERSION: Final = 1
PROTOCOL_LABEL: Final = PROTOCOL.decode()
_MAX_NICK_BYTES: Final = 54  # with a blank and a fingerprint it fills a DNS label's 63 bytes

TEXT_LIMITS: Final = {"protocol": 16, "game": 16, "seats": 8, "flags": 32}

OPEN: Final = "open"
PLAYING: Final = "playing"
RESTING: Final = "resting"
"""The state among the flags of our own listings; `resting` stands beside `playing`."""

CLOCK: Final = "clock-"
"""What the flag with the seconds for a turn begins with."""

TEXT_ALPHABET: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789/,-")


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
            if len(value) > TEXT_LIMITS[name] or not TEXT_ALPHABET.issuperset(value):
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
    def is_resting(self) -> bool:
        """Whether it says that its peer waits at a table for those who have sat there."""
        return RESTING in self.flags.split(",")

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
