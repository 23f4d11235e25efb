"""The lobby in line mode: who comes and goes, and the words with which one sits and gets ready.

The one rule: nobody is ready without having said so.
"""

from __future__ import annotations

from collections.abc import Callable

from cli import wording
from p2pcards.games import GAMES
from protocol.net.lobby import Room

HELP = (
    "ready says that you want to start, unready takes it back; the table starts when all seated are"
    " ready, or a while after enough are.",
    "table and options tell about the table; leave gets up.",
)


class LineLobby:
    """What is told and asked before a table starts.

    Args:
        say: Shows a line.
        set_ready: Called when our player is ready, or not any more.
        leave: Called when our player gets up.
        is_quiet: Shows nothing, for a table that fills by itself.
        is_watching: No seat is wished for, so that nothing has to be typed.
    """

    def __init__(
        self,
        *,
        say: Callable[[str], None],
        set_ready: Callable[[bool], None],
        leave: Callable[[], None],
        is_quiet: bool = False,
        is_watching: bool = False,
    ) -> None:
        self._say = say
        self._set_ready = set_ready
        self._leave = leave
        self._is_quiet = is_quiet
        self._is_watching = is_watching
        self._room: Room | None = None
        self._question: Callable[[], None] | None = None

    def show(self, room: Room) -> None:
        """The room as it is now: says what is new in it."""
        before, self._room = self._room, room
        if self._is_quiet:
            return
        if before is None:
            self._say_heading(room)
        for line in wording.room_changes(before, room):
            self._say(line)

    def link_up(self, key: bytes, words: tuple[str, ...]) -> None:
        """Not told here: in lines the words of each link are, when the table opens."""

    def ask(self, text: str, answer: Callable[[], None]) -> None:
        """Ask once; `yes` calls `answer`, anything else gets up."""
        self._question = answer
        self._say(text)

    has_stake = False

    def closed(self) -> None:
        """Nothing more can be typed: nobody would say that this seat is ready."""
        if self._is_watching:
            return
        self._say("Standard input is closed, so this seat is given up.")
        self._leave()

    def leave(self) -> None:
        self._leave()

    def take(self, words: str) -> None:
        """Act on one typed line."""
        verb = words.split()[0].lower()
        if self._question is not None:
            answer, self._question = self._question, None
            if verb in ("yes", "y"):
                answer()
            else:
                self._leave()
            return
        match verb:
            case "ready" | "r" | "yes" | "y":
                self._set_ready(True)
            case "unready" | "no" | "n":
                self._set_ready(False)
            case "table":
                self._say_table()
            case "options":
                if self._room is not None:
                    self._say(wording.room_options(self._room))
            case "leave" | "quit":
                self._leave()
            case "help" | "?":
                for line in HELP:
                    self._say(line)
            case _:
                self._say("Type ready, unready, table, options, help or leave.")

    def _say_heading(self, room: Room) -> None:
        game = GAMES.get(room.game)
        self._say(wording.room_heading(room, room.game if game is None else game.title))
        self._say(wording.room_options(room))

    def _say_table(self) -> None:
        if self._room is None:
            return
        self._say_heading(self._room)
        for place, seat in enumerate(self._room.seats, start=1):
            self._say(wording.seat_line(place, seat))
        if self._room.starts_in_ms is not None:
            self._say(f"It starts in {wording.seconds(self._room.starts_in_ms)}.")
