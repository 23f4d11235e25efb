"""The table on the full screen: observer of its session, player of its seat, and taker of keys.

The one rule: it decides nothing and draws nothing. What the table tells goes into `known` and
through `pace`, what keys do into `choosing`, and a view is made of both when a frame is wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from typing import Final

import trio

from cli.evening.advising import Adviser
from cli.evening.attendance import Attendance
from cli.screen.app import ScreenApp
from cli.screen.drawing.view import TableView
from cli.screen.games import screen_of
from cli.screen.intents import (
    Advise,
    Again,
    ComeBack,
    Decide,
    DeclareAbsent,
    GoOn,
    Intent,
    KeepWaiting,
    Key,
    Leave,
    Mute,
    Replay,
    Say,
    WantPause,
)
from cli.screen.screen_view import Drawn
from cli.screen.table import pausing
from cli.screen.table.doing import take_advised
from cli.screen.table.keys import press
from cli.screen.table.model import HURRY_S, table_view
from cli.screen.table.pace import Pace
from cli.screen.table.present import Present, Turn
from cli.settings import Settings
from cli.table.advice import Advised
from cli.table.choosing import AtTable, Choosing, Panel, Situation, settle
from cli.table.conversation import Conversation, Line
from cli.table.sorting import Sorting
from cli.table.story import known as known_
from cli.table.story.following import after
from cli.table.story.known import facts_of
from cli.words.en import talking
from p2pcards.engine import Action, AnyView, Seat
from p2pcards.games import GAMES
from protocol.faults import Reason
from protocol.net.conduct.roles import Look
from protocol.net.session import Session
from protocol.table.notices import Notice, RolledBack, SeatOut
from protocol.table.table import Table


class After(Enum):
    """What the player wants when the table is over for us."""

    NOTHING = "nothing"
    REPLAY = "to watch its log"
    AGAIN = "another match"


LONGEST_TRICK_S: Final = 10.0
LONGEST_READING_MS: Final = 120_000
"""How long our stake may wait for the screen; the table takes less where its clock is shorter."""


class TableScreen:
    """One table on the screen.

    Args:
        table: Read only before its session runs.
        settings: The player's.
        app: Redrawn when something has changed.
        wish: Has something done inside trio.
        interrupt: Leaves at once, as Ctrl-C does.
        is_person: Whether somebody plays our seat by keys.
        is_alone: Whether all other seats are bots of this program.
        on_first_link: Called with the seat and the comparison words of each first link.
        conversation: The evening's talk.
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
        is_alone: bool = False,
        on_first_link: Callable[[Seat, tuple[str, ...]], None],
        conversation: Conversation,
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
            is_alone=is_alone,
        )
        self._app = app
        self._wish = wish
        self._interrupt = interrupt
        self._seat = table.seat
        self._keys = table.referee.keys
        self._conversation = conversation
        self._is_person = is_person
        trick_s = settings.trick_pause * screen_of(self._game).trick_pauses
        self._pace = Pace(
            known_.begin(facts),
            trick_ms=round(1000 * min(LONGEST_TRICK_S, trick_s)),
            result_ms=round(1000 * settings.result_pause),
        )
        self._attendance = Attendance(
            facts.names, table.seat, proposal.deadline, say=self.say, on_first_link=on_first_link
        )
        others = dict(zip(self._keys, facts.names, strict=True))
        others.pop(b"" if self._seat is None else self._keys[self._seat], None)
        self._present = Present(
            facts, settings.ask, self._pace, self._attendance, conversation, others
        )
        self._faults_seen = 0
        self._choosing = Choosing(sorting=Sorting(settings.sorting))
        self._situation = Situation(self._game, is_watching=table.seat is None)
        self._ended: trio.Event | None = None
        self._after = After.NOTHING
        self._has_seen_enough = False
        self._decided, self.decisions = trio.open_memory_channel[Action](1)
        self._adviser = Adviser(self._game, self._advised, is_laid=True)

    def sit_down(self, session: Session) -> None:
        self._present.session = session
        if self._is_person and self._seat is not None:
            # Our stake waits until the result has gone from the screen, which then says so.
            session.table.reading_ms = LONGEST_READING_MS

    # --- as the session's observer -----------------------------------------------------------------

    def say(self, text: str) -> None:
        """A sentence for the story."""
        self._pace.add(lambda known: known_.say(known, text))

    def say_last(self, text: str) -> None:
        """A sentence about the table's end, which waits for what still stays before it."""
        self._pace.add_last(lambda known: known_.say(known, text))
        self._app.redraw()

    def told(self, notice: Notice) -> None:
        now_ms = self._app.now_ms()
        self._pace.tell(after(self._pace.newest, notice, now_ms), dict(self._present.cards), now_ms)
        if isinstance(notice, RolledBack):
            self._pace.catch_up()  # what stayed may not have happened
        self._attendance.told(notice)
        if isinstance(notice, SeatOut) and notice.seat == self._seat:
            self._present.out_cause = notice.cause
        self._app.redraw()

    def heard(self, seat: Seat, text: str) -> None:
        self._hear(Line(self._keys[seat], self._present.facts.names[seat], text))

    def overheard(self, key: bytes, name: str, text: str) -> None:
        self._hear(Line(key, name, text, is_watching=True))

    def _hear(self, line: Line) -> None:
        if self._conversation.hear(line):
            self._pace.add(lambda known: known_.heard(known, line))
            self._app.redraw()

    def refused(self, seat: Seat, reason: Reason) -> None:
        self._pace.add(known_.refuse)
        self._app.redraw()

    def link_up(self, seat: Seat, words: tuple[str, ...]) -> None:
        self._attendance.link_up(seat, words)
        self._app.redraw()

    def link_down(self, seat: Seat) -> None:
        self._attendance.link_down(seat)
        self._app.redraw()

    def looked(self, look: Look) -> None:
        if self._attendance.look is None:
            self._pace.catch_up()  # who comes back to a table is told what has been
        self._present.looked(look)
        now_ms, session = self._app.now_ms(), self._session
        accused = frozenset() if session is None else session.table.accused
        self._attendance.looked(look, accused, now_ms)
        self._settle(now_ms)
        self._app.redraw()

    # --- as the seat's player ----------------------------------------------------------------------

    async def decide(self, view: AnyView, limit_ms: int | None) -> Action:
        """Wait for keys that make a legal action."""
        self.turn_comes(view, limit_ms)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._adviser.serve, view)
                action = await self.decisions.receive()
                nursery.cancel_scope.cancel()
            return action
        finally:
            self.turn_goes(view)

    def _advised(self, view: AnyView, advised: Advised) -> None:
        self._settle(self._app.now_ms())
        if self._situation.is_turn and self._situation.view is view:
            at = AtTable(self._choosing, self._situation)
            self._choosing = take_advised(at, advised.action, advised.sentence)
        self._app.redraw()

    def turn_comes(self, view: AnyView, limit_ms: int | None) -> None:
        """Our player is asked from now on."""
        self._present.turn = Turn(view, limit_ms)
        now_ms = self._app.now_ms()
        is_of_another_deal = self._pace.shown.deal != self._pace.newest.deal
        if is_of_another_deal or (limit_ms is not None and limit_ms - now_ms < 1000 * HURRY_S):
            self._pace.catch_up()
        self._settle(now_ms)
        self._app.call(f"Your turn · {self._game.title}")
        self._app.redraw()

    def turn_goes(self, view: AnyView) -> None:
        """What they were asked is decided, by them or without them."""
        turn = self._present.turn
        if turn is None or turn.view is view:
            self._present.turn = None
            self._app.title(self._game.title)
        self._settle(self._app.now_ms())
        self._app.redraw()

    # --- in charge -----------------------------------------------------------------------------------

    @property
    def _session(self) -> Session | None:
        return self._present.session

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
            self._end(After.NOTHING)
        elif (session := self._session) is not None:
            session.leave()

    async def wait_seen(self) -> After:
        """The table is over: returns what the player wants now."""
        if self._has_seen_enough:
            return After.NOTHING  # said while the last words to the others were still on their way
        self._ended = trio.Event()
        self._present.is_closed = self._attendance.is_over = True
        self._choosing = replace(self._choosing, question=None, is_talking=False)
        self._settle(self._app.now_ms())
        self._app.redraw()
        await self._ended.wait()
        return self._after

    def _end(self, after: After) -> None:
        if self._ended is not None:
            self._after = after
            self._ended.set()

    # --- keys ----------------------------------------------------------------------------------------

    def press(self, key: Key, now_ms: int) -> None:
        situation, turn = self._situation, self._present.turn
        if turn is not None and turn.shown_ms is not None:
            situation = replace(situation, turn_age_ms=now_ms - turn.shown_ms)
        self._choosing, intent = press(self._choosing, key, situation)
        if intent is not None:
            self._want(intent, situation)

    def _want(self, intent: Intent, situation: Situation) -> None:
        session = self._session
        match intent:
            case Replay() | Again():
                after = After.AGAIN if isinstance(intent, Again) else After.REPLAY
                self._wish(lambda: self._end(after))
            case GoOn():
                now_ms = self._app.now_ms()
                self._has_gone(self._pace.go_on(now_ms))
                self._settle(now_ms)
            case Leave(at_once=True):
                self._interrupt()
            case Leave():
                self._wish(self.leave)
            case Decide(action):
                self._wish(lambda: self._decide(action, situation))
            case Advise():
                self._wish(self._adviser.ask)
            case Say(text) if session is not None:
                self._wish(lambda: session.say(text))
                said = self._conversation.say(talking.YOU, text)
                self._pace.add(lambda known: known_.heard(known, said))
            case Mute(person):
                self._conversation.change(person)
            case WantPause() | ComeBack() if session is not None:
                self._wish(lambda: pausing.tell(session, intent))
            case DeclareAbsent() if session is not None:
                self._attendance.declared(situation.silent, self._app.now_ms())
                self._wish(session.declare_absent)
            case KeepWaiting():
                self._attendance.presence.wait_anew(self._app.now_ms())
            case _:
                pass

    def _decide(self, action: Action, situation: Situation) -> None:
        """Give the decision to whoever waits for it, unless the moment has passed."""
        turn = self._present.turn
        if turn is None or turn.view is not situation.view:
            return
        self._pace.catch_up()
        self._present.turn = None
        self._decided.send_nowait(action)
        self._settle(self._app.now_ms())

    # --- what the keys are judged by -----------------------------------------------------------------

    def _has_gone(self, was_result: bool) -> None:
        """Something does not stay any longer: after a result our seat is ready for the next deal."""
        session = self._session
        if was_result and session is not None and self._seat is not None:
            self._wish(session.go_on)

    def _settle(self, now_ms: int) -> None:
        faults = len(self._pace.shown.faults)
        if faults > self._faults_seen and not self._choosing.is_talking:
            self._choosing = replace(self._choosing, panel=Panel.FAULT, scroll=0)
        if self._choosing.panel is Panel.TALK:
            self._conversation.read()
        self._faults_seen = max(faults, self._faults_seen)
        self._situation = self._present.situation(now_ms)
        self._choosing = settle(self._choosing, self._situation)

    # --- seen ------------------------------------------------------------------------------------------

    def drawn(self, now_ms: int, drawn: Drawn) -> None:
        self._present.last_line, self._present.older = drawn.last_line, drawn.story_back
        self._situation = replace(
            self._situation, last_line=drawn.last_line, older=drawn.story_back
        )
        turn = self._present.turn
        if turn is not None and turn.shown_ms is None:
            turn.shown_ms = now_ms

    def view(self, now_ms: int) -> TableView:
        self._has_gone(self._pace.advance(now_ms))
        self._settle(now_ms)
        now = self._present.now(now_ms)
        return table_view(self._pace.shown, now, self._choosing, self._situation)
