"""What a table gives to those who judge votes and disputes for it: its records, its voice, a way back.

The one rule: whoever holds a desk decides about closed rounds and silent seats only; entries of our
own seat, but for votes, are the table's to make.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from p2pcards.engine import Seat
from protocol.log.rounds import ClosedRound, Place, Round
from protocol.table.ballot import Ballot
from protocol.table.correspondence import Correspondence
from protocol.table.early import Early
from protocol.table.effects import Effect
from protocol.table.referee import Referee
from protocol.wire.codec import SignedEntry


class Desk(Protocol):
    """See the module's docstring."""

    @property
    def seat(self) -> Seat | None:
        """Ours; None for a spectator."""
        ...

    @property
    def referee(self) -> Referee: ...

    @property
    def ballots(self) -> Mapping[Place, Ballot]:
        """The rounds being collected."""
        ...

    @property
    def early(self) -> Early: ...

    @property
    def correspondence(self) -> Correspondence: ...

    @property
    def may_vote(self) -> bool:
        """Whether our seat may sign votes just now."""
        ...

    def want(self, effect: Effect) -> None:
        """Something is to be done by the shell, after what is to be done already."""
        ...

    def own_votes(self, round: Round) -> tuple[SignedEntry, ...]:
        """All votes that our seat has signed in a round."""
        ...

    def sign_vote(
        self, round: Round, number: int, absent: tuple[Seat, ...], heard: Iterable[bytes]
    ) -> SignedEntry:
        """Sign our vote and send it; `heard` is what we can hand on of the round."""
        ...

    def compare_notes(self, seats: Iterable[Seat]) -> None:
        """Ask these for all that could still be taken back: their log seems to differ from ours."""
        ...

    def go_back(self, closed: ClosedRound, now_ms: int) -> None:
        """Go back to a closed round, close it as given instead, and go on from there."""
        ...

    def collect_anew(self, place: Place, now_ms: int) -> None:
        """Go back to before a closed round, and collect it anew."""
        ...

    def restate(self, closed: ClosedRound) -> None:
        """Put other votes for the same decision into the log."""
        ...
