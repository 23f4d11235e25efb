"""One seat's evening: its `Table` carried over a `Mesh`, with files, clock, player and observer.

The one rule: nothing is decided here. The table says what is to be done, the seat's conduct says what
that means for links and people, and this carries it out in that order: notes and log first, then what
is sent, then what people see. (SPEC §7.10)
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

import trio

from p2pcards.engine import Action, AnyView, Roll
from protocol.crypto.rng import Rng, below
from protocol.net.attendance import Attendance
from protocol.net.conduct.conduct import Conduct
from protocol.net.conduct.outgoing import PORTION
from protocol.net.conduct.roles import (
    HOST_SEAT,
    Ending,
    Look,
    NotOpened,
    Observer,
    Role,
    Watcher,
)
from protocol.net.conduct.wishes import (
    Ask,
    Call,
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
from protocol.net.files.storage import NoFiles, TableFiles
from protocol.net.links.events import LinkDown, MeshEvent
from protocol.table.effects import Effect
from protocol.table.table import Table

LAST_WORDS_S: Final = 10.0
"""How long the last result may take to arrive on a link that is bad."""

LINGER_S: Final = 3.0
"""How long a seat stays after the match for those to whom it has no link just then."""

Runner: TypeAlias = Callable[[Callable[[], tuple[list[Effect], Look]]], Awaitable[Any]]
"""How a step is run: in a thread, since a proof may take as long as several frames of a screen."""


class BotPlayer:
    """A player of one of the game's levels, which takes its time so that people can follow."""

    def __init__(
        self, choose: Callable[[AnyView, Roll], Action], rng: Rng, think_s: float = 0.0
    ) -> None:
        self._choose = choose
        self._rng = rng
        self._think_s = think_s

    async def decide(self, view: AnyView, limit_ms: int | None) -> Action:
        await trio.sleep(self._think_s)
        return self._choose(view, lambda n: below(self._rng, n))


