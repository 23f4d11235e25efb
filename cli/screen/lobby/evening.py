"""An evening that begins in the lobby: tables are looked at, joined, watched, opened, and left again.

The one rule: looking binds to nothing. Each table in the list is asked over a link of its own what
it is; only sitting down makes us somebody there.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Sequence
from typing import Final

import trio

from cli import paths
from cli.errors import CommandError, ExitCode
from cli.evening.acquaintances import Acquaintances
from cli.evening.conduct.listed import Obstacle
from cli.evening.finding import open_listings
from cli.evening.hosting import Hosting, host
from cli.evening.match import matches
from cli.evening.party import Party, passing_identity
from cli.evening.returning import visit_or_go_back
from cli.evening.visiting import Visit, another_visit
from cli.files.joined_addresses import JoinedAddresses
from cli.screen.front import ScreenFront
from cli.screen.lobby.app import LobbyScreen
from cli.screen.lobby.entry import Entry
from cli.screen.lobby.tables import GONE_AFTER_MS
from cli.screen.lobby.wishes import Create, Go, Quit, Sit, Wish
from cli.words.en.faults import reason
from cli.words.phrase import Mark
from p2pcards.games import GAMES
from protocol.faults import Code
from protocol.net.finding.addresses import DialFailed
from protocol.net.finding.dialling import dial
from protocol.net.finding.listings import TableListing
from protocol.net.joining import GuestLobby
from protocol.net.links.link import LinkClosed
from protocol.net.lobby import BadMessage, Hello, NotAsShown, Plan, Room

MOST_LOOKED_AT: Final = 24
LOOK_AGAIN_S: Final = 4.0
LIST_EVERY_S: Final = 0.5


async def lobby_evening(
    front: ScreenFront,
    party: Party,
    interfaces: Sequence[str],
    wait_s: float,
    *,
    is_watching: bool = False,
) -> ExitCode:
    """Until the player has had enough; raises CommandError only for what concerns all of it."""
    joined = JoinedAddresses(paths.joined_addresses_file())
    chosen, choices = trio.open_memory_channel[Wish](math.inf)
    screen = LobbyScreen(
        party.name,
        party.identity.public,
        lambda wish: front.wish(lambda: chosen.send_nowait(wish)),
        deadline_s=front.settings.deadline,
        joined=lambda: [one.address for one in joined.all()],
        is_watching=is_watching,
    )
    while True:
        front.show(screen)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_Tables(front, party, screen).follow, interfaces)
            wish = await choices.receive()
            nursery.cancel_scope.cancel()
        if isinstance(wish, Quit):
            return ExitCode.OK
        before = front.last_words
        try:
            with front.visiting():
                await _go(front, party, wish, interfaces, wait_s, is_watching=is_watching)
            if front.last_words is not before:  # this visit has come to an end of its own
                screen.say(front.last_words[0])
        except* CommandError as errors:
            screen.say(_first(errors).sentence)
        if front.is_ending:
            return ExitCode.OK


def _first(errors: BaseExceptionGroup[CommandError]) -> CommandError:
    found: BaseException = errors
    while isinstance(found, BaseExceptionGroup):
        found = found.exceptions[0]
    assert isinstance(found, CommandError)
    return found


async def _go(
    front: ScreenFront,
    party: Party,
    wish: Sit | Go | Create,
    interfaces: Sequence[str],
    wait_s: float,
    *,
    is_watching: bool,
) -> None:
    if isinstance(wish, Create):
        hosting = _hosting(wish, interfaces)

        def once(party: Party) -> Awaitable[ExitCode]:
            return host(front, party, hosting)

        await matches(front, party, once, once)
        return
    if isinstance(wish, Sit):
        where = Visit(None, wish.is_watching, listing=wish.listing)
    else:
        where = Visit(wish.address, is_watching=is_watching, wait_s=wait_s, interfaces=interfaces)
    await matches(
        front,
        party,
        lambda party: visit_or_go_back(front, party, where),
        lambda party: another_visit(front, party, where),
    )


def _hosting(wish: Create, interfaces: Sequence[str]) -> Hosting:
    game = GAMES[wish.game]
    plan = Plan(game, game.options(wish.options), wish.seats, wish.deadline_s, wish.deals)
    return Hosting(
        plan,
        wish.bots,
        wish.level,
        None,
        is_local=False,
        is_announced=True,
        interfaces=interfaces,
    )


class _Tables:
    """The tables seen while the lobby is shown."""

    def __init__(self, front: ScreenFront, party: Party, screen: LobbyScreen) -> None:
        self._front = front
        self._party = party
        self._looking = passing_identity()
        self._screen = screen
        self._acquaintances = Acquaintances(party.peers or paths.known_peers_file())
        self._entries: dict[str, Entry] = {}
        self._looked_at: set[str] = set()

    async def follow(self, interfaces: Sequence[str]) -> None:
        """Keep the list up to date."""
        async with open_listings(interfaces) as (listings, discovery):
            if discovery.fault is not None:
                self._screen.say(
                    f"Tables cannot be seen here ({reason(discovery.fault)}); @ joins by address."
                )
            async with trio.open_nursery() as nursery:
                while True:
                    self._take_in(listings.all(), nursery)
                    with trio.move_on_after(LIST_EVERY_S):
                        await listings.changed.wait()

    def _take_in(self, listings: Sequence[TableListing], nursery: trio.Nursery) -> None:
        now_ms = self._front.app.now_ms()
        listed = {one.fingerprint: one for one in listings}
        for key, listing in listed.items():
            entry = self._entries.get(key)
            if entry is None:
                self._entries[key] = self._entry(listing, now_ms)
            else:
                entry.listing, entry.is_listed = listing, True
            if key not in self._looked_at and len(self._looked_at) < MOST_LOOKED_AT:
                self._looked_at.add(key)
                nursery.start_soon(self._look_at, key)
        for key, entry in list(self._entries.items()):
            entry.is_listed = key in listed
            is_foreign = entry.obstacle is Obstacle.VERSION  # and will not answer
            if (key in self._looked_at and entry.is_answering) or (is_foreign and entry.is_listed):
                entry.seen_ms = now_ms
            if now_ms - entry.seen_ms > GONE_AFTER_MS and not entry.is_answering:
                del self._entries[key]
        self._screen.update(self._entries)
        self._front.app.redraw()

    def _entry(self, listing: TableListing, now_ms: int) -> Entry:
        acquaintances = self._acquaintances
        is_own = listing.peer == self._party.identity.public
        mark = Mark.CHECKED if is_own else acquaintances.mark(listing.peer, listing.nick)
        return Entry(
            listing,
            mark,
            is_own=is_own,
            met=acquaintances.met(listing.peer),
            namesake_met=acquaintances.last_met_namesake(listing.peer, listing.nick),
            seen_ms=now_ms,
        )

    async def _look_at(self, key: str) -> None:
        """Ask a table what it is, for as long as it is in the list."""
        while (entry := self._entries.get(key)) is not None:
            await self._visit(entry)
            entry.is_answering = False
            await trio.sleep(LOOK_AGAIN_S)
        self._looked_at.discard(key)

    async def _visit(self, entry: Entry) -> None:
        party = self._party
        if not entry.listing.is_of_this_version:
            return
        try:
            link = await dial(entry.listing.addresses, self._looking, entry.listing.peer)
        except DialFailed as failed:
            faults = [fault for _, fault in failed.attempts]
            entry.is_foreign = Code.OTHER_VERSION in faults
            return
        entry.is_foreign = False
        begun_s = trio.current_time()

        def on_room(room: Room) -> None:
            if entry.room is None:
                entry.ping_ms = max(1, round((trio.current_time() - begun_s) * 1000))
            entry.room, entry.is_answering = room, True
            self._front.app.redraw()

        lobby = GuestLobby(
            link,
            self._looking.public,
            Hello.of(party.name, is_bot=False),
            on_room=on_room,
            on_refused=lambda _: None,
        )
        try:
            await lobby.run()
        except (LinkClosed, BadMessage, NotAsShown):
            pass
        finally:
            with trio.CancelScope(shield=True), trio.move_on_after(0.5):
                await link.close()
