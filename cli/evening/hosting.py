"""Hosting: a table is opened, offered on the network, filled, and played at.

The one rule: the host is a seat like the others. It says which table it offers and when it is ready;
who may sit there and when the table starts, the lobby decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from typing import Final

import trio

from cli.bots.hosted import HostedBots
from cli.bots.names import BOT_NAMES
from cli.errors import CommandError, ExitCode, TableNotOpened
from cli.evening import failures
from cli.evening.front import Front
from cli.evening.guest_peer import keep_linked
from cli.evening.match import play
from cli.evening.party import Party
from cli.words.en import evening as evening_words
from cli.words.en import finding as finding_words
from cli.words.en import lobby as lobby_words
from protocol.net.finding.addresses import parse_address
from protocol.net.finding.discovery import Discovery, open_discovery
from protocol.net.finding.listings import CLOCK, OPEN, PLAYING, TableAd
from protocol.net.finding.loopback import is_loopback_up
from protocol.net.hosting import HostLobby
from protocol.net.joining import Begun
from protocol.net.links.link import Link
from protocol.net.links.listener import PortBusy
from protocol.net.links.mesh import Mesh
from protocol.net.lobby import Plan, Room
from protocol.net.peer import Peer, open_peer
from protocol.table.judge.setting import BadProposal

AD_EVERY_S: Final = 0.5


@dataclass(frozen=True, slots=True)
class Hosting:
    """How a table is offered.

    Args:
        plan: The table.
        bots: How many of its seats bots of this process take, at which level.
        port: See `open_peer`.
        is_local: Seen by nobody outside this process: alone against bots.
        is_announced: Whether it is listed on the network.
        interfaces: Addresses or names of the interfaces to keep to.
    """

    plan: Plan
    bots: int
    bot_level: str
    port: int | None
    is_local: bool
    is_announced: bool
    interfaces: Sequence[str] = ()


async def host(front: Front, party: Party, hosting: Hosting) -> ExitCode:
    """Open a table, wait for guests, play; raises CommandError.

    Where the table does not open, for one of the guests is gone, the others come back to the same
    address, and find its seats as they were before anybody sat there.
    """
    if hosting.is_local and not await is_loopback_up():
        raise CommandError(finding_words.NO_LOOPBACK, ExitCode.NETWORK)
    if hosting.is_local:
        front.say(lobby_words.bots_come(hosting.bots))
    said = ""
    if (
        front.last is not None and front.last.seat == 0 and not hosting.is_local
    ):  # the others look for us where we were
        said = evening_words.waits_for_guests(front.last.seats[1:])
        own = map(parse_address, front.last.seats[0].addresses)
        hosting = replace(hosting, port=next((one.port for one in own), hosting.port))
    while True:
        outcome = await _one_table(front, party, hosting, said)
        if isinstance(outcome, ExitCode):
            return outcome
        hosting, said = outcome.hosting, outcome.said


@dataclass(frozen=True, slots=True)
class _NotOpened:
    """How the table is offered once more, and why."""

    hosting: Hosting
    said: str


async def _one_table(
    front: Front, party: Party, hosting: Hosting, said: str
) -> ExitCode | _NotOpened:
    outcome: ExitCode | _NotOpened
    async with AsyncExitStack() as stack:
        door = _Door()
        peer = await _open_peer(stack, party, hosting, door)
        nursery = await stack.enter_async_context(trio.open_nursery())
        offer = _Offer(front, party, hosting, peer, nursery)
        door.lobby = offer.lobby
        for _ in range(hosting.bots):
            offer.set_bots(1)
        if hosting.is_announced:
            discovery = await stack.enter_async_context(open_discovery(only=hosting.interfaces))
            nursery.start_soon(_advertise, discovery, peer, party, offer.lobby)
            if discovery.fault is not None:
                front.say(lobby_words.not_announced(discovery.fault))
        if not hosting.is_local:
            offer.tell_the_way()
        if said:
            front.say(said)
        begun = await offer.wait_start()
        nursery.start_soon(_keep_linked, offer.lobby, peer, begun)
        is_shared = any(not seat.hosted for seat in begun.seats[1:])
        try:
            outcome = await play(
                front,
                party,
                peer.mesh,
                begun,
                on_session=offer.lobby.set_session,
                port=peer.port if is_shared else None,
            )
        except TableNotOpened as error:
            if not is_shared:
                raise
            bots = sum(seat.hosted for seat in begun.seats)
            said = f"{error.sentence} {evening_words.BACK_TO_THE_SEATS}"
            outcome = _NotOpened(replace(hosting, port=peer.port, bots=bots), said)
        await offer.hosted.leave()
        nursery.cancel_scope.cancel()
    return outcome


class _Door:
    """Whose links the host's peer takes; the lobby says so, which needs the peer first."""

    def __init__(self) -> None:
        self.lobby: HostLobby | None = None

    def admits(self, key: bytes) -> bool:
        return self.lobby is not None and self.lobby.admits(key)

    async def greet(self, _: Mesh, link: Link) -> None:
        assert self.lobby is not None  # set before the peer's tasks have had a turn
        await self.lobby.greet(link)


