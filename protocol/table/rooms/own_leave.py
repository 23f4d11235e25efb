"""Our own seat's leaving: whether we have said it, where we may, and whether the others hold it.

The one rule: a leave is signed only where it contradicts nothing that we have signed (SPEC §6.7).
"""

from __future__ import annotations

from collections.abc import Iterator

from protocol.log.rounds import Round, is_in_time
from protocol.table.judge.states import Over, Playing, Preparing, Waiting
from protocol.table.memory.memory import Memory
from protocol.table.rooms import speaking
from protocol.table.rounds import ROUND_OF
from protocol.wire.entries import AnyEntry, Leave


class OwnLeave:
    """Whether we are leaving, and who has shown us that they know; the only thing here that changes.

    Args:
        memory: What we know. A spectator leaves without a word.
    """

    def __init__(self, memory: Memory) -> None:
        self.is_on = False
        """Whether our player wants to leave, or we have said so in an earlier run."""
        self._seat = memory.seat
        self._referee = memory.referee
        self._own = memory.own
        self._leaves = memory.leaves
        self._heard: set[bytes] = set()

    def hear(self, line: bytes) -> None:
        """Somebody has shown us this leave of ours: they hold it, and hand it on."""
        self._heard.add(line)

    def at(self, round: Round) -> AnyEntry | None:
        """Our leave in a round that is due; None where we have signed one for its chain, or may not."""
        if self._seat is None or not self._may_sign_at(round):
            return None
        return speaking.speak_leave(round, self._seat, round.place.number)

    def in_advance(self) -> Iterator[AnyEntry]:
        """Our leaves in all that is due, whoever is asked now: from our next entry on."""
        for round in self._referee.rounds():
            is_in_it = self._seat in round.speakers or self._seat in round.voters
            if self._seat is not None and is_in_it and self._may_sign_at(round):
                number = self._own.first_unsigned(round.place)
                yield speaking.speak_leave(round, self._seat, number)

    def _may_sign_at(self, round: Round) -> bool:
        assert self._seat is not None
        is_signed = self._leaves.at(round.place, self._seat) is not None
        return not is_signed and self._own.may_leave(round.place)

    @property
    def is_signed(self) -> bool:
        """Whether we have signed that we leave: then there is nothing to go back to."""
        return self._seat in self._leaves.seats()

    @property
    def is_taken(self) -> bool:
        """Whether the others have taken our leave, or hold it for our next turn, or have barred us."""
        if self._is_held:
            return True
        match self._referee.state:
            case Waiting(between):
                # Nothing is at stake, and our leave is with the others.
                return self.is_on or self._seat not in between.seated
            case Preparing(between=between) | Playing(between=between) | Over(between):
                play = self._referee.play
                out = play is None or self._seat in play.out or self._seat not in play.seats
                is_through = self.is_on and play is not None and out
                return self._seat not in between.seated or is_through
            case _:
                return False

    @property
    def _is_held(self) -> bool:
        """Whether somebody holds a leave of ours that stands for our next entry, whoever is due now."""
        rounds = self._referee.rounds()
        if not self.is_on or not rounds or self._seat is None:
            return False
        main = rounds[0]
        leave = self._leaves.at(main.place, self._seat)
        if leave is None or leave.line not in self._heard:
            return False
        assert isinstance(leave.entry, Leave)
        # What we owe after the last round of a chain stands in another, which has its own leave.
        return is_in_time(leave.entry, main.place) or not ROUND_OF[main.kind].is_last
