"""The tables on this network, as they come and go, and what one can do with them.

The one rule: the list is kept in one order, and the cursor stays on its table whatever comes or
goes above it. What a listing says is a hint; only a table that answered is shown as answering.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cli.evening import wording
from cli.evening.listed import Obstacle
from cli.screen.binding import (
    Row,
    found,
    help_of,
    nothing_here,
    offers_of,
    pressed_by,
    row_of,
)
from cli.screen.drawing.text import clean, sentence, span
from cli.screen.drawing.view import Ask, Mark, Offer, PagesView, Role, Text
from cli.screen.form import Form, paste_in_form, press_form
from cli.screen.intents import ARROWS, NO_FIELD, Click, Key, Paste, cut_at
from cli.screen.lobby.entry import (
    Entry,
    acquainted,
    day,
    details,
    hindrance,
    short_options,
    times,
    title,
)
from cli.screen.lobby.keys import KEYS, PANEL_KEYS
from cli.screen.lobby.view import LobbyRow, LobbyView
from cli.screen.table.keys_page import keys_page
from p2pcards.engine import TableOptions
from p2pcards.games import GAMES
from protocol.crypto.identity import key_words
from protocol.net.finding.listings import TableListing

GONE_AFTER_MS: Final = 60_000
"""A table that does not answer stays in the list, dim, for this long."""

SILENT_AFTER_MS: Final = 12_000
LONGEST_ADDRESS: Final = 80
NO_TABLE: Final = "There is no table to sit down at. c creates one."


@dataclass(frozen=True, slots=True)
class Sit:
    """Sit down at this table, or watch it."""

    listing: TableListing
    is_watching: bool


@dataclass(frozen=True, slots=True)
class Go:
    """Join whatever answers at this address."""

    address: str


@dataclass(frozen=True, slots=True)
class Create:
    """Open a table: a game's name, options as typed, seats, bots and their level, clock, deals."""

    game: str
    options: Mapping[str, str]
    seats: int
    bots: int
    level: str
    deadline_s: int
    deals: int


@dataclass(frozen=True, slots=True)
class Quit:
    """Enough for today."""


Wish = Sit | Go | Create | Quit


@dataclass(slots=True)
class Asked:
    """What is asked once: sitting down beside a changed key."""

    text: str
    wish: Wish


@dataclass(slots=True)
class _Typing:
    address: str = ""
    is_open: bool = False
    place: int = -1
    """Which of the addresses joined before it is, the latest first; -1: none was asked for."""


