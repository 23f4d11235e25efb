"""Visiting: a table is found, looked at, and played at or watched.

The one rule: nothing is signed before the host's table is the one that was shown; whatever ends a
visit before that is said in one sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from typing import Final

import trio

from cli import paths
from cli.errors import CommandError, ExitCode, TableNotOpened
from cli.evening import failures, finding
from cli.evening.acquaintances import Acquaintances
from cli.evening.front import Front
from cli.evening.guest_peer import guest_peer, join_mesh
from cli.evening.match import play
from cli.evening.party import Party, passing_identity
from cli.files.joined_addresses import JoinedAddress, JoinedAddresses
from cli.words.en import evening as evening_words
from cli.words.en import finding as finding_words
from cli.words.en import lobby as lobby_words
from protocol.faults import Code
from protocol.net.finding.addresses import DialFailed
from protocol.net.finding.dialling import dial
from protocol.net.finding.interfaces import own_interfaces
from protocol.net.finding.listings import TableListing
from protocol.net.joining import Begun, GuestLobby
from protocol.net.links.link import Link, LinkClosed
from protocol.net.lobby import (
    BadMessage,
    Hello,
    NotAsShown,
    RefusalReason,
    Room,
    SeatInfo,
    WishKind,
    dialable_addresses,
)
from protocol.net.peer import Peer

LOBBY_AGAIN_S: Final = 15.0
"""How long a guest whose table did not open looks for its host's lobby."""

OPENS_AGAIN_S: Final = 300.0
"""How long a guest who wants another match waits for the host to want one too."""


@dataclass(frozen=True, slots=True)
class Visit:
    """Where to go, and what for.

    Args:
        target: A table's name or fingerprint, an address, or None for the only table there is.
        is_watching: Without a seat.
        wait_s: How long to look for the table.
        interfaces: Addresses or names of the interfaces to keep to.
        listing: The table, where it has been seen already.
        host: Its host, where we have sat there already.
    """

    target: str | None
    is_watching: bool
    wait_s: float = finding.LOOK_S
    interfaces: Sequence[str] = ()
    listing: TableListing | None = None
    host: SeatInfo | None = None


async def visit(front: Front, party: Party, where: Visit, said: str = "") -> ExitCode:
    """Go to a table, sit down or watch, until the end; raises CommandError.

    Args:
        front, party, where: Who goes where.
        said: What is said while the table is looked for, in place of where it is.
    """
    # Who watches is nobody at the table, also where their own key has a seat there.
    here = party if not where.is_watching else replace(party, identity=passing_identity())
    back: _Back | None = None
    while True:
        outcome = await _one_visit(front, party, here, where, said, back)
        if isinstance(outcome, ExitCode):
            return outcome
        back = outcome


@dataclass(frozen=True, slots=True)
class _Back:
    """No table came of our visit: its host, to whose seats we come back, and why."""

    host: SeatInfo
    error: TableNotOpened


async def _one_visit(
    front: Front, party: Party, here: Party, where: Visit, said: str, back: _Back | None
) -> ExitCode | _Back:
    outcome: _Back
    async with AsyncExitStack() as stack:
        try:
            peer, door = await stack.enter_async_context(guest_peer(here, is_local=False))
        except OSError as error:
            raise failures.no_network(error) from None
        nick = None if where.listing is None else where.listing.nick
        front.connecting(said or finding_words.connecting(where.target, nick))
        if back is not None:
            link = await _dial_again(here, back.host, back.error)
        elif where.host is not None:
            link = await _dial_again(here, where.host, failures.host_lost(where.host.name))
        elif where.listing is not None:
            link = await finding.link_to_listed(
                here.identity, where.listing, is_watching=where.is_watching
            )
        else:
            link = await finding.link_to(here.identity, where.target, _search(front, party, where))
        why = "" if back is None else f"{back.error.sentence} {evening_words.BACK_TO_THE_SEATS}"
        begun = await _in_lobby(front, here, peer, link, why, said, is_watching=where.is_watching)
        if isinstance(begun, _Back):
            return begun
        join_mesh(peer, door, begun, link)
        try:
            return await play(
                front,
                party,
                peer.mesh,
                begun,
                on_session=door.open,
                port=peer.port,
                target=where.target,
            )
        except TableNotOpened as error:
            outcome = _Back(begun.seats[0], error)
    return outcome


async def _dial_again(here: Party, host: SeatInfo, error: CommandError) -> Link:
    """A link to the host, whose lobby may need a moment to be open again; raises CommandError."""
    until_s = trio.current_time() + LOBBY_AGAIN_S
    while True:
        try:
            where = dialable_addresses(host.addresses, own_interfaces())
            return await dial(where, here.identity, host.key)
        except DialFailed:
            if trio.current_time() >= until_s:
                raise error from None
        await trio.sleep(0.5)