async def _open_peer(stack: AsyncExitStack, party: Party, hosting: Hosting, door: _Door) -> Peer:
    """The host's peer, open until the stack is closed; raises CommandError."""
    try:
        return await stack.enter_async_context(
            open_peer(
                party.identity,
                allow=door.admits,
                greet=door.greet,
                port=hosting.port,
                is_local=hosting.is_local,
                only=hosting.interfaces,
            )
        )
    except PortBusy as error:
        raise failures.port_busy(error) from None
    except OSError as error:
        raise failures.no_network(error) from None


class _Offer:
    """The table until it starts: the lobby, the front that shows it, and the bots sent there."""

    def __init__(
        self, front: Front, party: Party, hosting: Hosting, peer: Peer, nursery: trio.Nursery
    ) -> None:
        self.hosted = HostedBots(
            [name for name in BOT_NAMES if name != party.name], hosting.bot_level
        )
        self._front = front
        self._party = party
        self._hosting = hosting
        self._peer = peer
        self._nursery = nursery
        self._has_missed_bots = False
        self._screen = screen = front.open_lobby(
            party.identity.public,
            set_ready=lambda is_ready: self.lobby.set_ready(is_ready),
            talk=lambda text: self.lobby.say(text),
            set_bots=self.set_bots,
            is_quiet=hosting.is_local,
        )
        self.lobby = HostLobby(
            hosting.plan,
            party.identity,
            party.name,
            peer.addresses,
            peer.mesh,
            is_bot=not party.is_person,
            hosted=self.hosted.keys,
            bot_names=BOT_NAMES,
            on_room=self._show,
            on_said=lambda said: screen.said(said.key, said.name, said.text),
            on_link=lambda link: screen.link_up(link.peer, link.words),
        )

    def set_bots(self, step: int) -> None:
        """One bot more, where there is a free seat, or one less."""
        if step < 0:
            self.hosted.dismiss()
            return
        most = self._hosting.plan.most
        has_room = len(self.lobby.room.seats) < most
        if has_room and (one := self.hosted.hire(most - 1)) is not None:
            self._nursery.start_soon(self._send, one)

    async def _send(self, bot: Party) -> None:
        is_local = self._hosting.is_local
        has_come = await self.hosted.play(bot, self._peer.port, is_local)
        if not has_come and not self._has_missed_bots:
            self._has_missed_bots = True
            self._front.say(lobby_words.BOTS_CANNOT_COME)

    def tell_the_way(self) -> None:
        """Show the table, and how others come to it."""
        self._show(self.lobby.room)
        self._front.say(lobby_words.own_key(self._party.identity.public))
        for line in finding_words.ways_to_come(
            self._peer.ways[:3], is_chosen=bool(self._hosting.interfaces)
        ):
            self._front.say(line)
        if not self._party.is_ready_at_once:
            self._front.prompt(lobby_words.TYPE_READY_AS_HOST)

    async def wait_start(self) -> Begun:
        """Wait until the table begins, with us in seat 0; raises CommandError."""
        try:
            return await self.lobby.wait_start()
        except BadProposal as error:
            raise failures.table_refused(error) from None

    def _show(self, room: Room) -> None:
        self._screen.show(room)
        is_full = len(room.seats) == room.most and not room.playing
        if self._party.is_ready_at_once and is_full and not room.seats[0].ready:
            self.lobby.set_ready(True)


async def _keep_linked(lobby: HostLobby, peer: Peer, begun: Begun) -> None:
    """Dial the seats like everybody; the links that they have come by are not dialled over."""
    await lobby.wait_handed_over()
    keep_linked(peer, begun)


async def _advertise(discovery: Discovery, peer: Peer, party: Party, lobby: HostLobby) -> None:
    told: TableAd | None = None
    while True:
        room = lobby.room
        ad = TableAd(
            peer=party.identity.public,
            nick=party.name,
            game=room.game,
            seats=f"{len(room.seats)}/{room.most}",
            flags=f"{PLAYING if room.playing else OPEN},{CLOCK}{room.deadline}",
            port=peer.port,
        )
        if ad != told:
            told = ad
            await discovery.advertise(ad)
        await trio.sleep(AD_EVERY_S)
