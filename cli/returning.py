"""Going back to a table that this program has left without a farewell: by a crash, or a cut power line.

The one rule: nobody is asked. Whoever joins or hosts again the table at which his seat is still
taken goes back to it; where none of the others answers, he goes on to what he asked for.
"""

from __future__ import annotations

from typing import Final

import trio

from cli import paths, wording
from cli.errors import ExitCode, cannot_read
from cli.front import Front
from cli.guest_peer import guest_peer, join_mesh
from cli.hosting import Hosting
from cli.match import play
from cli.party import Party
from protocol.crypto.identity import fingerprint
from protocol.net.private_files import NotPrivate
from protocol.net.returning import LeftTable, left_tables

ANSWER_LIMIT_S: Final = 6.0
"""How long any of the others may take to answer; they are dialled at once and again and again."""


def table_left(party: Party, target: str | None) -> LeftTable | None:
    """The table to go back to that `target` may mean: its host's name, fingerprint or address.

    None where there is no such table; without a target any table will do.
    """
    for left in _left_tables(party):
        host = left.begun.seats[0]
        names = {host.name.casefold(), fingerprint(host.key), left.target.casefold()}
        if target is None or target.casefold() in names or target in host.addresses:
            return left
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
    """Take our seat again, until the end; None where nobody of the table answers.

    Raises:
        CommandError: The table's files cannot be used any more, or as `play`.
    """
    host = left.begun.seats[0]
    is_host = left.begun.seat == 0
    front.say(wording.going_back(None if is_host else host.name))
    async with guest_peer(party, is_local=False, port=left.port) as (peer, door):
        join_mesh(peer, door, left.begun)
        with trio.move_on_after(ANSWER_LIMIT_S):
            while not peer.mesh.linked():
                await trio.sleep(0.1)
        if not peer.mesh.linked():
            front.say(wording.NOBODY_ANSWERS)
            return None
        return await play(
            front,
            party,
            peer.mesh,
            left.begun,
            port=peer.port,
            left=left,
            on_session=door.open,
        )