def _search(front: Front, party: Party, where: Visit) -> finding.Search:
    async def choose(found: Sequence[TableListing]) -> TableListing | None:
        if not party.is_person:
            return None
        place = await front.choose(
            finding_words.WHICH_TABLE, [finding_words.table_told(one) for one in found]
        )
        return None if place is None else found[place]

    async def choose_address(joined: Sequence[JoinedAddress]) -> JoinedAddress | None:
        if not party.is_person:
            return None
        names = Acquaintances(party.peers).names
        told = [finding_words.joined_before(one.address, names.get(one.key, "")) for one in joined]
        place = await front.choose(finding_words.NONE_SEEN, told)
        return None if place is None else joined[place]

    joined = JoinedAddresses(paths.joined_addresses_file() if party.is_person else None)
    return finding.Search(
        where.interfaces, where.is_watching, where.wait_s, choose, joined, choose_address
    )


async def another_visit(front: Front, party: Party, where: Visit) -> ExitCode:
    """Another match at a table where one has ended, as soon as its host opens it again.

    Raises:
        CommandError: It has not been opened again for a while, or as `visit`.
    """
    until = trio.current_time() + OPENS_AGAIN_S
    if front.last is not None:
        where = replace(where, host=front.last.seats[0])
    said = evening_words.waits_for_host("the host" if where.host is None else where.host.name)
    while True:
        not_yet: BaseExceptionGroup[CommandError] | None = None
        try:
            return await visit(front, party, where, said)
        except* CommandError as errors:
            not_yet = errors
        is_closed = not_yet.split(_may_come_yet)[1] is None
        if not is_closed:
            raise not_yet
        if trio.current_time() >= until:
            raise CommandError(evening_words.NO_OTHER_MATCH, ExitCode.NETWORK)
        await trio.sleep(1)


def _may_come_yet(error: BaseException) -> bool:
    """Whether the host may still open the table: it cannot be reached, or has not come to it."""
    if not isinstance(error, CommandError) or error.code != ExitCode.NETWORK:
        return False
    return error.why is None or error.why.code is not Code.PEER_LEFT


async def _in_lobby(
    front: Front,
    party: Party,
    peer: Peer,
    link: Link,
    why: str,
    said: str,
    *,
    is_watching: bool,
) -> Begun | _Back:
    """Be the host's guest until the table starts, or the link is lost; raises CommandError.

    Args:
        why: Why we are there again; empty where it is our first visit.
        said: What is said until the host shows the table; it may take its time about another match.
    """
    acquaintances = Acquaintances(party.peers)
    refused: list[RefusalReason] = []
    host_name = "the host"
    host: SeatInfo | None = None
    seated_wish: WishKind = "ready" if party.is_ready_at_once else "sit"
    scope = trio.CancelScope()

    def sit() -> None:
        lobby.wish("watch" if is_watching else seated_wish)
        if seated_wish == "sit" and not is_watching:
            front.prompt(lobby_words.TYPE_READY)

    def on_room(room: Room) -> None:
        nonlocal host, host_name
        host = room.seats[0]
        if room.playing and not is_watching:
            on_refused("playing")  # there is no lobby any more that could be shown
            return
        is_first, host_name = host_name == "the host", room.seats[0].name
        screen.show(room)
        if not is_first:
            return
        if why:
            front.say(why)
        worries = () if is_watching else acquaintances.worries(room.seats, party.identity.public)
        for worry in worries:
            front.say(worry)
        if worries and not party.is_ready_at_once:
            screen.ask(lobby_words.TYPE_YES_TO_SIT, sit)
        else:
            sit()

    def on_refused(reason: RefusalReason) -> None:
        refused.append(reason)
        scope.cancel()

    lobby = GuestLobby(
        link,
        party.identity.public,
        Hello.of(party.name, is_bot=not party.is_person, addresses=peer.addresses),
        on_room=on_room,
        on_refused=on_refused,
        on_said=lambda said: screen.said(said.key, said.name, said.text),
    )
    screen = front.open_lobby(
        party.identity.public,
        set_ready=lambda is_ready: lobby.wish("ready" if is_ready else "sit"),
        talk=lobby.say,
        is_watching=is_watching,
    )
    screen.link_up(link.peer, link.words)
    if said:
        front.say(said)
    try:
        with scope:
            return await lobby.run()
    except LinkClosed as closed:
        if refused:
            raise failures.lobby_refusal(refused[0]) from None
        if host is not None and closed.code in (Code.LINK_CUT, Code.LINK_SILENT):
            return _Back(host, failures.host_lost(host_name))
        is_old = closed.code is Code.PEER_LEFT and host is None  # no table has been shown yet
        raise failures.host_gone(Code.LINK_CUT if is_old else closed.code, host_name) from None
    except BadMessage:
        raise failures.host_gone(Code.LINK_GARBLED, host_name) from None
    except NotAsShown as error:
        raise failures.another_table_started(host_name, error) from None
    finally:
        if refused or scope.cancelled_caught:
            await link.close()
    raise failures.lobby_refusal(refused[0])