class Session:
    """Runs one table over one mesh; made once, run once.

    Args:
        table: Not started yet. A watcher's has no seat, and is fed by the others.
        attendance: Who is at it, with the mesh that carries it.
        role: Who we are there.
        observer: Told what happens.
        files: Where log and notes go; closed at the end. None keeps nothing.
        runner: Runs the table's steps.
        may_return: Whether our player can come back another day, with these files.
    """

    def __init__(
        self,
        table: Table,
        attendance: Attendance,
        *,
        role: Role,
        observer: Observer,
        files: TableFiles | NoFiles | None,
        runner: Runner = trio.to_thread.run_sync,
        may_return: bool = False,
    ) -> None:
        assert isinstance(role, Watcher) == (table.seat is None)
        self.table = table
        self.may_return: Final = may_return
        self.conduct: Final = Conduct(table, role, may_return=may_return)
        self._role = role
        self._mesh = attendance.mesh
        self._attendance = attendance
        self._observer = observer
        self._files = files
        self._runner = runner
        self._host_key = table.referee.keys[HOST_SEAT]
        self._lock = trio.Lock()
        self._changed = trio.Event()
        self._ended = trio.Event()
        self._failure: BaseException | None = None
        self._asking: trio.CancelScope | None = None
        self._orders, self._obeyed = trio.open_memory_channel[list[Wish]](math.inf)

    # --- what the caller may say, at any time from trio's thread ------------------------------------

    def say(self, text: str) -> None:
        """Chat."""
        if not self.is_leaving:
            self._orders.send_nowait(self.conduct.say(text))

    def leave(self) -> None:
        """Leave the table: signed, so that nobody has to wait for our silence.

        In a pause the seat of a player who may return stays theirs.
        """
        if not self.is_leaving:
            self._orders.send_nowait(self.conduct.leave())

    def go_on(self) -> None:
        """Our player has read the result of the deal."""
        self._order(self.table.go_on)

    def come_back(self) -> None:
        """Our player is back from a pause."""
        self._order(self.table.come_back)

    def want_pause(self, wants: bool) -> None:
        """Whether our player agrees to a pause after this deal."""
        self._order(partial(self.table.want_pause, wants))

    def declare_absent(self) -> None:
        """At a table without a deadline: say that those we wait for are absent."""
        self._order(self.table.declare_absent)

    def _order(self, call: Call) -> None:
        if not self.is_leaving:
            self._orders.send_nowait([Step(call)])

    @property
    def has_ended(self) -> bool:
        """Whether the table is over for us."""
        return self._ended.is_set()

    @property
    def is_leaving(self) -> bool:
        """Whether our player has asked to leave."""
        return self.conduct.is_leaving

    def admit_watcher(self, key: bytes) -> None:
        """Whoever holds this key gets the log, as soon as it asks on its link.

        Raises:
            TooManyWatchers: There is no room for another.
        """
        self.conduct.watchers.admit(key, self._mesh.linked())

    def knows(self, key: bytes) -> bool:
        """Whether a link to this key belongs to the table: a seat, or an admitted spectator."""
        return self.conduct.knows(key)

    def admits(self, key: bytes) -> bool:
        """As `knows`, for a door without a lobby: a stranger may watch, if there is room for one more."""
        return self.conduct.admits(key, self._mesh.linked())

    # --- the run -----------------------------------------------------------------------------------

    async def run(self, until_seen: Callable[[], Awaitable[None]] | None = None) -> Ending:
        """Play to the end of the match, or until we have left it.

        Args:
            until_seen: Shows how the match ended, to a player who may talk with the others all the while.

        Raises:
            NotOpened: No table came of it.
            DiskFull, CannotStore: Log or notes cannot be written; nothing unrecorded was sent.
        """
        forget_notes = False
        try:
            async with trio.open_nursery() as nursery:
                self._nursery = nursery
                opening = self.conduct.begin(trio.current_time())
                nursery.start_soon(self._keep_time)
                await self._do(opening)
                nursery.start_soon(self._read_mesh)
                nursery.start_soon(self._obey)
                await self._ended.wait()
                await self._linger()
                if until_seen is not None and self._failure is None and self.conduct.is_over:
                    await self._stop_taking_in()
                    await until_seen()
                nursery.cancel_scope.cancel()
            if self._failure is not None:
                forget_notes = isinstance(self._failure, NotOpened)
                raise self._failure
            ending = self.conduct.ending()
            is_to_come_back = ending in (Ending.LEFT_UNHEARD, Ending.ALONE, Ending.PAUSED)
            forget_notes = not is_to_come_back or self.table.has_taken_leave
            return ending
        finally:
            if self._files is not None:
                self._files.close(forget_notes=forget_notes)

    async def _linger(self) -> None:
        """After the match: those who have just lost their link to us may still need our last words."""
        if self._failure is not None or not self.conduct.is_over_for_all:
            return
        self._mesh.patience_s = LAST_WORDS_S
        await self._do(self.conduct.last_words())
        with trio.move_on_after(LINGER_S):
            while self.conduct.is_still_needed:
                await self._changed.wait()

    async def _stop_taking_in(self) -> None:
        """Nothing of the match is written any more: a crash from now on has nothing to go back to."""
        async with self._lock:  # whatever is being written
            self.conduct.is_closed = True
            if self._files is not None:
                self._files.drop_notes()

    def _fail(self, failure: BaseException) -> None:
        self._failure = self._failure or failure
        self._ended.set()

    # --- wishes ------------------------------------------------------------------------------------

    async def _do(self, wishes: Sequence[Wish]) -> None:
        """Carry out what is wished, and the steps of the table among it last, as one."""
        calls = [wish.call for wish in wishes if isinstance(wish, Step)]
        for wish in wishes:
            self._carry_out(wish)
        self._note_change()
        if calls:
            await self._step(calls)

    async def _step(self, calls: Sequence[Call]) -> None:
        async with self._lock:
            if self._failure is not None:
                return
            now_ms = round(trio.current_time() * 1000)

            def work() -> tuple[list[Effect], Look]:
                effects = [effect for call in calls for effect in call(now_ms)]
                if self._files is not None:
                    self._files.carry_out(effects)
                    self.table.let_go(self._files)
                return effects, self.conduct.look()

            try:
                effects, look = await self._runner(work)
            except Exception as error:
                self._fail(error)
                return
            for wish in self.conduct.follow(effects, look, trio.current_time()):
                self._carry_out(wish)
            self._note_change()

    def _note_change(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    def _carry_out(self, wish: Wish) -> None:
        match wish:
            case Step():
                pass  # after all others, see `_do`
            case Pass(key, payload):
                self._mesh.send(key, payload)
            case Drop(key):
                self._mesh.drop(key)
            case Ask():
                self._asking = trio.CancelScope()
                self._nursery.start_soon(self._decide, wish, self._asking)
            case StopAsking():
                assert self._asking is not None
                self._asking.cancel()
            case Finish():
                self._ended.set()
            case GiveUp(why):
                self._fail(why)
            case ShowNotice(notice):
                self._observer.told(notice)
            case ShowChat(seat, text):
                self._observer.heard(seat, text)
            case ShowAside(key, name, text):
                self._observer.overheard(key, name, text)
            case ShowRefusal(seat, reason):
                self._observer.refused(seat, reason)
            case ShowLinkUp(seat, words):
                self._observer.link_up(seat, words)
            case ShowLinkDown(seat):
                self._observer.link_down(seat)
            case ShowLook(look):
                self._observer.looked(look)

    # --- tasks -------------------------------------------------------------------------------------

    async def _decide(self, ask: Ask, scope: trio.CancelScope) -> None:
        assert not isinstance(self._role, Watcher)
        with scope:
            action = await self._role.player.decide(ask.view, ask.limit_ms)
            # Outside the scope: a step, once begun, runs to its end.
            self._nursery.start_soon(self._do, self.conduct.answer(ask.turn, action))

    async def _obey(self) -> None:
        async for order in self._obeyed:
            await self._do(order)

    async def _keep_time(self) -> None:
        while True:
            moment_s = self.conduct.next_moment_s()
            changed = self._changed
            with trio.move_on_at(math.inf if moment_s is None else moment_s):
                await changed.wait()
                continue
            await self._do(self.conduct.pass_time(trio.current_time()))

    async def _read_mesh(self) -> None:
        await self._take_in(self._attendance.take_waited())
        async for event in self._mesh.events:
            events = [event]
            # Whatever has come in meanwhile goes into the same step: one flush for all of it.
            while len(events) < PORTION:
                try:
                    events.append(self._mesh.events.receive_nowait())
                except (trio.WouldBlock, trio.EndOfChannel):
                    break
            sifted = [self._attendance.sift(event) for event in events]
            await self._take_in([event for event in sifted if event is not None])
            if self._host_key in self._attendance.elsewhere:
                await self._do(self.conduct.miss(HOST_SEAT))

    async def _take_in(self, events: Sequence[MeshEvent]) -> None:
        for together in _parted(events):
            await self._do(self.conduct.hear(together, trio.current_time()))


def _parted(events: Sequence[MeshEvent]) -> Iterator[list[MeshEvent]]:
    """The events of one step each: a farewell is heard before the link that brought it is lost."""
    together: list[MeshEvent] = []
    for event in events:
        if isinstance(event, LinkDown) and together:
            yield together
            together = []
        together.append(event)
    if together:
        yield together
