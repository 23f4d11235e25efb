"""Who has said that they leave, and from where on. The one rule: of a seat's leaves the earliest stands."""

from __future__ import annotations

from p2pcards.engine import Seat
from protocol.log.rounds import Place, is_in_time
from protocol.table.memory.ballot import Ballot
from protocol.wire.codec import SignedEntry
from protocol.wire.entries import Leave


class Leaves:
    """Signed leaves, one for each seat in a chain of a deal."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, int, Seat], SignedEntry] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, signed: SignedEntry) -> None:
        leave = signed.entry
        key = (leave.chain, leave.deal, leave.seat)
        known = self._kept.get(key)
        if known is None or _order(signed) < _order(known):
            self._kept[key] = signed

    def at(self, place: Place, seat: Seat) -> SignedEntry | None:
        """The seat's leave in the chain and deal of this place, whether it is in time for it or not."""
        return self._kept.get((place.chain, place.deal, seat))

    def in_time(self, place: Place, seat: Seat) -> SignedEntry | None:
        """The seat's leave, if it may stand for what they owe at this place."""
        leave = self.at(place, seat)
        if leave is None:
            return None
        assert isinstance(leave.entry, Leave)
        return leave if is_in_time(leave.entry, place) else None

    def feed(self, ballot: Ballot) -> None:
        """Give a ballot the leaves of its round's speakers."""
        for seat in ballot.round.speakers:
            if (leave := self.at(ballot.round.place, seat)) is not None:
                ballot.add(leave)

    def seats(self) -> frozenset[Seat]:
        """Who has said so."""
        return frozenset(seat for _, _, seat in self._kept)

    def lines(self) -> tuple[bytes, ...]:
        return tuple(leave.line for leave in self._kept.values())

    def forget_before(self, deal: int) -> None:
        self._kept = {key: leave for key, leave in self._kept.items() if key[1] >= deal}


def _order(signed: SignedEntry) -> tuple[int, int, bytes]:
    return signed.entry.attempt, signed.entry.round, signed.line
