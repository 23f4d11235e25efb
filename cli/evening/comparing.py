"""Whose words our player compares by voice before the start, and with whom they are the same.

The one rule: what is compared are a link's words, the same at both its ends. A key's own words prove
nothing: a key can be searched for that has them.
"""

from __future__ import annotations

from cli.evening.acquaintances import Acquaintances
from cli.words.phrase import Mark
from protocol.net.lobby import Room, SeatInfo


class Comparing:
    """The words of the links to those who sit at a table that has not started.

    Args:
        own_key: Ours.
        acquaintances: Whom we have met before.
    """

    def __init__(self, own_key: bytes, acquaintances: Acquaintances) -> None:
        self._own_key = own_key
        self._acquaintances = acquaintances
        self._words: dict[bytes, tuple[str, ...]] = {}
        self.agreed: set[tuple[str, ...]] = set()
        """Words of which our player has said that they are the same."""

    def link_up(self, key: bytes, words: tuple[str, ...]) -> None:
        """A link and its words; a new link has others, which are compared anew."""
        self._words[key] = words

    def words(self, seat: SeatInfo) -> tuple[str, ...] | None:
        """The words of the link to this seat; None without one."""
        return self._words.get(seat.key)

    def agree(self, seat: SeatInfo) -> None:
        """Our player says that the words are the same."""
        self.agreed.add(self._words[seat.key])

    def has_agreed(self, seat: SeatInfo) -> bool:
        """Whether they have been compared, and are."""
        return self.words(seat) in self.agreed

    def mark(self, seat: SeatInfo) -> Mark | None:
        """How well the seat's key is known; None of our own, and of a bot."""
        if seat.key == self._own_key or seat.bot:
            return None
        return self._acquaintances.mark(seat.key, seat.name)

    def strangers(self, room: Room | None) -> tuple[SeatInfo, ...]:
        """Seated people who have not been met with this key, and whose words are not compared yet."""
        return tuple(
            seat
            for seat in (() if room is None else room.seats)
            if self.mark(seat) not in (None, Mark.CHECKED) and not self.has_agreed(seat)
        )

    def compared(self, room: Room | None) -> SeatInfo | None:
        """With whom words are compared now: one after the other."""
        return next((one for one in self.strangers(room) if self.words(one) is not None), None)

    def changed(self, seat: SeatInfo) -> str:
        """When somebody else of this name was met last, as an ISO day; empty if never."""
        return self._acquaintances.last_met_namesake(seat.key, seat.name)
