"""Sitting at a table that has not started: who is there, who is ready, what is agreed on.

The one rule: nobody is ready without having said so, and who sits beside a changed key is asked.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, assert_never

from cli.cells import clean, cut
from cli.evening.acquaintances import Acquaintances
from cli.evening.comparing import Comparing
from cli.evening.conduct import room as rooms
from cli.screen.binding import Row, found, help_of, nothing_here, offers_of, pressed_by, row_of
from cli.screen.drawing.laid_over import PagesView
from cli.screen.drawing.spans import Role
from cli.screen.drawing.text import sentence, span
from cli.screen.drawing.view import Ask, Bar, Offer, StoryLine, Told
from cli.screen.intents import ARROWS, NO_FIELD, Click, Key, Paste
from cli.screen.lobby.room import clock, options_page, phase, rules
from cli.screen.lobby.seated_keys import (
    HOW_IT_STARTS,
    KEYS,
    NO_ROOM_KEYS,
    PANEL_KEYS,
    PEOPLE,
    QUESTION_KEYS,
    TALK,
    Asked,
    SeatedKey,
)
from cli.screen.lobby.seats import name_here, notices, seat_rows
from cli.screen.lobby.talking import SeatedTalk
from cli.screen.lobby.view import SeatedView
from cli.screen.pages import LaidOver
from cli.screen.screen_view import Drawn
from cli.screen.table.keys_page import keys_page
from cli.screen.table.talk_panel import NEWEST
from cli.table.conversation import Conversation, Line
from cli.table.story.known import shown_as
from cli.words.en import evening as evening_words
from cli.words.en import lobby as lobby_words
from p2pcards.games import GAMES
from protocol.net.lobby import Room, SeatInfo

STORY_LINES: Final = 60
NO_ROOM: Final = "The host has not opened a table yet; after a match it must want another too."


class SeatedScreen:
    """A table that has not started.

    Args:
        own_key: Ours, to find our seat.
        acquaintances: Whom we have met before.
        set_ready: Called when our player is ready, or not any more.
        leave: Called when our player gets up.
        distrust: Called when they get up because the words differ, with a sentence about it.
        conversation: The evening's talk.
        talk: Says a line to all here.
        set_bots: Called with +1 or -1 for one bot more or less; None where that is not ours.
        is_watching: No seat is wished for.
    """

    has_stake = False

    def __init__(
        self,
        own_key: bytes,
        acquaintances: Acquaintances,
        *,
        set_ready: Callable[[bool], None],
        leave: Callable[[], None],
        distrust: Callable[[str], None],
        conversation: Conversation,
        talk: Callable[[str], None],
        set_bots: Callable[[int], None] | None = None,
        is_watching: bool = False,
    ) -> None:
        self._own_key = own_key
        self._comparing = Comparing(own_key, acquaintances)
        self._set_ready = set_ready
        self._leave = leave
        self._distrust = distrust
        self.talk: SeatedTalk = SeatedTalk(conversation, talk, self._show_talk)
        self._set_bots = set_bots
        self._is_watching = is_watching
        self._room: Room | None = None
        self._room_at_s = 0.0
        self._asked: Asked | None = None
        self._sit: Callable[[], None] | None = None
        """Called when our player sits down all the same."""
        self._story: list[StoryLine] = []
        self.over: LaidOver = LaidOver()
        self._said = ""
        """What the last key was answered with."""

    # --- told ----------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """A sentence for the story."""
        self._story.append(Told(sentence(clean(text))))
        del self._story[:-STORY_LINES]

    def show(self, room: Room) -> None:
        """The room as it is now."""
        for change in rooms.changes(self._room, room):
            self.say(lobby_words.room_change(change))
        self._room = room
        seats = rooms.names_apart(room).seats
        self.talk.others = {seat.key: seat.name for seat in seats if seat.key != self._own_key}
        self._room_at_s = time.monotonic()
        if self._asked is Asked.START and not self._would_start_short():
            self._asked = None

    def link_up(self, key: bytes, words: tuple[str, ...]) -> None:
        """A link and its comparison words."""
        self._comparing.link_up(key, words)

    def said(self, key: bytes, name: str, text: str) -> None:
        """Somebody here says something."""
        self.talk.hear(key, name, text)
        if self.over.panel == TALK:
            self.talk.read()

    def _show_talk(self, line: Line) -> None:
        self._story.append(shown_as(line))
        del self._story[:-STORY_LINES]

    def ask(self, text: str, answer: Callable[[], None]) -> None:
        """Ask whether to sit down all the same."""
        self._asked, self._sit = Asked.SIT, answer

    # --- in charge -----------------------------------------------------------------------------------

    def take(self, words: str) -> None:
        """Nothing is typed here."""

    def closed(self) -> None:
        self._leave()

    def leave(self) -> None:
        """Get up at once."""
        self._leave()

    # --- keys ----------------------------------------------------------------------------------------

    def press(self, key: Key, now_ms: int) -> None:
        if isinstance(key, Paste):
            if self.talk.is_typing:
                self.talk.paste(key)
            else:
                self._said = NO_FIELD
            return
        self._said = ""
        if isinstance(key, Click):
            kind, _, name = key.target.partition(":")
            key = pressed_by(name) if kind == "key" else ""
        if self._asked is not None:
            (yes, no), self._asked = QUESTION_KEYS[self._asked], None
            (yes if key in yes.keys else no).does(self, key)
            return
        if self.talk.is_typing:
            self.talk.press(key)
            return
        key = ARROWS.get(key, key)
        bindings = self._bindings
        binding = found(bindings, self, key)
        if binding is not None:
            self.over.said = ""
            binding.does(self, key)
            self._said = self._said or self.over.said
        elif key:
            offers = (*offers_of(bindings, self), *row_of(bindings, self, Row.KEYS))
            self._said = nothing_here(key, offers)

    @property
    def _bindings(self) -> tuple[SeatedKey, ...]:
        if self._room is None:
            return NO_ROOM_KEYS
        return PANEL_KEYS if self.over.panel else KEYS

    # --- what the keys do ------------------------------------------------------------------------------

    @property
    def readiness(self) -> str:
        """What `r` says; empty for whoever has no seat."""
        me = self._me()
        if me is None:
            return ""
        return "not ready" if me.ready else "ready"

    def change_readiness(self) -> None:
        """Ready, or not any more; a host that would start a table with free seats is asked first."""
        me = self._me()
        assert me is not None
        if self._would_start_short():
            self._asked = Asked.START
        else:
            self._set_ready(not me.ready)

    def start(self) -> None:
        """Ready, though seats are free."""
        self._set_ready(True)

    def sit_beside(self) -> None:
        """Sit down beside a changed key."""
        assert self._sit is not None
        self._sit()

    def get_up(self) -> None:
        """Leave the seat; whoever opened the table is asked first, for it closes with them."""
        if self.has_bots:
            self._asked = Asked.CLOSE
        else:
            self._leave()

    @property
    def compared(self) -> str:
        """The name of whoever words are compared with now; empty where nobody is."""
        other = self._comparing.compared(self._room)
        return "" if other is None else cut(clean(other.name), 14)

    def answer_words(self, *, is_same: bool) -> None:
        """The words that were read to each other are the same, or not."""
        other = self._comparing.compared(self._room)
        assert other is not None
        assert self._room is not None
        name = name_here(self._room, other)
        if is_same:
            self._comparing.agree(other)
            self.say(evening_words.words_match([name]))
        else:
            self._distrust(evening_words.words_differ([name]))

    @property
    def has_voice(self) -> bool:
        """Whether our player is heard here."""
        return self._is_watching or self._me() is not None

    def open_talk(self) -> None:
        """Lay the talk of the evening over the seats, at its end; the same again takes it away."""
        self.over.turn_to(TALK)
        if self.over.panel:
            self.over.first = NEWEST
            self.talk.read()

    def mute(self, digit: str) -> None:
        """Hear somebody no more, or again."""
        self._said = self.talk.mute(digit)

    @property
    def has_bots(self) -> bool:
        """Whether it is ours to seat bots."""
        return self._set_bots is not None

    def change_bots(self, step: int) -> None:
        """One bot more, or one less."""
        assert self._set_bots is not None
        self._set_bots(step)

    def _me(self) -> SeatInfo | None:
        seats = () if self._room is None else self._room.seats
        return next((seat for seat in seats if seat.key == self._own_key), None)

    def _would_start_short(self) -> bool:
        """Whether our host's word starts the table at once, though somebody may still come."""
        room, me = self._room, self._me()
        if room is None or me is None or self._set_bots is None or me.ready:
            return False
        are_others_ready = all(seat.ready for seat in room.seats if seat.key != me.key)
        return are_others_ready and room.least <= len(room.seats) < room.most

    # --- seen ----------------------------------------------------------------------------------------

    def drawn(self, now_ms: int, drawn: Drawn) -> None:
        self.over.last = drawn.last_line

    def view(self, now_ms: int) -> SeatedView:
        room = self._room
        if room is None:
            return SeatedView(
                Bar("p2pcards", "", "connecting", ()),
                story=tuple(self._story),
                ask=Ask(sentence(self._said or NO_ROOM)),
                keys=row_of(NO_ROOM_KEYS, self, Row.KEYS),
            )
        game = GAMES.get(room.game)
        title = f"{clean(room.seats[0].name)}'s table"
        return SeatedView(
            bar=Bar(
                room.game if game is None else game.title,
                title,
                phase(room),
                span(self.talk.unread, Role.TALK),
            ),
            seats=seat_rows(room, self._comparing, self._own_key),
            countdown=self._countdown(room),
            details=rules(room),
            notices=notices(room, self._comparing),
            story=tuple(self._story),
            offers=self._offers(),
            ask=self._ask(),
            keys=row_of(KEYS, self, Row.KEYS),
            overlay=self._overlay(room),
        )

    def _countdown(self, room: Room) -> str:
        if room.starts_in_ms is None:
            return ""
        left_s = room.starts_in_ms / 1000 - (time.monotonic() - self._room_at_s)
        return f"starts in {clock(left_s)} with those who are ready"

    def _offers(self) -> tuple[Offer, ...]:
        if self._asked is not None:
            return offers_of(QUESTION_KEYS[self._asked], self)
        return self.talk.offers if self.talk.is_typing else offers_of(self._bindings, self)

    def _ask(self) -> Ask:
        if self._asked is not None:
            return _question(self._asked, self._room)
        if self.talk.is_typing:
            return self.talk.ask
        if self._said:
            return Ask(sentence(self._said))
        if self._is_watching:
            return Ask(sentence("You watch: the table is shown when it starts."))
        me = self._me()
        if me is not None and not me.ready:
            return Ask(sentence("Say when you are ready."))
        return Ask(sentence("You are ready; the table starts when the others are.") if me else ())

    def _overlay(self, room: Room) -> PagesView | None:
        if self.over.panel == TALK:
            return self.talk.talk_page(self.over.first)
        if self.over.panel == PEOPLE:
            return self.talk.people_page(self.over.first)
        if self.over.panel == "?":
            return keys_page((*help_of(KEYS), *HOW_IT_STARTS), self.over.first)
        if self.over.panel == "o":
            return options_page(room.options, self.over.first)
        return None


def _question(asked: Asked, room: Room | None) -> Ask:
    """What our player is asked."""
    match asked:
        case Asked.SIT:
            changed = "A key is not the one you know. Sit down all the same?"
            return Ask(sentence(changed, Role.BAD))
        case Asked.CLOSE:
            return Ask(sentence("Close your table? All who sit here get up.", Role.OPEN))
        case Asked.START:
            assert room is not None
            taken = f"Only {len(room.seats)} of {room.most} seats are taken."
            return Ask(sentence(f"{taken} Start without more?"))
        case _:
            assert_never(asked)
