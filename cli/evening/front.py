"""What an evening needs of its front: where it shows what happens, and takes what is wanted.

The one rule: one thing at a time is in charge of the words, the lobby or the table, and every way
to end (leave, end of input, Ctrl-C, a signal) goes through it, so that a seat is never just dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

import trio

from p2pcards.engine import Action, AnyView, Seat
from protocol.net.conduct.roles import Ending, Observer
from protocol.net.joining import Begun
from protocol.net.lobby import Room
from protocol.net.session import Session
from protocol.table.table import Table


class InCharge(Protocol):
    """Who takes the words just now."""

    def take(self, words: str) -> None:
        """A typed line."""
        ...

    def closed(self) -> None:
        """Nothing more can be typed."""
        ...

    def leave(self) -> None:
        """Leave without asking again."""
        ...

    @property
    def has_stake(self) -> bool:
        """Whether leaving should be asked about first."""
        ...


class LobbyFront(InCharge, Protocol):
    """Shows a table that has not started."""

    def show(self, room: Room) -> None:
        """The room as it is now."""
        ...

    def link_up(self, key: bytes, words: tuple[str, ...]) -> None:
        """There is a link to this key, and these are its comparison words."""
        ...

    def said(self, key: bytes, name: str, text: str) -> None:
        """Somebody else here says something."""
        ...

    def ask(self, text: str, answer: Callable[[], None]) -> None:
        """Ask once whether to sit down; `answer` if so, else the player gets up."""
        ...


class TableFront(InCharge, Observer, Protocol):
    """Shows a table, and decides for its seat where a person plays it."""

    async def decide(self, view: AnyView, limit_ms: int | None) -> Action:
        """As `protocol.net.session.Player`."""
        ...

    def sit_down(self, session: Session) -> None:
        """The session whose table this is."""
        ...


class Front(Protocol):
    """Shows an evening: in lines, or on the full screen."""

    in_charge: InCharge | None
    wants_again: bool
    """Whether the player wants another match at the table that has just ended."""
    last: Begun | None
    """The table that we have sat at last in this run of matches."""

    def say(self, text: str) -> None:
        """A sentence to be read."""
        ...

    def prompt(self, text: str) -> None:
        """What can be typed; for fronts without keys of their own."""
        ...

    def stop(self) -> None:
        """End the evening where it is: nothing is at stake."""
        ...

    def connecting(self, text: str) -> None:
        """Somebody is looked for or dialled; `text` says who."""
        ...

    async def choose(self, question: str, options: Sequence[str]) -> int | None:
        """Ask which of these is meant; None where nobody can be asked, or answers."""
        ...

    def waiting(self, text: str) -> AbstractContextManager[trio.CancelScope]:
        """A block that waits for somebody, for as long as the player likes; `text` says for whom.

        The scope is cancelled where the player breaks it off.
        """
        ...

    def open_lobby(
        self,
        own_key: bytes,
        *,
        set_ready: Callable[[bool], None],
        talk: Callable[[str], None],
        set_bots: Callable[[int], None] | None = None,
        is_quiet: bool = False,
        is_watching: bool = False,
    ) -> LobbyFront:
        """Show a table that has not started; it is in charge.

        Args:
            own_key: Our key, to find our seat.
            set_ready: Called when our player is ready, or not any more.
            talk: Called with what our player says to all there.
            set_bots: Called with +1 or -1 for one bot more or less, where that is ours to say.
            is_quiet: The table fills by itself.
            is_watching: No seat is wished for.
        """
        ...

    def open_table(
        self,
        table: Table,
        *,
        is_person: bool,
        on_first_link: Callable[[Seat, tuple[str, ...]], None],
    ) -> TableFront:
        """Show a table; it is in charge."""
        ...

    async def end_table(self, ending: Ending, words: Sequence[str], log: Path) -> None:
        """The table is over for us, which these sentences say; returns when the player has seen it.

        After the last deal of a match its links are still there, to talk.
        """
        ...
