"""What our seat does at a gate about evidence: when it is bound, what it refuses, whereto it returns.

The one rule: it says what is wanted and does nothing itself; what evidence does to the log is the
referee's (SPEC §6.6).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from p2pcards.engine import Seat
from protocol.log.evidence import Evidence
from protocol.log.rounds import ClosedRound, Place, Round, Spoke, place_of
from protocol.table.effects import Keep
from protocol.table.memory.ballot import Ballot
from protocol.table.memory.memory import Memory
from protocol.table.rooms import speaking
from protocol.table.rooms.docket import Docket
from protocol.table.rooms.ways import LeftBehind
from protocol.table.rooms.wishes import Convict, Return, Spread, Wishes
from protocol.wire.codec import SignedEntry, decode_line
from protocol.wire.entries import AnyEntry, Refusal, Result

REFUSALS_LIMIT = 4
"""Gates of one deal that are refused to one author; an honest one signs fewer on ways that are left."""


class Gates:
    """Evidence, and the ways that we have left because of it; the only thing here that changes.

    Args:
        memory: What we know. A spectator is never bound and refuses nothing.
    """

    def __init__(self, memory: Memory) -> None:
        self.docket = Docket(memory.referee.can_convict)
        self._seat = memory.seat
        self._referee = memory.referee
        self._own = memory.own
        self._early = memory.early
        self._leaves = memory.leaves
        self._left_behind: list[LeftBehind] = []
        self._shown: set[tuple[Place, Seat]] = set()
        self._refused: dict[tuple[Seat, int], int] = {}

    def forget_before(self, deal: int) -> None:
        self._shown = {shown for shown in self._shown if shown[0].deal >= deal}
        self._refused = {key: n for key, n in self._refused.items() if key[1] >= deal}

    # --- evidence ----------------------------------------------------------------------------------

    def remember(self, signed: SignedEntry) -> None:
        """Take in what our notes of an earlier run hold; others have heard of it."""
        self.docket.hear(signed, self._said_before(signed))

    def hear(self, signed: SignedEntry, *, is_new: bool) -> Wishes:
        """Look whether an entry contradicts another of its author; then all others must hear of it.

        One that comes again is looked at too, for it may matter now.
        """
        place = place_of(signed.entry)
        # For a round that is neither due nor to come the log may know more than we remember.
        is_late = is_new and place not in self._referee.due and not self._referee.is_ahead(place)
        found = self.docket.hear(signed, self._said_before(signed) if is_late else ())
        for line in () if found is None else found.lines:
            yield Keep(line)
            yield Spread(line)

    def act(self, ballot: Ballot | None) -> Wishes:
        """Convict whom we hold evidence against, unless we are bound by the gate that is being collected."""
        if (found := self._evidence_to_act_on(ballot)) is not None:
            self._leave_way()
            yield Convict(found)

    def _said_before(self, signed: SignedEntry) -> Iterator[SignedEntry]:
        """What the log holds of the same seat in the same chain and deal."""
        entry = signed.entry
        lines = self._referee.lines_of_deal(entry.deal)
        mark = f'"seat":{entry.seat},"chain":"{entry.chain}","deal":{entry.deal},'.encode()
        return (decode_line(line)[0] for line in lines if mark in line)

    def _evidence_to_act_on(self, ballot: Ballot | None) -> Evidence | None:
        """Evidence that takes effect now, if we are not bound by the gate that `ballot` collects."""
        due = self.docket.due()
        return due[0] if due and not self.is_bound(ballot) else None

    def is_bound(self, ballot: Ballot | None) -> bool:
        """Whether we have signed the gate that is due: then we go back only if it can never be complete."""
        gate = self._due_gate
        own = None if gate is None else self._own.entry_in(gate)
        if gate is None or own is None or isinstance(own.entry, Refusal):
            return False
        proven = self.docket.seats
        is_alone = proven.issuperset(set(gate.speakers) - {self._seat})
        if is_alone and not gate.is_enough(tuple(proven)):
            return False  # neither their words nor a ballot will close it
        return ballot is None or not self.believed_refusals(ballot)

    def believed_refusals(self, ballot: Ballot) -> frozenset[Seat]:
        """Whose refusals of a gate count: there is evidence, against another, that the gate knows nothing of."""
        mask = ballot.round.place.attempt
        unknown = {each.seat for each in self.docket.evidence() if not mask >> each.seat & 1}
        refused = set(ballot.refused)
        own = self._own.entry_in(ballot.round)
        if self._seat is not None and own is not None and isinstance(own.entry, Refusal):
            refused.add(self._seat)
        return frozenset(refused - self.docket.seats) if unknown else frozenset()

    def is_reopened(self, signed: SignedEntry, closed: ClosedRound) -> bool:
        """Whether an entry is the refusal of a seat that a ballot has declared absent in the last gate."""
        last = self._referee.gate_step
        if last is None or last.closed is not closed or not isinstance(signed.entry, Refusal):
            return False
        ballot = Ballot(closed.round, None)
        ballot.add(signed)
        return bool(self.believed_refusals(ballot) & set(closed.absent))

    @property
    def _due_gate(self) -> Round | None:
        due = self._referee.rounds()
        return due[0] if due and due[0].is_gate else None

    def lacks_proven_only(self, ballot: Ballot) -> bool:
        """Whether nobody is missing at a gate but seats that are proven to have cheated."""
        is_pending = ballot.round == self._due_gate and bool(self.docket.due())
        return is_pending and set(ballot.missing()) <= self.docket.seats

    # --- other ways --------------------------------------------------------------------------------

    def _leave_way(self) -> None:
        """Evidence takes effect now: remember the way that we leave by it, and what was said on it."""
        for signed in self._referee.said_since_gate():
            self._early.add(signed)
        gate = self._referee.gate
        assert gate is not None
        self._keep_way(gate.evidence)

    def recall_ways(self) -> None:
        """Our log has been read back: the ways that we may have left by the evidence after its last gate.

        In which order it came is not known, so each part of it may have been all there was for a while.
        """
        gate = self._referee.gate
        evidence = () if gate is None else gate.evidence
        for count in range(len(evidence)):
            for part in combinations(evidence, count):
                self._keep_way(part)

    def _keep_way(self, evidence: tuple[Evidence, ...]) -> None:
        base = self._referee.copy()
        base.go_back_to_gate(evidence)
        self._left_behind.append(LeftBehind(base, self._collect, self._leaves, self.docket))

    def _collect(self, round: Round) -> Ballot:
        """What is known of a round of a way that we have left."""
        ballot = Ballot(round, None)
        self._leaves.feed(ballot)
        for signed in self._early.at(round.place):
            ballot.add(signed)
        ballot.believed = self.believed_refusals(ballot)
        return ballot

    def pass_gate(self) -> None:
        """Our own way has come to its next gate: those that we have left are done with."""
        self._left_behind.clear()

    def return_to_way(self) -> Wishes:
        """Return to a way that we have left, if its next gate is complete after all."""
        early = self._early
        way = next((way for way in self._left_behind if way.reaches_gate(early)), None)
        if way is not None:
            self.pass_gate()
            yield Return(way)

    def refusal(self, ballot: Ballot | None) -> AnyEntry | None:
        """Our refusal of a gate that somebody has signed on a way that we shall never go, once for each."""
        if self._seat is None:
            return None
        for signed in self._early.gates():
            entry = signed.entry
            key = entry.seat, entry.deal
            is_new = self._own.said_instead_of(entry) is None
            is_trusted = entry.seat not in self.docket.seats and entry.seat != self._seat
            has_room = self._refused.get(key, 0) < REFUSALS_LIMIT
            if is_new and is_trusted and has_room and self._is_against(entry, ballot):
                self._refused[key] = self._refused.get(key, 0) + 1
                return speaking.speak_refusal(entry, self._seat)
        return None

    def _is_against(self, gate: AnyEntry, ballot: Ballot | None) -> bool:
        """Whether a gate can never be on our way: it lacks a conviction, or stands in place of ours."""
        closed = self._referee.closed_round(place_of(gate))
        if closed is not None and closed.round.head == gate.head:
            return False  # we stand behind it, though others may have signed it without us
        if any(not gate.attempt >> seat & 1 for seat in self._referee.convicted):
            return True
        ours = self._due_gate
        if ours is None or not self.is_bound(ballot) or not self.docket.due():
            return False
        if gate.head == ours.head or not isinstance(gate, ours.kind):
            return False
        if ours.kind is Result:
            return (gate.deal, gate.attempt) == (ours.place.deal, ours.place.attempt)
        return place_of(gate) == ours.place

    # --- a word beside a leave ---------------------------------------------------------------------

    def show_words_beside_leaves(self, closed: ClosedRound) -> Wishes:
        """What seats have signed in a closed gate beside a leave, each told once.

        Who holds only the leave has closed the gate otherwise.
        """
        if not closed.round.is_gate:
            return
        place = closed.round.place
        for seat, contribution in closed.contributions.items():
            if not isinstance(contribution, Spoke) or self._leaves.in_time(place, seat) is None:
                continue
            if (place, seat) not in self._shown:
                self._shown.add((place, seat))
                yield Spread(contribution.signed.line)
