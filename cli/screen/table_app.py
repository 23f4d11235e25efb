"""The table on the full screen: observer of its session, player of its seat, and taker of keys.

The one rule: it decides nothing and draws nothing. What the table tells goes into `known`, what
keys do into `choosing`, and a view is made of both when a frame is wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

import trio

from cli import wording
from cli.screen import known as known_
from cli.screen.app import ScreenApp
from cli.screen.choosing import Choosing, Panel, Situation, Sorting, settle
from cli.screen.keys import (
    Decide,
    DeclareAbsent,
    GoOn,
    Intent,
    Key,
    Leave,
    Redraw,
    Replay,
    Say,
    press,
)
from cli.screen.known import facts_of
from cli.screen.model import Now, clock, table_view
from cli.screen.moves import Moves, leave_price, moves_of
from cli.screen.view import TableView
from cli.settings import Settings
from p2pcards.engine import Cause, Seat, View
from p2pcards.games import GAMES
from protocol.net.session import Look, Session
from protocol.table.notices import DealSettled, Notice, SeatOut, StakesPaid
from protocol.table.table import Table


@dataclass(eq=False, slots=True)
class Turn:
    """Our player is asked: what he knows, and when the program decides for him."""

    view: View
    limit_ms: int | None
    shown_ms: int | None = None


NOTHING_AT_STAKE: Final = "Leave the table? Nothing of yours is at stake."

PATIENCE_MS: Final = 30_000
"""How long a seat must be silent before our player is offered to say so."""


class TableScreen:
    """One table on the screen.

    Args:
        table: Read only before its session runs.
        settings: The player's.
        app: Redrawn when something has changed.
        wish: Has something done inside trio.
        interrupt: Leaves at once, as Ctrl-C does.
        is_person: Whether somebody plays our seat by keys.
        on_first_link: Called with the seat and the comparison words of each first link.
    """

    def __init__(
        self,
        table: Table,
        settings: Settings,
        *,
        app: ScreenApp,
        wish: Callable[[Callable[[], None]], None],
        interrupt: Callable[[], None],
        is_person: bool,
        on_first_link: Callable[[Seat, tuple[str, ...]], None],
    ) -> None:
        proposal = table.referee.proposal.proposal
        self._game = GAMES[proposal.game]
        names = [record.name for record in proposal.seats]
        facts = facts_of(
            self._game,
            names,
            table.seat,
            title=f"{names[0]}'s table",
            options=proposal.options,
            deadline_s=proposal.deadline,
            deals=proposal.deals,
        )
        self._facts = facts
        self._settings = settings
        self._app = app
        self._wish = wish
        self._interrupt = interrupt
        self._seat = table.seat
        self._is_person = is_person
        self._on_first_link = on_first_link
        self._known = known_.begin(facts)
        self._lingers_until_ms: int | None = None
        self._lingering = self._known
        self._choosing = Choosing(sorting=Sorting(settings.sorting))
        self._look: Look | None = None
        self._turn: Turn | None = None
        self._moves: tuple[View | None, bool, Moves] = (None, False, Moves())
        self._situation = Situation(self._game, is_watching=table.seat is None)
        self._met: set[Seat] = set()
        self._waited_since_ms: dict[Seat, int] = {}
        self._reading_until_ms: int | None = None
        self._session: Session | None = None
        self._ended: trio.Event | None = None
        self._is_replay_wanted = False
        self._has_seen_enough = False
        self._left: set[Seat] = set()
        self._decided_in, self._decided = trio.open_memory_channel[Any](1)

    def sit_down(self, session: Session) -> None:
        self._session = session
        if self._is_person and self._seat is not None:
            session.table.reading_ms = round(self._settings.result_pause * 1000)

    # --- as the session's observer -----------------------------------------------------------------

    def say(self, text: str) -> None:
        """A sentence for the story."""
        self._known = known_.say(self._known, text)

    def told(self, notice: Notice) -> None:
        now_ms = self._app.now_ms()
        before = self._known
        self._known = known_.after(before, notice, now_ms)
        if self._known.finished is not None and before.finished is None:
            self._lingering = self._known
            self._lingers_until_ms = now_ms + round(self._settings.trick_pause * 1000)
        if isinstance(notice, DealSettled):
            self._reading_until_ms = now_ms + round(self._settings.result_pause * 1000)
        if isinstance(notice, StakesPaid):
            self._reading_until_ms = None
            self._left -= set(notice.seats)
        if isinstance(notice, SeatOut) and notice.cause is Cause.LEFT:
            self._left.add(notice.seat)
        if len(self._known.faults) > len(before.faults) and not self._choosing.is_talking:
            self._choosing = replace(self._choosing, panel=Panel.FAULT, scroll=0)
        self._app.redraw()

    def heard(self, seat: Seat, text: str) -> None:
        self._known = known_.heard(self._known, seat, text)
        self._app.redraw()

    def refused(self, seat: Seat, reason: str) -> None:
        self._known = known_.refuse(self._known)
        self._app.redraw()

    def link_up(self, seat: Seat, words: tuple[str, ...]) -> None:
        if seat in self._left:
            return  # what becomes of its link concerns nobody here
        if seat in self._met:
            self.say(wording.link_back(self._facts.names[seat]))
        else:
            self._met.add(seat)
            self._on_first_link(seat, words)
        self._app.redraw()

    def link_down(self, seat: Seat) -> None:
        is_known = seat in self._left
        if self._look is not None:
            is_known = is_known or self._look.is_over or self._look.has_left
        if not is_known:
            self.say(wording.link_lost(self._facts.names[seat]))
        self._app.redraw()

    def looked(self, look: Look) -> None:
        self._look = look
        now_ms = self._app.now_ms()
        self._waited_since_ms = {
            seat: self._waited_since_ms.get(seat, now_ms) for seat in look.waiting_for
        }
        self._settle(now_ms)
        self._app.redraw()

    # --- as the seat's player ----------------------------------------------------------------------

    async def decide(self, view: View, limit_ms: int | None) -> Any:
        """Wait for keys that make a legal action."""
        self._turn = turn = Turn(view, limit_ms)
        self._settle(self._app.now_ms())
        self._app.ring()
        self._app.redraw()
        try:
            return await self._decided.receive()
        finally:
            if self._turn is turn:
                self._turn = None
            self._settle(self._app.now_ms())
            self._app.redraw()

    # --- in charge -----------------------------------------------------------------------------------

    @property
    def has_stake(self) -> bool:
        return self._seat is not None and self._is_person

    def take(self, words: str) -> None:
        """Nothing is typed here."""

    def closed(self) -> None:
        self.leave()

    def leave(self) -> None:
        self._has_seen_enough = True
        if self._ended is not None:
            self._is_replay_wanted = False
            self._ended.set()
        elif self._session is not None:
            self._session.leave()

    async def wait_seen(self) -> bool:
        """The table is over: returns when the player wants to go, or (True) to watch its log."""
        if self._has_seen_enough:
            return False  # said while the last words to the others were still on their way
        self._ended = trio.Event()
        self._choosing = replace(self._choosing, question=None, is_talking=False)
        self._settle(self._app.now_ms())
        self._app.redraw()
        await self._ended.wait()
        return self._is_replay_wanted

    def _replay(self) -> None:
        if self._ended is not None:
            self._is_replay_wanted = True
            self._ended.set()

    # --- keys ----------------------------------------------------------------------------------------

    def press(self, key: Key, now_ms: int) -> None:
        situation = self._situation
        if self._turn is not None and self._turn.shown_ms is not None:
            situation = replace(situation, turn_age_ms=now_ms - self._turn.shown_ms)
        self._choosing, intent = press(self._choosing, key, situation)
        if intent is not None:
            self._want(intent, situation)

    def _want(self, intent: Intent, situation: Situation) -> None:
        session = self._session
        match intent:
            case Replay():
                self._wish(self._replay)
            case Redraw():
                self._app.repaint()
            case GoOn():
                if self._lingers_until_ms is not None:
                    self._lingers_until_ms = None
                else:
                    self._reading_until_ms = None
                    if session is not None:
                        self._wish(session.go_on)
            case Leave(at_once=True):
                self._interrupt()
            case Leave():
                self._wish(self.leave)
            case Decide(act):
                self._wish(lambda: self._decide(act, situation))
            case Say(text) if session is not None and self._seat is not None:
                self._wish(lambda: session.say(text))
                self.heard(self._seat, text)
            case DeclareAbsent() if session is not None:
                self._wish(session.declare_absent)
            case _:
                pass

    def _decide(self, act: str, situation: Situation) -> None:
        """Give the decision to whoever waits for it, unless the moment has passed."""
        turn = self._turn
        if turn is None or turn.view is not situation.view:
            return
        self._lingers_until_ms = None
        self._turn = None
        self._decided_in.send_nowait(self._game.parse_action(act))
        self._settle(self._app.now_ms())

    # --- what the keys are judged by -----------------------------------------------------------------

    def _settle(self, now_ms: int) -> None:
        self._situation = self._situation_at(now_ms)
        self._choosing = settle(self._choosing, self._situation)

    def _situation_at(self, now_ms: int) -> Situation:
        turn, look = self._turn, self._look
        view = turn.view if turn is not None else (None if look is None else look.view)
        is_turn = turn is not None
        if self._moves[:2] != (view, is_turn) or self._moves[0] is not view:
            self._moves = (view, is_turn, moves_of(self._game, view, is_turn=is_turn))
        left = ""
        if turn is not None and turn.limit_ms is not None:
            left = clock(_seconds(turn.limit_ms - now_ms))
        return Situation(
            game=self._game,
            view=view,
            is_turn=is_turn,
            moves=self._moves[2],
            ask=self._settings.ask,
            leave_price=self._leave_price(view),
            silent=self._silent(look, now_ms),
            has_more_to_show=self._lingers_until_ms is not None
            or self._reading_until_ms is not None,
            fault=bool(self._known.faults),
            is_watching=self._seat is None,
            is_over=self._ended is not None,
            left=left,
        )

    def _leave_price(self, view: View | None) -> str | None:
        if self._seat is None or self._ended is not None or self._known.is_over:
            return None
        if view is None:
            return NOTHING_AT_STAKE
        return leave_price(self._game, view)

    def _silent(self, look: Look | None, now_ms: int) -> tuple[str, ...]:
        """Whom our player may say to be absent: at a table without a clock, after a while."""
        if look is None or self._facts.deadline_s or self._seat is None or self._turn is not None:
            return ()
        return tuple(
            self._facts.names[seat]
            for seat in look.waiting_for
            if seat != self._seat
            and now_ms - self._waited_since_ms.get(seat, now_ms) >= PATIENCE_MS
        )

    # --- seen ------------------------------------------------------------------------------------------

    def drawn(self, now_ms: int) -> None:
        if self._turn is not None and self._turn.shown_ms is None:
            self._turn.shown_ms = now_ms

    def view(self, now_ms: int) -> TableView:
        if self._lingers_until_ms is not None and now_ms >= self._lingers_until_ms:
            self._lingers_until_ms = None
        if self._reading_until_ms is not None and now_ms >= self._reading_until_ms:
            self._reading_until_ms = None
        self._settle(now_ms)
        is_lingering = self._lingers_until_ms is not None
        known = self._lingering if is_lingering else self._known
        return table_view(known, self._now(now_ms), self._choosing, self._situation)

    def _now(self, now_ms: int) -> Now:
        look = self._look
        is_over = self._known.is_over
        waiting_for = () if look is None or is_over else look.waiting_for
        others = frozenset(range(len(self._facts.names))) - {self._seat}
        linked = frozenset() if look is None else look.linked
        reading_ms = self._reading_until_ms
        return Now(
            now_ms=now_ms,
            waiting_for=waiting_for,
            left_s=self._left_s(look, now_ms),
            next_deal_s=None if reading_ms is None or is_over else _seconds(reading_ms - now_ms),
            is_lingering=self._lingers_until_ms is not None,
            away=tuple(sorted(others - linked)),
            is_out=self._is_out(),
            is_asleep=bool(self._met) and not linked and not is_over and self._ended is None,
        )

    def _left_s(self, look: Look | None, now_ms: int) -> int | None:
        """Of our own turn, what our program leaves us; of another's, the table's deadline."""
        if self._turn is not None:
            limit_ms = self._turn.limit_ms
            return None if limit_ms is None else _seconds(limit_ms - now_ms)
        if look is None or not self._facts.deadline_s or not look.waiting_for:
            return None
        since_ms = max(self._waited_since_ms.get(seat, now_ms) for seat in look.waiting_for)
        return max(0, _seconds(since_ms + self._facts.deadline_s * 1000 - now_ms))

    def _is_out(self) -> bool:
        state = self._known.state
        out = getattr(state, "out", ())
        return self._seat is not None and self._seat in out


def _seconds(left_ms: int) -> int:
    """Whole seconds left, never said to be over before they are."""
    return max(0, -(-left_ms // 1000))
