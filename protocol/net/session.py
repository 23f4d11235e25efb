"""One seat's evening: its `Table` carried over a `Mesh`, with files, clock, player and observer.

The one rule: nothing is judged here. The table says what is to be done, and this carries it out in
that order: notes and log first, then what is sent, then what people see. (SPEC §7.10)
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Protocol, TypeAlias

import trio

from p2pcards.engine import Roll, Seat, View
from protocol.crypto.rng import Rng, below
from protocol.faults import ProtocolError, Reason
from protocol.log.rounds import Place
from protocol.net.attendance import Attendance
from protocol.net.link import CloseReason
from protocol.net.lobby import LOBBY_MARK
from protocol.net.mesh import QUEUE_PAYLOADS, LinkDown, LinkUp, MeshEvent, Received
from protocol.net.storage import TableFiles
from protocol.table.effects import Effect, Forget, Heard, Keep, Refuse, Send, Store, Tell
from protocol.table.notices import Notice, TableOpened
from protocol.table.table import Table
from protocol.wire.codec import BadLine
from protocol.wire.talk import Catchup, decode_talk, is_talk

LEAVE_LIMIT_S: Final = 5.0
"""How long a seat that leaves waits for the others to take its leave."""

LEAVE_OPENING_S: Final = 0.5

OPENING_LIMIT_S: Final = 30.0
HOSTS_OPENING_LIMIT_S: Final = 20.0
"""How long the table's opening may take. Nobody can be voted out of it, so somebody must give up: the
host first, so that its lobby is open again when the others come back to it."""

LAST_WORDS_S: Final = 10.0
"""How long the last result may take to arrive on a link that is bad."""

LINGER_S: Final = 3.0
"""How long a seat stays after the match for those to whom it has no link just then."""

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

FEED_LINES: Final = 512
FEED_PAUSE_S: Final = 0.25
"""Who has missed much gets it in portions, so that a link's queue never overflows with it."""

BACKLOG_SPARE: Final = 2 * QUEUE_PAYLOADS
"""What may wait for a seat besides the whole log: what is said while it is being told."""

MOST_WATCHERS: Final = 16
"""With the links of all other seats no more than a mesh holds, so that a seat never finds it full."""


class Ending(StrEnum):
    """How a session came to its end."""

    OVER = "the match is over"
    LEFT = "left, and the others know"
    LOOKED_ON = "watched no longer"
    LEFT_UNHEARD = "left, and nobody confirmed it in time"
    REMOVED = "the others go on without this seat"
    ALONE = "nobody else can be reached any more"


@dataclass(eq=False)
class NotOpened(ProtocolError):
    """The table did not open: nothing was at stake yet.

    Args:
        missing: Seats that had not spoken when patience ended; empty where one was caught instead.
    """

    missing: tuple[Seat, ...]

    def __str__(self) -> str:
        return f"the table did not open; silent: {list(self.missing)}"


@dataclass(eq=False)
class TooManyWatchers(ProtocolError):
    """As many watch already as the table can serve beside its own seats."""


@dataclass(frozen=True, slots=True)
class Look:
    """The table as it stands between two steps, safe to keep.

    Args:
        view: What our seat knows of the deal under way.
        turn: Where our player must decide; None if it need not.
        limit_ms: When our own program decides for it, on trio's clock; None without a clock.
        waiting_for: Seats that the table waits for.
        linked: Seats to which there is a link.
        leaving: Other seats that have said that they leave; the log shows it at their next turn.
        opens_until_ms: When the opening is given up, on trio's clock; None once the table is open.
    """

    view: View | None
    turn: Place | None
    limit_ms: int | None
    waiting_for: tuple[Seat, ...]
    linked: frozenset[Seat]
    is_over: bool
    has_left: bool
    next_tick_ms: int | None
    leaving: frozenset[Seat] = frozenset()
    opens_until_ms: int | None = None


class Player(Protocol):
    """Whoever decides for a seat."""

    async def decide(self, view: View, limit_ms: int | None) -> Any:
        """A legal action; cancelled when it is no longer wanted.

        Args:
            view: What the seat knows.
            limit_ms: When the program will decide instead, on trio's clock; None = never.
        """
        ...


class Observer(Protocol):
    """Whoever shows what happens. All calls are made between two steps and must return at once."""

    def told(self, notice: Notice) -> None: ...
    def heard(self, seat: Seat, text: str) -> None: ...
    def refused(self, seat: Seat, reason: Reason) -> None: ...
    def link_up(self, seat: Seat, words: tuple[str, ...]) -> None: ...
    def link_down(self, seat: Seat) -> None: ...
    def looked(self, look: Look) -> None: ...


