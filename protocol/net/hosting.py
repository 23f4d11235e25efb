"""The host's side of the lobby: a conversation with each guest, until the table starts.

The one rule: each link has one task that sends on it. So the lobby can hand a link over to the
table between two messages, and a guest that does not read holds up only itself. (SPEC §7.9)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from contextlib import suppress
from typing import Final

import trio

from protocol.crypto.identity import Identity
from protocol.crypto.rng import system_rng
from protocol.net.conduct.allowance import Allowance
from protocol.net.conduct.conduct import CHAT_BURST, CHAT_EVERY_S
from protocol.net.conduct.watchers import TooManyWatchers
from protocol.net.joining import Begun
from protocol.net.links.frames import Goodbye
from protocol.net.links.link import PING_EVERY_S, Link, LinkClosed
from protocol.net.links.mesh import Mesh
from protocol.net.lobby import (
    LOBBY_MARK,
    BadMessage,
    Gathering,
    Hello,
    Plan,
    RefusalReason,
    Refused,
    Room,
    Said,
    Say,
    SeatInfo,
    SeatRefused,
    Start,
    Wish,
    decode_after_hello,
    decode_hello,
    encode_message,
    guest_seat,
)
from protocol.net.session import Session
from protocol.table.judge.opening import propose
from protocol.wire.codec import BadLine
from protocol.wire.names import clean_name
from protocol.wire.seating import decode_at

MOST_GUESTS: Final = 32
"""Conversations at once, those who only look included."""

HELLO_LIMIT_S: Final = 5.0

MARK_BYTES: Final = 32

WISH_PAUSE_S: Final = 0.25
"""Between two wishes of one guest: sitting down and getting up is told to everybody."""


WAITING_LINES: Final = 64
"""Of chat, for a guest that does not read; then the oldest goes."""


class _Guest:
    """One conversation. `answers` and what is `said` go out, and the room is told anew, whenever
    `wake` is set.

    `is_starting`: the table has begun, and takes this very link, for a seat or for one who watches.
    `is_displaced`: a later link of the same key has taken its place.
    """

    def __init__(self, hello: Hello) -> None:
        self.hello = hello
        self.wake = trio.Event()
        self.answers: list[Refused] = []
        self.said: list[Said] = []
        self.is_watching = False
        self.is_starting = False
        self.is_gone = False
        self.is_displaced = False

    def give_way(self) -> None:
        """End this conversation: another link of the same key has come."""
        self.is_gone = self.is_displaced = True
        self.wake.set()


class HostLobby:
    """The host's table until it starts, and its door afterwards.

    Args:
        plan: The table offered.
        identity: The host's key; it will sit in seat 0.
        name: The host's name.
        addresses: Where the host listens, as told to guests.
        mesh: Takes over the links of seats and spectators when the table starts.
        is_bot: Whether no person sits in the host's own seat.
        hosted: Keys of the bots that run in this very process; read whenever one sits down.
        bot_names: What those bots may be called where a guest has the name that they came with.
        on_room: Called with the room whenever it changes.
        on_said: Called with what a guest says here.
        on_link: Called with each guest's link, before that guest can sit down.
    """

    def __init__(
        self,
        plan: Plan,
        identity: Identity,
        name: str,
        addresses: tuple[str, ...],
        mesh: Mesh,
        *,
        is_bot: bool,
        hosted: Set[bytes],
        bot_names: Sequence[str] = (),
        on_room: Callable[[Room], None],
        on_said: Callable[[Said], None] = lambda _: None,
        on_link: Callable[[Link], None] = lambda _: None,
    ) -> None:
        self.plan = plan
        self._identity = identity
        self._mesh = mesh
        self._hosted = hosted
        self._on_room = on_room
        self._on_said = on_said
        self._chat = Allowance(CHAT_BURST, CHAT_EVERY_S)
        self._on_link = on_link
        host = SeatInfo(
            key=identity.public,
            name=clean_name(name),
            bot=is_bot,
            hosted=False,
            ready=False,
            addresses=addresses,
        )
        self._gathering = Gathering(plan, host, bot_names)
        self._guests: dict[bytes, _Guest] = {}
        self._changed = trio.Event()
        self._start: Start | None = None
        self._session: Session | None = None

    @property
    def room(self) -> Room:
        """The table as guests see it."""
        return self._gathering.room(trio.current_time())

    def set_ready(self, is_ready: bool) -> None:
        """Whether the host itself is ready."""
        self._gathering.set_ready(self._identity.public, is_ready, trio.current_time())
        self._tell_all()

    def say(self, text: str) -> None:
        """Chat of the host."""
        self._pass_on(Said(self._identity.public, self._gathering.seats[0].name, text))

    def admits(self, key: bytes) -> bool:
        """Whether the mesh may have a link to this key."""
        if self._session is not None:
            return self._session.knows(key)
        return self._start is not None and any(seat.key == key for seat in self._start.seats)

    def set_session(self, session: Session) -> None:
        """The table's session, which those who come to watch are given to."""
        self._session = session
        for guest in self._guests.values():
            guest.wake.set()

    async def wait_start(self) -> Begun:
        """Wait for the ready check; the table that begins, with us in seat 0.

        Raises:
            BadProposal: The plan is nothing to agree to.
        """
        seated = self._gathering.seats
        while not self._gathering.start_if_due(trio.current_time()):
            due_s = self._gathering.due_s
            with trio.move_on_at(float("inf") if due_s is None else due_s):
                await self._changed.wait()
            seated = self._gathering.seats
        seats = self._gathering.seats
        signed = propose(
            self._identity,
            self.plan.game,
            self.plan.options,
            [(seat.name, seat.key) for seat in seats],
            self.plan.deadline_s,
            self.plan.deals,
        )
        self._start = Start(signed.line.decode(), seats, system_rng(MARK_BYTES))
        starting = {seat.key for seat in seats}
        for key in {seat.key for seat in seated} & self._guests.keys():
            if key in starting:
                self._guests[key].is_starting = True
            else:
                self._guests[key].answers.append(Refused("not ready"))
        self._tell_all()
        return Begun(signed.line, seats, 0, self._start.mark)

    async def wait_handed_over(self) -> None:
        """After the start: wait until the mesh has the lobby's links of all seats that still have one."""
        while any(guest.is_starting and not guest.is_watching for guest in self._guests.values()):
            await self._changed.wait()

    async def greet(self, link: Link) -> None:
        """Talk with whoever has come in by this link, then close it or give it to the mesh.

        Raises nothing: a peer that talks nonsense loses its link.
        """
        try:
            first = await self._first_payload(link)
            # A key that the table knows may come for the lobby too: its player has left, say.
            is_lobbys = first is not None and first.startswith(LOBBY_MARK)
            if self.admits(link.peer) and not is_lobbys:
                self._mesh.adopt(link, first)
            elif first is not None and _is_of_a_table(first):
                await link.close(Goodbye.NOT_ADMITTED)  # of another table than ours
            elif await self._converse(link, first):
                self._mesh.adopt(link)
            else:
                await link.close()
        except BadMessage:
            await link.close(Goodbye.MISBEHAVED)
        except LinkClosed:
            pass
        except BaseException:
            await link.close()
            raise

    async def _first_payload(self, link: Link) -> bytes | None:
        """What comes first on it; None if nothing does for a while. Raises LinkClosed."""
        with trio.move_on_after(HELLO_LIMIT_S):
            return await link.receive()
        return None

    async def _converse(self, link: Link, first: bytes | None) -> bool:
        """Whether the table takes the link over. Raises BadMessage, LinkClosed."""
        hello = decode_hello(first)
        if self._is_over:
            await link.send(encode_message(Refused("over")))
            return False
        last_visit = self._guests.get(link.peer)
        is_crowded = last_visit is None and len(self._guests) >= MOST_GUESTS
        if is_crowded or (last_visit is not None and last_visit.is_starting):
            await link.send(encode_message(Refused("crowded")))
            return False
        if last_visit is not None:
            # Its program was started again, and nobody here could know that the last one is gone.
            last_visit.give_way()
            self._gathering.stand(link.peer, trio.current_time())
        guest = self._guests[link.peer] = _Guest(hello)
        self._on_link(link)
        is_taken_over = False
        faults: list[BadMessage] = []
        try:
            async with trio.open_nursery() as nursery:

                async def listen() -> None:
                    try:
                        await self._listen(link, guest)
                    except BadMessage as error:
                        faults.append(error)
                    except LinkClosed:
                        pass
                    guest.is_gone = True
                    guest.wake.set()

                nursery.start_soon(listen)
                with suppress(LinkClosed):  # here, for out of the nursery it comes in a group
                    is_taken_over = await self._speak(link, guest)
                nursery.cancel_scope.cancel()
            if faults:
                raise faults[0]
            if guest.is_displaced:
                await link.close(Goodbye.DUPLICATE)
            return is_taken_over
        finally:
            if not guest.is_displaced:
                del self._guests[link.peer]
            if is_taken_over:
                self._note_change()
            elif not guest.is_displaced:
                self._gathering.stand(link.peer, trio.current_time())
                self._tell_all()

    async def _listen(self, link: Link, guest: _Guest) -> None:
        while True:
            match decode_after_hello(await link.receive()):
                case Wish() as wish:
                    self._grant(link.peer, wish, guest)
                case Say(text):
                    self._hear(link.peer, guest, text)
            await trio.sleep(WISH_PAUSE_S)

    def _grant(self, key: bytes, message: Wish, guest: _Guest) -> None:
        gathering, now_s = self._gathering, trio.current_time()
        before = gathering.seats
        match message.wish:
            case "look":
                gathering.stand(key, now_s)
            case "watch":
                gathering.stand(key, now_s)
                if not guest.is_watching:
                    guest.is_watching = True
                    guest.wake.set()
            case "sit" | "ready":
                try:
                    seat = guest_seat(key, guest.hello, is_hosted=key in self._hosted)
                    gathering.sit(seat, now_s)
                    gathering.set_ready(key, message.wish == "ready", now_s)
                except SeatRefused as refused:
                    guest.answers.append(Refused(refused.answer))
                    del guest.answers[:-1]
                    guest.wake.set()
        if gathering.seats != before:
            self._tell_all()

    def _hear(self, key: bytes, guest: _Guest, text: str) -> None:
        """A guest says something; who only looks has no voice here."""
        if self._is_here(key, guest) and self._chat.take(key, trio.current_time()):
            seats = self._gathering.seats
            named = (seat.name for seat in seats if seat.key == key)
            said = Said(key, next(named, clean_name(guest.hello.name)), text)
            self._on_said(said)
            self._pass_on(said)

    def _pass_on(self, said: Said) -> None:
        for key, guest in self._guests.items():
            if key != said.key and self._is_here(key, guest):
                guest.said = [*guest.said, said][-WAITING_LINES:]
                guest.wake.set()

    def _is_here(self, key: bytes, guest: _Guest) -> bool:
        return guest.is_watching or any(seat.key == key for seat in self._gathering.seats)

    async def _speak(self, link: Link, guest: _Guest) -> bool:
        """Tell the guest what changes, and the room again now and then; True once it has been told the start."""
        while not guest.is_gone:
            guest.wake = trio.Event()
            answers, guest.answers = guest.answers, []
            said, guest.said = guest.said, []
            for answer in answers:
                await link.send(encode_message(answer))
            for one in said:
                await link.send(encode_message(one))
            if guest.is_watching and not guest.is_starting and self._session is not None:
                reason = self._refuses_watcher(self._session, link.peer)
                if reason is not None:
                    guest.is_watching = False
                    guest.answers.append(Refused(reason))
                    continue
                guest.is_starting = True
            if guest.is_starting:
                assert self._start is not None
                await link.send(encode_message(self._start))
                return True
            if self._is_over:  # its last room is nobody's any more
                await link.send(encode_message(Refused("over")))
                return False
            await link.send(encode_message(self.room))
            with trio.move_on_after(PING_EVERY_S):
                await guest.wake.wait()
        return False

    @property
    def _is_over(self) -> bool:
        return self._session is not None and self._session.has_ended

    def _refuses_watcher(self, session: Session, key: bytes) -> RefusalReason | None:
        """Why this key may not watch; None if it is admitted."""
        assert self._start is not None
        if any(seat.key == key for seat in self._start.seats):
            return "playing"  # its links to the table are its seat's
        try:
            session.admit_watcher(key)
        except TooManyWatchers:
            return "crowded"
        return None

    def _note_change(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    def _tell_all(self) -> None:
        self._note_change()
        for guest in self._guests.values():
            guest.wake.set()
        self._on_room(self.room)


def _is_of_a_table(payload: bytes) -> bool:
    try:
        decode_at(payload)
    except BadLine:
        return False
    return True
