"""What a seat does about its links, its table and its player: told what happens, it says what it wants.

The one rule: no clock, thread or stream is here. Whatever is told comes with the moment, and what is
wanted goes back as wishes, in the order in which they are to be carried out. (SPEC §7.10)
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence, Set
from contextlib import suppress
from typing import Final

from p2pcards.engine import Action, Seat
from protocol.faults import Code
from protocol.log.rounds import Place
from protocol.net.conduct.allowance import Allowance
from protocol.net.conduct.outgoing import PORTION, Outgoing
from protocol.net.conduct.roles import Ending, Look, NotOpened, Role, Watcher
from protocol.net.conduct.watchers import TooManyWatchers, Watchers
from protocol.net.conduct.wishes import (
    Ask,
    Drop,
    Finish,
    GiveUp,
    Pass,
    ShowAside,
    ShowChat,
    ShowLinkDown,
    ShowLinkUp,
    ShowLook,
    ShowNotice,
    ShowRefusal,
    Step,
    StopAsking,
    Wish,
)
from protocol.net.links.events import LinkDown, LinkUp, MeshEvent, Received
from protocol.table.effects import Effect, Forget, Heard, Keep, Refuse, Send, Store, Tell
from protocol.table.notices import TableOpened
from protocol.table.table import Table
from protocol.wire.codec import BadLine
from protocol.wire.names import clean_name
from protocol.wire.talk import (
    Aside,
    Catchup,
    Passed,
    Say,
    Talk,
    decode_talk,
    encode_talk,
    is_talk,
)

LEAVE_LIMIT_S: Final = 5.0
"""How long a seat that leaves waits for the others to take its leave."""

LEAVE_OPENING_S: Final = 0.5
"""The same before the table is open, when nobody has anything to take leave of."""

ALONE_LIMIT_S: Final = 300.0
"""How long a seat waits without a link to anybody; its peers may have played on and gone home."""

REFUSALS_PER_LINK: Final = 24
"""What a peer may send on one link that is no entry and no message before the link is dropped."""

CHAT_BURST: Final = 8
CHAT_EVERY_S: Final = 1.0
"""A seat may say this many lines at once and one more each second; the rest is dropped, so that
nobody can talk the story off the others' screens."""

ASKING_BURST: Final = 16
ASKING_EVERY_S: Final = 0.5
"""How often a seat may ask for what it misses, in the same way. An honest one asks when it gets a
link, and then no more than once a second; each answer may be the whole log."""


