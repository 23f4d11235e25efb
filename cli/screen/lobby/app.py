"""The tables on this network, as they come and go, and what one can do with them.

The one rule: what a listing says is a hint; only a table that answered is shown as answering. One
thing at most is asked over the list, and while it is, all keys are its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never

from cli.cells import clean
from cli.evening.conduct.listed import Obstacle
from cli.screen.binding import (
    Row,
    found,
    help_of,
    nothing_here,
    offers_of,
    pressed_by,
    row_of,
)
from cli.screen.drawing.laid_over import PagesView
from cli.screen.drawing.spans import Role
from cli.screen.drawing.text import sentence
from cli.screen.drawing.view import Ask, Offer
from cli.screen.form import Form, paste_in_form, press_form
from cli.screen.intents import ARROWS, NO_FIELD, Click, Key, Paste
from cli.screen.lobby.address import AddressField, paste_address, press_address
from cli.screen.lobby.entry import Entry, acquainted, details, title, why_marked
from cli.screen.lobby.keys import DOUBT_KEYS, KEYS, PANEL_KEYS
from cli.screen.lobby.room import options_page
from cli.screen.lobby.tables import Tables
from cli.screen.lobby.view import LobbyView
from cli.screen.lobby.wishes import Create, Go, Quit, Sit, Wish
from cli.screen.pages import LaidOver
from cli.screen.screen_view import Drawn
from cli.screen.table.keys_page import keys_page
from cli.words.en import finding as finding_words
from cli.words.phrase import Mark
from protocol.crypto.identity import key_words

NO_TABLE: Final = "There is no table to sit down at. c creates one."


@dataclass(frozen=True, slots=True)
class Doubt:
    """What is asked once: sitting down beside a changed key."""

    text: str
    wish: Wish


Asked: TypeAlias = Form | Doubt | AddressField
"""What is asked over the list."""


class LobbyScreen:
    """The list of tables.

    Args:
        name: Our player's.
        own_key: Their key.
        decide: Called with what they want.
        deadline_s: Seconds for a turn at a table we open, at first.
        joined: Gives the addresses joined before, the latest first.
        is_watching: Enter watches, as was asked for when the program was started.
    """

    def __init__(
        self,
        name: str,
        own_key: bytes,
        decide: Callable[[Wish], None],
        *,
        deadline_s: int,
        joined: Callable[[], Sequence[str]] = lambda: (),
        is_watching: bool = False,
    ) -> None:
        self._joined = joined
        self._name = clean(name)
        self._own_key = own_key
        self._decide = decide
        self._deadline_s = deadline_s
        self._is_watching = is_watching
        self._tables = Tables()
        self._asked: Asked | None = None
        self._said = ""
        self.over: LaidOver = LaidOver()

    # --- told ------------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """A sentence on the ask line, until the next key."""
        self._said = clean(text)

    def update(self, entries: Mapping[str, Entry]) -> None:
        """The tables as they are now, by fingerprint."""
        self._tables.update(entries)
        if entries and self._said == NO_TABLE:
            self._said = ""

    # --- keys ------------------------------------------------------------------------------------------

    def drawn(self, now_ms: int, drawn: Drawn) -> None:
        self.over.last = drawn.last_line

    def press(self, key: Key, now_ms: int) -> None:
        if isinstance(key, Paste):
            self._paste(key)
            return
        self._said = ""
        if isinstance(key, Click):
            key = self._clicked(key)
        match self._asked:
            case Form() as form:
                self._press_form(form, key)
            case Doubt():
                self._answer(key)
            case AddressField() as field:
                self._type(field, key)
            case None:
                self._choose(key)
            case _:
                assert_never(self._asked)

    def _clicked(self, click: Click) -> str:
        kind, _, name = click.target.partition(":")
        if kind == "table" and name in self._tables:
            was_chosen = self._tables.choose(name)
            if click.is_why:
                return "w"
            return "enter" if was_chosen else ""
        return pressed_by(name) if kind == "key" else ""

    def _choose(self, key: str) -> None:
        key = ARROWS.get(key, key)
        bindings = PANEL_KEYS if self.over.panel else KEYS
        binding = found(bindings, self, key)
        if binding is not None:
            self.over.said = ""
            binding.does(self, key)
            self._said = self._said or self.over.said
        elif key:
            self._said = nothing_here(key, offers_of(bindings, self))

    def _paste(self, paste: Paste) -> None:
        """Into what is being typed, or nowhere; a question is not answered by it."""
        self._said = ""
        match self._asked:
            case Form() as form if (pasted := paste_in_form(form, paste)) is not None:
                self._asked = pasted
            case AddressField() as field:
                self._asked = paste_address(field, paste)
            case _:
                self._said = NO_FIELD

    def _press_form(self, form: Form, key: str) -> None:
        pressed, is_done = press_form(form, key)
        if key and pressed == form and not is_done:
            self._said = nothing_here(key, form.offers)
        self._asked = pressed
        if pressed is not None and is_done:
            self._asked = None
            self._decide(
                Create(
                    pressed.game,
                    pressed.options,
                    pressed.seats,
                    pressed.bots,
                    pressed.level,
                    pressed.deadline_s,
                    pressed.deals,
                )
            )

    def _type(self, field: AddressField, key: str) -> None:
        pressed = press_address(field, key) if key else field
        if isinstance(pressed, Go):
            self._asked = None
            self._decide(pressed)
        else:
            self._asked = pressed

    def _answer(self, key: str) -> None:
        """Only Enter is a yes."""
        yes, no = DOUBT_KEYS
        (yes if key in yes.keys else no).does(self, key)

    # --- what the keys do ------------------------------------------------------------------------------

    @property
    def entry(self) -> Entry | None:
        """The chosen table."""
        return self._tables.chosen

    def sit(self) -> None:
        """Sit down at the chosen table, or watch it if that is what the player came for."""
        self._go(is_watching=self._is_watching)

    def watch(self) -> None:
        """Watch the chosen table."""
        self._go(is_watching=True)

    @property
    def sitting(self) -> str:
        """What Enter does with the chosen table; empty where it cannot."""
        entry = self.entry
        if entry is None or entry.obstacle is Obstacle.VERSION:
            return ""
        if self._is_watching:
            return "watch"
        if entry.obstacle is Obstacle.RESTING:
            return "go back"
        return "" if entry.taken else "sit down"

    @property
    def watching(self) -> str:
        """What `e` does with it."""
        entry = self.entry
        closed = (Obstacle.VERSION, Obstacle.RESTING)
        is_closed = entry is None or entry.obstacle in closed or self._is_watching
        return "" if is_closed else "watch"

    def create(self) -> None:
        """Fill in the form for a new table."""
        self._asked = Form.begin(deadline_s=self._deadline_s)

    def type_address(self) -> None:
        """Type where to join."""
        self._asked = AddressField(tuple(self._joined()))

    def explain(self) -> None:
        """Say why the chosen table is marked."""
        entry = self.entry
        self._said = NO_TABLE if entry is None else why_marked(entry)

    def move(self, step: int) -> None:
        """The cursor to another table."""
        if not self._tables:
            self._said = NO_TABLE
        elif not self._tables.move(step):
            self._said = "That is the last table." if step > 0 else "That is the first table."

    def sit_all_the_same(self) -> None:
        """Beside a changed key, after all."""
        asked, self._asked = self._asked, None
        assert isinstance(asked, Doubt)
        self._decide(asked.wish)

    def stay_away(self) -> None:
        """Not beside a changed key."""
        self._asked = None

    def quit(self) -> None:
        """Enough for today."""
        self._decide(Quit())

    def _go(self, *, is_watching: bool) -> None:
        entry = self.entry
        if entry is None:
            self._said = NO_TABLE
        elif entry.obstacle is Obstacle.VERSION:
            self._said = f"{entry.taken} {finding_words.UPDATE}"
        elif entry.obstacle is Obstacle.RESTING:
            self._go_back(entry, is_watching=is_watching)
        elif not is_watching and entry.taken:
            self._said = f"{entry.taken} e watches it."
        elif entry.mark is Mark.REFUSED and not is_watching:
            name = clean(entry.listing.nick)
            wish = Sit(entry.listing, is_watching)
            self._asked = Doubt(f"{name}'s key is not the one you know.", wish)
        else:
            self._decide(Sit(entry.listing, is_watching))

    def _go_back(self, entry: Entry, *, is_watching: bool) -> None:
        if is_watching:
            self._said = entry.taken
        else:
            self._decide(Sit(entry.listing, is_watching))

    # --- seen ------------------------------------------------------------------------------------------

    def view(self, now_ms: int) -> LobbyView:
        entry, rows = self.entry, self._tables.rows(now_ms)
        return LobbyView(
            me=f"you: {self._name} · {' '.join(key_words(self._own_key))}",
            tables=rows,
            cursor=self._tables.cursor,
            note="Tables come and go by themselves." if rows else "No table is seen yet.",
            title="" if entry is None else title(entry),
            corner="" if entry is None else acquainted(entry),
            details=() if entry is None else details(entry),
            notices=self._tables.notices(now_ms),
            offers=self._offers(),
            ask=self._ask(),
            keys=() if self._asked is not None else row_of(KEYS, self, Row.KEYS),
            overlay=self._overlay(),
        )

    def _offers(self) -> tuple[Offer, ...]:
        match self._asked:
            case Form() | AddressField() as asked:
                return asked.offers
            case Doubt():
                return offers_of(DOUBT_KEYS, self)
            case _:
                return offers_of(PANEL_KEYS if self.over.panel else KEYS, self)

    def _ask(self) -> Ask:
        match self._asked:
            case Doubt(text):
                return Ask(sentence(f"{text} Sit down all the same?", Role.BAD))
            case Form() | AddressField() as asked if not self._said:
                return asked.ask
            case _:
                return Ask(sentence(self._said))

    def _overlay(self) -> PagesView | None:
        if isinstance(self._asked, Form):
            return self._asked.page
        if self.over.panel == "?":
            return keys_page(help_of(KEYS), self.over.first)
        if self.over.panel == "o":
            room = None if self.entry is None else self.entry.room
            return options_page({} if room is None else room.options, self.over.first)
        return None
