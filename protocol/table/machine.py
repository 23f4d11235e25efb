"""The machine of a table: it does what the rooms want, and moves on until nothing is due.

    a line -> intake -> collecting -> referee      what has come; what is closed; where the table stands
                |           |           |
             disputes     voting      gates        what has to be answered
                |           |           |
                +-------- wishes -------+          done here, each before the room goes on
    our player -> speaker, own leave -> entries    signed here

How it is cut, and why: docs/decisions/table.md.

The one rule: rooms name what they want (`wishes`) and never call back; whatever is signed, sent, stored
or taken back is so here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable

from p2pcards.engine import Seat
from protocol.crypto.identity import Identity
from protocol.crypto.proofs import REAL, Proofs
from protocol.crypto.rng import Rng
from protocol.table.effects import Effect, Forget, Keep, Send, Tell
from protocol.table.judge.opening import read_proposal
from protocol.table.judge.referee import Referee
from protocol.table.memory.memory import Memory
from protocol.table.memory.own import Own
from protocol.table.notices import DealSettled, Notice, TablePaused
from protocol.table.rooms import speaking
from protocol.table.rooms.collecting import Collecting
from protocol.table.rooms.disputes import Disputes
from protocol.table.rooms.gates import Gates
from protocol.table.rooms.intake import Intake
from protocol.table.rooms.own_leave import OwnLeave
from protocol.table.rooms.speaker import Speaker
from protocol.table.rooms.voting import Voter
from protocol.table.rooms.wishes import (
    Cast,
    CollectAnew,
    Compare,
    Convict,
    GoBack,
    Restate,
    Return,
    Spread,
    Wish,
)
from protocol.table.shelf import Shelf
from protocol.wire.codec import SignedEntry, sign_entry
from protocol.wire.entries import AnyEntry, Leave
from protocol.wire.talk import Catchup, Talk, encode_talk


class Machine:
    """See the module's docstring.

    Args:
        identity: The seat's key.
        proposal: First line of the log, as `propose` made it or as it came from seat 0.
        seat: Our seat; None for a spectator, who holds no share and says nothing.
        rng: Randomness: the system's, or a seeded one in simulations.
        proofs: What makes and checks the proofs.

    Raises:
        BadLine, BadProposal: If the proposal is nothing to agree to.
    """

    def __init__(
        self,
        identity: Identity | None,
        proposal: bytes,
        seat: Seat | None,
        rng: Rng,
        proofs: Proofs = REAL,
    ) -> None:
        referee = Referee(read_proposal(proposal, proofs), rng, seat, proofs)
        self._identity = identity
        self._others = tuple(s for s in range(len(referee.keys)) if s != seat)
        # What is known.
        self._memory = memory = Memory(seat, referee, Own(seat, rng))
        self.seat, self.referee, self._own = seat, referee, memory.own
        self.ballots, self.early, self._leaves = memory.ballots, memory.early, memory.leaves
        self.correspondence, self._listening = memory.correspondence, memory.listening
        # Who makes something of it.
        self._own_leave = OwnLeave(memory)
        self._speaker = Speaker(memory, self._own_leave, rng)
        self._voter = Voter(memory)
        self._gates = Gates(memory)
        self._disputes = Disputes(memory)
        self._collecting = Collecting(
            memory, self._own_leave, self._gates, self._disputes, self._voter
        )
        self._intake = Intake(
            memory, self._own_leave, self._collecting, self._gates, self._disputes, self._voter
        )
        self._shelf = Shelf()
        self._effects: list[Effect] = []
        self._now_ms = 0
        self._kept_from = 0

    @property
    def linked(self) -> frozenset[Seat]:
        """Seats to which there is a link."""
        return self.correspondence.linked

    # --- moving on ---------------------------------------------------------------------------------

    def _advance(self) -> None:
        """Close what is complete and speak where we are due, until neither is left to do."""
        while True:
            self._do(self._collecting.open_due(self._now_ms))
            self._forget_old()
            if self.referee.setting is not None:
                for sender, line in self.correspondence.take_put_off():
                    self._do(self._intake.take(sender, line, self._now_ms))
            if self._act_on_evidence() or self._close_one():
                continue
            if not self._refuse_gate() and not self._speak_once():
                break

    def _close_one(self) -> bool:
        """Close a round that is complete or decided; False if there is none."""
        if (found := self._collecting.take_closed()) is None:
            return False
        ballot, closed = found
        if closed.round.is_gate:
            self._gates.pass_gate()
        self._tell(self.referee.close(closed))
        self._listening.hear_more(self._now_ms)
        self._do(self._gates.show_words_beside_leaves(closed))
        self._do(self._disputes.hear_again(ballot, closed))
        return True

    def _act_on_evidence(self) -> bool:
        """Convict whom we hold evidence against, unless we are bound; False if there is nothing to do."""
        if self._listening.is_on:
            return False
        ballot = self._memory.main_ballot
        if ballot is not None and self._gates.lacks_proven_only(ballot):
            self._voter.hurry_for_proven(ballot, self._now_ms)
        return self._do(self._gates.act(ballot))

    def _refuse_gate(self) -> bool:
        """Tell whoever has signed a gate on a way that we have left that we never shall."""
        if self._own_leave.is_on or self._listening.is_on:
            return False
        refusal = self._gates.refusal(self._memory.main_ballot)
        if refusal is not None:
            self._sign_and_send(refusal)
        return refusal is not None

    def _speak_once(self) -> bool:
        """Speak in one round in which we are due and have not spoken; False if there is none."""
        entry = None if self._listening.is_on else self._speaker.next_entry(self._now_ms)
        self._effects += [Keep(line) for line in self._own.take_new_notes()]
        if isinstance(entry, Leave):
            self._take_leave(entry)
        elif entry is not None:
            self._sign_and_send(entry)
        return entry is not None

    def _forget_old(self) -> None:
        """What belongs to deals that are settled for good, and cannot be wanted any more."""
        first = self.referee.first_deal
        if first == self._kept_from:
            return
        self._kept_from = first
        self.early.forget(first, self.referee.last_deal)
        for room in (self._own, self._disputes, self._leaves, self._gates):
            room.forget_before(first)
        if self.seat is not None:
            heard = self._own.heard
            leaves = [line for line in self._leaves.lines() if line not in heard]
            evidence = [line for each in self._gates.docket.evidence() for line in each.lines]
            self._effects.append(Forget((*self._own.notes(), *leaves, *heard, *evidence)))

    # --- what the rooms want -----------------------------------------------------------------------

    def _do(self, wishes: Iterable[Wish]) -> bool:
        """Do what a room wants, one after the other; whether it wanted anything."""
        has_wished = False
        for wish in wishes:
            has_wished = True
            match wish:
                case Spread(payload):
                    self._spread(payload)
                case Cast(round, ballot, absent, heard):
                    assert self.seat is not None
                    self._own.note_heard(heard, round.place.deal)
                    self._effects += [Keep(line) for line in self._own.take_new_notes()]
                    self._sign_and_send(speaking.speak_vote(round, self.seat, ballot, absent))
                case Compare(seats, again):
                    self._compare(self.linked if seats is None else seats, again=again)
                case GoBack(closed):
                    self._tell(self.referee.roll_back(closed))
                    self._go_on_from_there()
                case CollectAnew(place):
                    self.referee.reopen(place)
                    self._go_on_from_there()
                case Restate(closed):
                    self._shelf.cut(self.referee.restate(closed))
                case Convict(evidence):
                    self._tell(self.referee.convict(evidence))
                    self._go_on_from_there()
                case Return(way):
                    self.referee.become(way.referee)
                    self._tell(tuple(way.told))
                    self._go_on_from_there()
                case _:
                    self._effects.append(wish)
        return has_wished

    def _go_on_from_there(self) -> None:
        """The log was taken back: move on, and compare it with the others' once more."""
        self._collecting.set_aside()
        self._speaker.forget_choice()
        self._advance()
        # What the others hold of the rounds that are open now may have come when they were not.
        self._compare(self.linked, again=True)
        for seat in sorted(self.linked):
            self._send_open_rounds(seat)

    def _compare(self, seats: Iterable[Seat], *, again: bool) -> None:
        if again:
            self.correspondence.compare_again()
        self.correspondence.go_on_to(self.referee.due)
        for seat in self.correspondence.to_compare(seats):
            self._say(Catchup(self.referee.line_count_to_stay), (seat,))

    # --- signing, sending, storing -----------------------------------------------------------------

    def _sign_and_send(self, entry: AnyEntry) -> SignedEntry:
        """Sign an entry, keep it, send it to all, and take it in ourselves."""
        assert self._identity is not None
        signed = self._own.said_instead_of(entry)
        if signed is None:
            signed = sign_entry(entry, self.referee.table_of(entry.chain), self._identity)
            self._effects.append(Keep(signed.line))
        self._effects.append(Send(signed.line, self._others))
        self._take_own(signed)
        return signed

    def _take_own(self, signed: SignedEntry) -> None:
        self.correspondence.remember(signed.line)
        self._collecting.add_own(signed)

    def _take_leave(self, leave: AnyEntry) -> None:
        """Sign a leave and send it to all; what they hold they then show us, our leave with it."""
        self._sign_and_send(leave)
        self._spread(encode_talk(Catchup(len(self.referee.lines))))

    def _say(self, talk: Talk, to: tuple[Seat, ...]) -> None:
        self._effects.append(Send(encode_talk(talk), to))

    def _spread(self, payload: bytes) -> None:
        if self.linked:
            self._effects.append(Send(payload, tuple(sorted(self.linked))))

    def _send_open_rounds(self, to: Seat) -> None:
        self._effects += [Send(line, (to,)) for line in self._collecting.lines()]

    def _tell(self, notices: tuple[Notice, ...]) -> None:
        self._store()
        if any(isinstance(notice, DealSettled) for notice in notices):
            self._speaker.begin_reading(self._now_ms)
            self.correspondence.forget_pauses()
        if any(isinstance(notice, TablePaused) for notice in notices):
            self._begin_pause()
        self._effects += [Tell(notice) for notice in notices]

    def _begin_pause(self) -> None:
        """All have agreed to it: whoever goes now leaves the others nothing to be told otherwise about."""
        self._speaker.begin_pause()
        self.correspondence.pausing = frozenset()
        gate = self.referee.gate_step
        for line in () if gate is None else gate.closed.lines():
            self._spread(line)

    def _store(self) -> None:
        lines, staying = self.referee.lines, self.referee.line_count_to_stay
        if (store := self._shelf.change_to(lines, staying)) is not None:
            self._effects.append(store)

    def _flush(self) -> list[Effect]:
        self._store()
        effects, self._effects = self._effects, []
        return effects
