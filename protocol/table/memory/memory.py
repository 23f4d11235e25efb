"""What a seat at a table knows: one for each table, looked at by all its rooms.

The one rule: it holds and decides nothing. Each part says itself what may change in it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from p2pcards.engine import Seat
from protocol.log.rounds import Place
from protocol.table.judge.referee import Referee
from protocol.table.memory.ballot import Ballot
from protocol.table.memory.correspondence import Correspondence
from protocol.table.memory.early import Early
from protocol.table.memory.leaves import Leaves
from protocol.table.memory.listening import Listening
from protocol.table.memory.own import Own


@dataclass(frozen=True, slots=True)
class Memory:
    """See the module's docstring.

    Args:
        seat: Ours; None for a spectator, who is asked nothing and says nothing.
        referee: The log, and the table as it follows from it.
        own: What our seat has said, drawn and been dealt.
        early: What has come for rounds that are not due on our way.
        leaves: Who has said that they leave.
        correspondence: To whom we have links, and what has come on them.
        listening: Whether our seat is silent yet, after a crash.
        ballots: The rounds being collected.
    """

    seat: Seat | None
    referee: Referee
    own: Own
    early: Early = field(default_factory=Early)
    leaves: Leaves = field(default_factory=Leaves)
    correspondence: Correspondence = field(default_factory=Correspondence)
    listening: Listening = field(default_factory=Listening)
    ballots: dict[Place, Ballot] = field(default_factory=dict)

    @property
    def main_ballot(self) -> Ballot | None:
        """What has come for the round that is due on the main track."""
        rounds = self.referee.rounds()
        return self.ballots.get(rounds[0].place) if rounds else None
