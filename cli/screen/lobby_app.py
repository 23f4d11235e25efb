"""The tables on this network, as they come and go, and what one can do with them.

The one rule: the list is kept in one order, and the cursor stays on its table whatever comes or
goes above it. What a listing says is a hint; only a table that answered is shown as answering.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from cli import wording
from cli.listed import Obstacle
from cli.screen.form import Form, paste_in_form, press_form
from cli.screen.intents import ARROWS, NO_FIELD, Click, Key, Paste, cut_at
from cli.screen.lobby_view import LobbyRow, LobbyView
from cli.screen.text import clean, sentence, span
from cli.screen.view import Ask, Mark, Offer, PagesView, Role, Text
from p2pcards.games import GAMES
from protocol.crypto.identity import key_words
from protocol.net.discovery import TableListing
from protocol.net.known_peers import KnownPeer
from protocol.net.lobby import Room

GONE_AFTER_MS: Final = 60_000
"""A table that does not answer stays in the list, dim, for this long."""

SILENT_AFTER_MS: Final = 12_000
LONGEST_ADDRESS: Final = 80
NO_TABLE: Final = "There is no table to sit down at. c creates one."

HELP: Final = (
    "↑ ↓      choose a table",
    "Enter    sit down",
    "e        watch, without a seat",
    "c        create a table",
    "@        join by address, where a table is not seen",
    "w        why is it marked",
    "o        options of the chosen table",
    "q        quit",
)


@dataclass(slots=True)
class Entry:
    """A table in the list.

    Args:
        listing: What the network says of it.
        mark: How well the host's key is known.
        met: The record of the host's key.
        namesake_met: When another key of this name was met last.
        room: What the table itself has shown; None before it answered.
        ping_ms: How long its answer took.
        seen_ms: When it was last heard of.
        is_listed: The network still lists it.
        is_answering: There is a link to it.
        is_own: Its key is ours.
        is_foreign: It answered in another version's words, whatever its listing says.
    """

    listing: TableListing
    mark: Mark
    met: KnownPeer | None = None
    namesake_met: str = ""
    room: Room | None = None
    ping_ms: int | None = None
    seen_ms: int = 0
    is_listed: bool = True
    is_answering: bool = False
    is_own: bool = False
    is_foreign: bool = False

    @property
    def obstacle(self) -> Obstacle | None:
        """Why nobody can sit down there now; None also where all seats are taken."""
        if self.is_foreign or not self.listing.is_of_this_version:
            return Obstacle.VERSION
        if self.is_own:
            return Obstacle.OWN_KEY
        room = self.room if self.is_answering else None
        is_playing = self.listing.is_playing if room is None else room.playing
        return Obstacle.PLAYING if is_playing else None

    @property
    def taken(self) -> str:
        """The same in a sentence; empty where somebody can sit down."""
        if self.obstacle is not None:
            return _OBSTACLES[self.obstacle]
        room = self.room if self.is_answering else None
        is_full = room is not None and len(room.seats) >= room.most
        return "All seats of that table are taken." if is_full else ""


_OBSTACLES: Final = {
    Obstacle.VERSION: "That table speaks another version of p2pcards.",
    Obstacle.OWN_KEY: "That table is open under your own key.",
    Obstacle.PLAYING: "That table is playing.",
}


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


class LobbyScreen:
    """The list of tables.

    Args:
        name: Our player's.
        own_key: His key.
        decide: Called with what he wants.
        deadline_s: Seconds for a turn at a table we open, at first.
        is_watching: Enter watches, as was asked for when the program was started.
    """

    def __init__(
        self,
        name: str,
        own_key: bytes,
        decide: Callable[[Wish], None],
        *,
        deadline_s: int,
        is_watching: bool = False,
    ) -> None:
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
        self._why: Text = ()

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
        elif self._panel:
            self._press_panel(ARROWS.get(key, key))
        else:
            self._choose(key)

    def _clicked(self, click: Click) -> str:
        kind, _, name = click.target.partition(":")
        if kind == "table" and name in self._entries:
            was_chosen, self._chosen = self._chosen == name, name
            if click.is_why:
                return "w"
            return "enter" if was_chosen else ""
        names = {"Enter": "enter", "Esc": "escape"}
        return names.get(name, name[:1]) if kind == "key" else ""

    def _choose(self, key: str) -> None:
        if key == "f1":
            key = "?"
        match ARROWS.get(key, key):
            case "up":
                self._move(-1)
            case "down":
                self._move(1)
            case "pageup":
                self._move(-8)
            case "pagedown":
                self._move(8)
            case "home":
                self._move(-len(self._order))
            case "end":
                self._move(len(self._order))
            case "enter":
                self._go(is_watching=self._is_watching)
            case "e":
                self._go(is_watching=True)
            case "c":
                self._form = Form.begin(deadline_s=self._deadline_s)
            case "@":
                self._typing = _Typing(is_open=True)
            case "w":
                self._why = self._explain()
                self._said = "".join(piece.text for piece in self._why)
            case "?" | "o" as panel:
                self._panel, self._scroll = panel, 0
            case "q" | "c-c":
                self._decide(Quit())
            case _:
                pass

    def _move(self, step: int) -> None:
        if self._order:
            at = self._order.index(self._chosen)
            self._chosen = self._order[min(max(at + step, 0), len(self._order) - 1)]

    def _press_panel(self, key: str) -> None:
        if key in ("escape", self._panel, "q"):
            self._panel = ""
        elif key in ("up", "down", "pageup", "pagedown"):
            step = {"up": -1, "down": 1, "pageup": -8, "pagedown": 8}[key]
            self._scroll = max(0, self._scroll + step)

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
            case _ if len(key) == 1 and len(typing.address) < LONGEST_ADDRESS:
                typing.address += key
            case _ if len(key) == 1:
                self._said = cut_at(LONGEST_ADDRESS)

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
                return sentence(f"You have met this key {_times(entry.met)}: it is {name}'s.")
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
            title="" if entry is None else _title(entry),
            corner="" if entry is None else _acquainted(entry),
            details=() if entry is None else _details(entry),
            notices=self._notices(now_ms),
            offers=self._offers(entry),
            ask=self._ask(),
            keys=()
            if self._form is not None or self._asked is not None or self._typing.is_open
            else (
                Offer("?", "keys"),
                Offer("↑↓", "choose"),
                Offer("w", "why is it marked"),
                Offer("o", "options"),
                Offer("q", "quit"),
            ),
            overlay=self._overlay(entry),
        )

    def _row(self, key: str, entry: Entry, now_ms: int) -> LobbyRow:
        listing, room = entry.listing, entry.room
        game = GAMES.get(listing.game)
        is_silent = now_ms - entry.seen_ms >= SILENT_AFTER_MS
        told = {Obstacle.VERSION: "another version", Obstacle.OWN_KEY: "your own key"}
        state = listing.flags if room is None else short_options(room)
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

    def _offers(self, entry: Entry | None) -> tuple[Offer, ...]:
        if self._form is not None:
            return self._form.offers
        if self._asked is not None:
            return (Offer("Enter", "sit down all the same"), Offer("Esc", "no"))
        if self._typing.is_open:
            return (Offer("Enter", "join"), Offer("Esc", "back"))
        if self._panel:
            return (Offer("Esc", "back"), Offer("↑↓", "scroll"))
        own = (Offer("c", "create a table"), Offer("@", "join by address"))
        if entry is None or entry.obstacle is Obstacle.VERSION:
            return own
        if self._is_watching:
            return (Offer("Enter", "watch"), *own)
        if entry.taken:
            return (Offer("e", "watch"), *own)
        return (Offer("Enter", "sit down"), Offer("e", "watch"), *own)

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
        for key in self._order:
            entry = self._entries[key]
            name = clean(entry.listing.nick)
            if entry.obstacle in (Obstacle.VERSION, Obstacle.OWN_KEY):
                told.append(sentence(clean(_hindrance(entry)), Role.BAD))
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
        return tuple(told)

    def _overlay(self, entry: Entry | None) -> PagesView | None:
        if self._form is not None:
            return self._form.page
        if self._panel == "?":
            return PagesView("keys", tuple(map(sentence, HELP)), self._scroll)
        if self._panel == "o":
            options: Mapping[str, Any] = (
                {} if entry is None or entry.room is None else entry.room.options
            )
            lines = tuple(
                sentence(f"{name.replace('_', ' ')}   {value}") for name, value in options.items()
            )
            return PagesView("options", lines or (sentence("Not known yet."),), self._scroll)
        return None


_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
    *("October", "November", "December"),
)


def day(iso: str) -> str:
    """An ISO day as people write it: `3 May`, with the year where it is another one."""
    try:
        then = date.fromisoformat(iso)
    except ValueError:
        return iso
    year = "" if then.year == date.today().year else f" {then.year}"
    return f"{then.day} {_MONTHS[then.month - 1]}{year}"


def short_options(room: Room) -> str:
    """A table's options in 24 columns: those that differ from the game's own come first."""
    game = GAMES.get(room.game)
    usual = {} if game is None else game.options({})
    told = []
    for name, value in room.options.items():
        if name in ("ante", "cards") or usual.get(name) != value:
            word = name.replace("_", " ")
            told.append(f"{value} cards" if name == "cards" else f"{word} {value}")
    return ", ".join(told)


def _times(met: KnownPeer) -> str:
    return "once" if met.times_met == 1 else f"{met.times_met} times"


def _title(entry: Entry) -> str:
    game = GAMES.get(entry.listing.game)
    title = entry.listing.game if game is None else game.title
    return f"{title} at {clean(entry.listing.nick)}'s table"


def _hindrance(entry: Entry) -> str:
    if entry.is_foreign:
        return f"{entry.listing.nick}'s table speaks another version of p2pcards. {wording.UPDATE}"
    assert entry.obstacle is not None
    return wording.hindrance(entry.listing, entry.obstacle)


def _acquainted(entry: Entry) -> str:
    if entry.is_own:
        return "your own key"
    if entry.met is None:
        return "a changed key" if entry.mark is Mark.REFUSED else "not met before"
    return f"known since {day(entry.met.first_met)}, met {_times(entry.met)}"


def _details(entry: Entry) -> tuple[tuple[str, Text], ...]:
    room = entry.room
    if entry.obstacle is Obstacle.VERSION:
        told = f"another version of p2pcards: {wording.spoken(entry.listing)}"
        return (("speaks", span(clean(told), Role.BAD)),)
    if room is None:
        is_playing = entry.listing.is_playing
        told = "the table is playing; it can be watched" if is_playing else "no answer yet"
        return (("seats", span(told, Role.DIM)),)
    seats = [
        f"{number} {'bot' if seat.hosted else clean(seat.name)}"
        for number, seat in enumerate(room.seats, start=1)
    ]
    seats += [f"{number} free" for number in range(len(room.seats) + 1, room.most + 1)]
    rules = " · ".join(f"{name.replace('_', ' ')} {value}" for name, value in room.options.items())
    clock = f"{room.deadline} s a turn" if room.deadline else "no clock"
    hosted = sum(seat.hosted for seat in room.seats)
    host = clean(room.seats[0].name)
    hands = "the bot's hand" if hosted == 1 else "the bots' hands"
    ready = "   ".join(
        f"{clean(seat.name)} {'✓' if seat.ready else '·'}" for seat in room.seats if not seat.hosted
    )
    if room.playing:
        ready = "the table is playing; it can be watched"
    elif room.starts_in_ms is not None:
        left = room.starts_in_ms // 1000
        ready += f"   starts in {left // 60}:{left % 60:02} with those who are"
    details = [
        ("seats", sentence("   ".join(seats))),
        ("rules", sentence(rules)),
        ("clock", sentence(f"{clock} · {wording.deals_of(room)}")),
    ]
    if hosted:
        details.append(
            ("bots", sentence(f"{hosted}, run by {host}: that computer could see {hands}"))
        )
    details.append(("ready", sentence(ready)))
    return tuple(details)
