"""Going back to a table that this program has left without a farewell: by a crash, or until another day.

The one rule: a seat is given up by its player alone. Whoever joins or hosts again within the hour goes
back to the table at which their seat is still taken, and is not asked; later they are asked whether they
mean it. They wait there for the others, who may have been cut off as well; until one of them is there,
they may break that off and go on to what they asked for, and may come back another time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from shlex import quote
from typing import Final

import trio

from cli import paths
from cli.errors import CommandError, ExitCode, cannot_read
from cli.evening.conduct.listed import is_address
from cli.evening.finding import Listings, open_listings
from cli.evening.front import Front
from cli.evening.guest_peer import guest_peer, join_mesh
from cli.evening.hosting import Hosting
from cli.evening.match import Return, play
from cli.evening.party import Party, passing_identity
from cli.evening.visiting import Visit, visit
from cli.files.table_files import check_files, open_files_again
from cli.history.evenings import read_evening
from cli.words.en import evening as evening_words
from cli.words.en import resting
from p2pcards.games import GAMES
from protocol.crypto.identity import fingerprint
from protocol.net.attendance import Attendance
from protocol.net.files.private_files import NotPrivate
from protocol.net.finding.addresses import (
    Address,
    BadAddress,
    DialFailed,
    parse_address,
    through_own_links,
)
from protocol.net.finding.dialling import dial
from protocol.net.finding.discovery import Discovery
from protocol.net.finding.interfaces import own_interfaces
from protocol.net.finding.listings import CLOCK, PLAYING, RESTING, TableAd
from protocol.net.peer import Peer
from protocol.net.returning import LeftTable, left_tables

ANSWER_LIMIT_S: Final = 6.0
"""How long the others may take to answer before our player is told that nobody does."""

UNASKED_S: Final = 3600.0
"""Within an hour whoever starts the program again means the table that they have lost."""


def tables_left(party: Party, target: str | None) -> tuple[LeftTable, ...]:
    """The tables to go back to that `target` may mean, the latest first: a friend's name or
    fingerprint, or an address of the host; without a target all."""
    return tuple(left for left in _left_tables(party) if target is None or _is_meant(left, target))


def _is_meant(left: LeftTable, target: str) -> bool:
    names = {left.target.casefold()}
    for seat in left.begun.seats:
        names |= {seat.name.casefold(), fingerprint(seat.key)}
    return target.casefold() in names or _is_of(target, left.begun.seats[0].addresses)


def _is_of(target: str, addresses: tuple[str, ...]) -> bool:
    """Whether this is one of the addresses, with or without its port."""
    wanted = _address(target)
    return wanted is not None and wanted in map(_address, addresses)


def _address(text: str) -> Address | None:
    try:
        return parse_address(text)
    except BadAddress:
        return None


def own_tables_left(party: Party, hosting: Hosting) -> tuple[LeftTable, ...]:
    """The tables of this game to go back to that this very player has opened."""
    game = hosting.plan.game.name
    lefts = _left_tables(party)
    return tuple(one for one in lefts if one.begun.seat == 0 and one.proposal.game == game)


def _left_tables(party: Party) -> tuple[LeftTable, ...]:
    try:
        return left_tables(paths.notes_dir(), party.identity.public)
    except NotPrivate as error:
        raise cannot_read(error.path, error) from None


async def meant_table(
    front: Front, party: Party, tables: Sequence[LeftTable], otherwise: str, *, is_named: bool
) -> LeftTable | None:
    """Which of these our player goes back to; None for what they have asked for, which `otherwise` says.

    Where nobody can be asked, it is the one that was named, and else none.
    """
    if not tables or tables[0].away_s < UNASKED_S:
        return next(iter(tables), None)
    told = [_told(left, party) for left in tables]
    place = await front.choose(resting.WHICH_TABLE, [*told, otherwise])
    if place is None and is_named:
        return tables[0]
    if place is None:
        for one, left in zip(told, tables, strict=True):
            front.say(resting.rests_still(one, quote(left.begun.seats[0].name)))
    return None if place is None or place == len(tables) else tables[place]


def _told(left: LeftTable, party: Party) -> str:
    friends = [seat.name for seat in left.begun.seats if seat.key != party.identity.public]
    try:
        deals = read_evening(left.log, None).deals
    except CommandError:
        deals = 0  # what is wrong with the log is said when it is taken up
    title = GAMES[left.proposal.game].title
    return resting.table(title, friends, date.fromtimestamp(left.written_s), deals)


async def visit_or_go_back(front: Front, party: Party, where: Visit) -> ExitCode:
    """As `visit`, but back to a table that rests where one of its seats is what is meant."""
    found = None if where.is_watching or not party.is_person else await _found_at(party, where)
    if found is not None:
        left, at = found
        code = await go_back(front, party, left, at)
        if code is not None:
            return code
        check_files(party.log)
    return await visit(front, party, where)


async def _found_at(
    party: Party, where: Visit
) -> tuple[LeftTable, Mapping[bytes, tuple[Address, ...]]] | None:
    """The table that rests of whoever is listed there, or answers at an address; and where."""
    lefts = _left_tables(party)
    at: tuple[Address, ...] = ()
    key: bytes | None = None
    if where.listing is not None and where.listing.is_resting:
        key, at = where.listing.peer, where.listing.addresses
    elif lefts and where.target is not None and is_address(where.target):
        if (address := _address(where.target)) is None:
            return None
        at = through_own_links(address, own_interfaces())
        try:
            link = await dial(at, passing_identity(), None)
        except DialFailed:
            return None  # which the visit says better
        key = link.peer
        await link.close()
    left = next((one for one in lefts if key in one.others), None)
    return None if left is None or key is None else (left, {key: at})


async def go_back(
    front: Front,
    party: Party,
    left: LeftTable,
    at: Mapping[bytes, tuple[Address, ...]] | None = None,
    *,
    interfaces: Sequence[str] = (),
    is_announced: bool = True,
) -> ExitCode | None:
    """Take our seat again, until the end.

    None where all others are elsewhere, or our player waits for them no longer: then the seat stays
    as it is, and they may go back to it another time.

    Args:
        front, party, left: Who goes back where.
        at: Where others have been seen since.
        interfaces: As `Hosting`.
        is_announced: Whether we list ourselves, for those who look for us where we were.

    Raises:
        CommandError: The table's files cannot be used any more, or as `play`.
    """
    whose = None if left.begun.seat == 0 else left.begun.seats[0].name
    files = open_files_again(left)
    is_handed_over = False
    try:
        async with (
            guest_peer(party, is_local=False, port=left.port) as (peer, door),
            open_listings(interfaces) as (listings, discovery),
            trio.open_nursery() as nursery,
        ):
            join_mesh(peer, door, left.begun, also_at=_Seen(listings, at or {}).where)
            if is_announced:
                nursery.start_soon(_announce, discovery, peer, party, left)
            attendance = Attendance(peer.mesh, left.begun.mark)
            is_there = False
            with front.waiting(evening_words.going_back(whose)) as scope:
                is_there = await _wait(front, attendance, left)
            code: ExitCode | None = None
            if is_there:
                is_handed_over = True
                code = await play(
                    front,
                    party,
                    peer.mesh,
                    left.begun,
                    port=peer.port,
                    back=Return(left, files, attendance),
                    on_session=door.open,
                )
            elif not scope.cancelled_caught:
                front.say(evening_words.ALL_ARE_ELSEWHERE)
            nursery.cancel_scope.cancel()
        return code
    finally:
        if not is_handed_over:
            files.close(forget_notes=False)


class _Seen:
    """Where the seats are that wait as we do: addresses change from day to day, keys do not."""

    def __init__(self, listings: Listings, at: Mapping[bytes, tuple[Address, ...]]) -> None:
        self._listings = listings
        self._at = at

    def where(self, key: bytes) -> tuple[Address, ...]:
        listed = (one.addresses for one in self._listings.all() if one.peer == key)
        return (*self._at.get(key, ()), *next(listed, ()))


async def _announce(discovery: Discovery, peer: Peer, party: Party, left: LeftTable) -> None:
    proposal = left.proposal
    seats = len(proposal.seats)
    ad = TableAd(
        peer=party.identity.public,
        nick=party.name,
        game=proposal.game,
        seats=f"{seats}/{seats}",
        flags=f"{PLAYING},{RESTING},{CLOCK}{proposal.deadline}",
        port=peer.port,
    )
    await discovery.advertise(ad)


async def _wait(front: Front, attendance: Attendance, left: LeftTable) -> bool:
    """Until one of the others is there; False where all of them are elsewhere."""
    async with trio.open_nursery() as nursery:

        async def tell() -> None:
            await trio.sleep(ANSWER_LIMIT_S)
            front.say(evening_words.NOBODY_ANSWERS_YET)

        nursery.start_soon(tell)
        is_there = await attendance.wait_for_any(left.others)
        nursery.cancel_scope.cancel()
    return is_there
