"""The bots of the host's process: peers like all others, with keys and tables of their own.

The one rule: they come in by the host's port, as anybody does; all that they share with the host is
the processor.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import trio

from cli.bots.manners import Follower, persons_of
from cli.evening.guest_peer import guest_peer, join_mesh
from cli.evening.party import Party, robot
from p2pcards.games import GAMES
from protocol.crypto.rng import system_rng
from protocol.net.attendance import Attendance
from protocol.net.conduct.roles import NotOpened, Silent, seated
from protocol.net.files.storage import NoFiles
from protocol.net.finding.addresses import Address, DialFailed
from protocol.net.finding.dialling import dial
from protocol.net.joining import Begun, GuestLobby
from protocol.net.links.link import Link, LinkClosed
from protocol.net.links.mesh import Mesh
from protocol.net.lobby import Hello
from protocol.net.peer import Peer
from protocol.net.session import Session
from protocol.table.table import Table

HOSTED_BOT_THINKS_S: Final = 0.6
"""So that people can follow what the bots beside them do."""

LAST_WORDS_S: Final = 6.0
"""How long the host's bots may take to leave when the host does."""


class HostedBots:
    """All bots of one host.

    Args:
        names: What they may be called.
        level: How they play.
    """

    def __init__(self, names: Sequence[str], level: str) -> None:
        self._names = names
        self._level = level
        self.keys: set[bytes] = set()
        """Of all that were ever hired."""
        self._waiting: dict[str, trio.CancelScope] = {}
        self._sessions: list[Session] = []
        self._running = 0
        self._changed = trio.Event()
        # One bot after the other: in Python their proofs would only take turns in more threads, and
        # each of those would have its turn before a key is answered.
        self._turns = trio.CapacityLimiter(1)

    def hire(self, most: int) -> Party | None:
        """One bot more, to be sent to `play`; None where there are `most`."""
        free = [name for name in self._names if name not in self._waiting]
        if not free or len(self._waiting) >= most:
            return None
        one = robot(free[0], self._level, think_s=HOSTED_BOT_THINKS_S, log=None)
        self.keys.add(one.identity.public)
        self._waiting[one.name] = trio.CancelScope()
        return one

    def dismiss(self) -> None:
        """One bot less; nothing happens where there is none, or the table has started."""
        if self._waiting and not self._running:
            _, scope = self._waiting.popitem()
            scope.cancel()

    async def play(self, party: Party, host_port: int, is_local: bool) -> bool:
        """Sit down at the host's table and play to its end, unless dismissed before.

        Returns:
            Whether the host could be reached.
        """
        if (scope := self._waiting.get(party.name)) is not None:
            with scope:
                return await self._play(party, host_port, is_local)
        return True

    async def leave(self) -> None:
        """Let them leave the table properly."""
        for session in self._sessions:
            session.leave()
        with trio.move_on_after(LAST_WORDS_S):
            while self._running:
                await self._changed.wait()

    async def _play(self, party: Party, host_port: int, is_local: bool) -> bool:
        try:
            async with guest_peer(party, is_local=is_local) as (peer, door):
                try:
                    link = await dial([Address("127.0.0.1", host_port)], party.identity, None)
                except DialFailed:
                    self._waiting.pop(party.name, None)
                    return False
                begun = await _in_lobby(party, peer, link)
                join_mesh(peer, door, begun, link)
                session = self._sit_down(party, peer.mesh, begun)
                self._sessions.append(session)
                self._running += 1
                try:
                    await session.run()
                finally:
                    self._running -= 1
                    self._changed.set()
                    self._changed = trio.Event()
        except* (LinkClosed, NotOpened):
            pass  # the host says what has happened to the table
        return True

    def _sit_down(self, party: Party, mesh: Mesh, begun: Begun) -> Session:
        table = Table(party.identity, begun.proposal, begun.seat, system_rng)
        follower = Follower(Silent(), persons_of(begun))
        assert begun.seat is not None
        bot = party.bot(GAMES[table.referee.proposal.proposal.game])
        session = Session(
            table,
            Attendance(mesh, begun.mark),
            role=seated(begun.seat, bot),
            observer=follower,
            files=NoFiles(),
            runner=partial(trio.to_thread.run_sync, limiter=self._turns),
        )
        follower.session = session
        return session


async def _in_lobby(party: Party, peer: Peer, link: Link) -> Begun:
    lobby = GuestLobby(
        link,
        party.identity.public,
        Hello.of(party.name, is_bot=True, addresses=peer.addresses),
        on_room=lambda _: None,
        on_refused=lambda _: None,
    )
    lobby.wish("ready")
    begun = await lobby.run()
    assert begun.seat is not None
    return begun