class Conduct:
    """See the module's docstring.

    Args:
        table: Called in steps only, which the shell may run in a thread of their own.
        role: Whose it is.
        may_return: Whether our player can come back another day, with what is kept of the table.
    """

    def __init__(self, table: Table, role: Role, *, may_return: bool = False) -> None:
        self._table = table
        self._role = role
        self._keys = table.referee.keys
        self._seat_of = {key: seat for seat, key in enumerate(self._keys) if seat != table.seat}
        self._linked: frozenset[Seat] = frozenset()
        self._departed: frozenset[Seat] = frozenset()
        self._refusals: Counter[Seat] = Counter()
        self._chat = Allowance(CHAT_BURST, CHAT_EVERY_S)
        self._passed = Allowance(CHAT_BURST, CHAT_EVERY_S)
        self._asking_again = Allowance(ASKING_BURST, ASKING_EVERY_S)
        self.watchers: Final = Watchers()
        self.outgoing: Final = Outgoing(self._keys)
        self._look = Look(None, None, None, (), frozenset(), False, False, None)
        self._asked: Place | None = None
        self._is_open = table.referee.setting is not None  # opened in an earlier run
        self.is_leaving = False
        self.is_closed = False
        """The match is over and stored: its links are kept for talk, and no entry is taken in."""
        self._has_said_leave = False
        self._may_return = may_return
        self._is_pausing = False
        self._opens_until_s: float | None = None
        self._leaves_until_s: float | None = None
        self._alone_until_s: float | None = None

    # --- what the player wants ---------------------------------------------------------------------

    def leave(self) -> list[Wish]:
        """Leave the table: signed, so that nobody has to wait for our silence.

        In a pause nobody waits: who may return just goes, and the seat stays theirs.
        """
        self.is_leaving = True
        if self._look.is_paused and self._may_return:
            self._is_pausing = True
            return [Finish()]

        def leave(now_ms: int) -> list[Effect]:
            self._has_said_leave = True
            return self._table.leave(now_ms)

        return [Step(leave)]

    def say(self, text: str) -> list[Wish]:
        """Talk: a seat's to all, a spectator's to the seats, of which one tells the other spectators."""
        if not isinstance(self._role, Watcher):
            watching = self.watchers.tell(encode_talk(Say(text)))
            return [Step(lambda _: self._table.say(text)), *watching]
        name, seats = self._role.name, sorted(self._linked)
        asides = {seat: Aside(name, text, seat == seats[0]) for seat in seats}
        return [Pass(self._keys[seat], encode_talk(aside)) for seat, aside in asides.items()]

    def answer(self, turn: Place, action: Action) -> list[Wish]:
        """Our player's decision for a turn."""

        def decide(now_ms: int) -> list[Effect]:
            # The limit may have passed while the step waited for its turn.
            pending = self._table.pending()
            is_wanted = pending is not None and pending.place == turn
            return self._table.decide(action, now_ms) if is_wanted else []

        return [Step(decide)]

    # --- who may have a link -----------------------------------------------------------------------

    def knows(self, key: bytes) -> bool:
        """Whether a link to this key belongs to the table: a seat, or an admitted spectator."""
        return key in self._seat_of or key in self.watchers

    def admits(self, key: bytes, linked: Set[bytes]) -> bool:
        """As `knows`, for a door without a lobby: a stranger may watch, if there is room for one more."""
        if self._is_open and not isinstance(self._role, Watcher) and not self.knows(key):
            with suppress(TooManyWatchers):
                self.watchers.admit(key, linked)
        return self.knows(key)

    # --- what happens ------------------------------------------------------------------------------

    def begin(self, now_s: float) -> list[Wish]:
        """The session begins."""
        self._opens_until_s = now_s + self._role.opening_limit_s
        return [Step(self._table.start)]

    def hear(self, events: Sequence[MeshEvent], now_s: float) -> list[Wish]:
        """What the links bring, of one step."""
        wishes: list[Wish] = []
        for event in events:
            seat = self._seat_of.get(event.peer)
            if seat is None:
                wishes += self.watchers.hear(event, now_s)
            else:
                wishes += self._hear_seat(seat, event, now_s)
        return [*wishes, *self.watchers.feed(self._table.referee.lines, now_s)]

    def _hear_seat(self, seat: Seat, event: MeshEvent, now_s: float) -> list[Wish]:
        wishes: list[Wish] = []
        match event:
            case Received(_, payload):
                if self.is_closed and not is_talk(payload):
                    return []
                talk = _talk_in(payload)
                if isinstance(talk, Passed):
                    is_for_us = isinstance(self._role, Watcher) and self._passed.take(seat, now_s)
                    return [_shown(talk)] if is_for_us else []
                if isinstance(talk, Catchup) and not self._asking_again.take(seat, now_s):
                    return []
                return [Step(lambda now_ms: self._table.receive(seat, payload, now_ms))]
            case LinkUp(_, words, _):
                self._refusals[seat] = 0
                self._linked |= {seat}
                self._departed -= {seat}
                wishes.append(ShowLinkUp(seat, words))
            case LinkDown(_, reason):
                self._linked -= {seat}
                self.outgoing.forget(seat)
                if reason is Code.PEER_LEFT:
                    self._departed |= {seat}
                    wishes += self.miss(seat)
                wishes.append(ShowLinkDown(seat))
        linked = self._linked
        return [*wishes, Step(lambda now_ms: self._table.set_linked(linked, now_ms))]

    def miss(self, seat: Seat) -> list[Wish]:
        """A seat has gone. Without it the table cannot open; or the host knows that it will not."""
        if self._is_open or isinstance(self._role, Watcher):
            return []
        return [GiveUp(NotOpened(self._role.missing_without(seat, self._look.waiting_for)))]

    # --- what the table has done -------------------------------------------------------------------

    def look(self) -> Look:
        """The table after a step; to be called at its end, where it was run."""
        table = self._table
        round = table.pending()
        is_opening = table.referee.setting is None and self._opens_until_s is not None
        return Look(
            view=table.view(),
            turn=None if round is None else round.place,
            limit_ms=table.decision_limit_ms(),
            waiting_for=table.waiting_for,
            linked=self._linked,
            is_over=table.is_over,
            has_left=table.seat is not None and table.has_left,
            next_tick_ms=table.next_tick_ms(),
            awaited_limit_ms=table.awaited_limit_ms(),
            leaving=table.leaving,
            opens_until_ms=_ms(self._opens_until_s) if is_opening else None,
            pausing=table.pausing,
            is_paused=table.is_paused,
        )

    def follow(self, effects: Sequence[Effect], look: Look, now_s: float) -> list[Wish]:
        """What a step of the table has for the links and for people."""
        wishes: list[Wish] = []
        sent: Counter[Seat] = Counter()
        for effect in effects:
            wishes += self._follow_one(effect, sent, now_s)
        self._look = look
        wishes += self.watchers.feed(self._table.referee.lines, now_s)
        wishes.append(ShowLook(look))
        if look.is_over and not self._is_open:
            wishes.append(GiveUp(NotOpened(())))
        elif look.is_over or look.has_left:
            wishes += [*self._stop_asking(None), Finish()]
        else:
            wishes += self._ask(look)
        return [*wishes, *self._consider_going(now_s)]

    def _follow_one(self, effect: Effect, sent: Counter[Seat], now_s: float) -> list[Wish]:
        match effect:
            case Send(payload, to):
                wishes: list[Wish] = []
                for seat in to:
                    if seat in self._linked:  # others get all they lack when they have come
                        sent[seat] += 1
                        wishes += self.outgoing.send(
                            seat,
                            payload,
                            is_flood=sent[seat] > PORTION,
                            now_s=now_s,
                        )
                return wishes
            case Tell(notice):
                self._is_open = self._is_open or isinstance(notice, TableOpened)
                return [ShowNotice(notice)]
            case Heard(seat, text):
                return [ShowChat(seat, text)] if self._chat.take(seat, now_s) else []
            case Refuse(seat, reason):
                self._refusals[seat] += 1
                if self._refusals[seat] < REFUSALS_PER_LINK:
                    return [ShowRefusal(seat, reason)]
                self._refusals[seat] = 0
                return [ShowRefusal(seat, reason), Drop(self._keys[seat])]
            case Store(keep, _):
                self.watchers.hear_stored(keep, now_s)
            case Keep() | Forget():
                pass  # the files' affair
        return []

    def _ask(self, look: Look) -> list[Wish]:
        wishes = self._stop_asking(look.turn)
        if self._asked is None and look.turn is not None:
            assert look.view is not None
            self._asked = look.turn
            wishes.append(Ask(look.turn, look.view, look.limit_ms))
        return wishes

    def _stop_asking(self, turn: Place | None) -> list[Wish]:
        """Our player is asked for this turn now, or for none: what was asked for another is not wanted."""
        if self._asked in (None, turn):
            return []
        self._asked = None
        return [StopAsking()]

    def _consider_going(self, now_s: float) -> list[Wish]:
        if self._linked or not self._is_open or self._look.is_paused:
            self._alone_until_s = None
        elif self._alone_until_s is None:
            self._alone_until_s = now_s + ALONE_LIMIT_S
        if self._has_said_leave and self._leaves_until_s is None:
            if isinstance(self._role, Watcher):
                return [Finish()]
            limit_s = LEAVE_LIMIT_S if self._is_open else LEAVE_OPENING_S
            self._leaves_until_s = now_s + limit_s
        return []

    # --- time --------------------------------------------------------------------------------------

    def next_moment_s(self) -> float | None:
        """When `pass_time` has something to do next, if nothing happens before; None = never."""
        tick_ms = self._look.next_tick_ms
        moments = (
            None if tick_ms is None else tick_ms / 1000,
            None if self._is_open else self._opens_until_s,
            self._leaves_until_s,
            self._alone_until_s,
            self.outgoing.due_s(),
            self.watchers.due_s(),
        )
        return min((moment for moment in moments if moment is not None), default=None)

    def pass_time(self, now_s: float) -> list[Wish]:
        """What is due by now."""
        wishes = self.outgoing.go_on(now_s)
        wishes += self.watchers.feed(self._table.referee.lines, now_s)
        if not self._is_open and _is_due(self._opens_until_s, now_s):
            wishes.append(GiveUp(NotOpened(self._look.waiting_for)))
        if _is_due(self._leaves_until_s, now_s) or _is_due(self._alone_until_s, now_s):
            wishes.append(Finish())
            self._leaves_until_s = self._alone_until_s = math.inf  # said once
        tick_ms = self._look.next_tick_ms
        if tick_ms is not None and _is_due(tick_ms / 1000, now_s):
            wishes.append(Step(self._table.tick))
        return wishes

    # --- the end -----------------------------------------------------------------------------------

    def ending(self) -> Ending:
        """How it has ended."""
        look, is_watcher = self._look, isinstance(self._role, Watcher)
        if look.is_over:
            return Ending.OVER
        if self._is_pausing:
            return Ending.PAUSED
        if self.is_leaving and is_watcher:
            return Ending.LOOKED_ON
        if self.is_leaving:
            return Ending.LEFT if look.has_left else Ending.LEFT_UNHEARD
        return Ending.REMOVED if look.has_left else Ending.ALONE

    @property
    def is_over_for_all(self) -> bool:
        """Whether the match has come to its end with us in a seat: the others may lack our last words."""
        return self.is_over and not isinstance(self._role, Watcher)

    @property
    def is_over(self) -> bool:
        """Whether the match has come to its end."""
        return self._look.is_over

    def last_words(self) -> list[Wish]:
        """What those who watch may lack of the log."""
        return self.watchers.feed_last(self._table.referee.lines)

    @property
    def is_still_needed(self) -> bool:
        """Whether there is a seat that has just lost its link to us, and has not said goodbye."""
        return self._linked | self._departed < frozenset(self._seat_of.values())


def _shown(passed: Passed) -> ShowAside:
    """What another spectator has said, which a seat has passed on."""
    return ShowAside(passed.key, clean_name(passed.name), passed.text)


def _talk_in(payload: bytes) -> Talk | None:
    """The message; None where it is an entry, or is refused by the table."""
    if not is_talk(payload):
        return None
    try:
        return decode_talk(payload)
    except BadLine:
        return None


def _is_due(moment_s: float | None, now_s: float) -> bool:
    return moment_s is not None and now_s >= moment_s


def _ms(moment_s: float | None) -> int | None:
    return None if moment_s is None else round(moment_s * 1000)
