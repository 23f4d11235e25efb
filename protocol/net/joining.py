"""A guest's side of the lobby: what it wishes, what it is shown, until the table starts.

The one rule: a guest agrees only to what it was shown; a start that differs is refused before
anything is signed. (SPEC §7.9)
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import trio

from protocol.faults import Code
from protocol.net.conduct.allowance import Allowance
from protocol.net.links.frames import Goodbye
from protocol.net.links.link import PING_EVERY_S, Link, LinkClosed
from protocol.net.lobby import (
    BadMessage,
    FromGuest,
    Hello,
    NotAsShown,
    RefusalReason,
    Refused,
    Room,
    Said,
    Say,
    SeatInfo,
    Start,
    Wish,
    WishKind,
    check_start,
    decode_from_host,
    encode_message,
)

CHAT_BURST: Final = 32
CHAT_EVERY_S: Final = 0.25
"""How much chat of one host is shown: that of several guests, and no flood."""


@dataclass(frozen=True, slots=True)
class Begun:
    """The table starts: its first line, who sits where, our seat (None for a spectator), its mark."""

    proposal: bytes
    seats: tuple[SeatInfo, ...]
    seat: int | None
    mark: bytes


class GuestLobby:
    """One visit at a host's table.

    Args:
        link: To the host. It stays open after `run` has returned, for the mesh to take over.
        own_key: Our identity key.
        hello: How we introduce ourselves.
        on_room: Called with each room that differs from the one before.
        on_said: Called with what somebody else says here.
        on_refused: Called with the reason when the host does not give what we wish.
    """

    def __init__(
        self,
        link: Link,
        own_key: bytes,
        hello: Hello,
        *,
        on_room: Callable[[Room], None],
        on_refused: Callable[[RefusalReason], None],
        on_said: Callable[[Said], None] = lambda _: None,
    ) -> None:
        self._link = link
        self._own_key = own_key
        self._hello = hello
        self._on_room = on_room
        self._on_refused = on_refused
        self._on_said = on_said
        self._chat = Allowance(CHAT_BURST, CHAT_EVERY_S)
        self._lines: list[Say] = []
        self._wish: WishKind = "look"
        self._wake = trio.Event()
        self._room: Room | None = None
        self._is_done = False

    def wish(self, wish: WishKind) -> None:
        """Say what we want from now on: to look, to sit, to be ready, to watch."""
        self._wish = wish
        self._wake.set()

    def say(self, text: str) -> None:
        """Chat."""
        self._lines.append(Say(text))
        self._wake.set()

    async def run(self) -> Begun:
        """Stay until the table starts with us, or for us to watch.

        Raises:
            NotAsShown: The host started another table than the one it showed; the link is closed.
            BadMessage: The host does not keep to the protocol; the link is closed.
            LinkClosed: The host is gone.
        """
        outcome: list[Begun | Exception] = []
        async with trio.open_nursery() as nursery:

            async def listen() -> None:
                try:
                    outcome.append(await self._listen())
                except (NotAsShown, BadMessage, LinkClosed) as error:
                    outcome.append(error)
                # Not by cancelling: a message cut in two would end the link.
                self._is_done = True
                self._wake.set()

            nursery.start_soon(listen)
            with suppress(LinkClosed):  # the listener sees it too, and knows why
                await self._speak()
        match outcome[0]:
            case Begun() as begun:
                return begun
            case LinkClosed() as closed:
                raise closed
            case error:
                await self._link.close(Goodbye.MISBEHAVED)
                raise error

    async def _speak(self) -> None:
        await self._link.send(encode_message(self._hello))
        while not self._is_done:
            self._wake = trio.Event()
            lines, self._lines = self._lines, []
            messages: list[FromGuest] = [Wish(self._wish), *lines]
            for message in messages:
                await self._link.send(encode_message(message))
            with trio.move_on_after(PING_EVERY_S):
                await self._wake.wait()

    async def _listen(self) -> Begun:
        while True:
            match decode_from_host(await self._link.receive()):
                case Room() as room:
                    if room != self._room:
                        self._room = room
                        self._on_room(room)
                case Refused(reason):
                    # Otherwise the wish, repeated, would bring the same answer again and again.
                    self._wish = "look"
                    self._on_refused(reason)
                case Said() as said:
                    if self._chat.take(self._link.peer, trio.current_time()):
                        self._on_said(said)
                case Start() as start:
                    check_start(start, self._room, self._link.peer)
                    keys = [seat.key for seat in start.seats]
                    seat = keys.index(self._own_key) if self._own_key in keys else None
                    if (seat is None) != (self._wish == "watch"):
                        raise NotAsShown(Code.NOT_WISHED_FOR)
                    return Begun(start.proposal.encode(), start.seats, seat, start.mark)
