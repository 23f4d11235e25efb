"""Finding tables on the local network by multicast DNS, and being found.

The one rule: a listing is a hint from nobody in particular. It is cut to size, cleaned and matched
against its own fingerprint, and still means nothing until the peer has answered a dial with that
identity. Where multicast does not work the program goes on without, and says so. (SPEC §7.6)

The mDNS library runs on a thread and a loop of its own. Its calls block, so they are made from
worker threads; its callbacks hop into trio through a bounded channel.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final, TypeAlias

import trio
from zeroconf import Error as ZeroconfError
from zeroconf import (
    InterfaceChoice,
    IPVersion,
    ServiceBrowser,
    ServiceInfo,
    ServiceStateChange,
    Zeroconf,
)

from protocol.faults import Code, Reason
from protocol.net.finding.addresses import Interface, usable
from protocol.net.finding.interfaces import own_interfaces
from protocol.net.finding.listings import TableAd, TableListing
from protocol.net.finding.records import SERVICE_TYPE, read_listing, service_info

MAX_LISTINGS: Final = 256
RECHECK_S: Final = 10.0

POLL_INTERFACES_S: Final = 5.0
SLEPT_S: Final = 10.0  # the wall clock ran on by this much while we did not: the machine slept
SETTLE_S: Final = 2.0  # interfaces come up in steps: address, then route, then IPv6
CLOSE_LIMIT_S: Final = 3.0
_RESOLVE_MS: Final = 1500
_RESOLVERS: Final = 8
_RAW_BUFFER: Final = 512
_SIGHTINGS_BUFFER: Final = 256


@dataclass(frozen=True, slots=True)
class Appeared:
    """A table is listed, or its listing has changed."""

    listing: TableListing


@dataclass(frozen=True, slots=True)
class Vanished:
    """A table has said that it is gone, or has not been heard of for a long time."""

    fingerprint: str


Sighting: TypeAlias = Appeared | Vanished
_Raw: TypeAlias = tuple[str, ServiceStateChange]


@dataclass(slots=True)
class _Running:
    """The library, started, with what we have asked of it."""

    zeroconf: Zeroconf
    interfaces: tuple[Interface, ...]
    browser: ServiceBrowser | None = None
    info: ServiceInfo | None = None


class Discovery:
    """Advertises at most one table and lists those of others. Made by `open_discovery`."""

    def __init__(self, only: Sequence[str], nursery: trio.Nursery) -> None:
        self._only = tuple(only)
        self._nursery = nursery
        self._running: _Running | None = None
        self._lock = trio.Lock()
        self._ad: TableAd | None = None
        self._is_browsing = False
        self._resolvers = trio.CapacityLimiter(_RESOLVERS)
        self._serial = 0
        self._latest: dict[str, int] = {}  # of each name on the network, its last event
        self._listed: dict[str, TableListing] = {}
        self._token = trio.lowlevel.current_trio_token()
        self._raw_in, self._raw_out = trio.open_memory_channel[_Raw](_RAW_BUFFER)
        self._sightings_in, self.sightings = trio.open_memory_channel[Sighting](_SIGHTINGS_BUFFER)
        """Where Appeared and Vanished come out once `browse` was called."""
        self.fault: Reason | None = None
        """Why nothing can be found or advertised at the moment; None while it works."""

    async def advertise(self, ad: TableAd) -> None:
        """List our table, or change what the listing says."""
        self._ad = ad
        async with self._lock:
            await self._publish()

    async def browse(self) -> None:
        """Begin to list the tables of others in `sightings`."""
        self._is_browsing = True
        async with self._lock:
            await self._start_browser()

    async def _start(self) -> None:
        """Start the library, with whatever IP versions this machine lets it use."""
        interfaces = usable(own_interfaces(), self._only)
        choice = [i.ip for i in interfaces] if self._only else InterfaceChoice.All

        def construct() -> Zeroconf:
            # use_asyncio: a host loop may be running in this thread, which must not be taken.
            try:
                return Zeroconf(choice, ip_version=_ip_version(interfaces), use_asyncio=False)
            except OSError:
                return Zeroconf(choice, ip_version=IPVersion.V4Only, use_asyncio=False)

        if not interfaces:
            self.fault = Reason(Code.NO_INTERFACE)
            return
        try:
            zeroconf = await trio.to_thread.run_sync(construct)
        except (OSError, ZeroconfError, RuntimeError) as error:
            self.fault = Reason(Code.DISCOVERY_FAILED, (str(error),))
            return
        self.fault = None
        self._running = _Running(zeroconf, interfaces)
        await self._start_browser()
        await self._publish()

    async def _start_browser(self) -> None:
        running = self._running
        if running is None or not self._is_browsing or running.browser is not None:
            return

        def on_change(
            zeroconf: Zeroconf,  # noqa: ARG001 - the library passes these by name
            service_type: str,  # noqa: ARG001
            name: str,
            state_change: ServiceStateChange,
        ) -> None:
            with suppress(trio.RunFinishedError):
                self._token.run_sync_soon(self._put_raw, (name, state_change))

        running.browser = await trio.to_thread.run_sync(
            lambda: ServiceBrowser(running.zeroconf, SERVICE_TYPE, handlers=[on_change])
        )

    def _put_raw(self, raw: _Raw) -> None:
        # Full means a flood: what is lost comes again with the next announcement.
        with suppress(trio.WouldBlock, trio.BrokenResourceError):
            self._raw_in.send_nowait(raw)

    async def _publish(self) -> None:
        """Make the library say what `_ad` says."""
        running = self._running
        if running is None or self._ad is None:
            return
        old, new = running.info, service_info(self._ad, running.interfaces)
        zeroconf = running.zeroconf

        def publish() -> None:
            if old is not None and old.name == new.name:
                zeroconf.update_service(new)
                return
            if old is not None:
                zeroconf.unregister_service(old)
            # Without probing: the fingerprint makes the name ours, and whoever else answers to
            # it could only keep us from being listed.
            zeroconf.register_service(new, cooperating_responders=True)

        try:
            await trio.to_thread.run_sync(publish)
        except (OSError, ZeroconfError, RuntimeError) as error:
            self.fault = Reason(Code.DISCOVERY_FAILED, (str(error),))
            return
        running.info = new

    async def _resolve_all(self) -> None:
        async for name, change in self._raw_out:
            if change is ServiceStateChange.Removed:
                self._latest.pop(name, None)
                self._vanish(name)
            elif name in self._latest or len(self._latest) < MAX_LISTINGS:
                await self._begin_resolving(name)

    async def _recheck(self) -> None:
        while True:
            await trio.sleep(RECHECK_S)
            for name in tuple(self._latest):
                await self._begin_resolving(name)

    async def _begin_resolving(self, name: str) -> None:
        self._serial += 1
        serial = self._latest[name] = self._serial
        # Waits here when all resolvers are busy: a flood of names costs no more threads than that.
        await self._resolvers.acquire_on_behalf_of(serial)
        self._nursery.start_soon(self._resolve, name, serial)

    async def _resolve(self, name: str, serial: int) -> None:
        try:
            running = self._running
            if running is None:
                return
            info = ServiceInfo(SERVICE_TYPE, name)
            is_complete = await trio.to_thread.run_sync(
                lambda: info.request(running.zeroconf, _RESOLVE_MS), abandon_on_cancel=True
            )
        except (OSError, ZeroconfError, RuntimeError, ValueError):
            return
        finally:
            self._resolvers.release_on_behalf_of(serial)
        if self._latest.get(name) != serial:
            return  # overtaken by a later event
        listing = read_listing(info) if is_complete else None
        if listing is None:
            self._vanish(name)
        elif not self._is_own(listing) and self._listed.get(name) != listing:
            # No room: nobody reads. The next check tries again.
            with suppress(trio.WouldBlock):
                self._sightings_in.send_nowait(Appeared(listing))
                self._listed[name] = listing

    def _is_own(self, listing: TableListing) -> bool:
        """Whether it is what we ourselves advertise; another one under our key is reported."""
        return self._ad is not None and listing.peer == self._ad.peer

    def _vanish(self, name: str) -> None:
        listing = self._listed.pop(name, None)
        if listing is not None:
            with suppress(trio.WouldBlock):
                self._sightings_in.send_nowait(Vanished(listing.fingerprint))

    async def _watch_interfaces(self) -> None:
        known = usable(own_interfaces(), self._only)
        asleep = time.time() - time.monotonic()
        while True:
            await trio.sleep(POLL_INTERFACES_S)
            now = usable(own_interfaces(), self._only)
            gap = time.time() - time.monotonic()
            if now == known and self._running is not None and abs(gap - asleep) < SLEPT_S:
                continue
            await trio.sleep(SETTLE_S)
            known, asleep = usable(own_interfaces(), self._only), gap
            async with self._lock:
                await self._follow(known)

    async def _follow(self, interfaces: tuple[Interface, ...]) -> None:
        """Go on with these interfaces: the library notices neither new ones nor new addresses."""
        running = self._running
        if running is None:
            await self._start()
            return
        if not interfaces:
            self.fault = Reason(Code.NO_INTERFACE)
            return
        running.interfaces = interfaces
        choice = [i.ip for i in interfaces] if self._only else None
        try:
            await trio.to_thread.run_sync(lambda: running.zeroconf.update_interfaces(choice))
        except (OSError, ZeroconfError, RuntimeError) as error:
            self.fault = Reason(Code.DISCOVERY_FAILED, (str(error),))
            return
        self.fault = None
        await self._publish()

    async def _close(self) -> None:
        running, self._running = self._running, None
        if running is None:
            return

        def close() -> None:
            with suppress(OSError, ZeroconfError, RuntimeError):
                running.zeroconf.close()  # takes the browser and our listing with it

        with trio.move_on_after(CLOSE_LIMIT_S, shield=True):
            await trio.to_thread.run_sync(close, abandon_on_cancel=True)


@asynccontextmanager
async def open_discovery(*, only: Sequence[str] = ()) -> AsyncIterator[Discovery]:
    """Discovery for as long as the block lasts; at its end our listing is taken back.

    Args:
        only: Addresses or interface names to keep to; empty for all.
    """
    async with trio.open_nursery() as nursery:
        discovery = Discovery(only, nursery)
        try:
            async with discovery._lock:
                await discovery._start()
            nursery.start_soon(discovery._resolve_all)
            nursery.start_soon(discovery._recheck)
            nursery.start_soon(discovery._watch_interfaces)
            yield discovery
        finally:
            await discovery._close()
            nursery.cancel_scope.cancel()


def _ip_version(interfaces: Sequence[Interface]) -> IPVersion:
    versions = {ipaddress.ip_address(i.ip).version for i in interfaces}
    if versions == {4}:
        return IPVersion.V4Only
    return IPVersion.V6Only if versions == {6} else IPVersion.All
