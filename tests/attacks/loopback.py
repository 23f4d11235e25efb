"""A whole table over real sockets on the loopback address, for attacks that come by the network.

Every peer listens and dials as in the program; only the proofs are light and bots decide at once.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import trio

from p2pcards.engine import Cause, Seat
from p2pcards.games import GAMES
from protocol.crypto.identity import Identity
from protocol.crypto.rng import SeededRng
from protocol.faults import Reason
from protocol.net.attendance import Attendance
from protocol.net.conduct.roles import Ending, Silent, seated
from protocol.net.finding.addresses import Address
from protocol.net.links.mesh import Mesh, Whereabouts
from protocol.net.peer import Peer, adopt, open_peer
from protocol.net.session import BotPlayer, Session
from protocol.report import Report
from protocol.table.judge.opening import propose
from protocol.table.notices import Notice, SeatOut
from protocol.table.table import Table
from tests.simulation.light import audit, handed

AZI = GAMES["azi"]
IDENTITIES = [Identity.from_seed(bytes([120 + seat]) * 32) for seat in range(4)]
MARK = b"mark" * 8
STRANGER = Identity.from_seed(b"stranger" * 4)
PATIENCE_S = 60
"""Real seconds after which a test gives up; it needs one or two."""


@dataclass
class Witness(Silent):
    """Remembers what it was told."""

    notices: list[Notice] = field(default_factory=list)
    refusals: list[tuple[Seat, Reason]] = field(default_factory=list)
    ups: list[Seat] = field(default_factory=list)
    on_notice: Callable[[Notice], None] = lambda _: None

    def told(self, notice: Notice) -> None:
        self.notices.append(notice)
        self.on_notice(notice)

    def refused(self, seat: Seat, reason: Reason) -> None:
        self.refusals.append((seat, reason))

    def link_up(self, seat: Seat, words: tuple[str, ...]) -> None:
        self.ups.append(seat)


@dataclass
class RealTable:
    peers: list[Peer]
    sessions: list[Session]
    witnesses: list[Witness]
    endings: dict[Seat, Ending] = field(default_factory=dict)

    def address(self, seat: Seat) -> Address:
        return Address("127.0.0.1", self.peers[seat].port)

    def mesh(self, seat: Seat) -> Mesh:
        return self.peers[seat].mesh

    async def _run(self, seat: Seat) -> None:
        self.endings[seat] = await self.sessions[seat].run()

    async def run(self) -> None:
        """Play the match to its end."""
        with trio.fail_after(PATIENCE_S):
            async with trio.open_nursery() as nursery:
                for seat in range(len(self.sessions)):
                    nursery.start_soon(self._run, seat)

    def check_unharmed(self) -> Report:
        """Everybody played to the end, nobody was blamed for anything, and the logs are one."""
        assert set(self.endings.values()) == {Ending.OVER}
        logs = {tuple(session.table.referee.lines) for session in self.sessions}
        assert len(logs) == 1
        report = audit(b"\n".join(logs.pop()) + b"\n")
        assert report.problem is None
        assert not report.outs
        assert not any(isinstance(n, SeatOut) for w in self.witnesses for n in w.notices)
        return report


def caught(witness: Witness) -> list[tuple[Seat, Cause]]:
    return [(n.seat, n.cause) for n in witness.notices if isinstance(n, SeatOut)]


async def inline(work: Callable[[], Any]) -> Any:
    """Steps run where they are asked for: the light proofs cost less than a thread."""
    await trio.lowlevel.checkpoint()
    return work()


@asynccontextmanager
async def real_table(
    seats: int = 3, *, deals: int = 2, deadline_s: int = 30, think_s: float = 0
) -> AsyncIterator[RealTable]:
    """Peers of a table that is ready to run, each with links dialled over TCP."""
    identities = IDENTITIES[:seats]
    keys = {identity.public for identity in identities}
    named = [(f"P{seat}", identity.public) for seat, identity in enumerate(identities)]
    line = propose(identities[0], AZI, {}, named, deadline_s, deals).line
    sessions: list[Session] = []

    def allows(seat: Seat) -> Callable[[bytes], bool]:
        return lambda key: key in keys or (bool(sessions) and sessions[seat].admits(key))

    async with AsyncExitStack() as stack:
        peers = [
            await stack.enter_async_context(
                open_peer(identity, allow=allows(seat), greet=adopt, is_local=True)
            )
            for seat, identity in enumerate(identities)
        ]
        table = RealTable(peers, sessions, [Witness() for _ in identities])
        for seat, identity in enumerate(identities):
            sessions.append(
                Session(
                    Table(identity, line, seat, SeededRng(b"table" + bytes([seat])), handed()),
                    Attendance(peers[seat].mesh, MARK),
                    observer=table.witnesses[seat],
                    role=seated(
                        seat,
                        BotPlayer(AZI.bot("easy"), SeededRng(b"player" + bytes([seat])), think_s),
                    ),
                    files=None,
                    runner=inline,
                )
            )
        wheres: dict[bytes, Whereabouts] = {
            identity.public: partial(_at, table.address(seat))
            for seat, identity in enumerate(identities)
        }
        for peer in peers:
            peer.mesh.set_peers(wheres)
        yield table


def _at(address: Address) -> tuple[Address, ...]:
    return (address,)
