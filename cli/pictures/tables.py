"""A table of bots, seen through the screen of the player in seat 0.

The one rule: every key, proof and signature is made and checked by every seat, as at a table of
people; what is shown is what that seat's program has been told, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from cli.bots.simulation import Match, make_world
from cli.screen.drawing.view import TableView
from cli.screen.intents import Key
from cli.screen.table.keys import press
from cli.screen.table.model import Now, clock, table_view
from cli.table.choosing import Choosing, Situation, settle
from cli.table.games import moves_of
from cli.table.story import known as known_
from cli.table.story.following import after
from cli.table.story.known import Known, facts_of
from p2pcards.engine import Action, AnyView, AwaitDecisions, Seat
from protocol.table.effects import Effect, Tell
from protocol.table.notices import DealSettled

ME: Final[Seat] = 0
HOP_MS: Final = 130
"""Virtual time of a message: about what it takes where every peer has a computer of its own, proofs
included."""

THINKING_S: Final = 6
"""How long the player has been thinking when the picture is taken."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The player's turn: all that the screen is made of, and the log up to the last signed result."""

    known: Known
    situation: Situation
    now: Now
    log: tuple[bytes, ...]

    def view(self, *keys: Key) -> TableView:
        """The screen, after these keys."""
        choosing = settle(Choosing(), self.situation)
        for key in keys:
            choosing, intent = press(choosing, key, self.situation)
            assert intent is None, "a picture plays nothing"
            choosing = settle(choosing, self.situation)
        return table_view(self.known, self.now, choosing, self.situation)


Wanted: TypeAlias = Callable[[Moment, Sequence[Moment]], bool]
"""Whether a moment is wanted, and those that were found before it."""


class _Enough(Exception):
    """All moments have come: the rest of the match is not played."""


def find_moments(match: Match, *wanted: Wanted) -> tuple[Moment, ...]:
    """Play a match, and stop at the turns of seat 0 that are wanted, one after another.

    Raises:
        LookupError: The match does not have them all.
    """
    game, names = match.game, match.names
    facts = facts_of(
        game,
        names,
        ME,
        title=f"{names[ME]}'s table",
        options=match.options,
        deadline_s=match.deadline_s,
        deals=match.deals,
    )
    known = known_.begin(facts)
    log: tuple[bytes, ...] = ()
    found: list[Moment] = []

    def watch(seat: Seat, effect: Effect) -> None:
        nonlocal known, log
        if seat == ME and isinstance(effect, Tell):
            known = after(known, effect.notice, world.now_ms)
            if isinstance(effect.notice, DealSettled):
                log = tuple(world.tables[ME].referee.lines)

    def decide(view: AnyView) -> Action:
        moment = _moment(match, known, view, world.now_ms, log)
        if wanted[len(found)](moment, found):
            found.append(moment)
        if len(found) == len(wanted):
            raise _Enough
        return bot(view)

    world = make_world(match, watch, HOP_MS)
    bot, world.players[ME] = world.players[ME], decide
    try:
        world.run()
    except _Enough:
        return tuple(found)
    raise LookupError(f"{game.title}, seed {match.seed!r}: moment {len(found) + 1} never comes")


def _moment(
    match: Match, known: Known, view: AnyView, now_ms: int, log: tuple[bytes, ...]
) -> Moment:
    game = match.game
    waiting = game.waiting(view.state)
    assert isinstance(waiting, AwaitDecisions)
    left_s = match.deadline_s - THINKING_S
    moves = moves_of(game).moves(view, is_turn=True)
    situation = Situation(game, view, is_turn=True, moves=moves, left=clock(left_s))
    now = Now(now_ms=now_ms, waiting_for=waiting.seats, left_s=left_s)
    return Moment(known, situation, now, log)
