"""The story of Hazari; a finished trick of groups stays whole on the table."""

from __future__ import annotations

from dataclasses import replace

from cli.table.story.generic import GenericStory
from cli.table.story.known import Known, signed_by, tell
from cli.words.en import standing
from p2pcards.games.hazari.state import HazariState, Phase
from p2pcards.records import change
from protocol.table.notices import Happened


class HazariStory(GenericStory):
    """As every game's, with what Hazari adds."""

    def happened(self, known: Known, notice: Happened) -> Known:
        before, after = notice.before, notice.after
        assert isinstance(before, HazariState)
        assert isinstance(after, HazariState)
        known = tell(known, *self.game.facts(before, notice.event, after))
        finished = len(after.winners)
        if finished > len(before.winners):
            whole = change(
                after,
                phase=Phase.TRICKS,
                leaders=after.leaders[:finished],
                pending=(),
                totals=before.totals,
            )
            known = replace(known, finished=whole)
        return known

    def settled(self, known: Known, standings: tuple[int, ...]) -> tuple[str, ...]:
        state = known.state
        assert isinstance(state, HazariState | None)
        scored = sum(state.scores) if state is not None else 0
        return (f"{signed_by(known)}  ✓   {standing.points_of_deal_add_up(scored)}  ✓",)
