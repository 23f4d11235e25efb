"""Going back to a table that this program has left without a farewell: by a crash, or a cut power line.

The one rule: nobody is asked. Whoever joins or hosts again the table at which his seat is still
taken goes back to it, and waits there for the others, who may have been cut off as well; until one
of them is there, his player may break that off and go on to what he asked for.
"""

from __future__ import annotations

from typing import Final

import trio

from cli import paths
from cli.errors import ExitCode, cannot_read
from cli.evening.front import Front
from cli.evening.guest_peer import guest_peer, join_mesh
from cli.evening.hosting import Hosting
from cli.evening.match import Return, play
from cli.evening.party import Party
from cli.files.table_files import open_files_again
from cli.words.en import evening as evening_words
from protocol.crypto.identity import fingerprint
from protocol.net.attendance import Attendance
from protocol.net.files.private_files import NotPrivate
from protocol.net.finding.addresses import Address, BadAddress, parse_address
from protocol.net.returning import LeftTable, left_tables

ANSWER_LIMIT_S: Final = 6.0
"""How long the others may take to answer before our player is told that nobody does."""


def table_left(party: Party, target: str | None) -> LeftTable | None:
    """The table to go back to that `target` may mean: its host's name, fingerprint or address.

    None where there is no such table; without a target any table will do.
    """
    for left in _left_tables(party):
        host = left.begun.seats[0]
        names = {host.name.casefold(), fingerprint(host.key), left.target.casefold()}
        if target is None or target.casefold() in names or _is_of(target, host.addresses):
            return left
    return None


def _is_of(target: str, addresses: tuple[str, ...]) -> bool:
    """Whether this is one of the addresses, with or without its port."""
    wanted = _address(target)
    return wanted is not None and wanted in map(_address, addresses)


def _address(text: str) -> Address | None:
    try:
        return parse_address(text)
    except BadAddress:
        return None


def own_table_left(party: Party, hosting: Hosting) -> LeftTable | None:
    """The table of this game to go back to that this very player has opened."""
    for left in _left_tables(party):
        if left.begun.seat == 0 and left.proposal.game == hosting.plan.game.name:
            return left
    return None


def _left_tables(party: Party) -> tuple[LeftTable, ...]:
    try:
        return left_tables(paths.notes_dir(), party.identity.public)
    except NotPrivate as error:
        raise cannot_read(error.path, error) from None


async def go_back(front: Front, party: Party, left: LeftTable) -> ExitCode | None:
    """Take our seat again, until the end.

    None where all others are elsewhere, or our player waits for them no longer: then the seat stays
    as it is, and he may go back to it another time.

    Raises:
        CommandError: The table's files cannot be used any more, or as `play`.
    """
    whose = None if left.begun.seat == 0 else left.begun.seats[0].name
    files = open_files_again(left)
    is_handed_over = False
    try:
        async with guest_peer(party, is_local=False, port=left.port) as (peer, door):
            join_mesh(peer, door, left.begun)
            attendance = Attendance(peer.mesh, left.begun.mark)
            is_there = False
            with front.waiting(evening_words.going_back(whose)) as scope:
                is_there = await _wait(front, attendance, left)
            if scope.cancelled_caught:
                return None
            if not is_there:
                front.say(evening_words.ALL_ARE_ELSEWHERE)
                return None
            is_handed_over = True
            return await play(
                front,
                party,
                peer.mesh,
                left.begun,
                port=peer.port,
                back=Return(left, files, attendance),
                on_session=door.open,
            )
    finally:
        if not is_handed_over:
            files.close(forget_notes=False)


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
