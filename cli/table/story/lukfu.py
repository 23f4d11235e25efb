"""The story of Luk Fu: who is Master and says play at once is told in one sentence."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cli.table.story.generic import GenericStory
from cli.table.story.known import Known, signed_by, tell
from cli.words.en import standing
from cli.words.facts import MasterCalls
from p2pcards.games.lukfu import GAME
from p2pcards.games.lukfu.facts import Calls, CoinSaysMaster, DealBegins, DealtAnew, LukfuFact
from p2pcards.games.lukfu.state import LukfuState, Phase
from p2pcards.records import change
from protocol.table.notices import Happened


class LukfuStory(GenericStory):
    """As every game's, with what Luk Fu adds."""

    def happened(self, known: Known, notice: Happened) -> Known:
        before, event, after = notice.before, notice.event, notice.after
        assert isinstance(before, LukfuState)
        assert isinstance(after, LukfuState)
        for fact in GAME.facts(before, event, after):
            known = _tell(known, fact)
        if after.trick > before.trick:
            whole = change(
                before, plays=after.last_trick, phase=Phase.FOLLOW, hands=after.hands, fu=after.fu
            )
            known = replace(known, finished=whole)
        return known

    def settled(self, known: Known, standings: tuple[int, ...]) -> tuple[str, ...]:
        return (f"{signed_by(known)}  ✓   {standing.points_add_up(sum(standings))}  ✓",)


@dataclass(frozen=True, slots=True)
class MasterTold:
    """A note of this story: where in the story it stands who is the Master, and how it was said."""

    at: int
    fact: DealBegins | CoinSaysMaster | DealtAnew


def _tell(known: Known, fact: LukfuFact) -> Known:
    """The story with one fact more; who is Master and says play at once is told in one sentence."""
    match fact:
        case DealBegins() | CoinSaysMaster() | DealtAnew():
            return tell(replace(known, note=MasterTold(len(known.story), fact)), fact)
        case Calls(leader=None):
            note = known.note
            if isinstance(note, MasterTold) and note.at == len(known.story) - 1:
                known = replace(known, story=known.story[:-1])
                return tell(known, MasterCalls(note.fact, fact))
            return tell(known, fact)
        case _:
            return tell(known, fact)
