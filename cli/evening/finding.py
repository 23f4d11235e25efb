"""Finding the table that was asked for: on the network by name, or at an address.

The one rule: a listing is only where to dial; the key in it must answer there.
"""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import trio

from cli.errors import CommandError, NothingSeen
from cli.evening import failures
from cli.evening.conduct.listed import Obstacle, called, is_address, is_surely_address, obstacle
from cli.files.joined_addresses import JoinedAddress, JoinedAddresses
from cli.words.en import finding as finding_words
from protocol.crypto.identity import Identity
from protocol.net.finding.addresses import BadAddress, DialFailed, parse_address, through_own_links
from protocol.net.finding.dialling import dial
from protocol.net.finding.discovery import Appeared, Discovery, Vanished, open_discovery
from protocol.net.finding.interfaces import own_interfaces
from protocol.net.finding.listings import TableListing
from protocol.net.links.link import Link

LOOK_S: Final = 6.0
"""How long a table is looked for by default; one is usually seen within two seconds."""

SETTLE_S: Final = 1.5
"""After the first table is seen: how long others may take to be seen too."""


class Listings:
    """The tables seen so far, kept up by `follow`."""

    def __init__(self) -> None:
        self._by_fingerprint: dict[str, TableListing] = {}
        self.changed = trio.Event()

    def all(self) -> tuple[TableListing, ...]:
        return tuple(sorted(self._by_fingerprint.values(), key=lambda one: (one.nick, one.peer)))

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
async def open_listings(only: Sequence[str]) -> AsyncIterator[tuple[Listings, Discovery]]:
    """The tables of the network for as long as the block lasts."""
    listings = Listings()
    async with open_discovery(only=only) as discovery, trio.open_nursery() as nursery:
        nursery.start_soon(listings.follow, discovery)
        yield listings, discovery
        nursery.cancel_scope.cancel()


@dataclass(frozen=True, slots=True)
class Search:
    """How a table is looked for.

    Args:
        only: Interfaces to look on.
        is_watching: Nobody wants to sit down, so that it may be playing.
        wait_s: How long to look; `math.inf` waits until there is one.
        choose: Asked where several are meant; None where nobody can be asked.
        joined: Addresses joined before, offered where no table is seen.
        choose_address: Asked which of those is meant; None likewise.
    """

    only: Sequence[str]
    is_watching: bool
    wait_s: float
    choose: Callable[[Sequence[TableListing]], Awaitable[TableListing | None]]
    joined: JoinedAddresses
    choose_address: Callable[[Sequence[JoinedAddress]], Awaitable[JoinedAddress | None]]


async def link_to(identity: Identity, target: str | None, search: Search) -> Link:
    """A link to the host of the table that `target` names.

    Args:
        identity: Our key.
        target: A table's name or fingerprint, an address, or None for the only table there is.
            What may be either is an address first: a name in a listing is anybody's to choose.
        search: Where and how long.

    Raises:
        CommandError: There is none, there are several, or it does not answer.
    """
    refused: CommandError | None = None
    if target is not None and is_address(target):
        try:
            return await _link_at(identity, target, search)
        except CommandError as error:
            refused = error
        if is_surely_address(target):
            raise refused
    try:
        listing = await _find(identity, target, search, refused)
    except NothingSeen as nothing:
        joined = search.joined.all() if target is None else ()
        chosen = await search.choose_address(joined) if joined else None
        if chosen is None:
            raise failures.offering(nothing, [one.address for one in joined]) from None
        return await _link_at(identity, chosen.address, search)
    return await link_to_listed(identity, listing, is_watching=search.is_watching)


async def _link_at(identity: Identity, address: str, search: Search) -> Link:
    """A link to whatever answers at a typed address, which is remembered; raises CommandError."""
    try:
        ways = through_own_links(parse_address(address), own_interfaces())
        link = await dial(ways, identity, None)
    except BadAddress:
        raise failures.no_address(address) from None
    except DialFailed as failed:
        raise failures.not_reached(address, failed) from None
    search.joined.note(address, link.peer)
    return link


async def link_to_listed(identity: Identity, listing: TableListing, *, is_watching: bool) -> Link:
    """A link to the host of a table that has been seen; raises CommandError."""
    reason = obstacle(listing, identity.public)
    if reason is not None and not (reason is Obstacle.PLAYING and is_watching):
        raise failures.cannot_join([(listing, reason)])
    try:
        return await dial(listing.addresses, identity, listing.peer)
    except DialFailed as failed:
        raise failures.not_reached(finding_words.whose_table(listing.nick), failed) from None


async def _find(
    identity: Identity, wanted: str | None, search: Search, refused: CommandError | None
) -> TableListing:
    """The table that is meant; `refused` is what became of taking the word for an address."""
    wait_s = search.wait_s if refused is None else min(search.wait_s, 2 * SETTLE_S)
    async with open_listings(search.only) as (listings, discovery):

        def meant() -> list[tuple[TableListing, Obstacle | None]]:
            found = called(listings.all(), wanted)
            reasons = [(one, obstacle(one, identity.public)) for one in found]
            if search.is_watching:
                return [(one, None if why is Obstacle.PLAYING else why) for one, why in reasons]
            return reasons

        with trio.move_on_after(wait_s):
            while all(why is not None for _, why in meant()):
                # Where nothing can be found at all, waiting longer is no use.
                if discovery.fault is not None and wait_s < math.inf:
                    break
                # Nor where what is meant will never do. A table that plays may be opened again.
                is_hopeless = any(meant()) and all(why != Obstacle.PLAYING for _, why in meant())
                with trio.move_on_after(SETTLE_S if wanted and is_hopeless else math.inf) as enough:
                    await listings.changed.wait()
                if enough.cancelled_caught:
                    break
            else:
                await trio.sleep(SETTLE_S)  # there may be another one that the word means
        seen, fault = meant(), discovery.fault
    found = [one for one, why in seen if why is None]
    if not found:
        hindered = [(one, why) for one, why in seen if why is not None]
        if hindered:
            raise failures.cannot_join(hindered)
        raise refused or failures.no_table_found(wanted, wait_s, fault)
    if len(found) == 1:
        return found[0]
    chosen = await search.choose(found)
    if chosen is None:
        raise failures.several_tables(found)
    return chosen