class LobbyScreen:
    """The list of tables.

    Args:
        name: Our player's.
        own_key: His key.
        decide: Called with what he wants.
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
        self._entries: dict[str, Entry] = {}
        self._order: list[str] = []
        self._chosen = ""
        self._typing = _Typing()
        self._asked: Asked | None = None
        self._form: Form | None = None
        self._said = ""
        self._panel = ""
        self._scroll = 0

    # --- told ------------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """A sentence on the ask line, until the next key."""
        self._said = clean(text)

    def update(self, entries: Mapping[str, Entry]) -> None:
        """The tables as they are now, by fingerprint; new ones go to the end of the list."""
        self._entries = dict(entries)
        self._order = [key for key in self._order if key in entries]
        self._order += [key for key in entries if key not in self._order]
        if entries and self._said == NO_TABLE:
            self._said = ""
        if self._chosen not in self._entries:
            self._chosen = self._order[0] if self._order else ""

    # --- keys ------------------------------------------------------------------------------------------

    def drawn(self, now_ms: int) -> None:
        """Nothing depends on it."""

    def press(self, key: Key, now_ms: int) -> None:
        if isinstance(key, Paste):
            self._paste(key)
            return
        self._said = ""
        if isinstance(key, Click):
            key = self._clicked(key)
        if self._form is not None:
            self._press_form(key)
        elif self._asked is not None:
            asked, self._asked = self._asked, None
            if key == "enter":
                self._decide(asked.wish)
        elif self._typing.is_open:
            self._type(key)
        else:
            self._choose(key)

    def _clicked(self, click: Click) -> str:
        kind, _, name = click.target.partition(":")
        if kind == "table" and name in self._entries:
            was_chosen, self._chosen = self._chosen == name, name
            if click.is_why:
                return "w"
            return "enter" if was_chosen else ""
        return pressed_by(name) if kind == "key" else ""

    def _choose(self, key: str) -> None:
        key = ARROWS.get(key, key)
        bindings = PANEL_KEYS if self._panel else KEYS
        binding = found(bindings, self, key)
        if binding is not None:
            binding.does(self, key)
        elif key:
            self._said = nothing_here(key, offers_of(bindings, self))

    @property
    def entry(self) -> Entry | None:
        """The chosen table."""
        return self._entries.get(self._chosen)

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
        return "" if entry.taken else "sit down"

    @property
    def watching(self) -> str:
        """What `e` does with it."""
        entry = self.entry
        is_closed = entry is None or entry.obstacle is Obstacle.VERSION or self._is_watching
        return "" if is_closed else "watch"

    def create(self) -> None:
        """Fill in the form for a new table."""
        self._form = Form.begin(deadline_s=self._deadline_s)

    def type_address(self) -> None:
        """Type where to join."""
        self._typing = _Typing(is_open=True)

    def explain(self) -> None:
        """Say why the chosen table is marked."""
        self._said = "".join(piece.text for piece in self._explain()) or NO_TABLE

    def move(self, step: int) -> None:
        """The cursor to another table."""
        if not self._order:
            self._said = NO_TABLE
            return
        at = self._order.index(self._chosen)
        to = min(max(at + step, 0), len(self._order) - 1)
        if to == at:
            self._said = "That is the last table." if step > 0 else "That is the first table."
        self._chosen = self._order[to]

    def turn_to(self, panel: str) -> None:
        """Lay the keys or the options over the list; the same again takes them away."""
        self._panel, self._scroll = ("" if panel == self._panel else panel), 0

    def scroll(self, step: int) -> None:
        """Read on in what is laid over."""
        if self._scroll + step < 0 and not self._scroll:
            self._said = "That is the beginning."
        self._scroll = max(0, self._scroll + step)

    def quit(self) -> None:
        """Enough for today."""
        self._decide(Quit())

    def _type(self, key: str) -> None:
        typing = self._typing
        match key:
            case "enter":
                self._typing = _Typing()
                if typing.address:
                    self._decide(Go(typing.address))
            case "escape" | "c-c":
                self._typing = _Typing()
            case "backspace":
                typing.address = typing.address[:-1]
            case "c-u":
                typing.address = ""
            case "up" | "down" if joined := self._joined():
                step = 1 if key == "up" else -1
                typing.place = min(max(typing.place + step, -1), len(joined) - 1)
                typing.address = "" if typing.place < 0 else joined[typing.place]
            case _ if len(key) == 1 and len(typing.address) < LONGEST_ADDRESS:
                typing.address += key
            case _ if len(key) == 1:
                self._said = cut_at(LONGEST_ADDRESS)
            case _ if key:
                self._said = nothing_here(key, self._offers())
            case _:
                pass

    def _paste(self, paste: Paste) -> None:
        """Into what is being typed, or nowhere; a question is not answered by it."""
        if self._form is not None and (form := paste_in_form(self._form, paste)) is not None:
            self._form = form
        elif self._form is None and self._asked is None and self._typing.is_open:
            self._typing.address, is_cut = paste.fitted(self._typing.address, LONGEST_ADDRESS)
            self._said = cut_at(LONGEST_ADDRESS) if is_cut else ""
        else:
            self._said = NO_FIELD

    def _press_form(self, key: str) -> None:
        assert self._form is not None
        form, is_done = press_form(self._form, key)
        if key and form == self._form and not is_done:
            self._said = nothing_here(key, self._form.offers)
        self._form = form
        if form is not None and is_done:
            self._form = None
            self._decide(
                Create(
                    form.game,
                    form.options,
                    form.seats,
                    form.bots,
                    form.level,
                    form.deadline_s,
                    form.deals,
                )
            )

    def _go(self, *, is_watching: bool) -> None:
        entry = self._entries.get(self._chosen)
        if entry is None:
            self._said = NO_TABLE
            return
        if entry.obstacle is Obstacle.VERSION:
            self._said = f"{entry.taken} {wording.UPDATE}"
            return
        if not is_watching and entry.taken:
            self._said = f"{entry.taken} e watches it."
            return
        wish = Sit(entry.listing, is_watching)
        if entry.mark is Mark.REFUSED and not is_watching:
            name = clean(entry.listing.nick)
            self._asked = Asked(f"{name}'s key is not the one you know.", wish)
        else:
            self._decide(wish)

    def _explain(self) -> Text:
        entry = self._entries.get(self._chosen)
        if entry is None:
            return ()
        name = clean(entry.listing.nick)
        if entry.is_own:
            return sentence("That is your own key.")
        match entry.mark:
            case Mark.CHECKED if entry.met is not None:
                return sentence(f"You have met this key {times(entry.met)}: it is {name}'s.")
            case Mark.REFUSED:
                return sentence(f"You know another key under the name {name}, and not this one.")
            case _:
                return sentence(f"This key is new to you; it says its name is {name}.")

    # --- seen ------------------------------------------------------------------------------------------

    def view(self, now_ms: int) -> LobbyView:
        entry = self._entries.get(self._chosen)
        rows = tuple(self._row(key, self._entries[key], now_ms) for key in self._order)
        return LobbyView(
            me=f"you: {self._name} · {' '.join(key_words(self._own_key))}",
            tables=rows,
            cursor=self._order.index(self._chosen) if self._chosen in self._order else None,
            note="Tables come and go by themselves." if rows else "No table is seen yet.",
            title="" if entry is None else title(entry),
            corner="" if entry is None else acquainted(entry),
            details=() if entry is None else details(entry),
            notices=self._notices(now_ms),
            offers=self._offers(),
            ask=self._ask(),
            keys=() if self._is_asking else row_of(KEYS, self, Row.KEYS),
            overlay=self._overlay(entry),
        )

    def _row(self, key: str, entry: Entry, now_ms: int) -> LobbyRow:
        listing, room = entry.listing, entry.room
        game = GAMES.get(listing.game)
        is_silent = now_ms - entry.seen_ms >= SILENT_AFTER_MS
        told = {Obstacle.VERSION: "another version", Obstacle.OWN_KEY: "your own key"}
        state = listing.state if room is None else short_options(room)
        ping = "" if entry.ping_ms is None else f"{entry.ping_ms} ms"
        is_changed = entry.mark is Mark.REFUSED
        return LobbyRow(
            key=key,
            game=listing.game if game is None else game.title,
            seats=listing.seats if room is None else f"{len(room.seats)}/{room.most}",
            options=state if entry.obstacle is None else told.get(entry.obstacle, state),
            host=clean(listing.nick),
            mark=entry.mark,
            key_words="key has changed" if is_changed else " ".join(key_words(listing.peer)),
            ping="silent" if is_silent else ping,
            is_dim=is_silent or not entry.is_listed,
        )

    @property
    def _is_asking(self) -> bool:
        """Whether something is asked or typed, and the list rests."""
        return self._form is not None or self._asked is not None or self._typing.is_open

    def _offers(self) -> tuple[Offer, ...]:
        if self._form is not None:
            return self._form.offers
        if self._asked is not None:
            return (Offer("Enter", "sit down all the same"), Offer("Esc", "no"))
        if self._typing.is_open:
            before = (Offer("↑↓", "joined before"),) if self._joined() else ()
            return (Offer("Enter", "join"), *before, Offer("Esc", "back"))
        return offers_of(PANEL_KEYS if self._panel else KEYS, self)

    def _ask(self) -> Ask:
        if self._form is not None:
            return Ask(sentence(self._said)) if self._said else self._form.ask
        if self._asked is not None:
            return Ask(sentence(f"{self._asked.text} Sit down all the same?", Role.BAD))
        if self._typing.is_open:
            after = () if self._typing.address else span("  host, or host:port")
            after = span(self._said, Role.OPEN) if self._said else after
            return Ask(span("join "), typed=self._typing.address, after=after)
        return Ask(sentence(self._said))

    def _notices(self, now_ms: int) -> tuple[Text, ...]:
        told: list[Text] = []
        # The chosen table's first, for the rows may not be enough for all of them.
        for key in sorted(self._order, key=lambda key: key != self._chosen):
            entry = self._entries[key]
            name = clean(entry.listing.nick)
            if entry.obstacle in (Obstacle.VERSION, Obstacle.OWN_KEY):
                told.append(sentence(clean(hindrance(entry)), Role.BAD))
            elif entry.mark is Mark.CLAIMED:
                told.append(
                    sentence(
                        f"{name} is new to you: at the table, compare by voice the words shown there."
                    )
                )
            elif entry.mark is Mark.REFUSED:
                when = day(entry.namesake_met)
                told.append(
                    sentence(
                        f"{name}'s key is not the one of {when}. Ask {name} why before you sit down.",
                        Role.BAD,
                    )
                )
            silent_s = (now_ms - entry.seen_ms) // 1000
            if silent_s * 1000 >= SILENT_AFTER_MS:
                told.append(
                    sentence(
                        f"{name} has not answered for {silent_s} s;"
                        " after 60 s the table leaves the list."
                    )
                )
        # Two tables of one name may need the same sentence; it is said once.
        return tuple(dict.fromkeys(told))

    def _overlay(self, entry: Entry | None) -> PagesView | None:
        if self._form is not None:
            return self._form.page
        if self._panel == "?":
            return keys_page(help_of(KEYS), self._scroll)
        if self._panel == "o":
            options: TableOptions = (
                {} if entry is None or entry.room is None else entry.room.options
            )
            lines = tuple(
                sentence(f"{name.replace('_', ' ')}   {value}") for name, value in options.items()
            )
            return PagesView("options", lines or (sentence("Not known yet."),), self._scroll)
        return None
