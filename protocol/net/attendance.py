"""Which peers are at our table: a link proves a key, and the first word on it the table (SPEC §7.8).

The one rule: whoever has not said that they are at this table is not linked to it, whatever their
key; a seat that has come back is not taken for alone, or for in company, by a link to elsewhere.
"""

from __future__ import annotations

from collections.abc import Set

from protocol.faults import Code
from protocol.net.links.events import LinkDown, LinkUp, MeshEvent, Received
from protocol.net.links.frames import Goodbye
from protocol.net.links.mesh import Mesh
from protocol.net.lobby import LOBBY_MARK
from protocol.wire.codec import BadLine
from protocol.wire.seating import decode_at, encode_at


class Attendance:
    """The mesh's events, less those of peers that are not at this table.

    Args:
        mesh: Whose `events` nobody else reads from now on.
        mark: The table's, as its host has told it at the start.
    """

    def __init__(self, mesh: Mesh, mark: bytes) -> None:
        self.mesh = mesh
        self._mark = mark
        self._word = encode_at(mark)
        self._arriving: dict[bytes, LinkUp] = {}
        """Links on which the other's word has not come yet."""
        self.elsewhere: set[bytes] = set()
        """Peers that answer, and have said in some way that they are not at this table."""
        self._waited: list[MeshEvent] = []

    async def wait_for_any(self, peers: Set[bytes]) -> bool:
        """Until one of these is at the table; False as soon as all of them are elsewhere."""
        async for event in self.mesh.events:
            sifted = self.sift(event)
            if sifted is not None:
                self._waited.append(sifted)
            if isinstance(sifted, LinkUp) and sifted.peer in peers:
                return True
            if peers <= self.elsewhere:
                return False
        return False

    def take_waited(self) -> list[MeshEvent]:
        """What has come in while somebody was waited for; it is kept no longer."""
        waited, self._waited = self._waited, []
        return waited

    def sift(self, event: MeshEvent) -> MeshEvent | None:
        """What the event is to the table; None if nothing. A link is up once the other has said `at`."""
        match event:
            case LinkUp(peer):
                self._arriving[peer] = event
                self.mesh.send(peer, self._word)
                return None
            case LinkDown(peer, reason):
                if self._arriving.pop(peer, None) is None:
                    return event
                if reason in (Code.NOT_ADMITTED, Code.PEER_LEFT):
                    self.elsewhere.add(peer)
                return None
            case Received(_, payload) if payload.startswith(LOBBY_MARK):
                return None  # it was on its way when the lobby ended
            case Received(peer, payload) if peer in self._arriving:
                return self._arrive(peer, payload)
            case Received():
                return event

    def _arrive(self, peer: bytes, payload: bytes) -> LinkUp | None:
        try:
            mark = decode_at(payload)
        except BadLine:
            self.mesh.drop(peer)
            return None
        if mark != self._mark:
            self.elsewhere.add(peer)
            self.mesh.drop(peer, Goodbye.NOT_ADMITTED)
            return None
        self.elsewhere.discard(peer)
        return self._arriving.pop(peer)
