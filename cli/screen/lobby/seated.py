"""Sitting at a table that has not started: who is there, who is ready, what is agreed on.

The one rule: nobody is ready without having said so, and who sits beside a changed key is asked.
What is compared by voice are a link's words, the same at both its ends; a key's own words are not
shown here, since they prove nothing: a key can be searched for that has them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from cli.evening import wording
from cli.evening.acquaintances import Acquaintances
from cli.screen.binding import (
    Binding,
    KeyRows,
    Row,
    found,
    help_of,
    nothing_here,
    offers_of,
    pressed_by,
    row_of,
)
from cli.screen.drawing.text import clean, cut, sentence, span
from cli.screen.drawing.view import Ask, Bar, Mark, Offer, PagesView, Role, StoryLine, Text, Told
from cli.screen.intents import ARROWS, NO_FIELD, Click, Key, Paste
from cli.screen.lobby.entry import day
from cli.screen.lobby.view import SeatedView, SeatRow
from cli.screen.table.keys_page import keys_page
from p2pcards.games import GAMES
from protocol.net.lobby import Room, SeatInfo

STORY_LINES: Final = 60
NO_ROOM: Final = "The host has not opened a table yet; after a match it must want another too."
SAME: Final = "both must read the same:"


class SeatedScreen:
    """A table that has not started.

    Args:
        own_key: Ours, to find our seat.
        acquaintances: Whom we have met before.
        set_ready: Called when our player is ready, or not any more.
        leave: Called when our player gets up.
        distrust: Called when he gets up because the words differ, with a sentence about it.
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
        set_bots: Callable[[int], None] | None = None,
        is_watching: bool = False,
    ) -> None:
        self._own_key = own_key
        self._acquaintances = acquaintances
        self._set_ready = set_ready
        self._leave = leave
        self._distrust = distrust
        self._set_bots = set_bots
        self._is_watching = is_watching
        self._room: Room | None = None
        self._room_at_s = 0.0
        self._question: Callable[[], None] | None = None
        self._is_starting = False
        """Our player is asked whether to start though seats are free."""
        self._story: list[StoryLine] = []
        self._words: dict[bytes, tuple[str, ...]] = {}
        """The comparison words of the link to each key that there is one to."""
        self._agreed: set[bytes] = set()
        self._is_closing = False
        """Our player, whose table it is, is asked whether to close it."""
        self._panel = ""
        self._scroll = 0
        self._said = ""
        """What the last key was answered with."""

    # --- told ----------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """A sentence for the story."""
        self._story.append(Told(sentence(clean(text))))
        del self._story[:-STORY_LINES]

    def show(self, room: Room) -> None:
        """The room as it is now."""
        for line in wording.room_changes(self._room, room):
            self.say(line)
        self._room = room
        self._room_at_s = time.monotonic()
        me = self._me()
        self._is_starting &= me is not None and self._would_start_short(me)

    def link_up(self, key: bytes, words: tuple[str, ...]) -> None:
        """A link and its comparison words; a new link is compared anew."""
        self._words[key] = words
        self._agreed.discard(key)

    def ask(self, text: str, answer: Callable[[], None]) -> None:
        """Ask whether to sit down all the same."""
        self._question = answer

    # --- in charge -----------------------------------------------------------------------------------

    def take(self, words: str) -> None:
        """Nothing is typed here."""

    def closed(self) -> None:
        self._leave()

    def leave(self) -> None:
        self._leave()

    # --- keys ----------------------------------------------------------------------------------------

    def press(self, key: Key, now_ms: int) -> None:
        if isinstance(key, Paste):
            self._said = NO_FIELD
            return
        self._said = ""
        if isinstance(key, Click):
            kind, _, name = key.target.partition(":")
            key = pressed_by(name) if kind == "key" else ""
        if self._question is not None:
            answer, self._question = self._question, None
            if key == "enter":
                answer()
            else:
                self._leave()
            return
        if self._is_starting:
            self._is_starting = False
            if key in ("enter", "r"):
                self._set_ready(True)
            return
        if self._is_closing:
            self._is_closing = False
            if key in ("enter", "c-c"):
                self._leave()
            return
        key = ARROWS.get(key, key)
        bindings = PANEL_KEYS if self._panel else KEYS
        binding = found(bindings, self, key)
        if binding is not None:
            binding.does(self, key)
        elif key:
            offers = (*offers_of(bindings, self), *row_of(bindings, self, Row.KEYS))
            self._said = nothing_here(key, offers)

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
        if self._would_start_short(me):
            self._is_starting = True
        else:
            self._set_ready(not me.ready)

    def get_up(self) -> None:
        """Leave the seat; whoever opened the table is asked first, for it closes with them."""
        if self.has_bots:
            self._is_closing = True
        else:
            self._leave()

    @property
    def compared(self) -> str:
        """The name of whoever words are compared with now; empty where nobody is."""
        other = self._compared()
        return "" if other is None else cut(clean(other.name), 14)

    def answer_words(self, *, is_same: bool) -> None:
        """The words that were read to each other are the same, or not."""
        other = self._compared()
        assert other is not None
        self._answer_words(other, is_same=is_same)

    @property
    def has_bots(self) -> bool:
        """Whether it is ours to seat bots."""
        return self._set_bots is not None

    def change_bots(self, step: int) -> None:
        """One bot more, or one less."""
        assert self._set_bots is not None
        self._set_bots(step)

    def turn_to(self, panel: str) -> None:
        """Lay the keys or the options over the seats; the same again takes them away."""
        self._panel, self._scroll = ("" if panel == self._panel else panel), 0

    def scroll(self, step: int) -> None:
        """Read on in what is laid over."""
        if self._scroll + step < 0 and not self._scroll:
            self._said = "That is the beginning."
        self._scroll = max(0, self._scroll + step)

    def _me(self) -> SeatInfo | None:
        seats = () if self._room is None else self._room.seats
        return next((seat for seat in seats if seat.key == self._own_key), None)

    def _would_start_short(self, me: SeatInfo) -> bool:
        """Whether our host's word starts the table at once, though somebody may still come."""
        room = self._room
        if room is None or self._set_bots is None or me.ready:
            return False
        are_others_ready = all(seat.ready for seat in room.seats if seat.key != me.key)
        return are_others_ready and room.least <= len(room.seats) < room.most

    def _compared(self) -> SeatInfo | None:
        """With whom words are compared now: one after the other."""
        return next((seat for seat in self._strangers() if seat.key in self._words), None)

    def _answer_words(self, seat: SeatInfo, *, is_same: bool) -> None:
        name = self._name(seat)
        if is_same:
            self._agreed.add(seat.key)
            self.say(wording.words_match([name]))
        else:
            self._distrust(wording.words_differ([name]))

    def _strangers(self) -> tuple[SeatInfo, ...]:
        """Seated people whom we have never met, and whose words have not been compared yet."""
        seats = () if self._room is None else self._room.seats
        return tuple(
            seat
            for seat in seats
            if not seat.bot
            and seat.key != self._own_key
            and seat.key not in self._agreed
            and self._mark(seat) is not Mark.CHECKED
        )

    def _name(self, seat: SeatInfo) -> str:
        """What a player is called here, where another may have the same name."""
        room = self._room
        seats = () if room is None else wording.names_apart(room).seats
        return clean(next((one.name for one in seats if one.key == seat.key), seat.name))

    def _mark(self, seat: SeatInfo) -> Mark | None:
        if seat.key == self._own_key or seat.bot:
            return None
        return self._acquaintances.mark(seat.key, seat.name)

    # --- seen ----------------------------------------------------------------------------------------

    def drawn(self, now_ms: int) -> None:
        """Nothing depends on it."""

    def view(self, now_ms: int) -> SeatedView:
        room = self._room
        if room is None:
            bar = Bar("p2pcards", "", "connecting", ())
            return SeatedView(
                bar,
                story=tuple(self._story),
                ask=Ask(sentence(NO_ROOM)),
                keys=(Offer("q", "leave"),),
            )
        game = GAMES.get(room.game)
        title = f"{clean(room.seats[0].name)}'s table"
        return SeatedView(
            bar=Bar(
                room.game if game is None else game.title,
                title,
                _phase(room),
                (),
            ),
            seats=self._rows(room),
            countdown=self._countdown(room),
            details=_details(room),
            notices=self._notices(),
            story=tuple(self._story),
            offers=self._offers(),
            ask=self._ask(),
            keys=row_of(KEYS, self, Row.KEYS),
            overlay=self._overlay(room),
        )

    def _rows(self, room: Room) -> tuple[SeatRow, ...]:
        rows = [
            SeatRow(
                number=number,
                name=self._name(seat),
                is_ready=seat.ready,
                kind=self._kind(seat),
                mark=self._shown_mark(seat),
                known=self._known(seat),
            )
            for number, seat in enumerate(room.seats, start=1)
        ]
        free = range(len(rows) + 1, room.most + 1)
        return (*rows, *(SeatRow(number, "", is_free=True) for number in free))

    def _shown_mark(self, seat: SeatInfo) -> Mark | None:
        mark = self._mark(seat)
        is_agreed = mark is Mark.CLAIMED and seat.key in self._agreed
        return Mark.CHECKED if is_agreed else mark

    def _known(self, seat: SeatInfo) -> str:
        """How well the seat's key is known, in words."""
        match self._mark(seat):
            case None:
                return ""
            case Mark.CHECKED:
                return "met before"
            case mark:
                what = "changed key" if mark is Mark.REFUSED else "new to you"
                is_agreed = seat.key in self._agreed
                return ("words match" if mark is Mark.CLAIMED else what) if is_agreed else what

    def _kind(self, seat: SeatInfo) -> str:
        if seat.key == self._own_key:
            return "you"
        if seat.hosted:
            return "bot of the host"
        return "bot" if seat.bot else ""

    def _countdown(self, room: Room) -> str:
        if room.starts_in_ms is None:
            return ""
        left_s = room.starts_in_ms / 1000 - (time.monotonic() - self._room_at_s)
        return f"starts in {clock(left_s)} with those who are ready"

    def _notices(self) -> tuple[Text, ...]:
        told = []
        for seat in self._strangers():
            words = self._words.get(seat.key)
            if self._mark(seat) is Mark.REFUSED:
                last = day(self._acquaintances.last_met_namesake(seat.key, seat.name))
                told.append(sentence(wording.changed_key(clean(seat.name), last), Role.BAD))
            if words is not None:
                # The words have a row of their own, so that they are never broken.
                told.append(sentence(f"Compare with {self._name(seat)} by voice, {SAME}"))
                told.append(span(f"  {' '.join(words)}.", Role.HEADING))
        return tuple(told)

    def _offers(self) -> tuple[Offer, ...]:
        if self._question is not None:
            return (Offer("Enter", "sit down all the same"), Offer("Esc", "get up"))
        if self._is_closing:
            return (Offer("Enter", "close the table"), Offer("Esc", "keep it open"))
        if self._is_starting:
            return (Offer("Enter", "start now"), Offer("Esc", "wait"))
        return offers_of(PANEL_KEYS if self._panel else KEYS, self)

    def _ask(self) -> Ask:
        if self._question is not None:
            return Ask(sentence("A key is not the one you know. Sit down all the same?", Role.BAD))
        if self._is_closing:
            return Ask(sentence("Close your table? All who sit here get up.", Role.OPEN))
        if self._is_starting and self._room is not None:
            seated, most = len(self._room.seats), self._room.most
            return Ask(sentence(f"Only {seated} of {most} seats are taken. Start without more?"))
        if self._said:
            return Ask(sentence(self._said))
        if self._is_watching:
            return Ask(sentence("You watch: the table is shown when it starts."))
        me = self._me()
        if me is not None and not me.ready:
            return Ask(sentence("Say when you are ready."))
        return Ask(sentence("You are ready; the table starts when the others are.") if me else ())

    def _overlay(self, room: Room) -> PagesView | None:
        if self._panel == "?":
            return keys_page((*help_of(KEYS), *HOW_IT_STARTS), self._scroll)
        if self._panel == "o":
            lines = tuple(
                sentence(f"{name.replace('_', ' ')}   {value}")
                for name, value in room.options.items()
            )
            return PagesView("options", lines, self._scroll)
        return None


