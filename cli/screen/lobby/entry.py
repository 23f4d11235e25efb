"""A table in the list, and what is said of it.

The one rule: pure; of what is not known yet nothing is said.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from cli.cells import clean
from cli.evening.conduct.listed import Obstacle
from cli.screen.drawing.spans import Role, Text
from cli.screen.drawing.text import sentence, span
from cli.screen.lobby.room import clock, rules
from cli.words.en import finding as finding_words
from cli.words.phrase import Mark
from p2pcards.games import GAMES
from protocol.net.files.known_peers import KnownPeer
from protocol.net.finding.interfaces import own_interfaces
from protocol.net.finding.listings import TableListing
from protocol.net.lobby import Room


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
        if self.listing.is_resting:
            return Obstacle.RESTING
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
    Obstacle.RESTING: "That table rests, for those who have sat there.",
}


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


def times(met: KnownPeer) -> str:
    return "once" if met.times_met == 1 else f"{met.times_met} times"


def title(entry: Entry) -> str:
    game = GAMES.get(entry.listing.game)
    title = entry.listing.game if game is None else game.title
    return f"{title} at {clean(entry.listing.nick)}'s table"


def hindrance(entry: Entry) -> str:
    if entry.is_foreign:
        return f"{entry.listing.nick}'s table speaks another version of p2pcards. {finding_words.UPDATE}"
    assert entry.obstacle is not None
    return finding_words.hindrance(entry.listing, entry.obstacle, own_interfaces())


def acquainted(entry: Entry) -> str:
    if entry.is_own:
        return "your own key"
    if entry.met is None:
        return "a changed key" if entry.mark is Mark.REFUSED else "not met before"
    return f"known since {day(entry.met.first_met)}, met {times(entry.met)}"


def details(entry: Entry) -> tuple[tuple[str, Text], ...]:
    room = entry.room
    if entry.obstacle is Obstacle.VERSION:
        told = f"another version of p2pcards: {finding_words.spoken(entry.listing)}"
        return (("speaks", span(clean(told), Role.BAD)),)
    if entry.obstacle is Obstacle.RESTING:
        return (("seats", span("the table rests, for those who have sat there", Role.DIM)),)
    if room is None:
        is_playing = entry.listing.is_playing
        told = "the table is playing; it can be watched" if is_playing else "no answer yet"
        return (("seats", span(told, Role.DIM)),)
    seats = [
        f"{number} {'bot' if seat.hosted else clean(seat.name)}"
        for number, seat in enumerate(room.seats, start=1)
    ]
    seats += [f"{number} free" for number in range(len(room.seats) + 1, room.most + 1)]
    ready = "   ".join(
        f"{clean(seat.name)} {'✓' if seat.ready else '·'}" for seat in room.seats if not seat.hosted
    )
    if room.playing:
        ready = "the table is playing; it can be watched"
    elif room.starts_in_ms is not None:
        ready += f"   starts in {clock(room.starts_in_ms / 1000)} with those who are"
    return (("seats", sentence("   ".join(seats))), *rules(room), ("ready", sentence(ready)))


def why_marked(entry: Entry) -> str:
    """Why it has the mark that it has."""
    name = clean(entry.listing.nick)
    if entry.is_own:
        return "That is your own key."
    match entry.mark:
        case Mark.CHECKED if entry.met is not None:
            return f"You have met this key {times(entry.met)}: it is {name}'s."
        case Mark.REFUSED:
            return f"You know another key under the name {name}, and not this one."
        case _:
            return f"This key is new to you; it says its name is {name}."
