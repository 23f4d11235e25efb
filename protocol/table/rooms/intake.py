"""What comes in from the others: checked once, passed on, and brought to where it belongs (SPEC §7.8).

The one rule: only the signature counts, not who sent it; and what a line can cause is bounded.
"""

from __future__ import annotations

from p2pcards.engine import Seat
from protocol.log.rounds import is_in_time, place_of
from protocol.table.effects import Refuse, Send
from protocol.table.memory.memory import Memory
from protocol.table.rooms.allowance import Allowance
from protocol.table.rooms.collecting import Collecting
from protocol.table.rooms.disputes import Disputes
from protocol.table.rooms.gates import Gates
from protocol.table.rooms.own_leave import OwnLeave
from protocol.table.rooms.voting import ASKING_MS, Voter
from protocol.table.rooms.wishes import CollectAnew, Compare, Wishes
from protocol.wire.codec import BadLine, SignedEntry, decode_line
from protocol.wire.entries import AnyEntry, Leave, Vote


class Intake:
    """Brings lines to their rooms; the votes that each seat has left are all that changes here.

    Args:
        memory: What we know.
        own_leave, collecting, gates, disputes, voter: The rooms to which lines belong.
    """

    def __init__(
        self,
        memory: Memory,
        own_leave: OwnLeave,
        collecting: Collecting,
        gates: Gates,
        disputes: Disputes,
        voter: Voter,
    ) -> None:
        self._seat = memory.seat
        self._referee = memory.referee
        self._correspondence = memory.correspondence
        self._early = memory.early
        self._ballots = memory.ballots
        self._own_leave = own_leave
        self._collecting = collecting
        self._gates = gates
        self._disputes = disputes
        self._voter = voter
        self._allowance = Allowance()

    def take(self, sender: Seat, line: bytes, now_ms: int) -> Wishes:
        """Take in a line that a peer has sent, whoever signed it."""
        is_new = self._correspondence.is_new(line)
        try:
            signed, _, _ = decode_line(line)
            chain = signed.entry.chain
            if chain != "open" and self._referee.setting is None:
                self._correspondence.put_off(sender, line)
                # Somebody is at a later chain: what we lack of this one may have been kept from us.
                self._ask_later(sender, now_ms)
                return
            if is_new:
                self._referee.verified(line, chain)
        except BadLine as error:
            yield Refuse(sender, error.reason)
            return
        if is_new and not self._is_served(signed.entry, now_ms):
            self._count_only(signed, now_ms)
            return
        if is_new:
            self._correspondence.remember(line)
            if lacking := self._correspondence.lacking(sender, signed):
                yield Send(line, lacking)
            if signed.entry.seat == self._seat:
                self._collecting.add_own(signed)
        yield from self._gates.hear(signed, is_new=is_new)
        # What comes a second time is looked at again: it may be wanted now and not have been then.
        if isinstance(signed.entry, Leave):
            yield from self._take_leave(signed, signed.entry, now_ms)
        elif not self._referee.is_wrong_opening(signed.entry):
            yield from self._take_entry(sender, signed, now_ms)
        # Whatever it is, on a way that we have left it may be what was lacking: the places of that
        # way are not always past ones here, for we may have gone back to before them.
        yield from self._gates.return_to_way()

    def _ask_later(self, sender: Seat, at_ms: int) -> None:
        self._correspondence.go_on_to(self._referee.due)
        self._correspondence.ask_later(sender, at_ms)

    def _is_served(self, entry: AnyEntry, now_ms: int) -> bool:
        is_others_vote = isinstance(entry, Vote) and entry.seat != self._seat
        return not is_others_vote or self._allowance.take(entry.seat, now_ms)

    def _count_only(self, vote: SignedEntry, now_ms: int) -> None:
        """A vote of a seat that has sent too many: it counts where it is due, and nothing is done for it."""
        ballot = self._ballots.get(place_of(vote.entry))
        if ballot is not None:
            ballot.add(vote)
            self._voter.hurry(ballot, now_ms)

    def _take_entry(self, sender: Seat, signed: SignedEntry, now_ms: int) -> Wishes:
        """Bring an entry to the round that it is for: due, closed, to come, or on another way."""
        place = place_of(signed.entry)
        if place in self._ballots:
            yield from self._take_due(sender, signed, now_ms)
            return
        if place.deal < self._referee.first_deal:
            return  # settled for good; what we said ourselves in that deal is no longer kept either
        closed = self._referee.closed_round(place)
        if closed is not None and self._gates.is_reopened(signed, closed):
            self._early.add(signed)
            yield CollectAnew(place)
        elif closed is not None:
            yield from self._disputes.hear(sender, signed, closed)
        elif self._referee.is_ahead(place):
            self._early.add(signed)
            self._ask_later(sender, now_ms + ASKING_MS)
        else:
            self._early.add(signed)  # of a way that we have left; or a gate on it, to be refused
        if self._disputes.has_other_ways:
            self._early.add(signed)
            yield from self._disputes.go_another_way()

    def _take_due(self, sender: Seat, signed: SignedEntry, now_ms: int) -> Wishes:
        ballot = self._ballots[place_of(signed.entry)]
        ballot.add(signed)
        if isinstance(signed.entry, Vote):
            yield from self._disputes.answer_vote(sender, ballot, signed.entry)
            self._voter.hurry(ballot, now_ms)
        if ballot.is_stray(signed):
            self._early.add(signed)  # wanted if it turns out that we follow the wrong head
            yield Compare((sender, signed.entry.seat))
            yield from self._disputes.go_another_way()

    def _take_leave(self, signed: SignedEntry, leave: Leave, now_ms: int) -> Wishes:
        """Keep a seat's earliest leave of a chain; compare it with what the seat has said since."""
        if leave.seat == self._seat:
            self._own_leave.hear(signed.line)
        if not self._referee.first_deal <= leave.deal <= self._referee.last_deal:
            return
        self._collecting.add_leave(signed)
        for ballot in self._ballots.values():
            self._voter.hear_leave(ballot, leave.seat, now_ms)
        for closed in self._referee.closed_rounds():
            if is_in_time(leave, closed.round.place) and leave.seat in closed.contributions:
                yield from self._disputes.hear_entry(signed, closed)
                break
        for closed in self._referee.closed_rounds():
            yield from self._gates.show_words_beside_leaves(closed)
