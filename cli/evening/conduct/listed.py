"""What a listing means to who reads it: whether one can sit down there, and by which word it is joined.

The one rule: a listing is a hint. What is said here of a table is said of its listing.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from enum import StrEnum

from protocol.net.finding.addresses import BadAddress, parse_address
from protocol.net.finding.listings import TableListing, listed_name
from protocol.net.lookalikes import look_alike


class Obstacle(StrEnum):
    """Why a table that is listed cannot be joined; the value is for programs."""

    VERSION = "version"
    OWN_KEY = "own key"
    PLAYING = "playing"
    RESTING = "resting"


def obstacle(listing: TableListing, own_key: bytes | None) -> Obstacle | None:
    """Why nobody with this key can sit down there; None where they may try."""
    if not listing.is_of_this_version:
        return Obstacle.VERSION
    if listing.peer == own_key:
        return Obstacle.OWN_KEY
    if listing.is_resting:
        return Obstacle.RESTING
    return Obstacle.PLAYING if listing.is_playing else None


def called(listings: Sequence[TableListing], word: str | None) -> tuple[TableListing, ...]:
    """Those that this word means: the one with this fingerprint, else all whose name looks like it.

    None means all. A name is taken as listings have it, so that one that was cut there is known too.
    """
    if word is None:
        return tuple(listings)
    exact = tuple(one for one in listings if one.fingerprint == word.casefold())
    return exact or tuple(one for one in listings if look_alike(listed_name(word), one.nick))


def words_for(listings: Sequence[TableListing]) -> tuple[str, ...]:
    """For each of these tables the word by which it alone can be joined: its name, if that will do."""

    def word(one: TableListing) -> str:
        is_plain = not one.nick.startswith("-") and not is_surely_address(one.nick)
        return one.nick if is_plain and called(listings, one.nick) == (one,) else one.fingerprint

    return tuple(map(word, listings))


def is_address(word: str) -> bool:
    """Whether a word looks like an address rather than a table: it has a colon or a dot."""
    return ":" in word or "." in word or word == "localhost"


def is_surely_address(word: str) -> bool:
    """Whether it is one whatever tables are called: its host needs no looking up."""
    if not is_address(word):
        return False
    try:
        host = parse_address(word).host
        return host == "localhost" or bool(ipaddress.ip_address(host.partition("%")[0]))
    except (BadAddress, ValueError):
        return False
