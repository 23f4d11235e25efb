"""What comes for a round that we have closed: votes, late entries, signs that others went another way.

The one rule: a round that is closed stays closed unless something signed says otherwise: a later
verdict of those who are still there, or their going on from another closing of it (SPEC §6.7).
Evidence is not judged here.
"""

from __future__ import annotations

from p2pcards.engine import Seat
from protocol.log.rounds import (
    Absent,
    ClosedRound,
    Left,
    Round,
    Spoke,
    equivocation,
    is_vote_for,
)
from protocol.table.effects import Send
from protocol.table.judge.opening import Opening
from protocol.table.memory.ballot import Ballot
from protocol.table.memory.memory import Memory
from protocol.table.memory.own import RoundKey, key_of
from protocol.table.rooms.ways import OtherWay
from protocol.table.rooms.wishes import Cast, CollectAnew, GoBack, Restate, Wishes
from protocol.wire.codec import SignedEntry
from protocol.wire.entries import Agreement, Vote


class Disputes:
    """The votes and other ways known of closed rounds; the only thing here that changes.

    Args:
        memory: What we know.
    """

    def __init__(self, memory: Memory) -> None:
        self._seat = memory.seat
        self._referee = memory.referee
        self._own = memory.own
        self._early = memory.early
        self._ballots = memory.ballots
        self._listening = memory.listening
        self._late_votes: dict[RoundKey, Ballot] = {}
        self._voided: dict[RoundKey, int] = {}
        self._other_ways: dict[RoundKey, OtherWay] = {}
        self._answered: set[tuple[RoundKey, int, Seat]] = set()
        self._given: set[tuple[RoundKey, int, Seat]] = set()

    @property
    def has_other_ways(self) -> bool:
        """Whether anything that comes may show that others have gone another way."""
        return bool(self._other_ways)

    def voided_in(self, round: Round) -> int:
        """Ballots of the round up to this one count for nothing."""
        return self._voided.get(key_of(round), 0)

    def forget_before(self, deal: int) -> None:
        self._voided = {key: kept for key, kept in self._voided.items() if key[0].deal >= deal}
        self._late_votes = {k: kept for k, kept in self._late_votes.items() if k[0].deal >= deal}
        self._other_ways = {k: way for k, way in self._other_ways.items() if k[0].deal >= deal}
        self._answered = {key for key in self._answered if key[0][0].deal >= deal}
        self._given = {key for key in self._given if key[0][0].deal >= deal}

    def answer_again(self, seats: frozenset[Seat]) -> None:
        """These have a new link: what they were answered on the old one may be lost."""
        self._answered = {key for key in self._answered if key[2] not in seats}
        self._given = {key for key in self._given if key[2] not in seats}

    # --- entries -----------------------------------------------------------------------------------

    def hear(self, sender: Seat, signed: SignedEntry, closed: ClosedRound) -> Wishes:
        """An entry for a round we have closed: a vote to answer, a late word, or nothing new."""
        entry = signed.entry
        if isinstance(entry, Vote):
            yield from self._hear_vote(sender, signed, entry, closed)
        elif isinstance(entry, closed.round.kind) and entry.head == closed.round.head:
            yield from self.hear_entry(signed, closed)

    def hear_entry(self, signed: SignedEntry, closed: ClosedRound) -> Wishes:
        """An entry or a leave of a seat whose contribution to a closed round is known."""
        seat = signed.entry.seat
        match closed.contributions.get(seat):
            case Absent():
                self._early.add(signed)  # wanted if the round is collected anew
                yield from self._note_other_way(closed)
            case Spoke(known) if known.id != signed.id and self._is_before_agreement:
                versions = {**closed.contributions, seat: equivocation(known, signed)}
                yield GoBack(ClosedRound(closed.round, versions))
            case _:
                pass

    @property
    def _is_before_agreement(self) -> bool:
        """Whether the opening can still fail here: who has agreed is bound by it."""
        state = self._referee.state
        return isinstance(state, Opening) and state.round.kind is not Agreement

    def hear_again(self, ballot: Ballot, closed: ClosedRound) -> Wishes:
        """A round has just been closed: what had come for it is looked at as if it came now.

        Those who had voted before are answered like those who vote later, and what the seats
        declared absent have said all the same may show another way.
        """
        late = self._late_votes.setdefault(key_of(closed.round), Ballot(closed.round, None))
        for signed in ballot.entries():
            if isinstance(signed.entry, Vote):
                late.add(signed)
        for votes in ballot.votes.values():
            for signed in votes.values():
                vote = signed.entry
                assert isinstance(vote, Vote)
                if self._stands(closed):
                    yield from self._hear_vote(vote.seat, signed, vote, closed)
        for signed in ballot.entries():
            is_late = signed.entry.seat in closed.absent and not isinstance(signed.entry, Vote)
            if is_late and self._stands(closed):
                yield from self.hear_entry(signed, closed)

    def _stands(self, closed: ClosedRound) -> bool:
        return self._referee.closed_round(closed.round.place) is closed

    # --- other ways --------------------------------------------------------------------------------

    def _note_other_way(self, closed: ClosedRound) -> Wishes:
        """Those declared absent have spoken after all: look for others who have gone on from there."""
        heard = Ballot(closed.round, None)
        heard.spoken |= {s: c for s, c in closed.contributions.items() if not isinstance(c, Absent)}
        for signed in self._early.at(closed.round.place):
            if not isinstance(signed.entry, Vote):
                heard.add(signed)
        if (other := heard.closed(None)) is not None:
            self._other_ways[key_of(closed.round)] = OtherWay(self._referee, other)
            yield from self.go_another_way()

    def go_another_way(self) -> Wishes:
        """Follow those who have gone on from a closed round as we had not closed it.

        A voter that declared others absent with us has heard them since: it had waited in vain for
        our vote, which could have decided the ballot. Or a single voter has declared us absent where
        we were there, and has been followed by another seat: then we are the only ones who say so.
        """
        for key, way in list(self._other_ways.items()):
            closed = self._referee.closed_round(key[0])
            if closed is None or closed.round.head != key[1]:
                continue
            gone_on = {signed.entry.seat for signed in way.signed_on(self._early)}
            if way.closed.votes:
                # One seat's word against ours. Now another has gone on from its verdict with it.
                is_followed = len(gone_on - {self._seat}) > 1
            else:
                heard = {vote.entry.seat for vote in closed.votes} - {self._seat}
                if len(closed.round.voters) <= 2:
                    heard |= set(closed.absent)
                is_followed = bool(closed.votes) and not heard.isdisjoint(gone_on)
            if is_followed:
                del self._other_ways[key]
                if not way.closed.votes:
                    self._voided[key] = closed.ballot
                yield GoBack(way.closed)
                return

    # --- votes -------------------------------------------------------------------------------------

    def answer_vote(self, sender: Seat, ballot: Ballot, vote: Vote) -> Wishes:
        """Give a voter what we hold of those whom it has not heard, in a round that is open."""
        # Once the round is closed the same vote is answered otherwise, and that too only once.
        key = (key_of(ballot.round), -vote.ballot, vote.seat)
        is_ours = vote.seat == self._seat
        if is_ours or key in self._answered or not is_vote_for(ballot.round, vote):
            return
        self._answered.add(key)
        for seat in vote.absent:
            match ballot.spoken.get(seat):
                case Spoke(signed) | Left(signed):
                    yield Send(signed.line, _both(vote.seat, sender))
                case _:
                    pass

    def _hear_vote(
        self, sender: Seat, signed: SignedEntry, vote: Vote, closed: ClosedRound
    ) -> Wishes:
        """Somebody votes on a round we have closed: give them what they lack, or follow the others."""
        if not is_vote_for(closed.round, vote):
            return
        late = self._late_votes.setdefault(key_of(closed.round), Ballot(closed.round, None))
        if vote.ballot <= self.voided_in(closed.round):
            yield from self._show_own_votes(sender, vote, closed.round)
            return
        late.add(signed)
        yield from self._answer_late_vote(sender, vote, closed, late)
        yield from self._follow(late, closed, vote)

    def _show_own_votes(self, sender: Seat, vote: Vote, round: Round) -> Wishes:
        """We know that the other had declared us absent and we it; it may not know that yet."""
        key = (key_of(round), 0, vote.seat)
        if sender == vote.seat and key not in self._answered:
            self._answered.add(key)
            for own in self._own.votes_in(round):
                yield Send(own.line, (sender,))

    def _answer_late_vote(
        self, sender: Seat, vote: Vote, closed: ClosedRound, late: Ballot
    ) -> Wishes:
        """Our lines of the round; and that we stand by them, so that this ballot decides nothing else.

        Earlier votes of ours too, which may have been lost: the other waits for what they decide.
        """
        key = (key_of(closed.round), vote.ballot, vote.seat)
        if vote.seat == self._seat or key in self._answered or not vote.absent:
            return
        self._answered.add(key)
        if vote.ballot == closed.ballot and vote in [v.entry for v in closed.votes]:
            return
        lines = closed.lines()
        own_votes = [own.line for own in self._own.votes_in(closed.round)]
        # The lines are given once, however many ballots it asks in.
        given = (key_of(closed.round), 0, vote.seat)
        wanted = own_votes if given in self._given else (*lines, *own_votes)
        self._given.add(given)
        for line in dict.fromkeys(wanted):
            yield Send(line, _both(vote.seat, sender))
        has_voted = self._seat in late.votes.get(vote.ballot, {})
        # The same list too: the other may be bound by a ballot in between, and needs a later one.
        is_later = vote.ballot > closed.ballot
        is_voter = self._seat in closed.round.voters and self._seat not in closed.absent
        if is_later and is_voter and not self._listening.is_on and not has_voted:
            # What is in the log needs no note; what was made ahead may never get there.
            heard = lines if closed.round.place.chain == "ahead" else ()
            yield Cast(closed.round, vote.ballot, closed.absent, heard)
            if (cast := self._own.vote_in(closed.round, vote.ballot)) is not None:
                late.add(cast)

    def _follow(self, late: Ballot, closed: ClosedRound, vote: Vote) -> Wishes:
        """Where the others have decided without us, what we closed otherwise was ours alone.

        But a voter that has gone on from the round as we closed it cannot declare anybody absent
        from it afterwards; and two that declare each other absent are both there.
        """
        round = closed.round
        declared_by = [v.entry.seat for v in closed.votes]
        if declared_by == [self._seat] and self._seat in vote.absent:
            self._voided[key_of(round)] = max(late.votes)
            yield CollectAnew(round.place)
            return
        late.spoken = {
            seat: c for seat, c in closed.contributions.items() if not isinstance(c, Absent)
        }
        for entry in self._early.at(round.place):
            late.add(entry)
        decided = late.decided(vote.ballot)
        if decided is None or vote.ballot <= closed.ballot:
            return
        if decided.absent == closed.absent:
            yield Restate(decided)  # the same, by a later ballot: the log holds the last one
            return
        heard = {vote.entry.seat for vote in decided.votes}
        if len(round.voters) <= 2:
            # Word against word: what the accused has signed after the round shows that it was there.
            heard |= set(vote.absent)
        gone_on = {seat for seat in heard if self._has_gone_on(seat, closed)}
        if not gone_on:
            yield GoBack(decided)
        elif gone_on == {self._seat}:
            self._other_ways[key_of(round)] = OtherWay(self._referee, decided)
            yield from self.go_another_way()

    def _has_gone_on(self, seat: Seat, closed: ClosedRound) -> bool:
        """Whether a seat has signed anything that follows the round as we closed it."""
        if self._referee.has_signed_since(seat, closed.round.place):
            return True
        is_ahead = closed.round.place.chain == "ahead"
        return any(
            isinstance(ballot.spoken.get(seat), Spoke)
            or any(seat in votes for votes in ballot.votes.values())
            for place, ballot in self._ballots.items()
            if (place.chain == "ahead") == is_ahead
        )


def _both(one: Seat, other: Seat) -> tuple[Seat, ...]:
    return (one,) if one == other else (one, other)
