"""The table at this moment: what a key is judged by, and what a frame shows beside what was told.

The one rule: it only looks. It gathers from what is shown, who is there and whose turn it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cli.evening.attendance import Attendance
from cli.screen.table.model import Now, clock
from cli.screen.table.pace import Kind, Pace
from cli.table import standing
from cli.table.asking import question_of_leaving
from cli.table.choosing import Situation
from cli.table.conversation import Conversation
from cli.table.games import moves_of
from cli.table.hand import hand_of
from cli.table.moves import Moves
from cli.table.story.known import Facts, Known
from cli.words.en import pausing
from cli.words.en import standing as standing_words
from p2pcards.cards import Card
from p2pcards.engine import AnyView, Cause, Slot, State, View
from protocol.net.conduct.roles import Look
from protocol.net.session import Session


@dataclass(eq=False, slots=True)
class Turn:
    """Our player is asked: what they know, and when the program decides for them."""

    view: AnyView
    limit_ms: int | None
    shown_ms: int | None = None


@dataclass(eq=False, slots=True)
class Present:
    """Of one table.

    Args:
        facts: What does not change.
        asks: The player's setting of what is asked about.
        pace: What is shown of what has been told.
        attendance: Who is there.
        conversation: The evening's talk.
        others: The other players' keys, and what they are called.
        session: The table's; None before it runs.
        turn: Our player is asked; None else.
        cards: The cards of the deal that our seat knows.
        out_cause: Why our seat was last put out of a deal.
        is_closed: The table has ended for us.
        last_line, older: Of what is laid over it and of its story, as drawn last.
    """

    facts: Facts
    asks: str
    pace: Pace
    attendance: Attendance
    conversation: Conversation
    others: Mapping[bytes, str]
    session: Session | None = None
    turn: Turn | None = None
    cards: dict[Slot, Card] = field(default_factory=dict)
    out_cause: Cause | None = None
    is_closed: bool = False
    last_line: int = 0
    older: int = 0
    _cards_of: tuple[int, int] = (0, 0)
    _moves: tuple[AnyView | None, bool, Moves] = (None, False, Moves())

    def looked(self, look: Look) -> None:
        """Our seat may know more cards, or those of another deal."""
        if look.view is None:
            return
        if (cards_of := hand_of(look.view.state)) != self._cards_of:
            self.cards, self._cards_of = {}, cards_of
        self.cards |= look.view.hand

    # --- what a key is judged by ---------------------------------------------------------------------

    def situation(self, now_ms: int) -> Situation:
        """The moment that is shown, which may be behind the table's."""
        turn, look, shown = self.turn, self.attendance.look, self.pace.shown
        facts, presence = self.facts, self.attendance.presence
        newest = turn.view if turn is not None else (None if look is None else look.view)
        is_behind = self.pace.is_behind
        view = self._view_behind() if is_behind else newest
        is_turn = turn is not None and not is_behind
        is_alone = facts.is_alone or turn is not None
        left = ""
        if turn is not None and turn.limit_ms is not None:
            left = clock(_seconds(turn.limit_ms - now_ms))
        return Situation(
            game=facts.game,
            view=view,
            is_turn=is_turn,
            moves=self._moves_of(view, is_turn=is_turn),
            ask=self.asks,
            leave_price=self._leave_price(newest),
            silent=() if is_behind or is_alone else self.attendance.silent(now_ms),
            has_more_to_show=self.pace.stop is not None and not shown.is_over,
            fault=bool(shown.faults),
            is_watching=facts.seat is None,
            is_over=self.is_closed and not is_behind,
            can_play_again=shown.is_over,
            left=left,
            voters=presence.voters,
            standing=self._standing(now_ms),
            talk=self.conversation.lines,
            unread=self.conversation.unread,
            people=self.conversation.people(self.others),
            deals_told=len(shown.earlier) + bool(shown.deal),
            older=self.older,
            last_line=self.last_line,
            chapter=moves_of(facts.game).chapter(shown.state),
            is_stuck=self._is_asleep or bool(shown.missing),
            is_paused=presence.is_paused and not is_behind,
            is_away=presence.is_away and not is_behind,
            wants_pause=facts.seat in presence.pausing,
        )

    def _moves_of(self, view: AnyView | None, *, is_turn: bool) -> Moves:
        if self._moves[0] is not view or self._moves[1] is not is_turn:
            moves = moves_of(self.facts.game).moves(view, is_turn=is_turn)
            self._moves = (view, is_turn, moves)
        return self._moves[2]

    def _view_behind(self) -> AnyView | None:
        """What our seat knew at the moment that is shown."""
        stop, seat, game = self.pace.stop, self.facts.seat, self.facts.game
        if stop is None or seat is None:
            return None
        state = _state_of(stop.known, stop.kind)
        assert state is not None, "what stays on the screen is of a deal"
        held = game.hand_slots(state, seat)
        return View(state, seat, {slot: stop.cards[slot] for slot in held if slot in stop.cards})

    def _leave_price(self, view: AnyView | None) -> str | None:
        """Of the deal under way, even if another is still shown: it is that which is left."""
        newest = self.pace.newest
        if self.facts.seat is None or self.is_closed or newest.is_over:
            return None
        is_paused, session = self.attendance.presence.is_paused, self.session
        if is_paused and session is not None and session.may_return:
            return pausing.GOING
        price = question_of_leaving(self.facts.game, view, self.attendance.presence.voters)
        if view is None or newest.deal == self.pace.shown.deal:
            return price
        return f"Deal {newest.deal} has begun. {price}"

    @property
    def _is_asleep(self) -> bool:
        """Whether all links are lost, while they are needed."""
        is_needed = not self.pace.newest.is_over and not self.is_closed
        return is_needed and self.attendance.presence.is_alone

    def _standing(self, now_ms: int) -> str:
        """Why the table does not just go on."""
        shown, presence, facts = self.pace.shown, self.attendance.presence, self.facts
        can, seat = moves_of(facts.game), facts.seat
        if self.is_closed or shown.is_over:
            return ""
        if self._is_leaving:
            return standing_words.LEAVING
        if self._is_asleep:
            left = clock(_seconds(presence.alone_left_ms(now_ms)))
            away = tuple(facts.names[one] for one in presence.away)
            return standing_words.link_lost(left, away, has_seat=seat is not None)
        if shown.missing:
            return standing_words.rests(tuple(facts.names[one] for one in shown.missing))
        if self.pace.stop:
            return ""
        look = self.attendance.look
        if look is not None and look.is_paused:
            return self.attendance.paused()
        if why := can.sits_out(shown.state, seat):
            return why
        if seat is not None and can.is_out(shown.state, seat):
            return standing.out_of_deal(facts.game, shown.state, seat, self.out_cause)
        return ""

    @property
    def _is_leaving(self) -> bool:
        return self.session is not None and self.session.is_leaving

    # --- what a frame shows --------------------------------------------------------------------------

    def now(self, now_ms: int) -> Now:
        """The table just now."""
        look, shown, stop = self.attendance.look, self.pace.shown, self.pace.stop
        presence = self.attendance.presence
        waits = look is not None and not shown.is_over and stop is None
        waiting_for = look.waiting_for if look is not None and waits else ()
        stays_s = None if stop is None else _seconds(self.pace.left_ms(now_ms))
        is_result = stop is not None and stop.kind is Kind.RESULT
        is_silence_shown = bool(waiting_for) and self.turn is None
        return Now(
            now_ms=now_ms,
            waiting_for=waiting_for,
            left_s=self._left_s(now_ms),
            next_deal_s=stays_s if is_result and not shown.is_over else None,
            stays_s=None if is_result else stays_s,
            away=presence.away,
            silent=presence.silent(now_ms) if is_silence_shown else {},
            is_out=moves_of(self.facts.game).is_out(shown.state, self.facts.seat),
            is_asleep=self._is_asleep,
            is_leaving=self._is_leaving,
            is_closed=self.is_closed and not self.pace.is_behind,
        )

    def _left_s(self, now_ms: int) -> int | None:
        """Of our own turn, what our program leaves us; of another's, the table's deadline."""
        if self.turn is not None:
            limit_ms = self.turn.limit_ms
            return None if limit_ms is None else _seconds(limit_ms - now_ms)
        left_ms = self.attendance.presence.turn_left_ms(now_ms)
        return None if left_ms is None else max(0, _seconds(left_ms))


def _state_of(known: Known, kind: Kind) -> State | None:
    return known.finished if kind is Kind.TRICK else known.state


def _seconds(left_ms: int) -> int:
    """Whole seconds left, never said to be over before they are."""
    return max(0, -(-left_ms // 1000))
