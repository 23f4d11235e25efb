"""The lobby in line mode: who comes and goes, and the words with which one sits and gets ready.

The one rule: nobody is ready without having said so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Set

from cli.evening.acquaintances import Acquaintances
from cli.evening.comparing import Comparing
from cli.evening.conduct import room as rooms
from cli.lines.talking import TALK_WORDS, LineTalk
from cli.lines.typed import help_of, meant
from cli.table.conversation import Conversation, Line
from cli.words.en import evening as evening_words
from cli.words.en import lobby as lobby_words
from cli.words.en import talking
from cli.words.phrase import Mark
from p2pcards.games import GAMES
from protocol.net.lobby import Room

HELP = (
    "ready says that you want to start, unready takes it back; the table starts when all seated are"
    " ready, or a while after enough are.",
    "match says that the words are the same at both ends, differ that they are not.",
    *help_of(TALK_WORDS),
    "table and options tell about the table; leave gets up.",
)


class LineLobby:
    """What is told and asked before a table starts.

    Args:
        own_key: Ours, to find our seat.
        acquaintances: Whom we have met before.
        say: Shows a line.
        set_ready: Called when our player is ready, or not any more.
        leave: Called when our player gets up.
        distrust: Called when they get up because the words differ, with a sentence about it.
        conversation: The evening's talk.
        talk: Says a line to all here.
        is_quiet: Shows nothing, for a table that fills by itself.
        is_watching: No seat is wished for, so that nothing has to be typed.
    """

    def __init__(
        self,
        own_key: bytes,
        acquaintances: Acquaintances,
        *,
        say: Callable[[str], None],
        set_ready: Callable[[bool], None],
        leave: Callable[[], None],
        distrust: Callable[[str], None],
        conversation: Conversation,
        talk: Callable[[str], None],
        is_quiet: bool = False,
        is_watching: bool = False,
    ) -> None:
        self._own_key = own_key
        self._acquaintances = acquaintances
        self._say = say
        self._set_ready = set_ready
        self._leave = leave
        self._distrust = distrust
        self._is_quiet = is_quiet
        self._is_watching = is_watching
        self.talk = LineTalk(
            conversation, seated=self._others, show=self._show_talk, answer=say, send=talk
        )
        self._room: Room | None = None
        self._question: Callable[[], None] | None = None
        self._comparing = Comparing(own_key, acquaintances)
        self._asked: dict[bytes, tuple[str, ...]] = {}
        """Words that our player has been asked to compare, and has not answered yet."""

    def show(self, room: Room) -> None:
        """The room as it is now: says what is new in it."""
        before, self._room = self._room, room
        if self._is_quiet:
            return
        if before is None:
            self._say_heading(room)
        for change in rooms.changes(before, room):
            self._say(lobby_words.room_change(change))
        if before is not None and not self._is_watching:  # of those there first a guest is asked
            there = {seat.key for seat in before.seats}
            newcomers = [seat for seat in room.seats if seat.key not in there]
            for worry in self._acquaintances.worries(newcomers, self._own_key):
                self._say(worry)
        self._say_words(room)

    def link_up(self, key: bytes, words: tuple[str, ...]) -> None:
        """Its words are told when who is at its other end sits here, and is not known to us."""
        self._comparing.link_up(key, words)

    @property
    def agreed(self) -> Set[tuple[str, ...]]:
        """Words of which our player has said that they match."""
        return self._comparing.agreed

    def said(self, key: bytes, name: str, text: str) -> None:
        """Somebody here says something."""
        others = self._others()
        called = others.get(key, name)
        self.talk.hear(Line(key, called, text, is_watching=key not in others))

    def _show_talk(self, line: Line) -> None:
        self._say(talking.says(line.name, line.text, is_watching=line.is_watching))

    def _others(self) -> dict[bytes, str]:
        """Who else has a seat here."""
        seats = () if self._room is None else rooms.names_apart(self._room).seats
        return {seat.key: seat.name for seat in seats if seat.key != self._own_key}

    def _has_voice(self) -> bool:
        seats = () if self._room is None else self._room.seats
        return self._is_watching or any(seat.key == self._own_key for seat in seats)

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
        if verb in ("match", "differ"):
            self._compare(is_same=verb == "match")
            return
        if self._question is not None:
            answer, self._question = self._question, None
            if verb in ("yes", "y"):
                answer()
            else:
                self._leave()
            return
        if verb == "say" and not self._has_voice():
            self._say(talking.NO_SEAT_YET)
            return
        if (does := meant(TALK_WORDS, self, words)) is not None:
            does()
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
                    self._say(lobby_words.room_options(self._room))
            case "leave" | "quit":
                self._leave()
            case "help" | "?":
                for line in HELP:
                    self._say(line)
            case _:
                self._say("Type ready, unready, match, differ, say, table, options, help or leave.")

    def _say_words(self, room: Room) -> None:
        if self._is_watching:
            return
        comparing, strangers = self._comparing, self._comparing.strangers(room)
        seated = {seat.key for seat in room.seats}
        self._asked = {key: words for key, words in self._asked.items() if key in seated}
        told = len(self._asked)
        for seat, shown in zip(room.seats, rooms.names_apart(room).seats, strict=True):
            words = comparing.words(seat)
            if words is None or seat not in strangers or self._asked.get(seat.key) == words:
                continue
            self._asked[seat.key] = words
            is_worrying = comparing.mark(seat) is Mark.REFUSED  # and that has been said
            self._say(
                evening_words.compare(words)
                if is_worrying
                else evening_words.new_peer(shown.name, words)
            )
        if len(self._asked) > told:
            self._say("Type match if they are the same, differ if not.")

    def _compare(self, *, is_same: bool) -> None:
        if not self._asked:
            self._say("There are no words to compare.")
            return
        names = self._names_of(self._asked)
        if is_same:
            self._comparing.agreed.update(self._asked.values())
            self._asked.clear()
            self._say(evening_words.words_match(names))
        else:
            self._distrust(evening_words.words_differ(names))

    def _names_of(self, keys: Collection[bytes]) -> tuple[str, ...]:
        """What those who sit here are called."""
        seats = () if self._room is None else rooms.names_apart(self._room).seats
        return tuple(seat.name for seat in seats if seat.key in keys)

    def _say_heading(self, room: Room) -> None:
        game = GAMES.get(room.game)
        self._say(lobby_words.room_heading(room, room.game if game is None else game.title))
        self._say(lobby_words.room_options(room))

    def _say_table(self) -> None:
        if self._room is None:
            return
        self._say_heading(self._room)
        for place, seat in enumerate(rooms.names_apart(self._room).seats, start=1):
            self._say(lobby_words.seat_line(place, seat))
        if self._room.starts_in_ms is not None:
            self._say(f"It starts in {evening_words.seconds(self._room.starts_in_ms)}.")
