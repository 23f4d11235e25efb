"""The table on the full screen: observer of its session, player of its seat, and taker of keys.

The one rule: it decides nothing and draws nothing. What the table tells goes into `known` and
through `pace`, what keys do into `choosing`, and a view is made of both when a frame is wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

import trio

from cli.evening import wording
from cli.evening.advising import Adviser
from cli.files.own_hands import hand_of
from cli.screen.app import ScreenApp
from cli.screen.drawing.view import TableView
from cli.screen.games import screen_of
from cli.screen.intents import (
    Advise,
    Again,
    Decide,
    DeclareAbsent,
    GoOn,
    Intent,
    KeepWaiting,
    Key,
    Leave,
    Replay,
    Say,
)
from cli.screen.table import known as known_
from cli.screen.table.choosing import AtTable, Choosing, Panel, Situation, settle
from cli.screen.table.doing import take_advised
from cli.screen.table.following import after
from cli.screen.table.keys import press
from cli.screen.table.known import Known, facts_of
from cli.screen.table.model import HURRY_S, Now, clock, table_view
from cli.screen.table.pace import Kind, Pace
from cli.settings import Settings
from cli.table import standing
from cli.table.advice import Advised
from cli.table.asking import question_of_leaving
from cli.table.games import moves_of
from cli.table.moves import Moves
from cli.table.presence import Presence
from cli.table.sorting import Sorting
from p2pcards.cards import Card
from p2pcards.engine import Action, Cause, Seat, Slot, State, View
from p2pcards.games import GAMES
from protocol.faults import Reason
from protocol.net.conduct.conduct import ALONE_LIMIT_S
from protocol.net.conduct.roles import Look
from protocol.net.session import Session
from protocol.table.notices import Notice, RolledBack, SeatOut, StakesPaid
from protocol.table.table import Table


@dataclass(eq=False, slots=True)
class Turn:
    """Our player is asked: what he knows, and when the program decides for him."""

    view: View
    limit_ms: int | None
    shown_ms: int | None = None


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
    ) -> None:
        proposal = table.referee.proposal.proposal
        self._game = GAMES[proposal.game]
        self._screen = screen_of(self._game)
        self._can = moves_of(self._game)
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
        self._facts = facts
        self._settings = settings
        self._app = app
        self._wish = wish
        self._interrupt = interrupt
        self._seat = table.seat
        self._is_person = is_person
        self._on_first_link = on_first_link
        trick_s = settings.trick_pause * self._screen.trick_pauses
        self._pace = Pace(
            known_.begin(facts),
            trick_ms=round(1000 * min(LONGEST_TRICK_S, trick_s)),
            result_ms=round(1000 * settings.result_pause),
        )
        self._cards: dict[Slot, Card] = {}
        self._cards_of = (0, 0)
        self._faults_seen = 0
        self._choosing = Choosing(sorting=Sorting(settings.sorting))
        self._look: Look | None = None
        self._turn: Turn | None = None
        self._moves: tuple[View | None, bool, Moves] = (None, False, Moves())
        self._situation = Situation(self._game, is_watching=table.seat is None)
        self._presence = Presence(len(names), table.seat, proposal.deadline, ALONE_LIMIT_S)
        self._session: Session | None = None
        self._ended: trio.Event | None = None
        self._after = After.NOTHING
        self._has_seen_enough = False
        self._out_cause: Cause | None = None
        self._decided, self.decisions = trio.open_memory_channel[Action](1)
        self._adviser = Adviser(self._game, self._advised, is_laid=True)

    def sit_down(self, session: Session) -> None:
        self._session = session
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
        self._pace.tell(after(self._pace.newest, notice, now_ms), dict(self._cards), now_ms)
        if isinstance(notice, RolledBack):
            self._pace.catch_up()  # what stayed may not have happened
        if isinstance(notice, StakesPaid):
            self._presence.gone -= set(notice.seats)
        if isinstance(notice, SeatOut):
            if notice.cause is not Cause.SILENT:
                self._presence.gone.add(notice.seat)
            if notice.seat == self._seat:
                self._out_cause = notice.cause
        self._app.redraw()

    def heard(self, seat: Seat, text: str) -> None:
        self._pace.add(lambda known: known_.heard(known, seat, text))
        self._app.redraw()

    def overheard(self, key: bytes, name: str, text: str) -> None:
        self._pace.add(lambda known: known_.overheard(known, name, text))
        self._app.redraw()

    def refused(self, seat: Seat, reason: Reason) -> None:
        self._pace.add(known_.refuse)
        self._app.redraw()

    def link_up(self, seat: Seat, words: tuple[str, ...]) -> None:
        if not self._presence.concerns(seat):
            return
        if seat in self._presence.met:
            self.say(wording.link_back(self._facts.names[seat]))
        else:
            self._presence.met.add(seat)
            self._on_first_link(seat, words)
        self._app.redraw()

    def link_down(self, seat: Seat) -> None:
        is_ending = self._look is not None and (self._look.is_over or self._look.has_left)
        if self._presence.concerns(seat) and not is_ending:
            is_only = self._presence.voters <= 2
            self.say(wording.link_lost(self._facts.names[seat], is_only=is_only))
        self._app.redraw()

    def looked(self, look: Look) -> None:
        if self._look is None:
            self._pace.catch_up()  # who comes back to a table is told what has been
        known = frozenset() if self._look is None else self._look.leaving
        for seat in sorted(look.leaving - known - self._presence.gone):
            self.say(wording.leaves(self._facts.names[seat]))
        self._presence.gone |= look.leaving
        self._look = look
        now_ms = self._app.now_ms()
        if look.view is not None:
            if (cards_of := hand_of(look.view.state)) != self._cards_of:
                self._cards, self._cards_of = {}, cards_of
            self._cards |= look.view.hand
        accused = frozenset() if self._session is None else self._session.table.accused
        for seat in self._presence.looked(look, accused, now_ms):
            self._hear_vote(seat)
        self._settle(now_ms)
        self._app.redraw()

    # --- as the seat's player ----------------------------------------------------------------------

    async def decide(self, view: View, limit_ms: int | None) -> Action:
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

    def _advised(self, view: View, advised: Advised) -> None:
        self._settle(self._app.now_ms())
        if self._situation.is_turn and self._situation.view is view:
            at = AtTable(self._choosing, self._situation)
            self._choosing = take_advised(at, advised.action, advised.sentence)
        self._app.redraw()

    def turn_comes(self, view: View, limit_ms: int | None) -> None:
        """Our player is asked from now on."""
        self._turn = Turn(view, limit_ms)
        now_ms = self._app.now_ms()
        is_of_another_deal = self._pace.shown.deal != self._pace.newest.deal
        if is_of_another_deal or (limit_ms is not None and limit_ms - now_ms < 1000 * HURRY_S):
            self._pace.catch_up()
        self._settle(now_ms)
        self._app.call(f"Your turn · {self._game.title}")
        self._app.redraw()

    def turn_goes(self, view: View) -> None:
        """What he was asked is decided, by him or without him."""
        if self._turn is not None and self._turn.view is view:
            self._turn = None
        if self._turn is None:
            self._app.title(self._game.title)
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
            self._end(After.NOTHING)
        elif self._session is not None:
            self._session.leave()

    async def wait_seen(self) -> After:
        """The table is over: returns what the player wants now."""
        if self._has_seen_enough:
            return After.NOTHING  # said while the last words to the others were still on their way
        self._ended = trio.Event()
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
                self._wish(lambda: self._end(After.REPLAY))
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
            case Say(text) if session is not None and self._seat is not None:
                self._wish(lambda: session.say(text))
                self.heard(self._seat, text)
            case DeclareAbsent() if session is not None:
                self.say(standing.declared(situation.silent))
                self._wait_anew()
                self._wish(session.declare_absent)
            case KeepWaiting():
                self._wait_anew()
            case Again():
                self._wish(lambda: self._end(After.AGAIN))
            case _:
                pass

    def _decide(self, action: Action, situation: Situation) -> None:
        """Give the decision to whoever waits for it, unless the moment has passed."""
        turn = self._turn
        if turn is None or turn.view is not situation.view:
            return
        self._pace.catch_up()
        self._turn = None
        self._decided.send_nowait(action)
        self._settle(self._app.now_ms())

    # --- what the keys are judged by -----------------------------------------------------------------

    def _has_gone(self, was_result: bool) -> None:
        """Something does not stay any longer: after a result our seat is ready for the next deal."""
        if was_result and self._session is not None and self._seat is not None:
            self._wish(self._session.go_on)

    def _settle(self, now_ms: int) -> None:
        faults = len(self._pace.shown.faults)
        if faults > self._faults_seen and not self._choosing.is_talking:
            self._choosing = replace(self._choosing, panel=Panel.FAULT, scroll=0)
        self._faults_seen = max(faults, self._faults_seen)
        self._situation = self._situation_at(now_ms)
        self._choosing = settle(self._choosing, self._situation)

    def _situation_at(self, now_ms: int) -> Situation:
        """What a key is judged by: the moment that is shown, which may be behind the table's."""
        turn, look = self._turn, self._look
        newest = turn.view if turn is not None else (None if look is None else look.view)
        is_behind = self._pace.is_behind
        view = self._view_behind() if is_behind else newest
        is_turn = turn is not None and not is_behind
        if self._moves[:2] != (view, is_turn) or self._moves[0] is not view:
            self._moves = (view, is_turn, self._can.moves(view, is_turn=is_turn))
        is_alone = self._facts.is_alone or turn is not None
        left = ""
        if turn is not None and turn.limit_ms is not None:
            left = clock(_seconds(turn.limit_ms - now_ms))
        return Situation(
            game=self._game,
            view=view,
            is_turn=is_turn,
            moves=self._moves[2],
            ask=self._settings.ask,
            leave_price=self._leave_price(newest),
            silent=() if is_behind or is_alone else self._named(self._presence.to_vote_on(now_ms)),
            has_more_to_show=self._pace.stop is not None and not self._pace.shown.is_over,
            fault=bool(self._pace.shown.faults),
            is_watching=self._seat is None,
            is_over=self._ended is not None and not is_behind,
            can_play_again=self._pace.shown.is_over,
            left=left,
            voters=self._presence.voters,
            standing=self._standing(now_ms),
            told=len(self._pace.shown.story),
            chapter=self._can.chapter(self._pace.shown.state),
            is_stuck=self._is_asleep or bool(self._pace.shown.missing),
        )

    def _view_behind(self) -> View | None:
        """What our seat knew at the moment that is shown."""
        stop = self._pace.stop
        if stop is None or self._seat is None:
            return None
        state = _state_of(stop.known, stop.kind)
        assert state is not None, "what stays on the screen is of a deal"
        held = self._game.hand_slots(state, self._seat)
        return View(state, self._seat, {s: stop.cards[s] for s in held if s in stop.cards})

    def _leave_price(self, view: View | None) -> str | None:
        """Of the deal under way, even if another is still shown: it is that which is left."""
        if self._seat is None or self._ended is not None or self._pace.newest.is_over:
            return None
        price = question_of_leaving(self._game, view, self._presence.voters)
        if view is None:
            return price
        deal = self._pace.newest.deal
        return price if deal == self._pace.shown.deal else f"Deal {deal} has begun. {price}"

    def _named(self, seats: Iterable[Seat]) -> tuple[str, ...]:
        return tuple(self._facts.names[seat] for seat in seats)

    def _hear_vote(self, seat: Seat) -> None:
        """Somebody says that this seat is absent: our player is asked too, at once."""
        if seat == self._seat:
            self.say(standing.ACCUSED)
        elif not self._facts.deadline_s and not self._presence.has_answered(self._app.now_ms()):
            self.say(standing.accused(self._facts.names[seat]))

    def _wait_anew(self) -> None:
        self._presence.wait_anew(self._app.now_ms())
        self._app.redraw()

    @property
    def _is_asleep(self) -> bool:
        """Whether all links are lost, while they are needed."""
        return self._presence.is_alone and not self._pace.newest.is_over and self._ended is None

    def _standing(self, now_ms: int) -> str:
        """Why the table does not just go on."""
        shown = self._pace.shown
        if self._ended is not None or shown.is_over:
            return ""
        if self._session is not None and self._session.is_leaving:
            return standing.LEAVING
        if self._is_asleep:
            left = clock(_seconds(self._presence.alone_left_ms(now_ms)))
            return standing.link_lost(
                left, self._named(self._presence.away), has_seat=self._seat is not None
            )
        if shown.missing:
            return standing.rests(self._named(shown.missing))
        if (why := self._can.sits_out(shown.state, self._seat)) and not self._pace.stop:
            return why
        if (
            self._seat is not None
            and self._can.is_out(shown.state, self._seat)
            and not self._pace.stop
        ):
            return standing.out_of_deal(self._game, shown.state, self._seat, self._out_cause)
        return ""

    # --- seen ------------------------------------------------------------------------------------------

    def drawn(self, now_ms: int) -> None:
        if self._turn is not None and self._turn.shown_ms is None:
            self._turn.shown_ms = now_ms

    def view(self, now_ms: int) -> TableView:
        self._has_gone(self._pace.advance(now_ms))
        self._settle(now_ms)
        return table_view(self._pace.shown, self._now(now_ms), self._choosing, self._situation)

    def _now(self, now_ms: int) -> Now:
        look, shown, stop = self._look, self._pace.shown, self._pace.stop
        is_over = shown.is_over
        waiting_for = () if look is None or is_over or stop is not None else look.waiting_for
        stays_s = None if stop is None else _seconds(self._pace.left_ms(now_ms))
        is_result = stop is not None and stop.kind is Kind.RESULT
        return Now(
            now_ms=now_ms,
            waiting_for=waiting_for,
            left_s=self._left_s(now_ms),
            next_deal_s=stays_s if is_result and not is_over else None,
            stays_s=None if is_result else stays_s,
            away=self._presence.away,
            silent={}
            if not waiting_for or self._turn is not None
            else self._presence.silent(now_ms),
            is_out=self._can.is_out(shown.state, self._seat),
            is_asleep=self._is_asleep,
            is_leaving=self._session is not None and self._session.is_leaving,
            is_closed=self._ended is not None and not self._pace.is_behind,
        )

    def _left_s(self, now_ms: int) -> int | None:
        """Of our own turn, what our program leaves us; of another's, the table's deadline."""
        if self._turn is not None:
            limit_ms = self._turn.limit_ms
            return None if limit_ms is None else _seconds(limit_ms - now_ms)
        left_ms = self._presence.turn_left_ms(now_ms)
        return None if left_ms is None else max(0, _seconds(left_ms))


def _state_of(known: Known, kind: Kind) -> State | None:
    return known.finished if kind is Kind.TRICK else known.state


def _seconds(left_ms: int) -> int:
    """Whole seconds left, never said to be over before they are."""
    return max(0, -(-left_ms // 1000))