class Silent:
    """An observer that shows nothing; the base of those that show something."""

    def told(self, notice: Notice) -> None: ...
    def heard(self, seat: Seat, text: str) -> None: ...
    def refused(self, seat: Seat, reason: Reason) -> None: ...
    def link_up(self, seat: Seat, words: tuple[str, ...]) -> None: ...
    def link_down(self, seat: Seat) -> None: ...
    def looked(self, look: Look) -> None: ...


class BotPlayer:
    """A player of one of the game's levels, which takes its time so that people can follow."""

    def __init__(self, choose: Callable[[View, Roll], Any], rng: Rng, think_s: float = 0.0) -> None:
        self._choose = choose
        self._rng = rng
        self._think_s = think_s

    async def decide(self, view: View, limit_ms: int | None) -> Any:
        await trio.sleep(self._think_s)
        return self._choose(view, lambda n: below(self._rng, n))


Call: TypeAlias = Callable[[int], list[Effect]]
"""A step of the table, given the moment in ms."""

Runner: TypeAlias = Callable[[Callable[[], tuple[list[Effect], Look]]], Awaitable[Any]]
"""How a step is run: in a thread, since a proof may take as long as several frames of a screen."""


class _Allowance:
    """So many at once and one more each so often, for each seat by itself."""

    def __init__(self, burst: int, every_s: float) -> None:
        self._burst_s = burst * every_s
        self._every_s = every_s
        self._full_s: dict[Seat, float] = {}
        """The moment at which a seat's allowance would be full again, moved on by each use."""

    def take(self, seat: Seat) -> bool:
        """Whether the seat has one left, which is then used."""
        now_s = trio.current_time()
        full_s = max(self._full_s.get(seat, now_s), now_s) + self._every_s
        if full_s - now_s > self._burst_s:
            return False
        self._full_s[seat] = full_s
        return True


class _Feed:
    """A spectator of ours on one link, and how far it has been told the log."""

    def __init__(self) -> None:
        self.told = 0
        self.is_wanted = False
        self.wake = trio.Event()


