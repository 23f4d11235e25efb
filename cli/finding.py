"""Finding the table that was asked for: on the network by name, or at an address.

The one rule: a listing is only where to dial; the key in it must answer there.
"""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

import trio

from cli import wording
from cli.errors import CommandError, ExitCode
from protocol.crypto.identity import Identity
from protocol.net.addresses import BadAddress, DialFailed, dial, parse_address
from protocol.net.discovery import Appeared, Discovery, TableListing, Vanished, open_discovery
from protocol.net.link import Link

LOOK_S: Final = 6.0
"""How long a table is looked for by default; one is usually seen within two seconds."""

SETTLE_S: Final = 1.5
"""After the first table is seen: how long others may take to be seen too."""

OPEN: Final = "open"
PLAYING: Final = "playing"
"""What a listing's flags say."""


class Listings:
    """The tables seen so far, kept up by `follow`."""

    def __init__(self) -> None:
        self._by_fingerprint: dict[str, TableListing] = {}
        self.changed = trio.Event()

    def all(self) -> tuple[TableListing, ...]:
        return tuple(sorted(self._by_fingerprint.values(), key=lambda one: (one.nick, one.peer)))

    def matching(self, wanted: str | None, flags: Sequence[str]) -> tuple[TableListing, ...]:
        """Those with this name or fingerprint (None: all) and one of these flags."""
        return tuple(
            one
            for one in self.all()
            if one.flags in flags
            and (wanted is None or wanted.casefold() in (one.nick.casefold(), one.fingerprint))
        )

    async def follow(self, discovery: Discovery) -> None:
        await discovery.browse()
        async for sighting in discovery.sightings:
            match sighting:
                case Appeared(listing):
                    self._by_fingerprint[listing.fingerprint] = listing
                case Vanished(fingerprint):
                    self._by_fingerprint.pop(fingerprint, None)
            self.changed.set()
            self.changed = trio.Event()


@asynccontextmanager
async def open_listings(
    own_key: bytes, only: Sequence[str]
) -> AsyncIterator[tuple[Listings, Discovery]]:
    """The tables of the network for as long as the block lasts."""
    listings = Listings()
    async with open_discovery(own_key, only=only) as discovery, trio.open_nursery() as nursery:
        nursery.start_soon(listings.follow, discovery)
        yield listings, discovery
        nursery.cancel_scope.cancel()


def is_address(target: str) -> bool:
    """Whether a word names an address rather than a table: it has a colon or a dot."""
    return ":" in target or "." in target or target == "localhost"


async def link_to(
    identity: Identity,
    target: str | None,
    *,
    only: Sequence[str],
    flags: Sequence[str],
    wait_s: float = LOOK_S,
) -> Link:
    """A link to the host of the table that `target` names.

    Args:
        identity: Our key.
        target: A table's name or fingerprint, an address, or None for the only table there is.
        only: Interfaces to look on.
        flags: What the listing may say of the table's state.
        wait_s: How long to look; `math.inf` waits until there is one.

    Raises:
        CommandError: There is none, there are several, or it does not answer.
    """
    if target is not None and is_address(target):
        try:
            address = parse_address(target)
        except BadAddress:
            raise CommandError(f"{target!r} is no address: HOST:PORT.", ExitCode.USAGE) from None
        try:
            return await dial([address], identity, None)
        except DialFailed as failed:
            raise wording.not_reached(target, failed) from None
    return await link_to_listed(identity, await _find(identity, target, only, flags, wait_s))


async def link_to_listed(identity: Identity, listing: TableListing) -> Link:
    """A link to the host of a table that has been seen; raises CommandError."""
    try:
        return await dial(listing.addresses, identity, listing.peer)
    except DialFailed as failed:
        raise wording.not_reached(f"{listing.nick}'s table", failed) from None


async def _find(
    identity: Identity,
    wanted: str | None,
    only: Sequence[str],
    flags: Sequence[str],
    wait_s: float,
) -> TableListing:
    found: tuple[TableListing, ...] = ()
    fault: str | None = None
    async with open_listings(identity.public, only) as (listings, discovery):
        with trio.move_on_after(wait_s):
            while not listings.matching(wanted, flags):
                # Where nothing can be found at all, waiting longer is no use.
                if discovery.fault is not None and wait_s < math.inf:
                    break
                await listings.changed.wait()
            if wanted is None and listings.matching(wanted, flags):
                await trio.sleep(SETTLE_S)
        found = listings.matching(wanted, flags)
        fault = discovery.fault
    if not found:
        raise wording.no_table_found(wanted, wait_s, fault)
    if len(found) > 1:
        raise wording.several_tables([f"{one.nick} ({one.fingerprint})" for one in found])
    return found[0]