_STEPS: Final = {"up": -1, "down": 1, "pageup": -8, "pagedown": 8}
HOW_IT_STARTS: Final[KeyRows] = (
    ("The start", "when all seated are ready, or 20 seconds after enough are; who is not"),
    ("", "ready then loses the seat"),
)

KEYS: Final[tuple[Binding[SeatedScreen, None], ...]] = (
    Binding(
        ("r", "enter"),
        lambda seat, _: seat.change_readiness(),
        help="ready, or not any more",
        when=lambda seat: bool(seat.readiness),
        now=lambda seat: seat.readiness,
        shown="r",
    ),
    Binding(
        ("y",),
        lambda seat, _: seat.answer_words(is_same=True),
        help="your words are the same",
        when=lambda seat: bool(seat.compared),
        now=lambda seat: f"{seat.compared}'s words match",
    ),
    Binding(
        ("n",),
        lambda seat, _: seat.answer_words(is_same=False),
        help="your words are not the same: you get up, and nothing is played",
        when=lambda seat: bool(seat.compared),
        now="they do not",
    ),
    Binding(
        ("+", "-"),
        lambda seat, key: seat.change_bots(1 if key == "+" else -1),
        help="one bot more, one less (at your own table)",
        when=lambda seat: seat.has_bots,
        now="bots",
        shown="+ -",
        is_minor=True,
    ),
    Binding(
        ("?",), lambda seat, _: seat.turn_to("?"), help="these keys", row=Row.KEYS, label="keys"
    ),
    Binding(
        ("o",),
        lambda seat, _: seat.turn_to("o"),
        help="options of the table",
        row=Row.KEYS,
        label="options",
    ),
    Binding(
        ("q", "escape", "c-c"),
        lambda seat, _: seat.get_up(),
        help="get up; your own table asks first, for it closes with you",
        name="q  Esc",
        row=Row.KEYS,
        label="get up",
        shown="q",
    ),
)
PANEL_KEYS: Final[tuple[Binding[SeatedScreen, None], ...]] = (
    Binding(("escape",), lambda seat, _: seat.turn_to(""), now="back"),
    Binding(tuple(_STEPS), lambda seat, key: seat.scroll(_STEPS[key]), now="scroll", shown="↑↓"),
    Binding(("?", "o"), lambda seat, key: seat.turn_to(key)),
    *KEYS,
)


def clock(left_s: float) -> str:
    """`0:14`."""
    left = max(0, int(left_s + 0.999))
    return f"{left // 60}:{left % 60:02}"


def _phase(room: Room) -> str:
    """How far the table is: first who is missing, then who is ready."""
    seated = len(room.seats)
    if seated < room.least:
        return f"{seated} seated, {room.least - seated} more needed"
    return f"{sum(seat.ready for seat in room.seats)} of {seated} ready"


def _details(room: Room) -> tuple[tuple[str, Text], ...]:
    rules = " · ".join(f"{name.replace('_', ' ')} {value}" for name, value in room.options.items())
    turn = f"{room.deadline} s a turn" if room.deadline else "no clock"
    hosted = sum(seat.hosted for seat in room.seats)
    details = [
        ("rules", sentence(rules)),
        ("clock", sentence(f"{turn} · {wording.deals_of(room)}")),
    ]
    if hosted:
        host = clean(room.seats[0].name)
        hands = "the bot's hand" if hosted == 1 else "the bots' hands"
        details.append(
            ("bots", sentence(f"{hosted}, run by {host}: that computer could see {hands}"))
        )
    return tuple(details)
