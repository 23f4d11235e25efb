"""The rounds that are due, and what has come for each: opened as they become due, closed when they are complete.

The one rule: a ballot is given all that is known of its round when it is opened, and what comes later
as it comes; so the order in which entries arrive changes nothing.
"""

from __future__ import annotations

from protocol.log.rounds import ClosedRound, Round, place_of
from protocol.table.memory.ballot import Ballot
from protocol.table.memory.memory import Memory
from protocol.table.rooms.disputes import Disputes
from protocol.table.rooms.gates import Gates
from protocol.table.rooms.own_leave import OwnLeave
from protocol.table.rooms.voting import Voter
from protocol.table.rooms.wishes import Spread, Wishes
from protocol.wire.codec import SignedEntry
from protocol.wire.entries import Leave, Vote


class Collecting:
    """The ballots of the rounds that are due; the only thing here that changes.

    Args:
        memory: What we know; the ballots are a part of it.
        own_leave: Whether we are leaving.
        gates: Which evidence and refusals count.
        disputes: Which ballots of a round count for nothing.
        voter: How long a round may take.
    """

    def __init__(
        self, memory: Memory, own_leave: OwnLeave, gates: Gates, disputes: Disputes, voter: Voter
    ) -> None:
        self._seat = memory.seat
        self._referee = memory.referee
        self._own = memory.own
        self._early = memory.early
        self._leaves = memory.leaves
        self._listening = memory.listening
        self._ballots = memory.ballots
        self._own_leave = own_leave
        self._gates = gates
        self._disputes = disputes
        self._voter = voter

    def open_due(self, now_ms: int) -> Wishes:
        """Begin to collect what is due now, and nothing else any more."""
        due = {round.place: round for round in self._referee.rounds()}
        for place in self._ballots.keys() - due.keys():
            del self._ballots[place]
        for place, round in due.items():
            ballot = self._ballots.get(place)
            if ballot is None or ballot.round != round:
                yield from self._open(round, now_ms)
            elif place.chain == "ahead":
                self._voter.begin_clock(ballot, now_ms)

    def _open(self, round: Round, now_ms: int) -> Wishes:
        self._ballots[round.place] = ballot = Ballot(round, None, self._listening.away_ms)
        self._voter.begin_clock(ballot, now_ms)
        ballot.mine = ballot.voided = self._disputes.voided_in(round)
        for vote in self._own.votes_in(round):
            assert isinstance(vote.entry, Vote)
            ballot.mine = max(ballot.mine, vote.entry.ballot)
            ballot.add(vote)
        self._leaves.feed(ballot)
        if (own := self._own.entry_in(round)) is not None:
            ballot.add(own)
            # Said before a crash, or on a way that was left: not all may have heard it.
            yield Spread(own.line)
        kept = [each for found in self._gates.docket.evidence() for each in found.entries]
        for early in (*self._early.at(round.place), *kept):
            is_here = place_of(early.entry) == round.place
            if is_here and not self._referee.is_wrong_opening(early.entry):
                ballot.add(early)

    def add_leave(self, signed: SignedEntry) -> None:
        """Somebody leaves: their leave may stand for what they owe."""
        self._leaves.add(signed)
        for ballot in self._ballots.values():
            self._leaves.feed(ballot)

    def add_own(self, signed: SignedEntry) -> None:
        """Our seat has signed this, now or before a crash."""
        if isinstance(signed.entry, Leave):
            self._own_leave.is_on = True
            self.add_leave(signed)
            return
        self._own.add(signed)
        if (ballot := self._ballots.get(place_of(signed.entry))) is not None:
            ballot.add(signed)

    def take_closed(self) -> tuple[Ballot, ClosedRound] | None:
        """A round that is complete or decided, which is collected no more; None if there is none."""
        for round in self._referee.rounds():
            ballot = self._ballots.get(round.place)
            if ballot is None:
                continue
            if round.is_gate:
                ballot.believed = self._gates.believed_refusals(ballot)
            if (closed := ballot.closed(self._seat)) is not None:
                del self._ballots[round.place]
                return ballot, closed
        return None

    def set_aside(self) -> None:
        """The table has gone back: what was collected for rounds not due now is kept until they are."""
        due = self._referee.rounds()
        for place, ballot in list(self._ballots.items()):
            if ballot.round not in due:
                del self._ballots[place]
                for entry in ballot.entries():
                    self._early.add(entry)

    def lines(self) -> list[bytes]:
        """All that we hold and the log does not: the deck made ahead, rounds being collected, evidence."""
        ahead = () if self._referee.ahead is None else self._referee.ahead.steps
        lines = [line for step in ahead for line in step.closed.lines()]
        for ballot in self._ballots.values():
            lines += [entry.line for entry in ballot.entries()]
        lines += self._leaves.lines()
        lines += [line for each in self._gates.docket.evidence() for line in each.lines]
        return lines + [refusal.line for refusal in self._own.refusals()]
