"""When our seat votes on those it has not heard, and whom it names (SPEC §6.7).

The one rule: it asks before it judges, and where too few would be left to decide it rests.
"""

from __future__ import annotations

from p2pcards.engine import Seat
from protocol.log.rounds import Round
from protocol.table.effects import Tell
from protocol.table.judge import waiting
from protocol.table.judge.states import Waiting
from protocol.table.memory.ballot import Ballot
from protocol.table.memory.memory import Memory
from protocol.table.notices import Suspended
from protocol.table.patience import PATIENCE_S
from protocol.table.rooms.wishes import Cast, Compare, Wishes
from protocol.table.rounds import ROUND_OF, Clock
from protocol.wire.entries import Here

BALLOT_MS = 5000
"""How long a ballot waits for the other votes before the seats that gave none are counted silent too."""

ASKING_MS = 1000
"""How long we wait for what we miss: to come by itself, and when we have asked before a vote."""

VOTING_MS = ASKING_MS + 2 * BALLOT_MS
"""How long after a round's time is up the others will have voted out a seat that is not there."""

LAST_BALLOT = 100
"""The highest ballot that a vote can name; an honest table needs very few."""

OPENING_ASKS = 30
"""How often a round of the opening is asked for, once a second: then it is given up (SPEC §7.10)."""

PATIENCE = 2
"""How often a complete round waits for the votes that could still decide our own ballot."""


class Voter:
    """Votes for our seat; nothing here changes but the ballots that it is given.

    Args:
        memory: What we know.
    """

    def __init__(self, memory: Memory) -> None:
        self._seat = memory.seat
        self._referee = memory.referee
        self._listening = memory.listening

    def begin_clock(self, ballot: Ballot, now_ms: int) -> None:
        """Give a ballot its time, if the round has a time-out and it begins now.

        Nobody needs a deck that is made ahead before the deal in play is settled: a seat whose link
        is cut for a while must not lose its place in the next deal by it.
        """
        round = ballot.round
        if ballot.due_ms is None and round == self._referee.rounds()[0]:
            ballot.due_ms = self._due_ms(round, now_ms)

    def _due_ms(self, round: Round, now_ms: int) -> int | None:
        setting = self._referee.setting
        if not round.voters:
            return now_ms + ASKING_MS
        if setting is None or not self._has_clock:
            return None
        match ROUND_OF[round.kind].clock:
            case Clock.PATIENCE:
                return now_ms + PATIENCE_S * 1000
            case Clock.PERSON:
                return now_ms + setting.deadline_ms
            case Clock.PROGRAM | Clock.NONE:
                return now_ms + setting.program_deadline_ms

    def vote(self, ballot: Ballot, now_ms: int) -> Wishes:
        """Declare absent whom we have not heard; rest where too few are left to decide."""
        has_clock = self._has_clock
        if not ballot.round.voters:
            yield self._ask_in_opening(ballot, now_ms)
            return
        if self._listening.is_on:
            ballot.due_ms = now_ms + ASKING_MS if has_clock else None
            return
        round, missing = ballot.round, ballot.missing()
        is_timed = ballot.due_ms is not None or has_clock
        if not is_timed and (self._seat in missing or not missing):
            return
        ballot.due_ms = now_ms + BALLOT_MS if has_clock else None
        if not ballot.has_asked and missing:
            # Perhaps the others have what we miss, or another log: that is asked before it is judged.
            ballot.has_asked = True
            ballot.due_ms = now_ms + ASKING_MS
            yield Compare()
        elif self._seat in round.voters and self._seat not in missing:
            if missing:
                yield from self._vote_now(ballot)
            else:
                # Complete, but for a ballot of ours that a seat which gives no vote could decide.
                ballot.patience += 1
                if ballot.patience >= PATIENCE:
                    ballot.given_up = ballot.mine

    def _ask_in_opening(self, ballot: Ballot, now_ms: int) -> Compare:
        """Nobody is voted out of the opening: what was kept from us alone, the others can give us."""
        ballot.patience += 1
        ballot.due_ms = now_ms + ASKING_MS if ballot.patience < OPENING_ASKS else None
        return Compare(again=True)

    def _vote_now(self, ballot: Ballot) -> Wishes:
        assert self._seat is not None
        absent = ballot.unheard(self._seat)
        if not ballot.round.is_enough(absent) or ballot.mine >= LAST_BALLOT:
            if ballot.told != absent:
                ballot.told = absent
                yield Tell(Suspended(ballot.round.place, absent))
            return
        ballot.mine += 1
        heard = tuple(signed.line for signed in ballot.heard())
        yield Cast(ballot.round, ballot.mine, absent, heard)

    def hurry(self, ballot: Ballot, now_ms: int) -> None:
        """More than half say that the time is up: ours is late, and they must not wait for us."""
        is_urged = not ballot.is_hurried and ballot.others_declared(self._seat)
        if self._has_clock and is_urged:
            ballot.is_hurried = True
            if not ballot.mine and ballot.due_ms is not None:
                ballot.due_ms = min(ballot.due_ms, now_ms)

    def hurry_for_proven(self, ballot: Ballot, now_ms: int) -> None:
        """Only seats that are proven to have cheated are missing: nobody owes them time."""
        if not ballot.mine and not ballot.has_asked and (ballot.due_ms or now_ms + 1) > now_ms:
            ballot.due_ms = now_ms

    def hear_leave(self, ballot: Ballot, seat: Seat, now_ms: int) -> None:
        """Nobody waits for a missing seat where the next deal would now lack another one too."""
        state = self._referee.state
        if isinstance(state, Waiting) and ballot.due_ms is not None:
            is_here = ballot.round.kind is Here and seat in ballot.round.voters
            if is_here and waiting.is_in_vain(state.between, seat):
                ballot.due_ms = min(ballot.due_ms, now_ms)

    @property
    def _has_clock(self) -> bool:
        """Whether time runs: at a table with a deadline, but not in a pause."""
        setting = self._referee.setting
        return setting is not None and setting.deadline_ms > 0 and not self._referee.is_paused
