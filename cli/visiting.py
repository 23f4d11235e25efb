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

from cli import finding, wording
from cli.acquaintances import Acquaintances
from cli.errors import CommandError, ExitCode
from cli.front import Front
from cli.guest_peer import guest_peer, join_mesh
from cli.match import play
from cli.party import Party, passing_identity
from protocol.net.discovery import TableListing
from protocol.net.joining import Begun, GuestLobby
from protocol.net.link import CloseReason, Link, LinkClosed
from protocol.net.lobby import BadMessage, Hello, NotAsShown, RefusalReason, Room, WishKind
from protocol.net.peer import Peer

OPENS_AGAIN_S: Final = 60.0
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
    """

    target: str | None
    is_watching: bool
    wait_s: float = finding.LOOK_S
    interfaces: Sequence[str] = ()
    listing: TableListing | None = None


async def visit(front: Front, party: Party, where: Visit, said: str = "") -> ExitCode:
    """Go to a table, sit down or watch, until the end; raises CommandError.

    Args:
        front, party, where: Who goes where.
        said: What is said while the table is looked for, in place of where it is.
    """
    # Who watches is nobody at the table, also where his own key has a seat there.
    here = party if not where.is_watching else replace(party, identity=passing_identity())
    async with AsyncExitStack() as stack:
        try:
            peer, door = await stack.enter_async_context(guest_peer(here, is_local=False))
        except OSError as error:
            raise wording.no_network(error) from None
        nick = None if where.listing is None else where.listing.nick
        front.connecting(said or wording.connecting(where.target, nick))
        if where.listing is not None:
            link = await finding.link_to_listed(
                here.identity, where.listing, is_watching=where.is_watching
            )
        else:
            link = await finding.link_to(here.identity, where.target, _search(front, party, where))
        begun = await _in_lobby(front, here, peer, link, is_watching=where.is_watching)
        join_mesh(peer, door, begun, link)
        return await play(
            front,
            party,
            peer.mesh,
            begun,
            on_session=door.open,
            port=peer.port,
            target=where.target,
        )


def _search(front: Front, party: Party, where: Visit) -> finding.Search:
    async def choose(found: Sequence[TableListing]) -> TableListing | None:
        if not party.is_person:
            return None
        place = await front.choose(wording.WHICH_TABLE, [wording.table_told(one) for one in found])
        return None if place is None else found[place]

    return finding.Search(where.interfaces, where.is_watching, where.wait_s, choose)


async def another_visit(front: Front, party: Party, where: Visit) -> ExitCode:
    """Another match at a table where one has ended, as soon as its host opens it again.

    Raises:
        CommandError: It has not been opened again for a while, or as `visit`.
    """
    until = trio.current_time() + OPENS_AGAIN_S
    while True:
        not_yet: BaseExceptionGroup[CommandError] | None = None
        try:
            return await visit(front, party, where, wording.WAITS_FOR_ANOTHER)
        except* CommandError as errors:
            not_yet = errors
        is_closed = not_yet.split(_is_of_the_network)[1] is None
        if not is_closed:
            raise not_yet
        if trio.current_time() >= until:
            raise CommandError(wording.NO_OTHER_MATCH, ExitCode.NETWORK)
        await trio.sleep(1)


def _is_of_the_network(error: BaseException) -> bool:
    return isinstance(error, CommandError) and error.code == ExitCode.NETWORK


async def _in_lobby(
    front: Front, party: Party, peer: Peer, link: Link, *, is_watching: bool
) -> Begun:
    """Be the host's guest until the table starts; raises CommandError."""
    acquaintances = Acquaintances(party.peers)
    refused: list[RefusalReason] = []
    host_name = "the host"
    seated_wish: WishKind = "ready" if party.is_ready_at_once else "sit"
    scope = trio.CancelScope()

    def sit() -> None:
        lobby.wish("watch" if is_watching else seated_wish)
        if seated_wish == "sit" and not is_watching:
            front.prompt("Type ready when you are, or leave.")

    def on_room(room: Room) -> None:
        nonlocal host_name
        is_first, host_name = host_name == "the host", room.seats[0].name
        screen.show(room)
        if not is_first:
            return
        worries = () if is_watching else acquaintances.worries(room.seats, party.identity.public)
        for worry in worries:
            front.say(worry)
        if worries and not party.is_ready_at_once:
            screen.ask("Type yes to sit down all the same.", sit)
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
    )
    screen = front.open_lobby(
        party.identity.public,
        set_ready=lambda is_ready: lobby.wish("ready" if is_ready else "sit"),
        is_watching=is_watching,
    )
    screen.link_up(link.peer, link.words)
    try:
        with scope:
            return await lobby.run()
    except LinkClosed as closed:
        if refused:
            raise wording.lobby_refusal(refused[0]) from None
        raise wording.host_gone(closed.reason, host_name) from None
    except BadMessage:
        raise wording.host_gone(CloseReason.GARBLED, host_name) from None
    except NotAsShown as error:
        raise CommandError(
            f"{host_name} started another table than the one shown ({error})."
            " This seat has signed nothing.",
            ExitCode.VERIFICATION,
        ) from None
    finally:
        if refused or scope.cancelled_caught:
            await link.close()
    raise wording.lobby_refusal(refused[0])