class Session:
    """Runs one table over one mesh; made once, run once.

    Args:
        table: Not started yet. With seat None it is a spectator's, fed by seat 0.
        attendance: Who is at it, with the mesh that carries it.
        observer: Told what happens.
        player: Decides for our seat; None for a spectator.
        files: Where log and notes go; closed at the end. None keeps nothing.
        runner: Runs the table's steps.
    """

    def __init__(
        self,
        table: Table,
        attendance: Attendance,
        *,
        observer: Observer,
        player: Player | None,
        files: TableFiles | None,
        runner: Runner = trio.to_thread.run_sync,
    ) -> None:
        assert (player is None) == (table.seat is None)
        self.table = table
        self._mesh = attendance.mesh
        self._attendance = attendance
        self._observer = observer
        self._player = player
        self._files = files
        self._runner = runner
        self._keys = table.referee.keys
        self._seat_of = {key: seat for seat, key in enumerate(self._keys) if seat != table.seat}
        self._linked: frozenset[Seat] = frozenset()
        self._departed: frozenset[Seat] = frozenset()
        self._refusals: dict[Seat, int] = {}
        self._chat = _Allowance(CHAT_BURST, CHAT_EVERY_S)
        self._asking_again = _Allowance(ASKING_BURST, ASKING_EVERY_S)
        self._backlogs: dict[Seat, deque[bytes]] = {}
        self._feeds: dict[bytes, _Feed] = {}
        self._lock = trio.Lock()
        self._changed = trio.Event()
        self._ended = trio.Event()
        self._opened = trio.Event()
        self._failure: BaseException | None = None
        self._asking: tuple[Place, trio.CancelScope] | None = None
        self._is_leaving = False
        self._orders, self._obeyed = trio.open_memory_channel[Call](math.inf)
        self._look = Look(None, None, None, (), frozenset(), False, False, None)
        if table.referee.setting is not None:  # it has been opened in an earlier run
            self._opened.set()

    # --- what the caller may say, at any time from trio's thread ------------------------------------

    def say(self, text: str) -> None:
        """Chat."""
        self._orders.send_nowait(lambda _: self.table.say(text))

    def leave(self) -> None:
        """Leave the table: signed, so that nobody has to wait for our silence."""
        if not self._is_leaving:
            self._is_leaving = True
            self._orders.send_nowait(self.table.leave)

    @property
    def has_ended(self) -> bool:
        """Whether the table is over for us."""
        return self._ended.is_set()

    @property
    def is_leaving(self) -> bool:
        """Whether our player has asked to leave."""
        return self._is_leaving

    def go_on(self) -> None:
        """Our player has read the result of the deal."""
        self._orders.send_nowait(self.table.go_on)

    def declare_absent(self) -> None:
        """At a table without a deadline: say that those we wait for are absent."""
        self._orders.send_nowait(self.table.declare_absent)

    def admit_watcher(self, key: bytes) -> None:
        """Whoever holds this key gets the log, as soon as it asks on its link.

        Raises:
            TooManyWatchers: There is no room for another.
        """
        if key in self._feeds:
            return
        if len(self._feeds) >= MOST_WATCHERS:  # some may have gone
            linked = self._mesh.linked()
            self._feeds = {known: feed for known, feed in self._feeds.items() if known in linked}
        if len(self._feeds) >= MOST_WATCHERS:
            raise TooManyWatchers
        self._feeds[key] = _Feed()

    def knows(self, key: bytes) -> bool:
        """Whether a link to this key belongs to the table: a seat, or an admitted spectator."""
        return key in self._seat_of or key in self._feeds

    def admits(self, key: bytes) -> bool:
        """As `knows`, for a door without a lobby: a stranger may watch, if there is room for one more."""
        if self.table.seat is not None and self._opened.is_set() and not self.knows(key):
            with suppress(TooManyWatchers):
                self.admit_watcher(key)
        return self.knows(key)

    # --- the run -----------------------------------------------------------------------------------

    async def run(self) -> Ending:
        """Play to the end of the match, or until we have left it.

        Raises:
            NotOpened: No table came of it.
            DiskFull, CannotStore: Log or notes cannot be written; nothing unrecorded was sent.
        """
        forget_notes = False
        is_host = self.table.seat == 0
        limit_s = HOSTS_OPENING_LIMIT_S if is_host else OPENING_LIMIT_S
        self._opens_until_s = trio.current_time() + limit_s
        try:
            async with trio.open_nursery() as nursery:
                self._nursery = nursery
                nursery.start_soon(self._give_up_opening)
                await self._do([self.table.start])
                for task in (self._read_mesh, self._keep_time, self._obey, self._give_up_alone):
                    nursery.start_soon(task)
                await self._ended.wait()
                await self._linger()
                nursery.cancel_scope.cancel()
            if self._failure is not None:
                forget_notes = isinstance(self._failure, NotOpened)
                raise self._failure
            ending = self._ending()
            is_to_come_back = ending in (Ending.LEFT_UNHEARD, Ending.ALONE)
            forget_notes = not is_to_come_back or self.table.has_taken_leave
            return ending
        finally:
            if self._files is not None:
                self._files.close(forget_notes=forget_notes)

    def _ending(self) -> Ending:
        if self._look.is_over:
            return Ending.OVER
        if self._is_leaving and self.table.seat is None:
            return Ending.LOOKED_ON
        if self._is_leaving:
            return Ending.LEFT if self._look.has_left else Ending.LEFT_UNHEARD
        return Ending.REMOVED if self._look.has_left else Ending.ALONE

    async def _linger(self) -> None:
        """After the match: those who have just lost their link to us may still need our last words."""
        if not self._look.is_over or self._failure is not None or self.table.seat is None:
            return
        self._mesh.patience_s = LAST_WORDS_S
        for key, feed in self._feeds.items():
            self._feed(key, feed)
        with trio.move_on_after(LINGER_S):
            while self._linked | self._departed < frozenset(self._seat_of.values()):
                await self._changed.wait()

    def _fail(self, failure: BaseException) -> None:
        self._failure = self._failure or failure
        self._ended.set()

    # --- steps of the table ------------------------------------------------------------------------

    async def _do(self, calls: Sequence[Call]) -> None:
        """Run steps of the table, one after the other, and carry out what they want done."""
        async with self._lock:
            if self._failure is not None:
                return
            now_ms = _now_ms()

            def work() -> tuple[list[Effect], Look]:
                effects = [effect for call in calls for effect in call(now_ms)]
                if self._files is not None:
                    self._files.carry_out(effects)
                return effects, self._take_look()

            try:
                effects, look = await self._runner(work)
            except Exception as error:
                self._fail(error)
                return
            self._carry_out(effects)
            self._after(look)

    def _take_look(self) -> Look:
        table = self.table
        round = table.pending()
        return Look(
            view=table.view(),
            turn=None if round is None else round.place,
            limit_ms=table.decision_limit_ms(),
            waiting_for=table.waiting_for,
            linked=self._linked,
            is_over=table.is_over,
            has_left=table.seat is not None and table.has_left,
            next_tick_ms=table.next_tick_ms(),
            leaving=table.leaving,
            opens_until_ms=self._opens_until_ms(),
        )

    def _opens_until_ms(self) -> int | None:
        is_open = self.table.referee.setting is not None
        return None if is_open else round(self._opens_until_s * 1000)

    def _carry_out(self, effects: Sequence[Effect]) -> None:
        sent: Counter[Seat] = Counter()
        for effect in effects:
            match effect:
                case Send(payload, to):
                    for seat in to:
                        if seat in self._linked:  # others get all they lack when they have come
                            sent[seat] += 1
                            self._send(seat, payload, is_flood=sent[seat] > FEED_LINES)
                case Tell(notice):
                    if isinstance(notice, TableOpened):
                        self._opened.set()
                    self._observer.told(notice)
                case Heard(seat, text):
                    if self._chat.take(seat):
                        self._observer.heard(seat, text)
                case Refuse(seat, reason):
                    self._refuse(seat, reason)
                case Store(keep, _):
                    for feed in self._feeds.values():
                        feed.told = min(feed.told, keep)
                        feed.wake.set()
                case Keep() | Forget():
                    pass

    def _send(self, seat: Seat, payload: bytes, *, is_flood: bool) -> None:
        backlog = self._backlogs.get(seat)
        if backlog is not None:
            backlog.append(payload)
            if len(backlog) > len(self.table.referee.lines) + BACKLOG_SPARE:
                self._mesh.drop(self._keys[seat])  # it gets all it misses on its next link
        elif is_flood:
            self._backlogs[seat] = deque([payload])
            self._nursery.start_soon(self._send_backlog, seat)
        else:
            self._mesh.send(self._keys[seat], payload)

    async def _send_backlog(self, seat: Seat) -> None:
        backlog = self._backlogs[seat]
        while backlog:
            await trio.sleep(FEED_PAUSE_S)
            for _ in range(min(FEED_LINES, len(backlog))):
                self._mesh.send(self._keys[seat], backlog.popleft())
        del self._backlogs[seat]

    def _refuse(self, seat: Seat, reason: Reason) -> None:
        self._observer.refused(seat, reason)
        self._refusals[seat] = self._refusals.get(seat, 0) + 1
        if self._refusals[seat] >= REFUSALS_PER_LINK:
            self._refusals[seat] = 0
            self._mesh.drop(self._keys[seat])

    def _after(self, look: Look) -> None:
        self._look = look
        self._changed.set()
        self._changed = trio.Event()
        self._observer.looked(look)
        if look.is_over and not self._opened.is_set():
            self._fail(NotOpened(()))
        elif look.is_over or look.has_left:
            self._ended.set()
        else:
            self._ask(look)

    # --- our player --------------------------------------------------------------------------------

    def _ask(self, look: Look) -> None:
        if self._asking is not None and self._asking[0] != look.turn:
            self._asking[1].cancel()
            self._asking = None
        if self._asking is None and look.turn is not None:
            scope = trio.CancelScope()
            self._asking = (look.turn, scope)
            self._nursery.start_soon(self._decide, look, scope)

    async def _decide(self, look: Look, scope: trio.CancelScope) -> None:
        assert self._player is not None
        assert look.view is not None
        with scope:
            action = await self._player.decide(look.view, look.limit_ms)

            def decide(now_ms: int) -> list[Effect]:
                # The limit may have passed while the step waited for its turn.
                pending = self.table.pending()
                is_wanted = pending is not None and pending.place == look.turn
                return self.table.decide(action, now_ms) if is_wanted else []

            # Outside the scope: a step, once begun, runs to its end.
            self._nursery.start_soon(self._do, [decide])

    # --- tasks -------------------------------------------------------------------------------------

    async def _obey(self) -> None:
        async for order in self._obeyed:
            await self._do([order])
            if order == self.table.leave:
                if self.table.seat is None:  # of a spectator nobody has to know
                    self._ended.set()
                # Before the table is open nobody has anything to take leave of.
                limit_s = LEAVE_LIMIT_S if self._opened.is_set() else LEAVE_OPENING_S
                with trio.move_on_after(limit_s):
                    await self._ended.wait()
                self._ended.set()

    async def _keep_time(self) -> None:
        while True:
            due_ms = self._look.next_tick_ms
            due_s = math.inf if due_ms is None else due_ms / 1000
            changed = self._changed
            with trio.move_on_at(due_s):
                await changed.wait()
                continue
            await self._do([self.table.tick])

    async def _give_up_opening(self) -> None:
        with trio.move_on_at(self._opens_until_s):
            await self._opened.wait()
            return
        self._fail(NotOpened(self._look.waiting_for))

    async def _give_up_alone(self) -> None:
        while True:
            if self._linked or not self._opened.is_set():
                await self._changed.wait()
                continue
            with trio.move_on_after(ALONE_LIMIT_S) as limit:
                while not self._linked:
                    await self._changed.wait()
            if limit.cancelled_caught:
                self._ended.set()
                return

    async def _read_mesh(self) -> None:
        await self._take_in(self._attendance.take_waited())
        async for event in self._mesh.events:
            events = [event]
            # Whatever has come in meanwhile goes into the same step: one flush for all of it.
            while len(events) < FEED_LINES:
                try:
                    events.append(self._mesh.events.receive_nowait())
                except (trio.WouldBlock, trio.EndOfChannel):
                    break
            sifted = [self._attendance.sift(event) for event in events]
            await self._take_in([event for event in sifted if event is not None])
            if self._keys[0] in self._attendance.elsewhere:
                self._miss_in_opening(0)

    async def _take_in(self, events: Sequence[MeshEvent]) -> None:
        calls: list[Call] = []
        for event in events:
            if isinstance(event, LinkDown) and calls:
                # A farewell is heard before the link that brought it is called lost.
                await self._do(calls)
                calls = []
            if (call := self._call_for(event)) is not None:
                calls.append(call)
        if calls:
            await self._do(calls)

    def _call_for(self, event: MeshEvent) -> Call | None:
        seat = self._seat_of.get(event.peer)
        if seat is None:
            self._serve_watcher(event)
            return None
        match event:
            case Received(_, payload):
                if payload.startswith(LOBBY_MARK) or self._asks_too_often(seat, payload):
                    return None
                return lambda now_ms: self.table.receive(seat, payload, now_ms)
            case LinkUp(_, words, _):
                self._refusals[seat] = 0
                self._linked |= {seat}
                self._departed -= {seat}
                self._observer.link_up(seat, words)
            case LinkDown(_, reason):
                self._linked -= {seat}
                if seat in self._backlogs:
                    self._backlogs[seat].clear()  # it catches up anew on its next link
                if reason is CloseReason.LEFT:
                    self._departed |= {seat}
                    self._miss_in_opening(seat)
                self._observer.link_down(seat)
        linked = self._linked
        return lambda now_ms: self.table.set_linked(linked, now_ms)

    def _miss_in_opening(self, seat: Seat) -> None:
        """A seat has gone. Without it the table cannot open; or the host knows that it will not."""
        if not self._opened.is_set() and self.table.seat is not None:
            is_hosts_word = seat == 0 and self._look.waiting_for
            missing = self._look.waiting_for if is_hosts_word else (seat,)
            self._fail(NotOpened(missing))

    def _asks_too_often(self, seat: Seat, payload: bytes) -> bool:
        if not is_talk(payload):
            return False
        try:
            return isinstance(decode_talk(payload), Catchup) and not self._asking_again.take(seat)
        except BadLine:
            return False  # the table refuses it

    # --- spectators of ours ------------------------------------------------------------------------

    def _serve_watcher(self, event: MeshEvent) -> None:
        feed = self._feeds.get(event.peer)
        match event:
            case LinkDown(peer) if feed is not None:
                # Another link is fed anew, by a task of its own.
                feed.is_wanted = False
                feed.wake.set()
                self._feeds[peer] = _Feed()
            case Received(peer, payload) if feed is not None and is_talk(payload):
                try:
                    talk = decode_talk(payload)
                except BadLine:
                    self._mesh.drop(peer)
                    return
                if isinstance(talk, Catchup) and not feed.is_wanted:
                    feed.is_wanted = True
                    feed.told = talk.lines
                    self._nursery.start_soon(self._keep_fed, peer, feed)
            case _:
                pass  # a spectator has nothing else to say to us

    async def _keep_fed(self, peer: bytes, feed: _Feed) -> None:
        while feed.is_wanted:
            feed.wake = trio.Event()
            self._feed(peer, feed)
            if feed.told < len(self.table.referee.lines):
                await trio.sleep(FEED_PAUSE_S)
            else:
                await feed.wake.wait()

    def _feed(self, peer: bytes, feed: _Feed) -> None:
        if feed.is_wanted:
            lines = self.table.referee.lines[feed.told : feed.told + FEED_LINES]
            for line in lines:
                self._mesh.send(peer, line)
            feed.told += len(lines)


def _now_ms() -> int:
    return round(trio.current_time() * 1000)
